import { zoneOf } from "#ground/businesses/public.server.ts";
import { namesOf } from "#ground/identity/public.server.ts";
import { countByPerson, sumByType } from "#ground/worklist/public.server.ts";
import { jobsById } from "#trade/jobs/public.server.ts";
import type { AccountContext } from "#platform/db/scope.server.ts";
import { PHOTO } from "../rules/photo.ts";
import { SHOTS } from "../rules/shots.ts";
import { quietJobs } from "../today/quiet-jobs.server.ts";

interface Counted {
  /** Of a person or a job; an id that can’t be seen anymore has none. */
  readonly name: string;
  readonly count: number;
}

/** A week of photos, as the office’s list begins. */
export interface Numbers {
  readonly total: number;
  /** The most first. */
  readonly people: readonly Counted[];
  readonly jobs: readonly (Counted & { readonly jobId: string })[];
  readonly quiet: {
    readonly count: number;
    readonly jobs: readonly { readonly jobId: string; readonly name: string }[];
  };
  readonly lists: { readonly open: number; readonly done: number };
}

const MOST_NAMED = 5;

/** Monday of the business's week, and today. */
export async function thisWeek(ctx: AccountContext) {
  const today = ctx.now.toZonedDateTimeISO(await zoneOf(ctx)).toPlainDate();
  return { monday: today.subtract({ days: today.dayOfWeek - 1 }), today };
}

function summed(rows: readonly { readonly key: string; readonly count: number }[]): [string, number][] {
  const sums = new Map<string, number>();
  for (const { key, count } of rows) sums.set(key, (sums.get(key) ?? 0) + count);
  return [...sums].toSorted(([, one], [, other]) => other - one);
}

/** Photos since Monday by person and by job, active jobs without new ones, and shot lists. */
export async function numbersOf(ctx: AccountContext): Promise<Numbers> {
  const { monday, today } = await thisWeek(ctx);
  // Where a job is, tomorrow may have begun.
  const to = today.add({ days: 1 }).toString();
  const rows = await countByPerson(ctx, PHOTO, { from: monday.toString(), to });
  const people = summed(rows.map(({ person, count }) => ({ key: person ?? "", count })));
  const jobs = summed(rows.map(({ jobId, count }) => ({ key: jobId, count })));
  const names = await namesOf(
    ctx.db,
    people.slice(0, MOST_NAMED).flatMap(([id]) => id || []),
  );
  const known = await jobsById(ctx);
  const quiet = await quietJobs(ctx, today, MOST_NAMED);
  const lists = new Map((await sumByType(ctx, SHOTS)).map(({ type, count }) => [type, count]));
  return {
    total: rows.reduce((sum, { count }) => sum + count, 0),
    people: people.slice(0, MOST_NAMED).map(([id, count]) => ({ name: names.get(id) ?? "Others", count })),
    jobs: jobs
      .flatMap(([jobId, count]) => {
        const name = known.get(jobId)?.name;
        return name === undefined ? [] : [{ jobId, name, count }];
      })
      .slice(0, MOST_NAMED),
    quiet: {
      count: quiet.count,
      jobs: quiet.jobs.map(({ job: { jobId, name } }) => ({ jobId, name })),
    },
    lists: { open: lists.get("open") ?? 0, done: lists.get("done") ?? 0 },
  };
}
