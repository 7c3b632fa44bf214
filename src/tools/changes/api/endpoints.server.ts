import { z } from "zod";
import { listItems } from "#ground/worklist/public.server.ts";
import { findJobs } from "#trade/jobs/public.server.ts";
import { CURSOR, cursorOf, endpoint, type Endpoint, pageQuery, readCursor } from "#platform/api/endpoint.ts";
import { dayQuery } from "#platform/api/shape-parts.ts";
import { CHANGE } from "../rules/change.ts";
import { STATES } from "../rules/states.ts";
import { changeShape, summaryShapes } from "./read.server.ts";
import { Change, ChangeList } from "./shapes.ts";

export const changesCalls: readonly Endpoint[] = [
  endpoint({
    id: "listChanges",
    method: "GET",
    path: "/changes",
    about: "Changes",
    summary: "Change orders and potential changes, newest day first",
    words: "Changes of deleted jobs are left out, so a page can have fewer than `limit`.",
    scope: "changes:read",
    query: z
      .strictObject({
        ...pageQuery,
        jobId: z.uuid({ error: "Use a job’s id." }).optional().describe("Only changes of this job."),
        state: z
          .enum(STATES, { error: `Use one of ${STATES.join(", ")}.` })
          .optional()
          .describe("Only changes in this state."),
        from: dayQuery.optional().describe("Only those written down on this day or later."),
        to: dayQuery.optional().describe("Only those written down on this day or earlier."),
      })
      .refine(({ from, to }) => from === undefined || to === undefined || from <= to, {
        path: ["from"],
        error: "The first day can’t be after the last.",
      }),
    answers: { 200: ChangeList },
    async run({ ctx, query: { limit, cursor, jobId, state, from, to } }) {
      const parts = readCursor(cursor, [CURSOR.date, CURSOR.id]);
      const found = await listItems(
        ctx,
        CHANGE,
        { job: jobId ?? null, from: from ?? null, to: to ?? null, type: state ?? null },
        parts ? { date: parts[0]!, id: parts[1]! } : null,
        limit + 1,
      );
      const page = found.slice(0, limit);
      const jobs = await findJobs(ctx, [...new Set(page.map((item) => item.jobId))]);
      const last = page.at(-1);
      return {
        body: {
          data: await summaryShapes(
            ctx,
            page.filter((item) => jobs.has(item.jobId)),
          ),
          next: found.length > limit && last ? cursorOf([last.date, last.id]) : null,
        },
      };
    },
  }),
  endpoint({
    id: "getChange",
    method: "GET",
    path: "/changes/{changeId}",
    about: "Changes",
    summary: "One change with its costs, revisions, and answers",
    words: "What’s written now, which may not be sent yet (`hasUnsentChanges`).",
    scope: "changes:read",
    answers: { 200: Change },
    run: async ({ ctx, params }) => ({ body: await changeShape(ctx, params["changeId"] ?? "") }),
  }),
];
