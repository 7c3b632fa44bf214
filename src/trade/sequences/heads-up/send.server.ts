import { and, asc, eq, gt, isNull, lt, sql } from "drizzle-orm";
import {
  type Business,
  getBusiness,
  mailToOwners,
  mayMailOthers,
  lockIfActive,
} from "#ground/businesses/public.server.ts";
import { contactStates, seesReplies } from "#trade/leads/public.server.ts";
import { installation } from "#platform/config/installation.server.ts";
import { type AccountContext, database, now, withAccount } from "#platform/db/scope.server.ts";
import { greetingName } from "#platform/names/greeting-name.ts";
import { calendarOf } from "#platform/time/working-hours.ts";
import { dayToAnnounce, goingOutToday, type HeadsUpLine, headsUpMail, type Today } from "./heads-up.ts";
import { headsUpToken } from "./token.server.ts";
import type { Step } from "../plan/planner.ts";
import { replyStops } from "../rules.ts";
import { stepTitle } from "../message/describe-step.ts";
import { textsAhead } from "../sending/text-steps.server.ts";
import { sequences, sequencesEnrolments, sequencesHeadsUps, sequencesSteps } from "../tables.server.ts";

const AT_ONCE = 100;
const NO_ZONE = "UTC";

/**
 * Emails every business whose replies we can't read what goes out today, once a day with any number of
 * processes.
 * @throws the last failure, after all were tried; running it again notifies only the others
 */
export async function sendHeadsUps(): Promise<void> {
  const at = now();
  const failures: unknown[] = [];
  let after = "00000000-0000-0000-0000-000000000000";
  for (;;) {
    const found = await accountsToNotify(at, after);
    for (const { id, zone, told } of found) {
      if (!dayToAnnounce(at, zone ?? NO_ZONE, told === null ? null : Temporal.PlainDate.from(told))) continue;
      await notifyAccount(id).catch((error: unknown) => failures.push(error));
    }
    const last = found.at(-1);
    if (!last || found.length < AT_ONCE) break;
    after = last.id;
  }
  if (failures.length) throw failures.at(-1);
}

async function accountsToNotify(at: Temporal.Instant, after: string) {
  const { rows } = await database().app.query<{ id: string; zone: string | null; told: string | null }>(
    "select account_id as id, zone, told::text from sequences_heads_up_accounts($1, $2, $3)",
    [at.toString(), after, AT_ONCE],
  );
  return rows;
}

const notifyAccount = (accountId: string): Promise<void> =>
  withAccount(accountId, (ctx) => notifyOwners(ctx));

/**
 * Emails a business's owners what goes out today, unless they were notified, nothing goes out, or we see the
 * replies. The email and its record commit together.
 * @param isFirst list what goes this moment too
 */
export async function notifyOwners(ctx: AccountContext, isFirst = false): Promise<void> {
  const accountId = ctx.account.id;
  if (!(await lockIfActive(ctx)) || !(await mayMailOthers(ctx)) || (await seesReplies(ctx))) return;
  // Rows for future days were written by a wrong clock. Those days must be announced when they come.
  await ctx.db
    .delete(sequencesHeadsUps)
    .where(and(eq(sequencesHeadsUps.accountId, accountId), gt(sequencesHeadsUps.at, ctx.now)));
  const business = await getBusiness(ctx);
  const zone = business.zone ?? NO_ZONE;
  const today = dayToAnnounce(ctx.now, zone, null);
  const [first, ...others] = today ? await linesOf(ctx, business, today, isFirst) : [];
  if (!today || !first) return;
  // A second process waits here for the first, and then finds nothing.
  const inserted = await ctx.db
    .insert(sequencesHeadsUps)
    .values({ accountId, day: today.day.toString(), at: ctx.now })
    .onConflictDoNothing()
    .returning({ day: sequencesHeadsUps.day });
  if (!inserted.length) return;
  const { brand, publicUrl } = installation();
  await mailToOwners(
    ctx,
    headsUpMail({
      brand,
      business: business.name ?? "your business",
      publicUrl,
      zone,
      lines: [first, ...others],
    }),
  );
}

async function linesOf(
  ctx: AccountContext,
  business: Business,
  today: Today,
  isFirst: boolean,
): Promise<HeadsUpLine[]> {
  const accountId = ctx.account.id;
  const rows = await ctx.db
    .select({
      enrolmentId: sequencesSteps.enrolmentId,
      number: sequencesSteps.step,
      dueAt: sequencesSteps.dueAt,
      leadId: sequencesEnrolments.leadId,
      startedAt: sequencesEnrolments.startedAt,
      restartedAt: sequencesEnrolments.restartedAt,
      asked: sequencesEnrolments.asked,
      trigger: sequences.trigger,
      step: sql<Step | null>`${sequences.steps} -> ${sequencesSteps.step}`,
    })
    .from(sequencesSteps)
    .innerJoin(
      sequencesEnrolments,
      and(
        eq(sequencesEnrolments.accountId, sequencesSteps.accountId),
        eq(sequencesEnrolments.id, sequencesSteps.enrolmentId),
      ),
    )
    .innerJoin(
      sequences,
      and(
        eq(sequences.accountId, sequencesSteps.accountId),
        eq(sequences.id, sequencesEnrolments.sequenceId),
      ),
    )
    .where(
      and(
        eq(sequencesSteps.accountId, accountId),
        eq(sequencesSteps.state, "waiting"),
        lt(sequencesSteps.dueAt, today.ends),
        isNull(sequencesEnrolments.stoppedAt),
      ),
    )
    .orderBy(asc(sequencesSteps.dueAt), asc(sequencesSteps.enrolmentId), asc(sequencesSteps.step));
  // The owner makes calls, and a requested gift always goes. Without a postal address no email goes.
  const mails = rows.flatMap((row) =>
    (row.step?.kind === "mail" || (row.step?.kind === "gift" && !row.asked)) && business.postalAddress
      ? [{ ...row, step: row.step }]
      : [],
  );
  const texts = rows.flatMap((row) => (row.step?.kind === "text" ? [{ ...row, step: row.step }] : []));
  const sent = [...mails, ...(await textsAhead(ctx, business, texts))];
  const leads = await contactStates(ctx, [...new Set(sent.map(({ leadId }) => leadId))]);
  const { publicUrl } = installation();
  return goingOutToday(sent, ctx.now, today, calendarOf(business), isFirst).flatMap(
    ({ enrolmentId, number, leadId, step, startedAt, restartedAt, trigger, goesAt }) => {
      const lead = leads.get(leadId);
      if (!lead || lead.suppressed || replyStops(trigger, { startedAt, restartedAt }, lead.repliedAt))
        return [];
      const token = headsUpToken({ accountId, enrolmentId, step: number, day: today.day });
      return [
        {
          name: lead.name,
          subject: stepTitle(step, { firstName: greetingName(lead.name), business: business.name ?? "" }),
          link: `${publicUrl}/h/${token}`,
          goesAt,
        },
      ];
    },
  );
}
