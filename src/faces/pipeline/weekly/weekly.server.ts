import { and, eq, gt, sql } from "drizzle-orm";
import { getBusiness, queueWeeklyMail, lockIfActive } from "#ground/businesses/public.server.ts";
import { recentDeeds } from "#ground/events/public.server.ts";
import { leadRecords, formatMoney, peopleToCall, stageOf, weekFigures } from "#trade/leads/public.server.ts";
import { openCalls } from "#trade/sequences/public.server.ts";
import { installation } from "#platform/config/installation.server.ts";
import {
  type AccountContext,
  database,
  enterAccount,
  now,
  SYSTEM_ACCOUNT,
  withAccount,
} from "#platform/db/scope.server.ts";
import { escapeHtml } from "#platform/mail/compose/layout.ts";
import { pipelineWeeklies } from "../tables.server.ts";
import { type ToCall, weeklyMail, weekToReport, chooseToCall } from "./weekly.ts";
import { weeklyToken } from "./token.server.ts";

const AT_ONCE = 200;
const NO_ZONE = "UTC";
/** How many open calls and actions are considered. */
const LOOKED_AT = 50;

/**
 * Emails every business about its week: once a week, with any number of processes and repeated calls. A
 * failure for one doesn't block others.
 * @throws the last failure, after all had their turn: calling again emails only the missing ones
 */
export async function sendWeeklies(): Promise<void> {
  const at = now();
  const failures: unknown[] = [];
  let after = "00000000-0000-0000-0000-000000000000";
  for (;;) {
    const { rows } = await database().app.query<{ id: string; zone: string | null; told: string | null }>(
      "select account_id as id, zone, told::text from pipeline_weekly_accounts($1, $2, $3)",
      [at.toString(), after, AT_ONCE],
    );
    for (const { id, zone, told } of rows) {
      if (!weekToReport(at, zone ?? NO_ZONE, told === null ? null : Temporal.PlainDate.from(told))) continue;
      await withAccount(id, tellOfWeek).catch((error: unknown) => failures.push(error));
    }
    const last = rows.at(-1);
    if (!last || rows.length < AT_ONCE) break;
    after = last.id;
  }
  if (failures.length) throw failures.at(-1);
}

/**
 * Emails a business's owners about its week, unless that was done. The email and its record are one
 * commit.
 */
async function tellOfWeek(ctx: AccountContext): Promise<void> {
  if (!(await lockIfActive(ctx))) return;
  const accountId = ctx.account.id;
  // A fast clock wrote these: a week that hasn't come yet will be reported when it comes.
  await ctx.db
    .delete(pipelineWeeklies)
    .where(and(eq(pipelineWeeklies.accountId, accountId), gt(pipelineWeeklies.at, ctx.now)));
  const { zone: itsZone, name, currency } = await getBusiness(ctx);
  const zone = itsZone ?? NO_ZONE;
  const week = weekToReport(ctx.now, zone, null);
  if (!week) return;
  // A concurrent process waits here for the first to commit, and then has nothing to do.
  const mine = await ctx.db
    .insert(pipelineWeeklies)
    .values({ accountId, week: week.monday.toString(), at: ctx.now })
    .onConflictDoNothing()
    .returning({ week: pipelineWeeklies.week });
  if (!mine.length) return;
  const { brand, publicUrl } = installation();
  const [figures, people] = [await weekFigures(ctx, week), await toCall(ctx)];
  const mailFor = (userId: string) =>
    weeklyMail({
      brand,
      business: name ?? "your business",
      publicUrl,
      zone,
      now: ctx.now,
      week,
      figures,
      money: (cents) => formatMoney(cents, currency),
      people,
      stopUrl: `${publicUrl}/w/${weeklyToken({ accountId, userId })}`,
    });
  if (mailFor(accountId)) await queueWeeklyMail(ctx, (userId) => mailFor(userId)!);
}

async function toCall(ctx: AccountContext): Promise<ToCall[]> {
  const waiting = await peopleToCall(ctx);
  const calls = await openCalls(ctx, LOOKED_AT);
  const deeds = await recentDeeds(ctx, ctx.now.subtract({ hours: 7 * 24 }), LOOKED_AT);
  const known = await leadRecords(ctx, [...new Set([...calls, ...deeds].map(({ leadId }) => leadId))]);
  const named = (leadId: string, why: ToCall["why"], at: Temporal.Instant): ToCall[] => {
    const lead = known.get(leadId);
    // People who replied are among those waiting; people who unsubscribed or are closed aren't called for a
    // click.
    if (!lead || (why === "did" && (stageOf(lead) !== "new" || lead.unsubscribedAt || lead.repliedAt)))
      return [];
    return [{ leadId, name: lead.name, phone: lead.phone, value: lead.valueCents, why, at }];
  };
  return chooseToCall([
    ...waiting,
    ...calls.flatMap(({ leadId, since }) => named(leadId, "call", since)),
    ...deeds.flatMap(({ leadId, lastAt }) => named(leadId, "did", lastAt)),
  ]);
}

const NOBODY = "Someone who had their data deleted";

/**
 * Weekly emails name people to call: an erased person's name is removed from them. They are in the
 * installation's own scope.
 */
export async function eraseFromWeeklies(ctx: AccountContext, leadId: string, name: string): Promise<void> {
  await enterAccount(ctx.db, SYSTEM_ACCOUNT);
  const { rows } = await ctx.db.execute<{ id: string; text: string; html: string | null }>(sql`
    select id, text, html from mail_messages
     where account_id = ${SYSTEM_ACCOUNT} and text like ${`%/account/leads/${leadId}%`} for update`);
  for (const { id, text, html } of rows)
    await ctx.db.execute(sql`
      update mail_messages set text = ${without(text, leadId, name)}, html = ${html && without(html, leadId, escapeHtml(name))}
       where account_id = ${SYSTEM_ACCOUNT} and id = ${id}`);
  await enterAccount(ctx.db, ctx.account.id);
}

/**
 * An email's text without one of the people it names: removes their name, the link to their page, and
 * every phone number, because we can't tell which is theirs.
 */
function without(words: string, leadId: string, name: string): string {
  return words
    .replaceAll(`/account/leads/${leadId}`, "/account/pipeline")
    .replaceAll(name, NOBODY)
    .replaceAll(/(?:tel:|Call )?\+\d{7,15}/g, "");
}
