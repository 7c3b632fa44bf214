import { and, desc, eq, isNull, sql } from "drizzle-orm";
import { getBusiness, recordAudit } from "#ground/businesses/public.server.ts";
import { allowsFollowUp, arrivalsOf, leadIdsAfter, contactStates } from "#trade/leads/public.server.ts";
import { type AccountContext, isId } from "#platform/db/scope.server.ts";
import { AppError } from "#platform/errors/app-error.ts";
import { calendarOf } from "#platform/time/working-hours.ts";
import { enroll } from "./enroll.server.ts";
import { sequences, sequencesEnrolments, sequencesSteps } from "../tables.server.ts";
import { AGAIN_AFTER } from "../plan/triggers.ts";
import { matterOf } from "../matters.server.ts";
import { NOT_SENT } from "../rules.ts";
import { stopAbout } from "./stop.server.ts";

const AT_ONCE = 1000;

type Startable = Pick<typeof sequences.$inferSelect, "id" | "pageId" | "steps" | "versionOf">;

/** Lead ids by what happened to them. */
export interface Started {
  readonly started: readonly string[];
  readonly suppressed: readonly string[];
  /** Nothing is sent to them before they confirm their address. */
  readonly unconfirmed: readonly string[];
  /** The business wants no automatic messages to them. */
  readonly isPrivate: readonly string[];
  readonly inside: readonly string[];
}

/**
 * Starts a sequence by hand. Leads inside stay where they are; leads whose last run ended start again;
 * suppressed, unconfirmed and private leads are left out.
 * @throws AppError not_found if the account has no such sequence or lead, conflict if the sequence is
 * retired, invalid if a page starts it
 */
export async function startSequence(
  ctx: AccountContext,
  sequenceId: string,
  leadIds: readonly string[],
): Promise<Started> {
  const [sequence] = isId(sequenceId)
    ? await ctx.db
        .select()
        .from(sequences)
        .where(and(eq(sequences.accountId, ctx.account.id), eq(sequences.id, sequenceId)))
    : [];
  if (!sequence) throw new AppError("not_found", "That follow-up doesn’t exist.");
  if (sequence.retiredAt) throw new AppError("conflict", "This follow-up has ended. Start another one.");
  if (sequence.trigger.kind === "new lead")
    throw new AppError(
      "invalid",
      "This follow-up starts on its personal page, because its first email is the guide people ask for there.",
      {
        fields: { sequence: "Choose one you start yourself." },
      },
    );
  const { unknown, ...started } = await startFor(ctx, sequence, leadIds, ctx.now);
  // Rolls back the caller's transaction: it starts for all or for no one.
  if (unknown.length) throw new AppError("not_found", "That lead doesn’t exist.");
  return started;
}

/**
 * Undoes a manual start. A second call changes nothing.
 * @throws AppError conflict if a message went out or a call was made
 */
export async function undoStart(ctx: AccountContext, sequenceId: string, leadId: string): Promise<void> {
  if (!isId(sequenceId) || !isId(leadId)) throw new AppError("not_found", "That follow-up doesn’t exist.");
  const [newest] = await ctx.db
    .select({ id: sequencesEnrolments.id })
    .from(sequencesEnrolments)
    .innerJoin(
      sequences,
      and(eq(sequences.accountId, ctx.account.id), eq(sequences.id, sequencesEnrolments.sequenceId)),
    )
    .where(
      and(
        eq(sequencesEnrolments.accountId, ctx.account.id),
        eq(sequencesEnrolments.sequenceId, sequenceId),
        eq(sequencesEnrolments.leadId, leadId),
        sql`${sequences.trigger} ->> 'kind' = 'manual'`,
      ),
    )
    .orderBy(desc(sequencesEnrolments.run))
    .limit(1)
    .for("update", { of: sequencesEnrolments });
  if (!newest) return;
  const its = and(eq(sequencesSteps.accountId, ctx.account.id), eq(sequencesSteps.enrolmentId, newest.id));
  const rows = await ctx.db
    .select({ state: sequencesSteps.state })
    .from(sequencesSteps)
    .where(its)
    .for("update");
  if (rows.some(({ state }) => state !== "waiting" && state !== "held"))
    throw new AppError(
      "conflict",
      "Part of it has already gone out, so it can’t be undone. You can stop the rest.",
    );
  await ctx.db.delete(sequencesSteps).where(its);
  await ctx.db
    .delete(sequencesEnrolments)
    .where(and(eq(sequencesEnrolments.accountId, ctx.account.id), eq(sequencesEnrolments.id, newest.id)));
}

