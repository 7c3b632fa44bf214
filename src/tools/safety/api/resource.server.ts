import type { ApiResource } from "#platform/api/resource.ts";
import { id } from "#platform/api/shape-parts.ts";
import { cardsCalls, SafetyCard, SafetyCardList } from "./cards.server.ts";
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
    "safety-cards:read": "See who holds which safety card, without numbers and photos",
  },
  events: {
    "talk.finished": {
      label: "A toolbox talk was finished",
      scope: ofTalks,
      carries: ["jobId", "companyId", "talkId", "number"],
      byGuests: ["companyId", "talkId", "number"],
    },
    "pre_task_plan.started": {
      label: "A plan for the day was started",
      scope: ofPlans,
      carries: ["jobId", "companyId", "preTaskPlanId", "number"],
      byGuests: ["companyId", "preTaskPlanId", "number"],
    },
    "pre_task_plan.changed": {
      label: "A plan for the day was changed on site",
      scope: ofPlans,
      carries: ["jobId", "companyId", "preTaskPlanId", "number"],
      byGuests: ["companyId", "preTaskPlanId", "number"],
    },
  },
  details: { talkId: id.optional(), preTaskPlanId: id.optional() },
  answers: {
    Talk,
    TalkList,
    TalkSummary,
    PreTaskPlan,
    PreTaskPlanList,
    PreTaskPlanSummary,
    SafetyCard,
    SafetyCardList,
  },
  endpoints: [...safetyCalls, ...cardsCalls],
};
