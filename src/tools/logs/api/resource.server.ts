import { z } from "zod";
import type { ApiResource } from "#platform/api/resource.ts";
import { date, id } from "#platform/api/shape-parts.ts";
import { STATES } from "../rules.ts";
import { logsCalls } from "./endpoints.server.ts";
import { Log, LogEntry, LogList, LogWithEntries, Weather } from "./shapes.ts";

const CARRIES = ["jobId", "companyId", "logId", "date", "state"];

/** `/api/v1/logs`, and what webhooks hear of daily logs. */
export const logsResource: ApiResource = {
  scopes: { "logs:read": "See daily logs and their entries" },
  events: {
    "log.submitted": {
      label: "A daily log was submitted",
      scope: "logs:read",
      carries: CARRIES,
      byGuests: ["logId", "date", "companyId", "state"],
    },
    "log.approved": { label: "A daily log was approved", scope: "logs:read", carries: CARRIES },
    "log.sealed": { label: "A daily log was locked", scope: "logs:read", carries: CARRIES },
  },
  details: {
    logId: id.optional(),
    date: date.optional(),
    state: z.enum(STATES).optional().describe("For a daily log, when it happened."),
  },
  answers: { Log, LogList, LogEntry, Weather, LogWithEntries },
  endpoints: logsCalls,
};
