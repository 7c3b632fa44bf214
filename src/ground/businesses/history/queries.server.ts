import { and, desc, eq, type SQL, sql } from "drizzle-orm";
import type { AccountContext } from "#platform/db/scope.server.ts";
import { AUDITED, type Audited } from "./audit.server.ts";
import { businessesAudit } from "../tables.server.ts";

/** Lines on one page of the history. */
const PAGE = 50;
/** Lines read at a time for a file. */
const BATCH = 1000;

/** What of the history is asked for. */
export interface HistoryFilter {
  readonly who: string;
  readonly kind: string;
}

/** One line of it, as its reader sees it. */
export interface HistoryLine {
  readonly id: string;
  readonly at: Temporal.Instant;
  readonly who: string;
  readonly what: string;
  /** What changed, from what, to what; empty where the line says all. */
  readonly details: string;
}

/** The filter and page in an address; nonsense reads as no filter and the first page. */
export function readFilter(url: URL): HistoryFilter & { readonly page: number } {
  const page = Number(url.searchParams.get("page") ?? "1");
  return {
    who: (url.searchParams.get("who") ?? "").replaceAll("\0", "").slice(0, 300),
    kind: Object.hasOwn(AUDITED, url.searchParams.get("kind") ?? "") ? url.searchParams.get("kind")! : "",
    page: Number.isSafeInteger(page) && page >= 1 && page <= 100_000 ? page : 1,
  };
}

const matching = (ctx: AccountContext, { who, kind }: HistoryFilter): SQL | undefined =>
  and(
    eq(businessesAudit.accountId, ctx.account.id),
    who ? eq(businessesAudit.who, who) : undefined,
    kind ? eq(businessesAudit.action, kind) : undefined,
  );

const lineOf = ({ id, at, who, action, details }: typeof businessesAudit.$inferSelect): HistoryLine => ({
  id,
  at,
  who,
  what: whatOf(action),
  details: formatDetails(details),
});

/** Newest first. @param from lines to skip, or the line that those asked for come after */
async function read(
  ctx: AccountContext,
  filter: HistoryFilter,
  from: number | HistoryLine | undefined,
  limit: number,
): Promise<HistoryLine[]> {
  const { at, id } = businessesAudit;
  const after =
    typeof from === "object"
      ? sql`(${at}, ${id}) < (${from.at.toString()}::timestamptz, ${from.id}::uuid)`
      : undefined;
  const rows = await ctx.db
    .select()
    .from(businessesAudit)
    .where(and(matching(ctx, filter), after))
    .orderBy(desc(at), desc(id))
    .offset(typeof from === "number" ? from : 0)
    .limit(limit);
  return rows.map(lineOf);
}

/** One page of the account's history, newest first, and whether there is more. */
export async function readHistory(
  ctx: AccountContext,
  filter: HistoryFilter,
  page: number,
): Promise<{ lines: HistoryLine[]; more: boolean }> {
  const lines = await read(ctx, filter, (page - 1) * PAGE, PAGE + 1);
  return { lines: lines.slice(0, PAGE), more: lines.length > PAGE };
}

/**
 * All of it that the filter lets through, newest first, read a piece at a time: it costs the same memory
 * however long it is.
 * @param inPieces runs the reading of one piece in a transaction of its own
 */
export async function* wholeHistory(
  inPieces: (read: (ctx: AccountContext) => Promise<HistoryLine[]>) => Promise<HistoryLine[]>,
  filter: HistoryFilter,
): AsyncGenerator<HistoryLine> {
  let last: HistoryLine | undefined;
  for (;;) {
    const after = last;
    const lines = await inPieces((ctx) => read(ctx, filter, after, BATCH));
    yield* lines;
    if (lines.length < BATCH) return;
    last = lines.at(-1);
  }
}

/** Who and what there is to filter by. */
export async function historyChoices(
  ctx: AccountContext,
): Promise<{ people: string[]; kinds: { value: string; label: string }[] }> {
  const here = eq(businessesAudit.accountId, ctx.account.id);
  const { who, action } = businessesAudit;
  const people = await ctx.db
    .selectDistinct({ who })
    .from(businessesAudit)
    .where(here)
    .orderBy(who)
    .limit(500);
  const kinds = await ctx.db.selectDistinct({ action }).from(businessesAudit).where(here).orderBy(action);
  return {
    people: people.map((row) => row.who),
    kinds: kinds.map((row) => ({ value: row.action, label: whatOf(row.action) })),
  };
}

/** A kind that an older or newer version wrote is still a line of the history. */
const whatOf = (action: string) => (Object.hasOwn(AUDITED, action) ? AUDITED[action as Audited] : action);

/**
 * `email: pat@example.com, from member to manager`: keys as words, whom it is about first, what it was and
 * became last.
 */
function formatDetails({ name, email, from, to, ...others }: Readonly<Record<string, string>>): string {
  // The store does not keep their order, so it is made here.
  const named = Object.entries({ name, email, ...others }).flatMap(([key, value]) =>
    value ? [`${key.replace(/([a-z])([A-Z])/g, "$1 $2").toLowerCase()}: ${value}`] : [],
  );
  const change = [from && `from ${from}`, to && `to ${to}`].filter(Boolean).join(" ");
  return [...named, change].filter(Boolean).join(", ");
}
