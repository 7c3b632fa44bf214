import { z } from "zod";
import {
  daysQuery,
  isInOrder,
  jobQuery,
  NOT_IN_ORDER,
  pageOfJobItems,
  stateQuery,
} from "#trade/jobs/public.server.ts";
import { endpoint, type Endpoint } from "#platform/api/endpoint.ts";
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
        ...jobQuery("changes"),
        state: stateQuery(STATES, "changes"),
        ...daysQuery("written down"),
      })
      .refine(isInOrder, NOT_IN_ORDER),
    answers: { 200: ChangeList },
    run: async ({ ctx, query: { state: type, ...query } }) => ({
      body: await pageOfJobItems(ctx, CHANGE, { ...query, type }, summaryShapes),
    }),
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
