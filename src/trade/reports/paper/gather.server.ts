import { namesOf } from "#ground/identity/public.server.ts";
import { type Business, getBusiness } from "#ground/businesses/public.server.ts";
import { signHead } from "#ground/evidence/public.server.ts";
import { type FilledShape, findJob, jobOf, type JobRow } from "#trade/jobs/public.server.ts";
import { type Photo, photosOf } from "#ground/media/public.server.ts";
import { signaturesOf } from "#ground/signatures/public.server.ts";
import { type JobRecord, recordsOfJob, shownFields } from "#ground/sync/public.server.ts";
import type { AccountContext } from "#platform/db/scope.server.ts";
import { AppError } from "#platform/errors/app-error.ts";
import { type Units, unitsOf } from "#platform/measures/units.ts";
import type { ReportContent, ReportEntry } from "./render.ts";
import { MOST_PHOTOS } from "../rules.ts";
import type { reports } from "../tables.server.ts";
import { shapeOf, describerOf } from "./registry.server.ts";

type ReportRow = typeof reports.$inferSelect;
/** Which part of a job's life a report tells. */
export type Part = Pick<ReportRow, "fromDay" | "toDay" | "sinceCount" | "untilCount" | "zone"> &
  Partial<Pick<ReportRow, "accountId" | "places">> & { readonly units?: Units };

interface Happened extends Omit<ReportEntry, "by"> {
  /** The account's count when it was taken. */
  readonly number: number;
  readonly author: string | null;
}

/** What records tell of a part of a job's life, in the order it happened. */
export function happenedIn(records: readonly JobRecord[], part: Part): Happened[] {
  const job = records.find(({ kind }) => kind === "jobs.job");
  const place = job ? jobOf(job.id, shownFields(job.fields)).position : null;
  return records
    .flatMap((record) => {
      const commands = new Map(record.commands.map((command) => [command.id, command]));
      const told =
        describerOf(record.kind)?.tell(record, {
          units: part.units ?? "us",
          place,
          account: part.accountId ?? null,
        }) ?? [];
      return told.flatMap(
        ({ at, by, title, lines, photos, date = null, isOfDay = false, place: where = null }) => {
          const said = commands.get(by);
          // What made the record says when it came in: words that are mended later are no new thing that
          // happened.
          const first = record.commands[0];
          if (!said || !first) return [];
          const { receivedAt, number } = at === said.at ? said : first;
          const moment = Temporal.Instant.fromEpochMilliseconds(at);
          const day = date ?? moment.toZonedDateTimeISO(part.zone).toPlainDate().toString();
          return [
            {
              at: moment,
              day,
              isOfDay,
              receivedAt,
              number,
              author: said.author,
              title,
              lines,
              photos,
              place: where,
            },
          ];
        },
      );
    })
    .filter((one) => isPart(one, part))
    .toSorted(
      (a, b) =>
        (a.day < b.day ? -1 : a.day > b.day ? 1 : Number(b.isOfDay) - Number(a.isOfDay)) ||
        Temporal.Instant.compare(a.at, b.at),
    );
}

function isPart(
  { day, number }: Pick<Happened, "day" | "number">,
  { fromDay, toDay, sinceCount, untilCount }: Part,
): boolean {
  if (sinceCount !== null && untilCount !== null) return sinceCount < number && number <= untilCount;
  return fromDay <= day && day <= toDay;
}

/** What a report of a shape of its own tells; null where that is nothing. */
export function filledIn(
  ctx: AccountContext,
  records: readonly JobRecord[],
  report: Part & Pick<ReportRow, "shape" | "company">,
  { business, nameOf }: { readonly business: string; readonly nameOf: (person: string | null) => string },
): FilledShape | null {
  const {
    company,
    fromDay: from,
    toDay: to,
    sinceCount,
    untilCount,
    zone,
    units = "us",
    places = false,
  } = report;
  const ask = {
    account: ctx.account.id,
    business,
    company,
    from,
    to,
    sinceCount,
    untilCount,
    zone,
    units,
    places,
    nameOf,
  };
  return shapeOf(report.shape)?.tell(records, ask) ?? null;
}

/** Everybody who wrote something of these. */
const authorsOf = (records: readonly JobRecord[]): (string | null)[] =>
  records.flatMap(({ commands }) => commands.map(({ author }) => author));

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
  const shape = shapeOf(report.shape);
  const records = await recordsOfJob(ctx, report.jobId, { saying: shape?.saying ?? [] });
  const names = await namesOf(ctx.db, [...authorsOf(records), report.company, report.madeBy]);
  const nameOf = (person: string | null) => (person && names.get(person)) ?? "";
  const part = { ...report, units: unitsOf(owner.currency) };
  const happened = shape ? [] : happenedIn(records, part);
  const filled = shape ? filledIn(ctx, records, part, { business: owner.name ?? "", nameOf }) : null;
  const named = [...happened, ...(filled?.chapters ?? [])].flatMap(({ photos }) =>
    photos.map(({ sha256 }) => sha256),
  );
  const asked = report.photosPerPage ? [...new Set(named)] : [];
  const held = await photosOf(ctx, asked);
  const drawn = held.filter((photo) => photo.derivatives.report);
  const signed = await signHead(ctx, report.jobId);
  return {
    owner,
    business: owner.name ?? "",
    contact: contactOf(owner),
    job: placed(job),
    from: filled?.from ?? report.fromDay,
    to: filled?.to ?? report.toDay,
    shape: shape ? { label: shape.label, filled } : null,
    since: report.sinceAt,
    zone: report.zone,
    createdAt: ctx.now.round({ smallestUnit: "millisecond", roundingMode: "floor" }),
    madeBy: report.scheduleId ? "schedule" : nameOf(report.madeBy),
    entries: happened.map(({ author, number: _number, ...rest }) => ({ ...rest, by: nameOf(author) })),
    perPage: report.photosPerPage,
    places: report.places,
    photos: new Map(
      drawn
        .slice(0, MOST_PHOTOS)
        .map((photo) => [photo.sha256, report.places ? photo : { ...photo, position: null }]),
    ),
    absent: asked.length - held.length,
    undrawn: held.length - drawn.length,
    left: Math.max(0, drawn.length - MOST_PHOTOS),
    isDrawing: held.some((photo) => photo.state === "waiting" && !photo.derivatives.report),
    signatures: (await signaturesOf(ctx, { jobId: report.jobId }))
      .filter(
        ({ state, erasedAt, at }) => state === "signed" && erasedAt === null && isSignedThen(at, report),
      )
      .map(({ name, title, at, means }) => ({
        name,
        document: title,
        at,
        way: means === "drawn" ? "Signed by hand" : "Signed by name",
      }))
      .toReversed(),
    history: signed && { ...signed.head, sealedTo: signed.sealedTo },
  };
}

const placed = ({ name, address }: JobRow) => ({ name, address });

/** What stands at the right of a letterhead. */
function contactOf({ phone, licence, postalAddress }: Business): string[] {
  return [phone, licence && `License ${licence}`, ...(postalAddress?.split("\n") ?? [])].flatMap(
    (line) => line?.trim() || [],
  );
}
