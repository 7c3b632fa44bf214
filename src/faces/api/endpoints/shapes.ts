import { z } from "zod";
import { STATUSES } from "#trade/jobs/public.server.ts";
import {
  CloseoutList,
  Job,
  JobAnswer,
  JobId,
  JobList,
  NewJob,
  NewNote,
  Note,
  NoteId,
  NoteList,
  PlaceList,
  PlanList,
} from "./job-shapes.ts";
import { DripList, Paper, PaperList, PaperSummary, PersonList, PriceList } from "./record-shapes.ts";
import type { EventType } from "#platform/api/resource.ts";
import type { Scope } from "#platform/api/endpoint.ts";
import { at, id, line, listOf, maybeAt } from "#platform/api/shape-parts.ts";
import { allScopes, apiResources, eventTypes, TEST_EVENT } from "../scopes.server.ts";

// Shapes of answers and requests. The document is generated from these same schemas (document.server.ts).

const email = z.string().trim().toLowerCase().max(254).pipe(z.email("Use an address like you@example.com."));
const phone = z.string().regex(/^\+[1-9]\d{6,14}$/, "Use E.164, such as +13035550142 (digits only).");

export const Lead = z.strictObject({
  id,
  email: z.string().nullable().describe("Null for a person added by hand without one."),
  name: z.string(),
  phone: z.string().nullable().describe("E.164."),
  status: z.enum(["new", "unconfirmed", "replied", "booked", "won", "lost", "unsubscribed", "unreachable"]),
  createdAt: at,
  repliedAt: maybeAt,
  unsubscribedAt: maybeAt,
  bouncedAt: maybeAt.describe("When an email to their address bounced."),
  unconfirmedSince: maybeAt.describe(
    "Waiting for them to confirm since this time. Nothing is sent until then.",
  ),
  confirmedAt: maybeAt.describe(
    "When they confirmed their address by an emailed link; null if not required.",
  ),
  textsStoppedAt: maybeAt,
  bookedAt: maybeAt.describe("When the appointment was marked."),
  outcome: z.enum(["won", "lost"]).nullable(),
  outcomeAt: maybeAt,
});

/** The answer for a key that may write but not read. */
const LeadId = z.strictObject({ id });
export const LeadAnswer = z
  .union([Lead, LeadId])
  .describe("The lead; only its id for a key without leads:read.");

export const LeadList = listOf(Lead);

const source = z.record(z.string(), z.string()).describe("Where they came from, such as `utm_source`.");

const Touch = z.strictObject({ id, pageId: id, at, source });
export const TouchList = listOf(Touch);

const STEP_KINDS = ["gift", "mail", "text", "call", "wait", "condition"] as const;

const Step = z.strictObject({
  enrolmentId: id,
  step: z.int().describe("From 0."),
  kind: z.enum(STEP_KINDS),
  subject: z.string(),
  state: z.enum(["planned", "held", "underway", "sent", "not_sent", "unknown", "task", "done", "passed"]),
  words: z.string().describe("The status as the app shows it."),
  reason: z.string().nullable().describe("Why it was not sent."),
  dueAt: at,
  sentAt: maybeAt,
});
export const StepList = listOf(Step);

const Page = z.strictObject({
  id,
  slug: z.string(),
  url: z.url(),
  title: z.string(),
  closedAt: maybeAt,
});
export const PageList = listOf(Page);

export const Sequence = z.strictObject({
  id,
  name: z.string(),
  pageId: id.nullable().describe("The personal page whose new leads start it."),
  trigger: z.string().describe("What starts it: new lead, manual, event or date."),
  dripId: id.nullable(),
  createdAt: at,
  retiredAt: maybeAt.describe("When the page’s new leads started using another one."),
  state: z
    .enum(["live", "waiting", "paused", "ended"])
    .describe(
      "Waiting: live, but something in the account is blocking it. Paused: only requested guides go out.",
    ),
  pausedAt: maybeAt,
  steps: z.array(z.strictObject({ kind: z.enum(STEP_KINDS), subject: z.string() })),
});
export const SequenceList = listOf(Sequence);

// The tools' events and scopes are registered when a process starts, so these are made when first used.
export const eventType = z.lazy(() => z.enum(eventTypes() as EventType[]));
const scopeName = z.lazy(() => z.enum(allScopes().map(([scope]): Scope => scope)));

const eventData = z.lazy(() =>
  z.strictObject({
    leadId: id.nullable(),
    lead: Lead.nullable().describe("Current state; null if deleted."),
    pageId: id.optional(),
    outcome: z.enum(["won", "lost"]).optional(),
    what: z.string().optional().describe("What a lead did."),
    about: z.string().optional(),
    otherLeadId: id
      .optional()
      .describe(
        "The lead that became part of `leadId`, or was separated from it again. After a merge, requests that name it answer about `leadId`.",
      ),
    jobId: id.optional(),
    status: z.enum(STATUSES).optional().describe("For a job, when it happened."),
    companyId: id.optional().describe("Whose record it is: your business or a guest."),
    paperId: id.optional().describe("A document that was sent. For a report, its id."),
    paper: z.string().optional().describe("What it is, such as `report`."),
    number: z.string().optional().describe("Of the document it’s about, such as `EST-2026-001`."),
    version: z.int().optional().describe("Which version of it."),
    currency: z.string().optional().describe("ISO 4217."),
    recipientId: id.optional().describe("Whose link it was, as in its `answers`."),
    ...Object.fromEntries(apiResources().flatMap(({ details }) => Object.entries(details))),
  }),
);

