import { z } from "zod";
import {
  changedQuery,
  daysQuery,
  isInOrder,
  jobQuery,
  NOT_IN_ORDER,
  pageOfJobItems,
  stateQuery,
} from "#trade/jobs/public.server.ts";
import { endpoint, type Endpoint } from "#platform/api/endpoint.ts";
import { TALK, TALK_STATES } from "../rules/talk.ts";
import { Talk, TalkList } from "./shapes.ts";
import { talkShape, talkShapes } from "./talks.server.ts";

export const safetyCalls: readonly Endpoint[] = [
  endpoint({
    id: "listTalks",
    method: "GET",
    path: "/talks",
    about: "Toolbox talks",
    summary: "Toolbox talks of all jobs, newest day first",
    words: "Deleted talks and those of deleted jobs are left out, so a page can have fewer than `limit`.",
    scope: "talks:read",
    query: z
      .strictObject({
        ...jobQuery("talks"),
        state: stateQuery(TALK_STATES, "talks"),
        ...daysQuery("given"),
        changedSince: changedQuery("talks"),
      })
      .refine(isInOrder, NOT_IN_ORDER),
    answers: { 200: TalkList },
    run: async ({ ctx, query: { state: type, ...query } }) => ({
      body: await pageOfJobItems(ctx, TALK, { ...query, type }, talkShapes),
    }),
  }),
  endpoint({
    id: "getTalk",
    method: "GET",
    path: "/talks/{talkId}",
    about: "Toolbox talks",
    summary: "One talk with who was there and who signed",
    words: "Drawn signatures stay in the business; its PDF shows them.",
    scope: "talks:read",
    answers: { 200: Talk },
    run: async ({ ctx, params }) => ({ body: await talkShape(ctx, params["talkId"] ?? "") }),
  }),
];
