import { and, desc, eq, isNotNull, isNull, or, type SQL, sql } from "drizzle-orm";
import { containsAll } from "#platform/db/search-text.ts";
import { type AccountContext, isId } from "#platform/db/scope.server.ts";
import { foldedWords } from "#platform/names/folded.ts";
import { type Lead, leadColumns } from "./data.server.ts";
import { digitsOf } from "./phone-digits.ts";
import type { LeadStatus } from "./rules.ts";
import { stageExpression } from "./stage/stage-expression.server.ts";
import { isStage, type Stage } from "./stage/stages.ts";
import { leads } from "./tables.server.ts";

/** Leads on one page of the list. */
const PAGE = 50;

/** What of the leads is asked for. */
export interface LeadFilter {
  /** Part of a name, an address or a number; empty for all. */
  readonly search: string;
  readonly status: LeadStatus | "";
  readonly stage: Stage | "";
  /** The last lead of the page before: when they came, and who. */
  readonly after: { readonly at: Temporal.Instant; readonly id: string } | null;
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

/** The filter in an address; nonsense reads as none. */
export function readLeadFilter(url: URL): LeadFilter {
  const query = url.searchParams;
  const [, at, id] = /^(\d{1,15})\.([0-9a-f-]{36})$/.exec(query.get("after") ?? "") ?? [];
  const isPlace = at !== undefined && id !== undefined && isId(id) && Number(at) < 8.64e15;
  return {
    search: (query.get("search") ?? "").toWellFormed().replaceAll("\0", "").trim().slice(0, 200),
    status: STATUSES.find((one) => one === query.get("status")) ?? "",
    stage: ((stage) => (isStage(stage) ? stage : ""))(query.get("stage") ?? ""),
    after: isPlace ? { at: Temporal.Instant.fromEpochMilliseconds(Number(at)), id } : null,
  };
}

/** What a page's last lead is called in the address of the next. */
const placeOf = (lead: Pick<Lead, "createdAt" | "id">): string =>
  `${lead.createdAt.epochMilliseconds}.${lead.id}`;

const RUNNING = and(isNull(leads.unsubscribedAt), isNull(leads.outcome), isNull(leads.bookedAt));
// The same order of reasons as leadStatus().
const STANDING: Readonly<Record<LeadStatus, SQL | undefined>> = {
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

/** One page of the leads, newest first. Costs the same on the last page as on the first. */
export async function findLeads(
  ctx: AccountContext,
  { search, status, stage, after }: LeadFilter,
): Promise<{ leads: Lead[]; next: string | null }> {
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
              digits ? sql`${leads.phone} like ${`%${digits}%`}` : undefined,
            )
          : undefined,
        status ? STANDING[status] : undefined,
        stage ? sql`${stageExpression} = ${stage}::text` : undefined,
        after
          ? sql`(${leads.createdAt}, ${leads.id}) < (${after.at.toString()}::timestamptz, ${after.id}::uuid)`
          : undefined,
      ),
    )
    .orderBy(desc(leads.createdAt), desc(leads.id))
    .limit(PAGE + 1);
  const page = found.slice(0, PAGE);
  return { leads: page, next: found.length > PAGE ? placeOf(page.at(-1)!) : null };
}

/** How many leads the account has. */
export async function countLeads(ctx: AccountContext): Promise<number> {
  const [row] = await ctx.db
    .select({ count: sql<number>`count(*)::int` })
    .from(leads)
    .where(eq(leads.accountId, ctx.account.id));
  return row?.count ?? 0;
}

/** As many as somebody picks from; more of them take more of the name. */
const PICKED_FROM = 12;

/** People to pick one of: by a part of their name, address or number, else the newest. */
export async function findSomebody(ctx: AccountContext, search: string): Promise<Lead[]> {
  const { leads: found } = await findLeads(ctx, {
    search: search.toWellFormed().replaceAll("\0", ""),
    status: "",
    stage: "",
    after: null,
  });
  return found.slice(0, PICKED_FROM);
}
