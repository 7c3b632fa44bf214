import type { LoaderFunctionArgs } from "react-router";
import { inAccount } from "#ground/businesses/public.server.ts";
import { fullNamesOf } from "#ground/identity/public.server.ts";
import { countByPerson } from "#ground/worklist/public.server.ts";
import { findJobs } from "#trade/jobs/public.server.ts";
import type { AccountContext } from "#platform/db/scope.server.ts";
import { csvResponse } from "#platform/http/csv-answer.ts";
import { PHOTO } from "../rules/photo.ts";
import { thisWeek } from "./numbers.server.ts";

const WEEKS = 12;

/** How many photos each person took on each job, by week, the newest week first. */
export async function loader(args: LoaderFunctionArgs): Promise<Response> {
  const { rows, day } = await inAccount(args, "work.read", async (ctx) => {
    const { monday, today } = await thisWeek(ctx);
    const all: (readonly string[])[] = [["Week of", "Job", "Taken by", "Photos"]];
    for (let back = 0; back < WEEKS; back++)
      all.push(...(await rowsOfWeek(ctx, monday.subtract({ weeks: back }))));
    return { rows: all, day: today.toString() };
  });
  return csvResponse(
    (async function* () {
      yield rows;
    })(),
    `photo-numbers-${day}.csv`,
  );
}

async function rowsOfWeek(ctx: AccountContext, monday: Temporal.PlainDate): Promise<string[][]> {
  const counted = await countByPerson(ctx, PHOTO, {
    from: monday.toString(),
    to: monday.add({ days: 6 }).toString(),
  });
  const jobs = await findJobs(ctx, [...new Set(counted.map(({ jobId }) => jobId))]);
  const names = await fullNamesOf(ctx.db, [...new Set(counted.flatMap(({ person }) => person ?? []))]);
  return counted.map(({ jobId, person, count }) => [
    ...[monday.toString(), jobs.get(jobId)?.name ?? "", (person && names.get(person)) ?? "", String(count)],
  ]);
}
