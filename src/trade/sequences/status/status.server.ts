import { and, eq, inArray, isNotNull, isNull, sql } from "drizzle-orm";
import { getBusiness, mayMailOthers, ownSender } from "#ground/businesses/public.server.ts";
import { installation } from "#platform/config/installation.server.ts";
import type { AccountContext } from "#platform/db/scope.server.ts";
import { liveSequence, planOf } from "../live.server.ts";
import { type FollowUpStatus, followUpStatus, type SendingSetup } from "./status.ts";
import { sequences, sequencesEnrolments, sequencesSteps } from "../tables.server.ts";

/** Finds out what the business lacks for anything to go out. */
export async function sendingSetup(ctx: AccountContext): Promise<SendingSetup> {
  const { setup } = installation();
  const [business, mayMail] = [await getBusiness(ctx), await mayMailOthers(ctx)];
  // Without a setup, as in tests, email works.
  const hasMailServer = !setup || Boolean(setup.mailServer) || (await ownSender(ctx)) !== undefined;
  return { mayMail, hasAddress: business.postalAddress !== null, hasMailServer };
}

/** The status of pages' follow-ups, by page. */
export async function statusesOfPages(
  ctx: AccountContext,
  pageIds: readonly string[],
): Promise<Map<string, FollowUpStatus>> {
  if (!pageIds.length) return new Map();
  const setup = await sendingSetup(ctx);
  const rows = await ctx.db
    .select({ pageId: sequences.pageId, retiredAt: sequences.retiredAt, pausedAt: sequences.pausedAt })
    .from(sequences)
    .where(
      and(
        eq(sequences.accountId, ctx.account.id),
        inArray(sequences.pageId, [...pageIds]),
        isNull(sequences.retiredAt),
      ),
    );
  return new Map(rows.map((row) => [row.pageId!, followUpStatus(row, setup)]));
}

/**
 * What a page's follow-up sends after the guide, at most: conditions may skip some, and sending hours move
 * them. Undefined when it is paused, or sends only the guide.
 */
export async function planOfPage(
  ctx: AccountContext,
  pageId: string,
): Promise<{ emails: number; days: number } | undefined> {
  const live = await liveSequence(ctx, pageId);
  const emails = live?.steps.filter(({ kind }) => kind === "mail").length ?? 0;
  if (!live || live.pausedAt || !emails) return undefined;
  const last = live.steps.findLastIndex(({ kind }) => kind === "mail");
  const at = (await planOf(ctx, live.steps, ctx.now))[last]!;
  return { emails, days: Math.ceil(at.since(ctx.now).total("days")) };
}

export interface PausedFollowUp {
  readonly id: string;
  readonly name: string;
  readonly people: number;
}

/**
 * Lists the account's paused sequences, the longest pause first.
 * @param leadId only sequences this lead is in
 */
export async function pausedFollowUps(ctx: AccountContext, leadId?: string): Promise<PausedFollowUp[]> {
  const account = ctx.account.id;
  const paused = await ctx.db
    .select({
      id: sequences.id,
      name: sequences.name,
      first: sql<string>`coalesce(${sequences.versionOf}, ${sequences.id})`,
    })
    .from(sequences)
    .where(and(eq(sequences.accountId, account), isNotNull(sequences.pausedAt), isNull(sequences.retiredAt)))
    .orderBy(sequences.pausedAt, sequences.id);
  if (!paused.length) return [];
  const inside = await ctx.db
    .select({
      first: sql<string>`coalesce(${sequences.versionOf}, ${sequences.id})`,
      people: sql<number>`count(distinct ${sequencesEnrolments.leadId})::int`,
    })
    .from(sequencesEnrolments)
    .innerJoin(
      sequences,
      and(eq(sequences.accountId, account), eq(sequences.id, sequencesEnrolments.sequenceId)),
    )
    .where(
      and(
        eq(sequencesEnrolments.accountId, account),
        isNull(sequencesEnrolments.stoppedAt),
        isNotNull(sequences.pausedAt),
        leadId === undefined ? undefined : eq(sequencesEnrolments.leadId, leadId),
        sql`exists (select from ${sequencesSteps} where ${sequencesSteps.accountId} = ${account}
              and ${sequencesSteps.enrolmentId} = ${sequencesEnrolments.id} and ${sequencesSteps.state} in ('waiting', 'held'))`,
      ),
    )
    .groupBy(sql`1`);
  const people = new Map(inside.map((row) => [row.first, row.people]));
  return paused
    .map(({ id, name, first }) => ({ id, name, people: people.get(first) ?? 0 }))
    .filter((one) => leadId === undefined || one.people > 0);
}
