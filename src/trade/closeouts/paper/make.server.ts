import { and, eq } from "drizzle-orm";
import { z } from "zod";
import { letterheadOf } from "#ground/businesses/public.server.ts";
import { append, lockFirst } from "#ground/evidence/public.server.ts";
import { publish } from "#ground/events/public.server.ts";
import { withPicturesOnDisk } from "#ground/media/public.server.ts";
import { savePaper, storePdf } from "#ground/papers/public.server.ts";
import { NO_FILE } from "#ground/shares/public.server.ts";
import { copyOf } from "#ground/signatures/public.server.ts";
import { MOST_PICTURE_BYTES, reportPhoto } from "#trade/reports/public.server.ts";
import { type AccountContext, now, withAccount } from "#platform/db/scope.server.ts";
import { AppError, toAppError } from "#platform/errors/app-error.ts";
import { derivedId } from "#platform/ids/derived-id.ts";
import { renderPdf } from "#platform/pdf/render.server.ts";
import type { Task } from "#platform/queue/queue.server.ts";
import { safeName } from "#platform/archive/zip.server.ts";
import { gather, type Gathered } from "../content/gather.server.ts";
import type { Snapshot } from "../content/snapshot.ts";
import { packagePath, type Version } from "../package.server.ts";
import { closeoutsVersions } from "../tables.server.ts";
import { describePackage, documentOfPackage } from "./describe.ts";

/** The papers of packages, and the last part of their pages' addresses. */
export const CLOSEOUT = "closeout";

/** After that, undrawn photos are reported as missing. */
const DRAWING_LIMIT = { minutes: 3 };
/** More pages of plans than this make the file too large, and take about a second each. */
const MOST_LARGE = 8;

const rowOf = (accountId: string, id: string) =>
  and(eq(closeoutsVersions.accountId, accountId), eq(closeoutsVersions.id, id));

/** The paper of a job's package: the page alone, whose content is the newest version. */
export const paperOf = (
  ctx: AccountContext,
  { jobId, name }: { readonly jobId: string; readonly name: string },
) =>
  savePaper(ctx, {
    id: derivedId("closeouts.paper", ctx.account.id, jobId),
    ...{ kind: CLOSEOUT, thingId: jobId, version: 1, jobId, title: `Closeout package: ${name}` },
    ...{ accountPath: packagePath(jobId), file: NO_FILE, fileName: "", sha256: "" },
  });

/**
 * Makes a version, once. Drawing takes seconds, so no transaction is open meanwhile.
 * @throws AppError unavailable to try again later; a permanent failure is stored with the version
 */
export async function makeVersion(accountId: string, id: string): Promise<void> {
  try {
    const found = await withAccount(accountId, async (ctx) => {
      const [version] = await ctx.db.select().from(closeoutsVersions).where(rowOf(accountId, id));
      return version && version.state !== "ready"
        ? { version, gathered: await gather(ctx, version.jobId) }
        : undefined;
    });
    if (!found) return;
    const { version, gathered } = found;
    const isYoung = Temporal.Instant.compare(version.createdAt.add(DRAWING_LIMIT), now()) > 0;
    if (gathered.isDrawing && isYoung)
      throw new AppError("unavailable", "Its photos are still being processed.", { retryAfter: 5 });
    const { page, bytes } = await draw(accountId, version, gathered);
    const stored = await storePdf(accountId, bytes);
    await withAccount(accountId, (ctx) =>
      save(ctx, version, gathered, { page, bytes: bytes.byteLength, ...stored }),
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
        .update(closeoutsVersions)
        .set({ state: "failed", problem })
        .where(and(rowOf(accountId, id), eq(closeoutsVersions.state, "waiting"))),
    );
    if (failure.code === "internal") throw error;
  }
}

/** Photos are passed as local files, so that this process doesn't load them. */
async function draw(accountId: string, { version }: Version, gathered: Gathered) {
  const papers = await signedCopies(accountId, gathered);
  const { colour, logo } = await letterheadOf(gathered.material.owner);
  const shared = [...gathered.photos.values()];
  return withPicturesOnDisk(
    shared,
    async (paths) => {
      const photos = new Map(
        shared.flatMap((photo) => {
          const path = paths.get(photo.sha256);
          return path === undefined ? [] : [[photo.sha256, reportPhoto(photo, path)] as const];
        }),
      );
      const described = describePackage(gathered, photos, papers);
      const request = documentOfPackage(gathered, described, photos, { version, colour, logo });
      return { page: described.page, bytes: await renderPdf(request) };
    },
    {
      ...{ picture: "print", mostBytes: MOST_PICTURE_BYTES },
      large: gathered.plans.size <= MOST_LARGE ? gathered.plans : new Set(),
    },
  );
}

/** Keys of the copies with the signature on them, by paper. One whose signer was erased has none. */
async function signedCopies(accountId: string, { papers }: Gathered): Promise<ReadonlyMap<string, string>> {
  const copies = new Map<string, string>();
  for (const { paper, approvals } of papers) {
    const signed = approvals.findLast(({ signatureId }) => signatureId !== null)?.signatureId;
    if (!signed) continue;
    const copy = await copyOf(accountId, signed).catch((error: unknown) => {
      if (error instanceof AppError && error.code === "not_found") return undefined;
      throw error;
    });
    if (copy) copies.set(paper.id, copy.file);
  }
  return copies;
}

/** If two workers race, the second result is discarded. */
async function save(
  ctx: AccountContext,
  { id, jobId, version, madeBy, state }: Version,
  { material: { job } }: Gathered,
  made: { readonly page: Snapshot; readonly bytes: number; readonly file: string; readonly sha256: string },
): Promise<void> {
  // An erasure locks in this order too.
  await lockFirst(ctx);
  const fileName = `${safeName(`Closeout package ${job.name}`, "closeout-package")}.pdf`;
  const [saved] = await ctx.db
    .update(closeoutsVersions)
    .set({ state: "ready", problem: null, ...made, fileName, readyAt: ctx.now })
    .where(and(rowOf(ctx.account.id, id), eq(closeoutsVersions.state, state)))
    .returning({ id: closeoutsVersions.id });
  if (!saved) return;
  await paperOf(ctx, job);
  await append(ctx, {
    job: jobId,
    kind: "closeouts.published",
    author: madeBy,
    payload: { package: id, version, sha256: made.sha256, bytes: made.bytes },
  });
  await publish(ctx, { type: "tool.did", what: "closeout.published", jobId, details: { version } });
}

export const makeTask: Task<{ accountId: string; id: string }> = {
  name: "closeouts.make-version",
  isAwaited: true,
  payload: z.object({ accountId: z.uuid(), id: z.uuid() }),
  run: ({ accountId, id }) => makeVersion(accountId, id),
};
