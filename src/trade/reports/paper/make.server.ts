import { and, eq } from "drizzle-orm";
import { z } from "zod";
import { letterheadOf } from "#ground/businesses/public.server.ts";
import { append } from "#ground/evidence/public.server.ts";
import { type SharedPhoto, withPicturesOnDisk } from "#ground/media/public.server.ts";
import { storePdf } from "#ground/papers/public.server.ts";
import { type AccountContext, now, withAccount } from "#platform/db/scope.server.ts";
import { AppError, toAppError } from "#platform/errors/app-error.ts";
import { renderPdf } from "#platform/pdf/render.server.ts";
import type { Task } from "#platform/queue/queue.server.ts";
import { describeBook } from "../book/render.ts";
import type { ReportPage } from "../items/items-page.ts";
import { describeItems } from "../items/render.ts";
import { type Gathered, gather } from "./gather.server.ts";
import { requestOf } from "./render.ts";
import { fileNameOf } from "../rules.ts";
import type { ReportPhoto } from "./photo.ts";
import { sendAsScheduled } from "../schedule/send.server.ts";
import { reports } from "../tables.server.ts";

type Report = typeof reports.$inferSelect;

/** After that, undrawn photos are reported as missing. */
const DRAWING_LIMIT = { minutes: 3 };

const rowOf = (accountId: string, reportId: string) =>
  and(eq(reports.accountId, accountId), eq(reports.id, reportId));

/**
 * Makes a report's file, once. Drawing takes seconds, so no transaction is open meanwhile.
 * @throws AppError unavailable to try again later; a permanent failure is stored with the report
 */
export async function makeReport(accountId: string, reportId: string): Promise<void> {
  try {
    const found = await withAccount(accountId, async (ctx) => {
      const report = await waitingReport(ctx, reportId);
      return report && { report, gathered: await gather(ctx, report) };
    });
    if (!found) return;
    const { report, gathered } = found;
    const isYoung = Temporal.Instant.compare(report.createdAt.add(DRAWING_LIMIT), now()) > 0;
    if (gathered.isDrawing && isYoung)
      throw new AppError("unavailable", "Its photos are still being processed.", { retryAfter: 5 });
    const { bytes, page } = await draw(gathered);
    const stored = await storePdf(accountId, bytes);
    await withAccount(accountId, (ctx) =>
      saveReport(ctx, report, gathered, { bytes: bytes.byteLength, page, ...stored }),
    );
  } catch (error) {
    const failure = toAppError(error);
    if (failure.code === "unavailable") throw error;
    const problem =
      failure.code === "internal"
        ? "Part of it couldn’t be put on the page. If it happens again, write to us."
        : failure.message;
    await withAccount(accountId, ({ db }) =>
      db
        .update(reports)
        .set({ state: "failed", problem })
        .where(and(rowOf(accountId, reportId), eq(reports.state, "waiting"))),
    );
    if (failure.code === "internal") throw error;
  }
}

async function waitingReport(ctx: AccountContext, reportId: string): Promise<Report | undefined> {
  const [row] = await ctx.db.select().from(reports).where(rowOf(ctx.account.id, reportId));
  return row?.state === "waiting" || row?.state === "failed" ? row : undefined;
}

/** Photos are passed as local files, so that this process doesn't load them. */
async function draw({ owner, photos, plans, ...content }: Gathered) {
  const { colour, logo } = await letterheadOf(owner);
  const { book, list } = content.shape?.filled ?? {};
  const work = async (paths: ReadonlyMap<string, string>) => {
    const all = {
      ...{ ...content, colour, logo },
      photos: new Map(
        [...photos.values()].map((one) => [one.sha256, reportPhoto(one, paths.get(one.sha256)!)]),
      ),
    };
    const page = list ? describeItems(all, list).page : book ? describeBook(all).page : null;
    return { bytes: await renderPdf(requestOf(all)), page };
  };
  const pictures = book || list ? bookPictures([...photos.values()], list ? 6 : content.perPage) : {};
  return withPicturesOnDisk([...photos.values()], work, {
    ...pictures,
    large: plans.size <= MOST_LARGE ? plans : new Set(),
  });
}

/** Of 20 MB, which mail programs accept, less what fonts and texts take. */
export const MOST_PICTURE_BYTES = 18_500_000;

/** More pages of plans than this make the file too large, and take about a second each. */
const MOST_LARGE = 8;

/** 700 pixels are 200 dots per inch in half of the page's width. */
function bookPictures(photos: readonly SharedPhoto[], perPage: number) {
  const sum = photos.reduce((all, { derivatives }) => all + (derivatives.report?.bytes ?? 0), 0);
  const picture = perPage >= 4 || sum > MOST_PICTURE_BYTES ? "print" : "report";
  return { picture, mostBytes: MOST_PICTURE_BYTES } as const;
}

/** A photo as templates and pages show it. @param path of its picture on this machine */
export function reportPhoto(photo: SharedPhoto, path: string): ReportPhoto {
  const { kind, takenAt, takenLocal, isIncomplete, position, derivatives } = photo;
  const { width, height } = derivatives.report!;
  return {
    ...{ path, aspect: width / height, isVideo: ["mp4", "mov", "webm"].includes(kind) },
    ...{ takenAt, takenLocal, isIncomplete, position },
  };
}

/**
 * The job's history proves which file left the business. If two workers race, the second result is discarded.
 */
async function saveReport(
  ctx: AccountContext,
  report: Report,
  { entries, shape, photos, plans, absent, history, from, to }: Gathered,
  stored: {
    readonly bytes: number;
    readonly page: ReportPage | null;
    readonly file: string;
    readonly sha256: string;
  },
): Promise<void> {
  const [saved] = await ctx.db
    .update(reports)
    .set({
      state: "ready",
      problem: null,
      ...stored,
      fromDay: from,
      toDay: to,
      fileName: fileNameOf(report.jobName, from, to, shape?.filled?.list?.title ?? shape?.label),
      entries: shape ? (shape.filled?.entries ?? 0) : entries.length,
      photos: [...photos.keys()].filter((sha256) => !plans.has(sha256)).length,
      absent,
      historyNumber: history?.number ?? null,
      historyHash: history?.hash ?? null,
      readyAt: ctx.now,
    })
    .where(and(rowOf(ctx.account.id, report.id), eq(reports.state, report.state)))
    .returning();
  if (!saved) return;
  await append(ctx, {
    job: report.jobId,
    kind: "reports.made",
    author: report.madeBy,
    payload: {
      report: report.id,
      ...(report.scheduleId ? { schedule: report.scheduleId } : {}),
      sha256: stored.sha256,
      bytes: stored.bytes,
      from,
      to,
      upTo: history?.number ?? 0,
      head: history?.hash ?? null,
    },
  });
  await sendAsScheduled(ctx, saved);
}

export const makeTask: Task<{ accountId: string; reportId: string }> = {
  name: "reports.make-report",
  isAwaited: true,
  payload: z.object({ accountId: z.uuid(), reportId: z.uuid() }),
  run: ({ accountId, reportId }) => makeReport(accountId, reportId),
};
