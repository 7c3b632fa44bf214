import { and, eq } from "drizzle-orm";
import { z } from "zod";
import { actingRole, may } from "#ground/businesses/public.server.ts";
import { publish } from "#ground/events/public.server.ts";
import {
  type Command,
  defineKind,
  type Refusal,
  shownFields,
  type StoredRecord,
} from "#ground/sync/public.server.ts";
import { defineProjection } from "#ground/worklist/public.server.ts";
import { refuseMove, refusePhotoNames, shotsOf } from "#trade/fieldwork/public.ts";
import { photoValue, placeValue, refuse } from "#trade/fieldwork/public.server.ts";
import type { AccountContext } from "#platform/db/scope.server.ts";
import { settleExpected } from "./due.server.ts";
import {
  APPROVAL,
  DELIVERY,
  deliveryLine,
  deliveryOf,
  refuseDelivery,
  STATE_LABELS,
  STATES,
} from "./rules.ts";
import { deliveries } from "./tables.server.ts";

/** What devices may write of a delivery, and how the list over all jobs shows it. Called once per process. */
export function defineDeliveries(): void {
  defineKind({
    kind: DELIVERY,
    scope: "job",
    fields: {
      what: z.string().trim().min(1).max(200),
      count: z.int().min(0).max(100_000).nullable(),
      state: z.enum(STATES),
      day: z.iso.date().nullable(),
      "photos.*": photoValue.nullable(),
      place: placeValue.nullable(),
      // The client who ordered it.
      leadId: z.uuid().nullable(),
    },
    mayWrite: refuseCommand,
    // Four years to sue over goods (Uniform Commercial Code § 2-725).
    retains: ({ fields }, now) =>
      deliveryOf(shownFields(fields)).state === "sent-back"
        ? { by: "UCC § 2-725", until: now.add({ hours: 4 * 365.25 * 24 }) }
        : null,
    onApplied: saveDelivery,
  });
  defineProjection({
    kind: DELIVERY,
    found: { label: "Delivery", pathOf: ({ jobId, id }) => `/account/job/${jobId}/deliveries/${id}` },
    itemOf({ fields }) {
      const values = shownFields(fields);
      const delivery = deliveryOf(values);
      const { day: date, state, what } = delivery;
      if (date === null) return null;
      const photos = shotsOf(values).map(({ sha256 }) => sha256);
      return { date, title: deliveryLine(delivery), state, photos, texts: [what, STATE_LABELS[state]] };
    },
  });
}

function refuseCommand(ctx: AccountContext, { sets }: Command, before: StoredRecord | null): Refusal | null {
  const was = before ? shownFields(before.fields) : {};
  const is = deliveryOf({ ...was, ...sets });
  const isManager = may(actingRole(ctx), "work.write");
  const stuck = refuseMove(APPROVAL, deliveryOf(was).state, is.state, { isManager, isOwn: true });
  if (stuck) return refuse(isManager ? "conflict" : "forbidden", stuck);
  const why = refuseDelivery(is);
  return why ? refuse("invalid", why) : refusePhotoNames(sets);
}

/** Saves the row and what is due, and tells other programs once it arrived. In the command's transaction. */
async function saveDelivery(ctx: AccountContext, record: StoredRecord): Promise<void> {
  const { id, job, fields } = record;
  if (job === null) return;
  const { what, count, state } = deliveryOf(shownFields(fields));
  const key = and(eq(deliveries.accountId, ctx.account.id), eq(deliveries.id, id));
  const [before] = await ctx.db.select().from(deliveries).where(key);
  const row = { what, count, state };
  await ctx.db
    .insert(deliveries)
    .values({ accountId: ctx.account.id, id, jobId: job, ...row })
    .onConflictDoUpdate({ target: [deliveries.accountId, deliveries.id], set: row });
  await settleExpected(ctx, record);
  if (state !== "arrived" || before?.state === state) return;
  const companyId = actingRole(ctx) === "guest" && ctx.user ? ctx.user.id : ctx.account.id;
  const details = { deliveryId: id, companyId };
  await publish(ctx, { type: "tool.did", what: "delivery.arrived", jobId: job, details });
}
