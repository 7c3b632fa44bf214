import { z } from "zod";
import { actingRole, may } from "#ground/businesses/public.server.ts";
import { defineKind, shownFields } from "#ground/sync/public.server.ts";
import { AppError } from "#platform/errors/app-error.ts";
import { deliveryOf, refuseDelivery, STATES } from "./rules.ts";

/**
 * Defines what devices may write about deliveries. Called once per process, from `src/app/record-kinds.ts`.
 */
export function defineDeliveries(): void {
  defineKind({
    kind: "deliveries.delivery",
    scope: "job",
    fields: {
      what: z.string().trim().min(1).max(200),
      count: z.int().min(0).max(100_000).nullable(),
      state: z.enum(STATES),
      photo: z
        .string()
        .regex(/^[0-9a-f]{64}$/)
        .nullable(),
      // The client who ordered it.
      leadId: z.uuid().nullable(),
    },
    // A guest can say what arrived; only the business decides whether it goes back.
    mayWrite: (ctx, { sets }) =>
      sets["state"] !== "sent-back" || may(actingRole(ctx), "work.write")
        ? null
        : { code: "forbidden", why: "Only the people of the business send something back." },
    // Four years to sue over goods (Uniform Commercial Code § 2-725).
    retains: ({ fields }, now) =>
      deliveryOf(shownFields(fields)).state === "sent-back"
        ? { by: "UCC § 2-725", until: now.add({ hours: 4 * 365.25 * 24 }) }
        : null,
    async landed(_ctx, { fields }) {
      const why = refuseDelivery(deliveryOf(shownFields(fields)));
      if (why) throw new AppError("invalid", why);
    },
  });
}
