import { asc, eq, getTableColumns } from "drizzle-orm";
import { z } from "zod";
import { endpoint } from "#platform/api/endpoint.ts";
import type { ApiResource } from "#platform/api/resource.ts";
import { id, listOf } from "#platform/api/shape-parts.ts";
import { STATES } from "./rules.ts";
import { deliveries } from "./tables.server.ts";

const DeliveryToJob = z.strictObject({
  id,
  jobId: id,
  what: z.string(),
  count: z.int().nullable(),
  state: z.enum(STATES),
});
const DeliveryToJobList = listOf(DeliveryToJob);

/** `/api/v1/deliveries`, and what webhooks hear of them. */
export const deliveriesResource: ApiResource = {
  scopes: { "deliveries:read": "See what was delivered to your jobs" },
  events: {
    "delivery.arrived": {
      label: "A delivery arrived",
      scope: "deliveries:read",
      carries: ["jobId", "companyId", "deliveryId"],
      byGuests: ["companyId", "deliveryId"],
    },
    "delivery.accepted": {
      label: "A client accepted a delivery",
      scope: "deliveries:read",
      carries: ["jobId", "deliveryId"],
    },
  },
  details: { deliveryId: id.optional() },
  answers: { DeliveryToJob, DeliveryToJobList },
  endpoints: [
    endpoint({
      id: "listDeliveriesToJobs",
      method: "GET",
      path: "/deliveries",
      about: "Deliveries",
      summary: "Deliveries to all jobs",
      scope: "deliveries:read",
      query: z.strictObject({ state: z.enum(STATES).optional().describe("Only in this state.") }),
      answers: { 200: DeliveryToJobList },
      async run({ ctx, query: { state } }) {
        const { accountId: _, ...shown } = getTableColumns(deliveries);
        const data = await ctx.db
          .select(shown)
          .from(deliveries)
          .where(state && eq(deliveries.state, state))
          .orderBy(asc(deliveries.id));
        return { body: { data, next: null } };
      },
    }),
  ],
};
