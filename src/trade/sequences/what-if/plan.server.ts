import { type Business, getBusiness, mayMailOthers } from "#ground/businesses/public.server.ts";
import { latestDeedsOf } from "#ground/events/public.server.ts";
import {
  type Arrival,
  arrivalOf,
  arrivalsOf,
  ASKS_NOW,
  pauseEndsAt,
  lastAsked,
  type ContactState,
  contactStates,
  mayText,
  SPACING,
} from "#trade/leads/public.server.ts";
import { type AccountContext, isId } from "#platform/db/scope.server.ts";
import { greetingName } from "#platform/names/greeting-name.ts";
import { calendarOf } from "#platform/time/working-hours.ts";
import { mailFrameOf } from "../message/compose.server.ts";
import { firstDaysNotice } from "../plan/pacing.server.ts";
import type { Step } from "../plan/planner.ts";
import { zonesOf } from "../hours/recipient-zones.ts";
import { leadLinks } from "../message/lead-links.server.ts";
import { replyStops } from "../rules.ts";
import { openForText, textHoursOf } from "../hours/text-hours.server.ts";
import type { Trigger } from "../plan/triggers.ts";
import { type PlanLine, planLines } from "./plan-lines.ts";
import { phoneOfPlace, SAMPLE } from "./sample.ts";
import { simulate, type Traveler } from "./simulate.ts";
import type { WhatIf } from "./what-if.ts";

export interface PlanRequest {
  readonly startedAt: Temporal.Instant;
  /** Null for the sample person. */
  readonly lead: ContactState | null;
  /** Of the sample person's number; "" for where the business is. */
  readonly place: string;
  readonly whatIf: WhatIf | null;
}

export interface PlannedPerson {
  readonly name: string;
  readonly phone: string | null;
  /** Null if they may be texted. */
  readonly noTexts: string | null;
}

/** `notes` apply to all of it. */
export interface Plan {
  readonly who: PlannedPerson;
  readonly lines: readonly PlanLine[];
  readonly notes: readonly string[];
}

/** How the person came to us; the sample person asked just now. */
export async function arrivalOfPreview(
  ctx: AccountContext,
  lead: { readonly id: string } | null,
): Promise<Arrival> {
  return lead ? arrivalOf((await arrivalsOf(ctx, [lead.id])).get(lead.id), true) : ASKS_NOW;
}

/** Null for the sample person, or if the lead no longer exists. */
export async function leadOfPreview(
  ctx: AccountContext,
  leadId: string | null,
): Promise<ContactState | null> {
  return leadId && isId(leadId) ? ((await contactStates(ctx, [leadId])).get(leadId) ?? null) : null;
}

/** Plans who gets what and when. */
export async function planFor(
  ctx: AccountContext,
  sequence: { readonly steps: readonly Step[]; readonly trigger: Trigger },
  asked: PlanRequest,
): Promise<Plan> {
  const business = await getBusiness(ctx);
  const mayMail = await mayMailOthers(ctx);
  const who = await loadPerson(ctx, asked);
  const calendar = calendarOf(business);
  const traveler = await loadTraveler(ctx, { sequence, asked, business, who });
  const journey = simulate(traveler);
  const [{ zone }] = calendar.zones;
  const firstDays = sequence.steps.some(({ kind }) => kind === "mail") ? await firstDaysNotice(ctx) : null;
  const notes = [
    ...(business.zone
      ? []
      : ["You haven’t chosen a time zone yet, so times are in UTC. Choose yours in Settings."]),
    ...(mayMail ? [] : ["Nothing goes out until you verify your email address."]),
    ...(asked.lead?.mailSpacing
      ? ["They asked for fewer emails. Other follow-ups they’re in can push this later."]
      : []),
    ...(firstDays ? [firstDays] : []),
  ];
  return {
    who,
    notes,
    lines: planLines(journey, {
      steps: sequence.steps,
      calendar,
      year: ctx.now.toZonedDateTimeISO(zone).year,
      theirZone: theirZone(who.phone, zone),
      whatIf: asked.whatIf,
      names: { firstName: greetingName(who.name), business: mailFrameOf(business).businessName },
      textHours: (step) => textHoursOf(business, who.phone, step),
    }),
  };
}

/** Loads what the engine knows about a person, for `simulate`. */
export async function loadTraveler(
  ctx: AccountContext,
  {
    sequence,
    asked: { startedAt, lead, whatIf },
    business,
    who,
  }: {
    sequence: { readonly steps: readonly Step[]; readonly trigger: Trigger };
    asked: PlanRequest;
    business: Business;
    who: PlannedPerson;
  },
): Promise<Traveler> {
  const calendar = calendarOf(business);
  const deeds = lead ? ((await latestDeedsOf(ctx, [lead.id])).get(lead.id) ?? []) : [];
  const askedAt = lead ? ((await lastAsked(ctx, [lead.id])).get(lead.id) ?? lead.createdAt) : startedAt;
  return {
    steps: sequence.steps,
    startedAt,
    asked: true,
    calendar,
    standing: {
      postalAddress: business.postalAddress,
      suppressed: lead?.suppressed ?? null,
      unconfirmed: Boolean(lead?.unconfirmedSince),
      noEmail: lead?.email === null,
      isPrivate: lead?.basis === "private",
      replied:
        lead !== null && replyStops(sequence.trigger, { startedAt, restartedAt: null }, lead.repliedAt),
    },
    links: {
      review: business.reviewLink,
      ...(await leadLinks(ctx, sequence.steps))(lead?.id ?? ctx.account.id),
    },
    behavior: { deeds, askedAt, repliedAt: lead?.repliedAt ?? null },
    textFrom: (step, from) => who.noTexts ?? openForText(business, who.phone, step, from),
    pausedUntil: lead && pauseEndsAt(lead, startedAt, calendar.zones[0].zone),
    spacing: lead?.mailSpacing ? SPACING[lead.mailSpacing] : null,
    whatIf,
  };
}

/** The person a preview is for: a lead on file, or the sample person. */
export async function loadPerson(
  ctx: AccountContext,
  { lead, place }: Pick<PlanRequest, "lead" | "place">,
): Promise<PlannedPerson> {
  if (!lead) return { name: SAMPLE.name, phone: phoneOfPlace(place), noTexts: null };
  const texts = (await mayText(ctx, [lead.id])).get(lead.id);
  return { name: lead.name, phone: texts?.phone ?? null, noTexts: texts?.refusal ?? null };
}

/** The zone of a number, if it has one that isn't the business's; else null. */
function theirZone(phone: string | null, own: string): string | null {
  const where = zonesOf(phone, null);
  if ("abroad" in where) return null;
  const zones = [...new Set(where.places.flatMap((place) => place.zones))];
  return zones.length === 1 && zones[0] !== own ? zones[0]! : null;
}
