import { namesOf } from "#ground/identity/public.server.ts";
import { type Business, getBusiness } from "#ground/businesses/public.server.ts";
import { signHead } from "#ground/evidence/public.server.ts";
import { type FilledShape, findJob, jobOf, type JobRow } from "#trade/jobs/public.server.ts";
import { photosToShare, type SharedPhoto } from "#ground/media/public.server.ts";
import { signaturesOf } from "#ground/signatures/public.server.ts";
import { type JobRecord, recordsOfJob, shownFields } from "#ground/sync/public.server.ts";
import type { AccountContext } from "#platform/db/scope.server.ts";
import { AppError } from "#platform/errors/app-error.ts";
import { type Units, unitsOf } from "#platform/measures/units.ts";
import { clientOf } from "../mail/client.server.ts";
import type { ReportContent, ReportEntry } from "./content.ts";
import { MOST_PHOTOS } from "../rules.ts";
import type { reports } from "../tables.server.ts";
import { describerOf, photosForOutside, shapeOf } from "./registry.server.ts";

type ReportRow = typeof reports.$inferSelect;
/** The range or counts that a report covers. */
export type Part = Pick<ReportRow, "fromDay" | "toDay" | "sinceCount" | "untilCount" | "zone"> &
  Partial<Pick<ReportRow, "accountId" | "places">> & { readonly units?: Units };

interface ReportEvent extends Omit<ReportEntry, "by"> {
  /** The account's count when the command was accepted. */
  readonly number: number;
  readonly author: string | null;
}

/** In order of time. */
export function eventsIn(records: readonly JobRecord[], part: Part): ReportEvent[] {
  const job = records.find(({ kind }) => kind === "jobs.job");
  const place = job ? jobOf(job.id, shownFields(job.fields)).position : null;
  return records
    .flatMap((record) => {
      const commands = new Map(record.commands.map((command) => [command.id, command]));
      const items =
        describerOf(record.kind)?.tell(record, {
          units: part.units ?? "us",
          place,
          account: part.accountId ?? null,
        }) ?? [];
      return items.flatMap(
        ({ at, by, title, lines, photos, date = null, isOfDay = false, place: where = null }) => {
          const command = commands.get(by);
          // Correcting a text isn't a new event.
          const first = record.commands[0];
          if (!command || !first) return [];
          const { receivedAt, number } = at === command.at ? command : first;
          const moment = Temporal.Instant.fromEpochMilliseconds(at);
          const day = date ?? moment.toZonedDateTimeISO(part.zone).toPlainDate().toString();
          return [
            {
              at: moment,
              day,
              isOfDay,
              receivedAt,
              number,
              author: command.author,
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
  { day, number }: Pick<ReportEvent, "day" | "number">,
  { fromDay, toDay, sinceCount, untilCount }: Part,
): boolean {
  if (sinceCount !== null && untilCount !== null) return sinceCount < number && number <= untilCount;
  return fromDay <= day && day <= toDay;
}

/** Null if the shape has no content. */
export function fillShape(
  ctx: AccountContext,
  records: readonly JobRecord[],
  report: Part & Pick<ReportRow, "shape" | "company"> & Partial<Pick<ReportRow, "choice">>,
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
    choice = null,
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
    choice,
    nameOf,
  };
  return shapeOf(report.shape)?.tell(records, ask) ?? null;
}

const authorsOf = (records: readonly JobRecord[]): (string | null)[] =>
  records.flatMap(({ commands }) => commands.map(({ author }) => author));

function isSignedInRange(at: Temporal.Instant, { fromDay, toDay, zone }: Part): boolean {
  const day = at.toZonedDateTimeISO(zone).toPlainDate().toString();
  return fromDay <= day && day <= toDay;
}

/** Without the files of its pictures. */
export interface Gathered extends Omit<ReportContent, "photos" | "logo" | "colour"> {
  readonly owner: Pick<Business, "name" | "color" | "logo" | "phone">;
  readonly photos: ReadonlyMap<string, SharedPhoto>;
  /** Which of them are pages of plans. */
  readonly plans: ReadonlySet<string>;
  /** Whether photos have arrived but aren't drawn yet. */
  readonly isDrawing: boolean;
}

/** Reads everything at one point in time. @throws AppError not_found */
export async function gather(ctx: AccountContext, report: ReportRow): Promise<Gathered> {
  const job = await findJob(ctx, report.jobId);
  if (!job) throw new AppError("not_found", "This job was deleted.");
  const owner = await getBusiness(ctx);
  const shape = shapeOf(report.shape);
  const records = await recordsOfJob(ctx, report.jobId, { saying: shape?.saying ?? [] });
  const names = await namesOf(ctx.db, [...authorsOf(records), report.company, report.madeBy]);
  const nameOf = (person: string | null) => (person && names.get(person)) ?? "";
  const part = { ...report, units: unitsOf(owner.currency) };
  const happened = shape ? [] : eventsIn(records, part);
  const filled = shape ? fillShape(ctx, records, part, { business: owner.name ?? "", nameOf }) : null;
  const { book, list } = filled ?? {};
  const items = list?.groups.flatMap((group) => group.items) ?? [];
  const plans = new Set((list?.plans ?? []).map(({ sha256 }) => sha256));
  const named = report.photosPerPage
    ? [...happened, ...items, ...(filled?.chapters ?? [])].flatMap(({ photos }) => photos)
    : [];
  const photos = new Set(named.map(({ sha256 }) => sha256));
  // Who has the link sees no photo that is hidden, so the file has none either.
  const shown = list ? await photosForOutside(ctx, report.jobId, [...photos]) : photos;
  const wanted = plans.union(photos.intersection(shown));
  const arrived = await photosToShare(ctx, report.jobId, [...wanted]);
  const drawn = arrived.filter((photo) => photo.derivatives.report);
  const signed = await signHead(ctx, report.jobId);
  return {
    owner,
    business: owner.name ?? "",
    contact: contactOf(owner),
    job: nameAndAddress(job),
    client: book || list ? await clientName(ctx, report.jobId, records) : null,
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
    plans,
    absent: wanted.size - arrived.length,
    undrawn: arrived.length - drawn.length,
    left: Math.max(0, drawn.length - MOST_PHOTOS),
    isDrawing: arrived.some((photo) => photo.state === "waiting" && !photo.derivatives.report),
    signatures: (await signaturesOf(ctx, { jobId: report.jobId }))
      .filter(
        ({ state, erasedAt, at }) => state === "signed" && erasedAt === null && isSignedInRange(at, report),
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

/** As the job has it, or its lead. */
async function clientName(
  ctx: AccountContext,
  jobId: string,
  records: readonly JobRecord[],
): Promise<string | null> {
  const job = records.find(({ kind }) => kind === "jobs.job");
  const typed = job && jobOf(jobId, shownFields(job.fields)).clientName;
  return typed || ((await clientOf(ctx, jobId))?.name ?? null);
}

const nameAndAddress = ({ name, address }: JobRow) => ({ name, address });

/** Lines below the name of a business on its documents: phone, license, address. */
export function contactOf({ phone, licenceNumber, postalAddress }: Business): string[] {
  return [phone, licenceNumber && `License ${licenceNumber}`, ...(postalAddress?.split("\n") ?? [])].flatMap(
    (line) => line?.trim() || [],
  );
}
