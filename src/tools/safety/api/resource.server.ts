import type { ApiResource } from "#platform/api/resource.ts";
import { id } from "#platform/api/shape-parts.ts";
import { safetyCalls } from "./endpoints.server.ts";
import { PreTaskPlan, PreTaskPlanList, PreTaskPlanSummary } from "./plan-shapes.ts";
import { Talk, TalkList, TalkSummary } from "./shapes.ts";

const ofPlans = "pre-task-plans:read" as const;
const ofTalks = "talks:read" as const;

/**
 * `/api/v1/talks` and `/pre-task-plans`, and what webhooks hear of them. Nothing about an injury leaves
 * through the API.
 */
export const safetyResource: ApiResource = {
  scopes: {
    [ofTalks]: "See toolbox talks with who was there and who signed",
    [ofPlans]: "See plans for the day with their hazards, what changed, and who signed",
  },
  events: {
    "talk.finished": {
      label: "A toolbox talk was finished",
      scope: ofTalks,
      byGuests: ["companyId", "talkId", "number"],
    },
    "pre_task_plan.started": {
      label: "A plan for the day was started",
      scope: ofPlans,
      byGuests: ["companyId", "preTaskPlanId", "number"],
    },
    "pre_task_plan.changed": {
      label: "A plan for the day was changed on site",
      scope: ofPlans,
      byGuests: ["companyId", "preTaskPlanId", "number"],
    },
  },
  details: { talkId: id.optional(), preTaskPlanId: id.optional() },
  answers: { Talk, TalkList, TalkSummary, PreTaskPlan, PreTaskPlanList, PreTaskPlanSummary },
  endpoints: safetyCalls,
};
