import type { z } from "zod";
import { type LeadRecord, leadStatus } from "#trade/leads/public.server.ts";
import type { Lead } from "./shapes.ts";

const moment = (at: Temporal.Instant | null): string | null => at?.toString() ?? null;

/** A lead in the shape of answers. */
export function leadShape(lead: LeadRecord): z.output<typeof Lead> {
  return {
    id: lead.id,
    email: lead.email,
    name: lead.name,
    phone: lead.phone,
    status: leadStatus(lead),
    createdAt: lead.createdAt.toString(),
    repliedAt: moment(lead.repliedAt),
    unsubscribedAt: moment(lead.unsubscribedAt),
    bouncedAt: moment(lead.bouncedAt),
    unconfirmedSince: moment(lead.unconfirmedSince),
    confirmedAt: moment(lead.confirmedAt),
    textsStoppedAt: moment(lead.textsStoppedAt),
    bookedAt: moment(lead.bookedAt),
    outcome: lead.outcome,
    outcomeAt: moment(lead.outcomeAt),
  };
}
