import { z } from "zod";
import type { ApiResource } from "#platform/api/resource.ts";
import { id } from "#platform/api/shape-parts.ts";
import { STATE_RULES, STATES } from "../rules/states.ts";
import { estimatesCalls } from "./endpoints.server.ts";
import {
  Estimate,
  EstimateAnswer,
  EstimateChange,
  EstimateLine,
  EstimateList,
  EstimateSummary,
  NewEstimate,
} from "./shapes.ts";

const CARRIES = ["jobId", "estimateId", "number", "version", "totalCents", "currency", "recipientId"];

/** `/api/v1/estimates`, and what webhooks hear of estimates. */
export const estimatesResource: ApiResource = {
  scopes: {
    "estimates:read": "See estimates with their prices, your costs, and what clients answered",
    "estimates:write": "Draft and change estimates; can’t send or approve them",
  },
  events: Object.fromEntries(
    STATES.flatMap((state) => {
      const { event } = STATE_RULES[state];
      return event
        ? [[event.name, { label: event.label, scope: "estimates:read" as const, carries: CARRIES }]]
        : [];
    }),
  ),
  details: {
    estimateId: id.optional(),
    totalCents: z
      .int()
      .optional()
      .describe("Of an estimate: as approved, or the first option without extras."),
  },
  answers: { Estimate, EstimateAnswer, EstimateLine, EstimateList, EstimateSummary },
  bodies: { NewEstimate, EstimateChange },
  endpoints: estimatesCalls,
};
