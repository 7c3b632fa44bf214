import { findPeople } from "#features/identity/public.server.ts";
import { type Business, getBusiness } from "#features/businesses/public.server.ts";
import { signHead } from "#features/evidence/public.server.ts";
import { findJob, type JobRow } from "#features/jobs/public.server.ts";
import { type Photo, photosOf } from "#features/media/public.server.ts";
import { signaturesOf } from "#features/signatures/public.server.ts";
import { type JobRecord, recordsOfJob } from "#features/sync/public.server.ts";
import type { AccountContext } from "#platform/db/scope.server.ts";
import { AppError } from "#platform/errors/app-error.ts";
import type { ReportContent, ReportEntry } from "./report.ts";
import { MOST_PHOTOS } from "./rules.ts";
import type { reports } from "./tables.server.ts";
import { tellerOf } from "./told.server.ts";

type ReportRow = typeof reports.$inferSelect;
/** Which part of a job's life a report tells. */
export type Part = Pick<ReportRow, "fromDay" | "toDay" | "sinceCount" | "untilCount" | "zone">;

interface Happened extends Omit<ReportEntry, "by"> {
  /** The account's count when it was taken. */
  readonly number: number;
  readonly author: string | null;
}

/** What records tell of a part of a job's life, in the order it happened. */
export function happenedIn(records: readonly JobRecord[], part: Part): Happened[] {
  return records
    .flatMap((record) => {
      const commands = new Map(record.commands.map((command) => [command.id, command]));
      return (tellerOf(record.kind)?.tell(record) ?? []).flatMap(({ at, by, title, lines, photos }) => {
        const said = commands.get(by);
        // What made the record says when it came in: words that are mended later are no new thing that happened.
        const first = record.commands[0];
        if (!said || !first) return [];
        const { receivedAt, number } = at === said.at ? said : first;
        return [{ at: Temporal.Instant.fromEpochMilliseconds(at), receivedAt, number, author: said.author, title, lines, photos }];
      });
    })
    .filter((one) => isPart(one, part))
    .toSorted((a, b) => Temporal.Instant.compare(a.at, b.at));
}

function isPart({ at, number }: Pick<Happened, "at" | "number">, { fromDay, toDay, sinceCount, untilCount, zone }: Part): boolean {
  if (sinceCount !== null && untilCount !== null) return sinceCount < number && number <= untilCount;
  const day = at.toZonedDateTimeISO(zone).toPlainDate().toString();
  return fromDay <= day && day <= toDay;
}

/** Whether something was signed on the days of a report. */
function isSignedThen(at: Temporal.Instant, { fromDay, toDay, zone }: Part): boolean {
  const day = at.toZonedDateTimeISO(zone).toPlainDate().toString();
  return fromDay <= day && day <= toDay;
}

/** All that a report tells but for its pictures' files. */
export interface Gathered extends Omit<ReportContent, "photos" | "logo" | "colour"> {
  readonly owner: Pick<Business, "name" | "color" | "logo" | "phone">;
  readonly photos: ReadonlyMap<string, Photo>;
  /** Photos that are here and still being drawn. */
  readonly isDrawing: boolean;
}

/** Reads what a report tells, all of one moment. @throws AppError not_found for a job that is not there */
export async function gather(ctx: AccountContext, report: ReportRow): Promise<Gathered> {
  const job = await findJob(ctx, report.jobId);
  if (!job) throw new AppError("not_found", "This job is not there any more.");
  const owner = await getBusiness(ctx);
  const happened = happenedIn(await recordsOfJob(ctx, report.jobId), report);
  const asked = report.photosPerPage ? [...new Set(happened.flatMap(({ photos }) => photos.map(({ sha256 }) => sha256)))] : [];
  const held = await photosOf(ctx, asked);
  const drawn = held.filter((photo) => photo.derivatives.report);
  const names = await namesOf(ctx, [...happened.map(({ author }) => author), report.madeBy]);
  const signed = await signHead(ctx, report.jobId);
  return {
    owner,
    business: owner.name ?? "",
    contact: contactOf(owner),
    job: placed(job),
    from: report.fromDay,
    to: report.toDay,
    since: report.sinceAt,
    zone: report.zone,
    createdAt: ctx.now.round({ smallestUnit: "millisecond", roundingMode: "floor" }),
    madeBy: report.scheduleId ? "schedule" : ((report.madeBy && names.get(report.madeBy)) ?? ""),
    entries: happened.map(({ author, number: _number, ...rest }) => ({ ...rest, by: (author && names.get(author)) ?? "" })),
    perPage: report.photosPerPage,
    photos: new Map(drawn.slice(0, MOST_PHOTOS).map((photo) => [photo.sha256, report.places ? photo : { ...photo, position: null }])),
    absent: asked.length - drawn.length,
    left: Math.max(0, drawn.length - MOST_PHOTOS),
    isDrawing: held.some((photo) => photo.state === "waiting" && !photo.derivatives.report),
    signatures: (await signaturesOf(ctx, { jobId: report.jobId }))
      .filter(({ state, erasedAt, at }) => state === "signed" && erasedAt === null && isSignedThen(at, report))
      .map(({ name, title, at, means }) => ({ name, document: title, at, way: means === "drawn" ? "Signed by hand" : "Signed by name" }))
      .toReversed(),
    history: signed && { ...signed.head, sealedTo: signed.sealedTo },
  };
}

const placed = ({ name, address }: JobRow) => ({ name, address });

/** What stands at the right of a letterhead. */
function contactOf({ phone, licence, postalAddress }: Business): string[] {
  return [phone, licence && `License ${licence}`, ...(postalAddress?.split("\n") ?? [])].flatMap((line) => line?.trim() || []);
}

async function namesOf(ctx: AccountContext, ids: readonly (string | null)[]): Promise<ReadonlyMap<string, string>> {
  const people = await findPeople(ctx.db, [...new Set(ids.flatMap((id) => id ?? []))]);
  return new Map(people.map(({ id, email }) => [id, email]));
}
