import { z } from "zod";
import type { ApiResource } from "#platform/api/resource.ts";
import { id } from "#platform/api/shape-parts.ts";
import { STATE_RULES, STATES } from "../rules/states.ts";
import { changesCalls } from "./endpoints.server.ts";
import { Change, ChangeLine, ChangeList, ChangeSummary } from "./shapes.ts";

const CARRIES = [
  ...["jobId", "changeId", "number", "version", "amountCents", "days", "currency", "recipientId"],
];

/** `/api/v1/changes`, and what webhooks hear of changes. */
export const changesResource: ApiResource = {
  scopes: { "changes:read": "See change orders with their costs, and what approvers answered" },
  events: Object.fromEntries(
    STATES.flatMap((state) => {
      const { event } = STATE_RULES[state];
      return event
        ? [[event.name, { label: event.label, scope: "changes:read" as const, carries: CARRIES }]]
        : [];
    }),
  ),
  details: {
    changeId: id.optional(),
    amountCents: z.int().optional().describe("Of a change: what it changes the contract sum by."),
    days: z.int().optional().describe("Of a change: what it changes the completion date by."),
  },
  answers: { Change, ChangeLine, ChangeList, ChangeSummary },
  endpoints: changesCalls,
};
