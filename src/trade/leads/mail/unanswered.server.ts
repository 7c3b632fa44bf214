import { and, desc, eq, inArray, ne, sql } from "drizzle-orm";
import type { AccountContext } from "#platform/db/scope.server.ts";
import type { ReplyFile } from "./reply-file.ts";
import { leadsReplies, type ReplyWay } from "./tables.server.ts";

const isReplyOf = (ctx: AccountContext, leadId: string) =>
  and(eq(leadsReplies.accountId, ctx.account.id), eq(leadsReplies.leadId, leadId));

/** Marks a lead's messages as answered, or as needing no reply. Idempotent. */
export async function markAnswered(ctx: AccountContext, leadId: string): Promise<void> {
  await ctx.db
    .update(leadsReplies)
    .set({ waiting: false })
    .where(and(isReplyOf(ctx, leadId), eq(leadsReplies.waiting, true)));
}

/** Undoes that: their latest message waits for a reply again, if they ever wrote. */
export async function markUnanswered(ctx: AccountContext, leadId: string): Promise<void> {
  const last = ctx.db
    .select({ id: leadsReplies.id })
    .from(leadsReplies)
    .where(and(isReplyOf(ctx, leadId), ne(leadsReplies.via, "owner")))
    .orderBy(desc(leadsReplies.at), desc(leadsReplies.id))
    .limit(1);
  await ctx.db
    .update(leadsReplies)
    .set({ waiting: true })
    .where(and(isReplyOf(ctx, leadId), inArray(leadsReplies.id, last)));
}

export interface Writer extends Record<string, unknown> {
  readonly leadId: string;
  readonly name: string;
  readonly replyId: string;
  readonly via: ReplyWay;
  readonly at: Temporal.Instant;
  readonly subject: string | null;
  /** The beginning of the message, including quoted text. */
  readonly words: string | null;
  readonly files: readonly ReplyFile[];
  readonly waiting: boolean;
  /** When we last replied; null if not since their latest message. */
  readonly answeredAt: Temporal.Instant | null;
}

/** Cursor: the last row of the previous page. */
export interface WritersCursor {
  readonly at: Temporal.Instant;
  readonly id: string;
}

/** Enough to find their text below a quote. */
const SHOWN_WORDS = 6_000;

/**
 * Leads by latest message, newest first. Reads only as many rows as it shows: it walks the index by time and
 * checks per row whether the lead wrote later.
 */
export async function listWriters(
  ctx: AccountContext,
  {
    show,
    after,
    limit,
  }: { readonly show: "waiting" | "all"; readonly after?: WritersCursor | undefined; readonly limit: number },
): Promise<Writer[]> {
  const account = ctx.account.id;
  const onlyWaiting = show === "waiting" ? sql`and r.waiting` : sql``;
  const laterToo = show === "waiting" ? sql`and o.waiting` : sql``;
  const behind = after
    ? sql`and (r.at, r.id) < (${after.at.toString()}::timestamptz, ${after.id}::uuid)`
    : sql``;
  const { rows } = await ctx.db.execute<Writer & { at: string; answeredAt: string | null }>(sql`
    select r.lead_id as "leadId", l.name, r.id as "replyId", r.via, r.at::text, r.subject, left(r.body, ${SHOWN_WORDS}) as words, r.files,
           exists (select from leads_replies w where w.account_id = r.account_id and w.lead_id = r.lead_id and w.waiting) as waiting,
           (select max(a.at)::text from leads_answers a
             where a.account_id = r.account_id and a.lead_id = r.lead_id and a.taken_back_at is null and a.at >= r.at) as "answeredAt"
      from leads_replies r
      join leads l on l.account_id = r.account_id and l.id = r.lead_id
     where r.account_id = ${account} ${onlyWaiting} ${behind}
       and not exists (select from leads_replies o
                        where o.account_id = r.account_id and o.lead_id = r.lead_id and (o.at, o.id) > (r.at, r.id) ${laterToo})
     order by r.at desc, r.id desc
     limit ${limit}`);
  const instantOf = (text: string) => Temporal.Instant.from(text.replace(" ", "T"));
  return rows.map((row) => ({
    ...row,
    at: instantOf(row.at),
    answeredAt: row.answeredAt === null ? null : instantOf(row.answeredAt),
  }));
}

/** How many leads wait for a reply. */
export async function countUnanswered(ctx: AccountContext): Promise<number> {
  const { rows } = await ctx.db.execute<{ count: number }>(sql`
    select count(distinct lead_id)::int as count from leads_replies where account_id = ${ctx.account.id} and waiting`);
  return rows[0]!.count;
}
