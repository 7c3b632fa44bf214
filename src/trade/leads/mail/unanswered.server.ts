import { and, desc, eq, inArray, ne, sql } from "drizzle-orm";
import type { AccountContext } from "#platform/db/scope.server.ts";
import type { ReplyFile } from "./reply-file.ts";
import { leadsReplies } from "../tables.server.ts";

const of = (ctx: AccountContext, leadId: string) =>
  and(eq(leadsReplies.accountId, ctx.account.id), eq(leadsReplies.leadId, leadId));

/**
 * Says that what a lead wrote needs no answer any more, because it got one or because none is due. Twice is
 * once.
 */
export async function markAnswered(ctx: AccountContext, leadId: string): Promise<void> {
  await ctx.db
    .update(leadsReplies)
    .set({ waiting: false })
    .where(and(of(ctx, leadId), eq(leadsReplies.waiting, true)));
}

/**
 * Takes that back: the last that they wrote waits for an answer again. Where they never wrote nothing does.
 */
export async function markUnanswered(ctx: AccountContext, leadId: string): Promise<void> {
  const last = ctx.db
    .select({ id: leadsReplies.id })
    .from(leadsReplies)
    .where(and(of(ctx, leadId), ne(leadsReplies.via, "owner")))
    .orderBy(desc(leadsReplies.at), desc(leadsReplies.id))
    .limit(1);
  await ctx.db
    .update(leadsReplies)
    .set({ waiting: true })
    .where(and(of(ctx, leadId), inArray(leadsReplies.id, last)));
}

/** Somebody who wrote, with their last words. */
export interface Writer extends Record<string, unknown> {
  readonly leadId: string;
  readonly name: string;
  /** Their last reply. */
  readonly replyId: string;
  readonly via: "mail" | "text" | "owner";
  readonly at: Temporal.Instant;
  readonly subject: string | null;
  /** The beginning of their mail or text, with what is quoted. */
  readonly words: string | null;
  readonly files: readonly ReplyFile[];
  /** Whether anything of theirs waits for an answer. */
  readonly waiting: boolean;
  /** When they were last answered from here; null where that was not since. */
  readonly answeredAt: Temporal.Instant | null;
}

/** Where a list goes on: the last row of the page before. */
export interface WritersCursor {
  readonly at: Temporal.Instant;
  readonly id: string;
}

/** Enough to find what they wrote below what is quoted. */
const SHOWN_WORDS = 6_000;

/**
 * People who wrote, by their last words, the newest first. Reads as many rows as it shows, whatever there is:
 * from the index of replies by time, each looking once whether its lead wrote later.
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

/** How many people wait for an answer. */
export async function countUnanswered(ctx: AccountContext): Promise<number> {
  const { rows } = await ctx.db.execute<{ count: number }>(sql`
    select count(distinct lead_id)::int as count from leads_replies where account_id = ${ctx.account.id} and waiting`);
  return rows[0]!.count;
}
