import { and, asc, desc, eq, isNotNull, isNull, or, type SQL, sql } from "drizzle-orm";
import { readSort } from "#platform/http/list-sort.ts";
import { containsAll, foldedSql } from "#platform/db/search-text.ts";
import { type AccountContext, isId } from "#platform/db/scope.server.ts";
import { foldedWords } from "#platform/names/folded.ts";
import { type Lead, leadColumns } from "./data.server.ts";
import { hasAddress } from "./people/addresses.server.ts";
import { digitsOf } from "./phone-digits.ts";
import { cursorOf, LEAD_SORTS, type LeadCursor, type LeadSort, NEWEST_FIRST } from "./list-query.ts";
import type { LeadStatus } from "./rules.ts";
import { stageExpression } from "./stage/stage-expression.server.ts";
import { isStage, type Stage } from "./stage/stages.ts";
import { leads } from "./tables.server.ts";

const PAGE = 50;

export interface LeadFilter {
  /** Part of a name, address or phone number; empty for all. */
  readonly search: string;
  readonly status: LeadStatus | "";
  readonly stage: Stage | "";
  readonly sort: LeadSort;
  /** Cursor: creation time and id of the previous page's last lead. */
  readonly after: LeadCursor | null;
}

const STATUSES: readonly LeadStatus[] = [
  "new",
  "unconfirmed",
  "replied",
  "booked",
  "won",
  "lost",
  "unsubscribed",
  "unreachable",
];

/** Reads the filter from a URL. Invalid values are ignored. */
export function readLeadFilter(url: URL): LeadFilter {
  const query = url.searchParams;
  const [, at, id] = /^(\d{1,15})\.([0-9a-f-]{36})$/.exec(query.get("after") ?? "") ?? [];
  const isCursor = at !== undefined && id !== undefined && isId(id) && Number(at) < 8.64e15;
  return {
    search: (query.get("search") ?? "").toWellFormed().replaceAll("\0", "").trim().slice(0, 200),
    status: STATUSES.find((one) => one === query.get("status")) ?? "",
    stage: ((stage) => (isStage(stage) ? stage : ""))(query.get("stage") ?? ""),
    sort: readSort(query, LEAD_SORTS, NEWEST_FIRST),
    after: isCursor ? { at: Temporal.Instant.fromEpochMilliseconds(Number(at)), id } : null,
  };
}

const RUNNING = and(isNull(leads.unsubscribedAt), isNull(leads.outcome), isNull(leads.bookedAt));
// Same precedence as leadStatus().
const STATUS_FILTERS: Readonly<Record<LeadStatus, SQL | undefined>> = {
  unsubscribed: isNotNull(leads.unsubscribedAt),
  won: and(isNull(leads.unsubscribedAt), eq(leads.outcome, "won")),
  lost: and(isNull(leads.unsubscribedAt), eq(leads.outcome, "lost")),
  booked: and(isNull(leads.unsubscribedAt), isNull(leads.outcome), isNotNull(leads.bookedAt)),
  replied: and(RUNNING, isNotNull(leads.repliedAt)),
  unreachable: and(RUNNING, isNull(leads.repliedAt), isNotNull(leads.bouncedAt)),
  unconfirmed: and(
    RUNNING,
    isNull(leads.repliedAt),
    isNull(leads.bouncedAt),
    isNotNull(leads.unconfirmedSince),
  ),
  new: and(RUNNING, isNull(leads.repliedAt), isNull(leads.bouncedAt), isNull(leads.unconfirmedSince)),
};

/**
 * What comes after the cursor; nothing, which is the first page, if its lead was erased meanwhile. The cursor
 * has no name in it, because addresses are logged, so the name is looked up.
 */
async function isAfter(
  ctx: AccountContext,
  { by, order }: LeadSort,
  { at, id }: NonNullable<LeadFilter["after"]>,
): Promise<SQL | undefined> {
  const is = order === "ascending" ? sql`>` : sql`<`;
  if (by === "added")
    return sql`(${leads.createdAt}, ${leads.id}) ${is} (${at.toString()}::timestamptz, ${id}::uuid)`;
  const [last] = await ctx.db
    .select({ searched: leads.searched })
    .from(leads)
    .where(and(eq(leads.accountId, ctx.account.id), eq(leads.id, id)));
  return last && sql`(${leads.searched}, ${leads.id}) ${is} (${last.searched}::text, ${id}::uuid)`;
}

const endOf = ({ createdAt, id }: Lead): string => cursorOf({ at: createdAt, id });

/**
 * One page of leads. Keyset pagination: late pages cost no more than the first. By time the index is read in
 * order; by name all of the account's leads are sorted.
 */
export async function findLeads(
  ctx: AccountContext,
  { search, status, stage, sort, after }: LeadFilter,
): Promise<{ leads: Lead[]; next: string | null }> {
  const order = sort.order === "descending" ? desc : asc;
  const key = sort.by === "added" ? leads.createdAt : leads.searched;
  const digits = digitsOf(search);
  const found = await ctx.db
    .select(leadColumns)
    .from(leads)
    .where(
      and(
        eq(leads.accountId, ctx.account.id),
        search
          ? or(
              containsAll(sql`${leads.searched}`, foldedWords(search)),
              digits ? hasAddress(ctx, (phone) => sql`${phone} like ${`%${digits}%`}`, "text") : undefined,
              hasAddress(ctx, (email) => containsAll(foldedSql(sql`${email}`), foldedWords(search))),
            )
          : undefined,
        status ? STATUS_FILTERS[status] : undefined,
        stage ? sql`${stageExpression} = ${stage}::text` : undefined,
        after ? await isAfter(ctx, sort, after) : undefined,
      ),
    )
    .orderBy(order(key), order(leads.id))
    .limit(PAGE + 1);
  const page = found.slice(0, PAGE);
  return { leads: page, next: found.length > PAGE ? endOf(page.at(-1)!) : null };
}

/** How many leads the account has. */
export async function countLeads(ctx: AccountContext): Promise<number> {
  const [row] = await ctx.db
    .select({ count: sql<number>`count(*)::int` })
    .from(leads)
    .where(eq(leads.accountId, ctx.account.id));
  return row?.count ?? 0;
}

const MOST_CHOICES = 12;

/**
 * Up to 12 leads to choose from, by part of their name, address or phone number; the newest if `search` is
 * empty.
 */
export async function findLeadChoices(ctx: AccountContext, search: string): Promise<Lead[]> {
  const { leads: found } = await findLeads(ctx, {
    search: search.toWellFormed().replaceAll("\0", ""),
    status: "",
    stage: "",
    sort: NEWEST_FIRST,
    after: null,
  });
  return found.slice(0, MOST_CHOICES);
}
