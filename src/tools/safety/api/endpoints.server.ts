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
import { PLAN, PLAN_STATES } from "../hazards/plan.ts";
import { TALK, TALK_STATES } from "../rules/talk.ts";
import { PreTaskPlan, PreTaskPlanList } from "./plan-shapes.ts";
import { planShape, planShapes } from "./plans.server.ts";
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
  endpoint({
    id: "listPreTaskPlans",
    method: "GET",
    path: "/pre-task-plans",
    about: "Pre-task plans",
    summary: "Plans for the day of all jobs, newest day first",
    words: "Plans of deleted jobs are left out, so a page can have fewer than `limit`.",
    scope: "pre-task-plans:read",
    query: z
      .strictObject({
        ...jobQuery("plans"),
        state: stateQuery(PLAN_STATES, "plans"),
        ...daysQuery("used"),
        changedSince: changedQuery("plans"),
      })
      .refine(isInOrder, NOT_IN_ORDER),
    answers: { 200: PreTaskPlanList },
    run: async ({ ctx, query: { state: type, ...query } }) => ({
      body: await pageOfJobItems(ctx, PLAN, { ...query, type }, planShapes),
    }),
  }),
  endpoint({
    id: "getPreTaskPlan",
    method: "GET",
    path: "/pre-task-plans/{preTaskPlanId}",
    about: "Pre-task plans",
    summary: "One plan with its steps and hazards, what changed on site, and who signed",
    words: "Drawn signatures stay in the business; its PDF shows them.",
    scope: "pre-task-plans:read",
    answers: { 200: PreTaskPlan },
    run: async ({ ctx, params }) => ({ body: await planShape(ctx, params["preTaskPlanId"] ?? "") }),
  }),
];
