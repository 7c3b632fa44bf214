import { type Business, getBusiness } from "#ground/businesses/public.server.ts";
import type { AccountContext } from "#platform/db/scope.server.ts";
import { dayOf, moment } from "#platform/time/format.ts";
import { calendarOf } from "#platform/time/working-hours.ts";
import { listPages } from "../page/pages.server.ts";
import { columnsLeftOut, columnsOf } from "../csv/columns.ts";
import { importWording } from "./consent.ts";
import { getImport, type Import, importErrors, undoUntil } from "./data.server.ts";
import { pageStatuses } from "../page/page-status.ts";
import { previewRows } from "./preview.server.ts";
import { programOf } from "../csv/known-exports.ts";
import { describePerson } from "../csv/sample.ts";
import { startsOf } from "./starts.ts";
import type { RetainedReason } from "./undo.server.ts";

/** Everything an import's page shows. */
export async function importView(ctx: AccountContext, id: string) {
  const found = await getImport(ctx, id);
  const business = await getBusiness(ctx);
  const zone = business.zone ?? "UTC";
  const pages = (await listPages(ctx)).filter((page) => !page.closedAt);
  const page = (await listPages(ctx)).find((one) => one.id === found.pageId);
  const statuses = await pageStatuses(
    ctx,
    pages.map((one) => one.id),
  );
  const { id: importId, fileName, state, headers, mapping, counts, origin } = found;
  const all = counts
    ? counts.added +
      counts.known +
      counts.suppressed +
      counts.repeated +
      counts.errors +
      (counts.optedOut ?? 0)
    : 0;
  const until = undoUntil(found);
  const columns = columnsOf(found);
  const optedOut = state === "ready" ? [] : await importErrors(ctx, id, -1, MOST_OPTED_OUT, "opted out");
  return {
    id: importId,
    fileName,
    state,
    headers,
    mapping,
    counts,
    shown: found.shown,
    /** Headers of the columns about opt-outs, and of those not imported. */
    /** The program it was exported from, if we know it. */
    program: programOf(headers),
    signals: columns.signals.map(({ header }) => header),
    leftOut: columnsLeftOut(columns),
    optedOut: optedOut.map(({ line, cells, problem }) => ({
      line,
      who: describePerson(cells, mapping),
      problem,
      isTaken: false,
    })),
    origin,
    dayFirst: found.dayFirst && mapping.date !== undefined,
    rows: state === "ready" ? previewRows(found, zone, ctx.now) : [],
    pages: pages.map((one) => {
      const status = statuses.get(one.id);
      const state = status && status.state !== "live" ? `: ${status.words.toLowerCase()}` : "";
      return { value: one.id, label: `${one.offer.title} (/p/${one.slug})${state}` };
    }),
    notRunning: pages.flatMap((one) => {
      const { state, why } = statuses.get(one.id) ?? {};
      return why && state !== "live" ? [`${one.offer.title}: ${why}`] : [];
    }),
    wording: importWording(business.name ?? ""),
    starts: formatStarts(found, business, ctx.now),
    progress: { done: Math.min(found.position, all), all },
    result: countsOf(found),
    followUp: page?.offer.title ?? null,
    followUpState: page ? (statuses.get(page.id)?.why ?? null) : null,
    began: found.startedAt && moment(found.startedAt, zone),
    lastStart: found.startsUntil && moment(found.startsUntil, zone),
    undoUntil: until && Temporal.Instant.compare(ctx.now, until) <= 0 ? dayOf(until, zone) : null,
    removed: found.removed,
    kept: Object.entries(found.kept).map(([because, many]) => ({
      words: RETAINED_LABELS[because as RetainedReason],
      many,
    })),
  };
}

export type ImportView = Awaited<ReturnType<typeof importView>>;

const MOST_OPTED_OUT = 50;

const countsOf = ({ added, known, suppressed, repeated, errors, optedOut, partly }: Import) => ({
  added,
  known,
  suppressed,
  repeated,
  errors,
  optedOut,
  partly,
});

function formatStarts(
  { counts, state }: Import,
  business: Business,
  now: Temporal.Instant,
): { first: string; last: string } | null {
  const starts =
    state === "ready" && counts?.added ? startsOf(0, counts.added, now, calendarOf(business)) : [];
  const zone = business.zone ?? "UTC";
  const [first, last] = [starts[0], starts.at(-1)];
  return first && last ? { first: moment(first.at, zone).words, last: dayOf(last.at, zone).words } : null;
}

const RETAINED_LABELS: Readonly<Record<RetainedReason, string>> = {
  known: "were already here and didn’t change",
  again: "also contacted you another way, so they stay and their follow-up continues",
  replied: "replied",
  stopped: "opted out or bounced. We remember that for you",
  ended: "have an appointment or an outcome you marked",
  mailed: "already got an email, so its unsubscribe link has to keep working",
};