/** Leaves out leads inside, and those who began it after `begunBefore`. */
async function startFor(
  ctx: AccountContext,
  sequence: Startable,
  leadIds: readonly string[],
  begunBefore: Temporal.Instant,
  aboutId: string | null = null,
): Promise<Started & { readonly unknown: readonly string[] }> {
  const chosen = [...new Set(leadIds)];
  const known = chosen.filter(isId);
  const calendar = calendarOf(await getBusiness(ctx));
  const all = {
    started: [] as string[],
    suppressed: [] as string[],
    unconfirmed: [] as string[],
    isPrivate: [] as string[],
    inside: [] as string[],
    unknown: chosen.filter((id) => !isId(id)),
  };
  for (let at = 0; at < known.length; at += AT_ONCE) {
    const some = known.slice(at, at + AT_ONCE);
    const standings = await contactStates(ctx, some);
    const reachable = some.filter((id) => {
      const lead = standings.get(id);
      return lead && lead.suppressed === null && !lead.unconfirmedSince && allowsFollowUp(lead.basis);
    });
    const arrivals = await arrivalsOf(ctx, reachable);
    // Nobody whom the business brought itself is told that they asked.
    const isBrought = (id: string) => arrivals.get(id)?.asked === null;
    const started = new Set<string>();
    for (const asked of [true, false])
      for (const id of await enroll(
        ctx,
        sequence,
        reachable.filter((one) => isBrought(one) !== asked),
        calendar,
        { begunBefore },
        asked,
        aboutId,
      ))
        started.add(id);
    for (const id of some)
      if (!standings.has(id)) all.unknown.push(id);
      else if (started.has(id)) all.started.push(id);
      else if (standings.get(id)!.suppressed) all.suppressed.push(id);
      else if (!allowsFollowUp(standings.get(id)!.basis)) all.isPrivate.push(id);
      else (standings.get(id)!.unconfirmedSince ? all.unconfirmed : all.inside).push(id);
  }
  return all;
}

/**
 * Starts every sequence triggered by something a lead did, each at most once in ninety days. About a matter
 * of a tool they start each time, and end what still runs about another, so that a client gets one at a time.
 * @param about of the event; the id of a matter, if a tool knows it
 */
export async function startByEvent(
  ctx: AccountContext,
  leadId: string,
  what: string,
  about = "",
): Promise<void> {
  const matter = isId(about) ? await matterOf(what)?.find(ctx, about, what) : undefined;
  if (matter === null) return;
  const aboutId = matter ? about : null;
  const found = await ctx.db
    .select({
      id: sequences.id,
      pageId: sequences.pageId,
      steps: sequences.steps,
      versionOf: sequences.versionOf,
    })
    .from(sequences)
    .where(
      and(
        eq(sequences.accountId, ctx.account.id),
        isNull(sequences.retiredAt),
        sql`${sequences.trigger} ->> 'kind' = 'event' and ${sequences.trigger} ->> 'what' = ${what}`,
      ),
    );
  if (found.length && aboutId)
    await stopAbout(ctx, { leadId, except: { aboutId, event: what } }, NOT_SENT.replaced);
  const begunBefore = aboutId ? ctx.now : ctx.now.subtract(AGAIN_AFTER);
  for (const sequence of found) await startFor(ctx, sequence, [leadId], begunBefore, aboutId);
}

/** Starts a sequence for every lead who may be written to. */
export async function startForAll(ctx: AccountContext, sequence: Startable): Promise<void> {
  let after: string | null = null;
  for (;;) {
    const ids: string[] = await leadIdsAfter(ctx, after, AT_ONCE);
    await startFor(ctx, sequence, ids, ctx.now);
    after = ids.at(-1) ?? null;
    if (ids.length < AT_ONCE) break;
  }
}

/**
 * Retires a sequence: nothing starts it anymore, and leads inside finish it. A second call changes nothing.
 * @throws AppError not_found, or invalid if a page starts it
 */
export async function retireSequence(ctx: AccountContext, sequenceId: string): Promise<void> {
  const isThis = and(eq(sequences.accountId, ctx.account.id), eq(sequences.id, sequenceId));
  const [sequence] = isId(sequenceId)
    ? await ctx.db.select().from(sequences).where(isThis).for("update")
    : [];
  if (!sequence) throw new AppError("not_found", "That follow-up doesn’t exist.");
  if (sequence.retiredAt) return;
  if (sequence.trigger.kind === "new lead")
    throw new AppError(
      "invalid",
      "A personal page always sends the guide it promises. Have it send something else instead.",
      {
        fields: { sequence: "A page’s follow-up can be replaced, but not ended." },
      },
    );
  await ctx.db.update(sequences).set({ retiredAt: ctx.now }).where(isThis);
  await recordAudit(ctx, "follow-up.changed", { name: sequence.name });
}

/**
 * Makes a retired sequence live again. A second call changes nothing.
 * @throws AppError not_found, or conflict if a newer version has replaced it
 */
export async function reopenSequence(ctx: AccountContext, sequenceId: string): Promise<void> {
  const isThis = and(eq(sequences.accountId, ctx.account.id), eq(sequences.id, sequenceId));
  const [sequence] = isId(sequenceId)
    ? await ctx.db.select().from(sequences).where(isThis).for("update")
    : [];
  if (!sequence) throw new AppError("not_found", "That follow-up doesn’t exist.");
  if (!sequence.retiredAt) return;
  if (sequence.pageId) throw new AppError("conflict", "Its page now sends something else.");
  const first = sequence.versionOf ?? sequence.id;
  const { rows } = await ctx.db.execute(sql`
    select from sequences where account_id = ${ctx.account.id} and (id = ${first} or version_of = ${first})
       and (retired_at is null or created_at > ${sequence.createdAt.toString()})`);
  if (rows.length) throw new AppError("conflict", "A newer version replaced it.");
  await ctx.db.update(sequences).set({ retiredAt: null }).where(isThis);
  await recordAudit(ctx, "follow-up.changed", { name: sequence.name });
}
