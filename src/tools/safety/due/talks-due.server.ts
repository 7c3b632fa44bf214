import { getBusiness } from "#ground/businesses/public.server.ts";
import { defineDueKind, dueAtHour, type DueItem, type DueText, saveDue } from "#ground/due/public.server.ts";
import { findStoredRecords, shownFields } from "#ground/sync/public.server.ts";
import { listItems } from "#ground/worklist/public.server.ts";
import { firstWritten } from "#trade/fieldwork/public.ts";
import { findJobs, type JobRow, zoneOfJob } from "#trade/jobs/public.server.ts";
import { type AccountContext, database } from "#platform/db/scope.server.ts";
import {
  type Clock,
  CLOCK,
  clockOf,
  describeClock,
  nextTalkOn,
  TALK_DUE,
  talkDueId,
} from "../rules/clock.ts";
import { TALK } from "../rules/talk.ts";
import { sinceOf } from "../talks/since.ts";

const MOST_CLOCKS = 1_000;
/** The hour by which a talk is due, and for how many days it is shown. */
const [DUE_HOUR, SHOWN_DAYS] = [10, 14];
/** Between these hours people are reminded. */
const HOURS = { from: 6, to: 20 } as const;

/**
 * Accounts with jobs that have talks, except suspended ones. Runs as the table owner to see all accounts, so
 * it returns only ids.
 */
export const safetyClockAccountsFunction = `
create or replace function safety_clock_accounts(after uuid, at_most int) returns setof uuid
language sql stable security definer set search_path = public, pg_temp as $$
  select a.account_id from businesses_accounts a
   where a.account_id > after and a.suspended_at is null
     and exists (select from worklist_items w
                  where w.account_id = a.account_id and w.kind = '${CLOCK}' and w.type = 'on')
   order by 1 limit at_most
$$`;

/** Called once per process, with the kinds of records. */
export function defineTalksDue(): void {
  defineDueKind({
    kind: TALK_DUE,
    hours: HOURS,
    describe: describeTalks,
    clock: { accounts: accountsWithClocks, find: findTalksDue },
  });
}

async function accountsWithClocks(after: string, most: number): Promise<string[]> {
  const { rows } = await database().app.query<{ id: string }>(
    "select safety_clock_accounts as id from safety_clock_accounts($1, $2)",
    [after, most],
  );
  return rows.map(({ id }) => id);
}

interface JobClock {
  readonly job: JobRow;
  readonly zone: string;
  readonly clock: Clock;
  /** The day by which the next talk is due, "2026-12-11". */
  readonly on: string;
  readonly today: string;
  readonly people: readonly string[];
}

/** The clocks of jobs that are planned or worked on. */
async function jobClocks(ctx: AccountContext): Promise<JobClock[]> {
  const any = { job: null, from: null, to: null };
  const items = await listItems(ctx, CLOCK, { ...any, type: "on" }, null, MOST_CLOCKS);
  const records = await findStoredRecords(
    ctx,
    items.map(({ id }) => id),
  );
  const jobs = await findJobs(ctx, [...new Set(items.map(({ jobId }) => jobId))]);
  const found: JobClock[] = [];
  for (const { job: of, fields } of records) {
    const [job, values] = [jobs.get(of ?? ""), shownFields(fields)];
    const [clock, written] = [clockOf(values), firstWritten(fields)];
    if (!clock || !written || (job?.status !== "planned" && job?.status !== "active")) continue;
    const zone = await zoneOfJob(ctx, job);
    const today = ctx.now.toZonedDateTimeISO(zone).toPlainDate().toString();
    const [last] = await listItems(ctx, TALK, { ...any, job: job.jobId, type: "finished" }, null, 1);
    const on = nextTalkOn(clock, last?.date ?? null, sinceOf(values, job.startsOn) ?? today);
    const people = job.team.length > 0 ? job.team : written.author === null ? [] : [written.author];
    found.push({ job, zone, clock, on, today, people });
  }
  return found;
}

/** From the morning before on, so that it rings before the law does. */
async function findTalksDue(ctx: AccountContext): Promise<void> {
  for (const { job, zone, on, today, people } of await jobClocks(ctx)) {
    const shownFrom = Temporal.PlainDate.from(on).subtract({ days: 1 }).toString();
    if (today < shownFrom) continue;
    await saveDue(ctx, {
      ...{ kind: TALK_DUE, record: talkDueId(job.jobId, on), jobId: job.jobId, people },
      ...dueAtHour(on, DUE_HOUR, zone, SHOWN_DAYS),
    });
  }
}

/** Nothing for a day whose talk was given, and for a job without a clock. */
async function describeTalks(ctx: AccountContext, items: readonly DueItem[]): Promise<(DueText | null)[]> {
  const clocks = await jobClocks(ctx);
  const business = (await getBusiness(ctx)).name ?? "Your business";
  return items.map(({ jobId, record }) => {
    const found = clocks.find(({ job, on }) => job.jobId === jobId && talkDueId(jobId, on) === record);
    return found ? textOfDue(found, business) : null;
  });
}

function textOfDue({ job, clock, on }: JobClock, business: string): DueText {
  const day = Temporal.PlainDate.from(on).toLocaleString("en-US", {
    ...{ weekday: "long", month: "long", day: "numeric" },
  });
  return {
    title: `Toolbox talk, due ${day}`,
    job: job.name,
    path: `/account/job/${job.jobId}/safety`,
    action: "Give the talk",
    mail: {
      subject: `${job.name}: a toolbox talk is due`,
      paragraphs: [
        `A toolbox talk at ${job.name} is due by ${day}, and none is finished yet.`,
        "Pick one on your phone, read it, and pass the phone around to sign. It works without a signal.",
      ],
      reason: `${business} has a toolbox talk at this job: ${describeClock(clock).toLowerCase()}.`,
      closing: [
        "This email goes out once for each talk that’s due, and never at night. People of the business can change how often there’s a talk under Safety on the job’s page.",
      ],
    },
  };
}