const Event = z.strictObject({
  id: id.describe("The same event always has the same id."),
  type: z.lazy(() => z.enum([...eventTypes(), TEST_EVENT])),
  createdAt: at,
  data: eventData,
});
export const EventList = z.strictObject({
  data: z.array(Event),
  next: z.string().describe("Use this to get later events. It never expires."),
  more: z.boolean().describe("Whether there are more now."),
});

const events = z.array(eventType).min(1, "Choose at least one.");

export const Webhook = z.strictObject({
  id,
  url: z.string(),
  events: z.array(eventType),
  state: z
    .enum(["on", "off", "failing"])
    .describe("`failing`: turned off because nothing got through for three days."),
  createdAt: at,
});
export const WebhookList = listOf(Webhook);
export const NewWebhookAnswer = Webhook.extend({
  secret: z.string().describe("Deliveries are signed with it. Shown once."),
});
export const SecretAnswer = z.strictObject({
  secret: z.string(),
  oldSecretUntil: at.describe("Until then, deliveries are also signed with the previous one."),
});

const Delivery = z.strictObject({
  id,
  eventId: id,
  type: z.string(),
  state: z.enum(["waiting", "delivered", "failed"]),
  attempts: z.int(),
  createdAt: at,
  lastTriedAt: maybeAt,
  dueAt: maybeAt.describe("Next attempt."),
  status: z.int().nullable(),
  durationMs: z.int().nullable().describe("How long the last attempt took."),
  answer: z.string().nullable().describe("First kilobyte of the last response."),
  problem: z.string().nullable(),
});
export const DeliveryList = listOf(Delivery);

export const KeyAnswer = z.strictObject({
  id,
  name: z.string(),
  scopes: z.array(scopeName),
  business: z.string().nullable(),
});

const ProblemAnswer = z.strictObject({
  type: z.string(),
  title: z.string(),
  status: z.int(),
  detail: z.string(),
  errors: z
    .array(
      z.strictObject({
        pointer: z.string().optional(),
        parameter: z.string().optional(),
        detail: z.string(),
      }),
    )
    .optional(),
});

export const StartSequence = z.strictObject({ leadIds: z.array(id).min(1).max(1000) });
const idList = z.array(id);
export const StartedSequence = z.strictObject({
  started: idList,
  inside: idList.describe("Already in it. Nothing changes for them."),
  suppressed: idList.describe("Can’t be emailed."),
  unconfirmed: idList.describe("Haven’t confirmed their address. Nothing is sent until they do."),
  isPrivate: idList.describe("Added by hand as “no automatic messages”."),
});

export const NewLead = z.strictObject({
  email,
  name: line(120),
  phone: phone.nullable().optional(),
  pageId: id
    .optional()
    .describe(
      "The personal page whose follow-up starts for them. Without one, nothing is sent. If its form confirms addresses, they get a confirmation email first.",
    ),
  consent: z
    .strictObject({
      wording: line(2000).describe("What they agreed to, in the words they saw."),
      source: line(200).describe("Where they agreed: an address, a form, a conversation."),
      at: z.iso.datetime({ offset: true }).optional().describe("When they agreed. Defaults to now."),
    })
    .describe("Required, because no one can be emailed without it."),
  source: z
    .strictObject({
      utm_source: line(120).optional(),
      utm_medium: line(120).optional(),
      utm_campaign: line(120).optional(),
      utm_term: line(120).optional(),
      utm_content: line(120).optional(),
      referrer: line(120).optional(),
    })
    .optional(),
});
export const LeadChange = z.strictObject({ name: line(120).optional(), phone: phone.nullable().optional() });
export const NewWebhook = z.strictObject({ url: z.string().trim().max(2000), events });
export const WebhookChange = z.strictObject({
  url: z.string().trim().max(2000).optional(),
  events: events.optional(),
  on: z.boolean().optional().describe("Turns it on or off."),
});

/** Answer shapes, by their name in the document. */
export const answers = (): Readonly<Record<string, z.ZodType>> =>
  apiResources().reduce((all, resource) => ({ ...all, ...resource.answers }), OWN_ANSWERS);

const OWN_ANSWERS: Readonly<Record<string, z.ZodType>> = {
  Lead,
  LeadId,
  LeadAnswer,
  LeadList,
  Touch,
  TouchList,
  Step,
  StepList,
  Page,
  PageList,
  Sequence,
  SequenceList,
  StartedSequence,
  Job,
  JobId,
  JobAnswer,
  JobList,
  Note,
  NoteId,
  NoteList,
  PlaceList,
  PlanList,
  CloseoutList,
  Paper,
  PaperList,
  PaperSummary,
  PersonList,
  PriceList,
  DripList,
  Event,
  EventList,
  Webhook,
  WebhookList,
  NewWebhookAnswer,
  SecretAnswer,
  Delivery,
  DeliveryList,
  Key: KeyAnswer,
  Problem: ProblemAnswer,
};

/** Request shapes, by their name in the document. */
export const bodies = (): Readonly<Record<string, z.ZodType>> =>
  apiResources().reduce((all, resource) => ({ ...all, ...resource.bodies }), OWN_BODIES);

const OWN_BODIES: Readonly<Record<string, z.ZodType>> = {
  NewLead,
  LeadChange,
  NewJob,
  NewNote,
  NewWebhook,
  WebhookChange,
};
