import { findStoredRecord, shownFields } from "#ground/sync/public.server.ts";
import { findJob, type JobRow, zoneOfJob } from "#trade/jobs/public.server.ts";
import { type AccountContext, isId } from "#platform/db/scope.server.ts";
import { AppError } from "#platform/errors/app-error.ts";
import { PLAN, type Plan, planOf, planTitle } from "../hazards/plan.ts";
import { linkOf } from "../links.server.ts";
import { kindOf, type Roll, TALK, type Talk, talkOf } from "../rules/talk.ts";
import type { Language } from "../rules/text.ts";

// One link per talk or plan, which works until the day is over where the job is.

/** The kind of the link of a talk or a plan. */
export const TALK_LINK = "safety.talk";
/** The last part of its page’s address. */
const TALK_PAGE = "talk";

interface Stored {
  readonly id: string;
  readonly job: JobRow;
}
export interface StoredTalk extends Stored {
  readonly talk: Talk;
}
export interface StoredPlan extends Stored {
  readonly plan: Plan;
}
/** What people sign, with what its page and its paper say of it. */
export interface StoredSheet extends Stored {
  readonly kind: typeof TALK | typeof PLAN;
  readonly roll: Roll;
  readonly date: string;
  readonly leader: string;
  readonly titles: Readonly<Record<Language, string>>;
  readonly talk: Talk | null;
  readonly plan: Plan | null;
}

/** A talk or a plan with its job. @throws AppError not_found */
export async function getSheet(ctx: AccountContext, id: string): Promise<StoredSheet> {
  const record = isId(id) ? await findStoredRecord(ctx, id) : null;
  const job = record?.job ? await findJob(ctx, record.job) : null;
  const values = record ? shownFields(record.fields) : {};
  if (job && values["removed"] !== true) {
    const [talk, plan] = [talkOf(values), planOf(values)];
    const stored = { id, job, date: talk.date, leader: talk.leader };
    if (record?.kind === TALK && talk.text)
      return { ...stored, kind: TALK, roll: talk, titles: talk.text.title, talk, plan: null };
    const titles = { en: planTitle(plan), es: planTitle(plan, "es") };
    if (record?.kind === PLAN && plan.current)
      return { ...stored, kind: PLAN, roll: plan, titles, talk: null, plan };
  }
  throw new AppError("not_found", "That talk or plan doesn’t exist.");
}

/** A talk with its job. @throws AppError not_found */
export async function getTalk(ctx: AccountContext, id: string): Promise<StoredTalk> {
  const { talk, job } = await getSheet(ctx, id);
  if (!talk) throw new AppError("not_found", "That talk doesn’t exist.");
  return { id, talk, job };
}

/** A plan with its job. @throws AppError not_found */
export async function getPlan(ctx: AccountContext, id: string): Promise<StoredPlan> {
  const { plan, job } = await getSheet(ctx, id);
  if (!plan) throw new AppError("not_found", "That plan doesn’t exist.");
  return { id, plan, job };
}

/**
 * The address where people sign a talk or plan on their own phones today: the one that works, or a new one.
 * @throws AppError not_found
 */
export async function linkToSign(ctx: AccountContext, talkId: string): Promise<string> {
  const { talk, titles, job } = await getSheet(ctx, talkId);
  return linkOf(ctx, {
    ...{ record: talkId, job: job.jobId, kind: TALK_LINK, page: TALK_PAGE },
    title: `${talk ? kindOf(talk) : "Plan for the day"}: ${titles.en}`,
    lifetime: untilMidnight(ctx.now, await zoneOfJob(ctx, job)),
  });
}

/** How long the day still is. @param zone IANA zone of the job */
function untilMidnight(now: Temporal.Instant, zone: string): Temporal.Duration {
  const here = now.toZonedDateTimeISO(zone);
  return here.until(here.add({ days: 1 }).startOfDay(), { largestUnit: "hour" });
}
