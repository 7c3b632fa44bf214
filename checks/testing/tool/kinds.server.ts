import { and, eq } from "drizzle-orm";
import { z } from "zod";
import { actingRole, may } from "#ground/businesses/public.server.ts";
import { publish } from "#ground/events/public.server.ts";
import { defineKind, shownFields, type StoredRecord } from "#ground/sync/public.server.ts";
import { refuseMove } from "#trade/fieldwork/public.ts";
import type { AccountContext } from "#platform/db/scope.server.ts";
import { AppError } from "#platform/errors/app-error.ts";
import { DELIVERY_APPROVAL } from "./approval.ts";
import { settleExpected } from "./due.server.ts";
import { defineDeliveryItems } from "./list-items.server.ts";
import { deliveryOf, refuseDelivery, STATES } from "./rules.ts";
import { deliveries } from "./tables.server.ts";

/** Defines what devices may write about deliveries. Called once per process (`tool.server.ts`). */
export function defineDeliveries(): void {
  defineKind({
    kind: "deliveries.delivery",
    scope: "job",
    fields: {
      what: z.string().trim().min(1).max(200),
      count: z.int().min(0).max(100_000).nullable(),
      state: z.enum(STATES),
      day: z.iso.date().nullable(),
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
        : { code: "forbidden", why: DELIVERY_APPROVAL.notManager },
    // Four years to sue over goods (Uniform Commercial Code § 2-725).
    retains: ({ fields }, now) =>
      deliveryOf(shownFields(fields)).state === "sent-back"
        ? { by: "UCC § 2-725", until: now.add({ hours: 4 * 365.25 * 24 }) }
        : null,
    onApplied: saveDelivery,
  });
  defineDeliveryItems();
}

/** Refuses what the rules refuse, saves the row and what is due, and tells others once it arrived. */
async function saveDelivery(ctx: AccountContext, record: StoredRecord): Promise<void> {
  const { id, job, fields } = record;
  const { what, count, state, ...delivery } = deliveryOf(shownFields(fields));
  const why = refuseDelivery({ what, count, state, ...delivery });
  if (why) throw new AppError("invalid", why);
  if (job === null) return;
  const key = and(eq(deliveries.accountId, ctx.account.id), eq(deliveries.id, id));
  const [before] = await ctx.db.select({ state: deliveries.state }).from(deliveries).where(key);
  const isManager = may(actingRole(ctx), "work.write");
  const stuck = refuseMove(DELIVERY_APPROVAL, before?.state ?? "expected", state, { isManager, isOwn: true });
  if (stuck) throw new AppError("conflict", stuck);
  const row = { what, count, state };
  await ctx.db
    .insert(deliveries)
    .values({ accountId: ctx.account.id, id, jobId: job, ...row })
    .onConflictDoUpdate({ target: [deliveries.accountId, deliveries.id], set: row });
  await settleExpected(ctx, record);
  if (state !== "arrived" || before?.state === state) return;
  const companyId = actingRole(ctx) === "guest" && ctx.user ? ctx.user.id : ctx.account.id;
  await publish(ctx, {
    type: "tool.did",
    what: "delivery.arrived",
    jobId: job,
    details: { deliveryId: id, companyId },
  });
}
