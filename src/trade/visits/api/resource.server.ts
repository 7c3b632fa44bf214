import { z } from "zod";
import type { ApiResource } from "#platform/api/resource.ts";
import { at, id } from "#platform/api/shape-parts.ts";
import { visitsCalls } from "./endpoints.server.ts";
import { Visit, VisitList } from "./shapes.ts";

const event = (label: string) => ({
  ...{ label, scope: "visits:read" as const, carries: ["visitId", "startsAt", "endsAt", "by"] },
});

/** `/api/v1/visits`, and what webhooks hear of visits. */
export const visitsResource: ApiResource = {
  scopes: { "visits:read": "See visits: when, where, and who booked them" },
  events: {
    "visit.booked": event("A client booked a visit"),
    "visit.moved": event("A visit was moved"),
    "visit.canceled": event("A visit was canceled"),
  },
  details: {
    visitId: id.optional(),
    startsAt: at.optional().describe("When the visit starts; of a canceled one, when it would have."),
    endsAt: at.optional(),
    by: z.enum(["client", "business"]).optional().describe("Who booked, moved or canceled the visit."),
  },
  answers: { Visit, VisitList },
  endpoints: visitsCalls,
};
