import { sql } from "drizzle-orm";
import type { Tell } from "#ground/events/public.server.ts";
import { zoneOf } from "#ground/businesses/public.server.ts";
import { type AccountContext, enterAccount, SYSTEM_ACCOUNT } from "#platform/db/scope.server.ts";
import { escapeHtml } from "#platform/mail/compose/layout.ts";
import { moment } from "#platform/time/format.ts";
import { headsUpTokenStart } from "../heads-up/token.server.ts";
import { ledgerOfLead } from "../status/ledger.server.ts";

/** Deletes everything planned or done for a lead, except messages, which the caller deletes. */
export async function eraseFollowUp(ctx: AccountContext, leadId: string, name: string): Promise<void> {
  const account = ctx.account.id;
  const theirs = sql`select id from sequences_enrolments where account_id = ${account} and lead_id = ${leadId}`;
  const { rows: enrollments } = await ctx.db.execute<{ id: string }>(
    sql`select id from sequences_enrolments where account_id = ${account} and lead_id = ${leadId} for update`,
  );
  await ctx.db.execute(
    sql`delete from sequences_steps where account_id = ${account} and enrolment_id in (${theirs})`,
  );
  await ctx.db.execute(
    sql`delete from sequences_enrolments where account_id = ${account} and lead_id = ${leadId}`,
  );
  await eraseFromHeadsUps(
    ctx,
    enrollments.map(({ id }) => id),
    name,
  );
}

/** Erases the lead's name from heads-up emails. Those are in the installation's scope. */
async function eraseFromHeadsUps(
  ctx: AccountContext,
  enrollmentIds: readonly string[],
  name: string,
): Promise<void> {
  if (!enrollmentIds.length) return;
  const links = enrollmentIds.map((id) => `%/h/${headsUpTokenStart(ctx.account.id, id)}%`);
  await enterAccount(ctx.db, SYSTEM_ACCOUNT);
  const { rows } = await ctx.db.execute<{ id: string; text: string; html: string | null }>(sql`
    select id, text, html from mail_messages
     where account_id = ${SYSTEM_ACCOUNT} and text like any(${sql.param(links)}::text[]) for update`);
  for (const { id, text, html } of rows) {
    const withErasedName = (words: string, written: string) =>
      words.replaceAll(`${written}, `, `${ERASED_NAME}, `);
    await ctx.db.execute(sql`
      update mail_messages set text = ${withErasedName(text, name)}, html = ${html && withErasedName(html, escapeHtml(name))}
       where account_id = ${SYSTEM_ACCOUNT} and id = ${id}`);
  }
  await enterAccount(ctx.db, ctx.account.id);
}

const ERASED_NAME = "Someone who had their data deleted";

/** Describes to a lead what is planned for them. Sent messages are described elsewhere. */
export async function describeFollowUp(ctx: AccountContext, leadId: string, describe: Tell): Promise<void> {
  const zone = await zoneOf(ctx);
  const lines = (await ledgerOfLead(ctx, leadId)).filter(
    ({ state }) => state === "waiting" || state === "held",
  );
  describe(
    "Emails planned for you",
    lines.map(({ subject, dueAt, state }) => ({
      Subject: subject,
      Planned: state === "held" ? "put on hold by the business" : moment(dueAt, zone).words,
    })),
  );
}
