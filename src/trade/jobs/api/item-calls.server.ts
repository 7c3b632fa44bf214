import { z } from "zod";
import { type ItemRow, listItems } from "#ground/worklist/public.server.ts";
import { CURSOR, cursorOf, pageQuery, readCursor } from "#platform/api/endpoint.ts";
import { dayQuery, momentQuery } from "#platform/api/shape-parts.ts";
import type { AccountContext } from "#platform/db/scope.server.ts";
import { findJobs } from "../data.server.ts";

/**
 * Query of a call that lists a tool's records over all jobs.
 * @param noun "estimates", as the document names them
 */
export const jobQuery = (noun: string) => ({
  ...pageQuery,
  jobId: z.uuid({ error: "Use a job’s id." }).optional().describe(`Only ${noun} of this job.`),
});

/** Only records in one of these states. */
export const stateQuery = <State extends string>(states: readonly State[], noun: string) =>
  z
    .enum(states, { error: `Use one of ${states.join(", ")}.` })
    .optional()
    .describe(`Only ${noun} in this state.`);

/** Only records of these days. @param verb "begun": what happened on the day */
export const daysQuery = (verb: string) => ({
  from: dayQuery.optional().describe(`Only those ${verb} on this day or later.`),
  to: dayQuery.optional().describe(`Only those ${verb} on this day or earlier.`),
});

export const changedQuery = (noun: string) =>
  momentQuery.optional().describe(`Only ${noun} that changed at this moment or later.`);

/** For `refine` of a query with `daysQuery`. */
export const isInOrder = ({ from, to }: { from?: string | undefined; to?: string | undefined }): boolean =>
  from === undefined || to === undefined || from <= to;
export const NOT_IN_ORDER = { path: ["from"], error: "The first day can’t be after the last." };

/**
 * One page of the records of a kind over all jobs, newest day first, without those of deleted jobs.
 * @param query as the call got it
 * @param shapes turns items into the shapes of the answer, in their order
 */
export async function pageOfJobItems<Shape>(
  ctx: AccountContext,
  kind: string,
  query: {
    readonly limit: number;
    readonly cursor?: string | undefined;
    readonly jobId?: string | undefined;
    readonly from?: string | undefined;
    readonly to?: string | undefined;
    readonly type?: string | undefined;
    readonly tag?: string | undefined;
    readonly changedSince?: Temporal.Instant | undefined;
  },
  shapes: (ctx: AccountContext, items: readonly ItemRow[]) => Promise<Shape[]>,
): Promise<{ data: Shape[]; next: string | null }> {
  const { limit, cursor, jobId, from, to, type, tag, changedSince } = query;
  const parts = readCursor(cursor, [CURSOR.date, CURSOR.id]);
  const found = await listItems(
    ctx,
    kind,
    { job: jobId ?? null, from: from ?? null, to: to ?? null, type: type ?? null, tag, changedSince },
    parts ? { date: parts[0]!, id: parts[1]! } : null,
    limit + 1,
  );
  const page = found.slice(0, limit);
  const jobs = await findJobs(ctx, [...new Set(page.map((item) => item.jobId))]);
  const last = page.at(-1);
  return {
    data: await shapes(
      ctx,
      page.filter((item) => jobs.has(item.jobId)),
    ),
    next: found.length > limit && last ? cursorOf([last.date, last.id]) : null,
  };
}
