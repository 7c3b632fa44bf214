import { and, desc, eq, type SQL, sql } from "drizzle-orm";
import type { AccountContext } from "#platform/db/scope.server.ts";
import { AUDITED, type Audited } from "./audit.server.ts";
import { businessesAudit } from "../tables.server.ts";

/** Lines per page. */
const PAGE = 50;
/** Lines per query of the CSV download. */
const BATCH = 1000;

export interface HistoryFilter {
  readonly who: string;
  readonly kind: string;
}

export interface HistoryLine {
  readonly id: string;
  readonly at: Temporal.Instant;
  readonly who: string;
  readonly what: string;
  /** What changed, from what, to what; may be empty. */
  readonly details: string;
}

/** The filter and page number of a URL. Invalid values mean no filter and page 1. */
export function readFilter(url: URL): HistoryFilter & { readonly page: number } {
  const page = Number(url.searchParams.get("page") ?? "1");
  return {
    who: (url.searchParams.get("who") ?? "").replaceAll("\0", "").slice(0, 300),
    kind: Object.hasOwn(AUDITED, url.searchParams.get("kind") ?? "") ? url.searchParams.get("kind")! : "",
    page: Number.isSafeInteger(page) && page >= 1 && page <= 100_000 ? page : 1,
  };
}

const matches = (ctx: AccountContext, { who, kind }: HistoryFilter): SQL | undefined =>
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

/** Newest first. @param from how many lines to skip, or the line to continue after */
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
    .where(and(matches(ctx, filter), after))
    .orderBy(desc(at), desc(id))
    .offset(typeof from === "number" ? from : 0)
    .limit(limit);
  return rows.map(lineOf);
}

/** One page of the history, newest first. */
export async function readHistory(
  ctx: AccountContext,
  filter: HistoryFilter,
  page: number,
): Promise<{ lines: HistoryLine[]; more: boolean }> {
  const lines = await read(ctx, filter, (page - 1) * PAGE, PAGE + 1);
  return { lines: lines.slice(0, PAGE), more: lines.length > PAGE };
}

/**
 * The whole filtered history, newest first, in batches, so memory use doesn't grow with its length.
 * @param inBatches runs each read in its own transaction
 */
export async function* wholeHistory(
  inBatches: (read: (ctx: AccountContext) => Promise<HistoryLine[]>) => Promise<HistoryLine[]>,
  filter: HistoryFilter,
): AsyncGenerator<HistoryLine> {
  let last: HistoryLine | undefined;
  for (;;) {
    const after = last;
    const lines = await inBatches((ctx) => read(ctx, filter, after, BATCH));
    yield* lines;
    if (lines.length < BATCH) return;
    last = lines.at(-1);
  }
}

/** The people and kinds to filter by. */
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

/** Kinds written by another version are shown as they are. */
const whatOf = (action: string) => (Object.hasOwn(AUDITED, action) ? AUDITED[action as Audited] : action);

/** `email: pat@example.com, from member to manager`: the person first, the change last. */
function formatDetails({ name, email, from, to, ...others }: Readonly<Record<string, string>>): string {
  // jsonb doesn't preserve key order.
  const named = Object.entries({ name, email, ...others }).flatMap(([key, value]) =>
    value ? [`${key.replace(/([a-z])([A-Z])/g, "$1 $2").toLowerCase()}: ${value}`] : [],
  );
  const change = [from && `from ${from}`, to && `to ${to}`].filter(Boolean).join(" ");
  return [...named, change].filter(Boolean).join(", ");
}
