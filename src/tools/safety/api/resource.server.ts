import type { ApiResource } from "#platform/api/resource.ts";
import { id } from "#platform/api/shape-parts.ts";
import { safetyCalls } from "./endpoints.server.ts";
import { Talk, TalkList, TalkSummary } from "./shapes.ts";

const ofTalks = "talks:read" as const;

/** `/api/v1/talks`, and what webhooks hear of talks. Nothing about an injury leaves through the API. */
export const safetyResource: ApiResource = {
  scopes: { [ofTalks]: "See toolbox talks with who was there and who signed" },
  events: {
    "talk.finished": {
      label: "A toolbox talk was finished",
      scope: ofTalks,
      byGuests: ["companyId", "talkId", "number"],
    },
  },
  details: { talkId: id.optional() },
  answers: { Talk, TalkList, TalkSummary },
  endpoints: safetyCalls,
};
