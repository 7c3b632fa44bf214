import { z } from "zod";
import { STATES, TYPES } from "#tools/logs/public.server.ts";
import { STATUSES } from "#trade/jobs/public.server.ts";
import { ALL_EVENTS, ALL_SCOPES, TEST_EVENT } from "../scopes.ts";

// What goes out and what comes in. The document is made of the same schemas that judge what is sent
// (document.server.ts).

const id = z.uuid();
const at = z.iso.datetime().describe("ISO 8601, UTC.");
const maybeAt = at.nullable();
// Control characters and separators of lines are taken out: they must not reach a mail header, and PostgreSQL
// takes no NUL.
const oneLine = (text: string) =>
  text
    .toWellFormed()
    .replace(/[\p{Cc}\u2028\u2029\s]+/gu, " ")
    .trim();
const line = (most: number) => z.string().overwrite(oneLine).min(1).max(most);
const email = z.string().trim().toLowerCase().max(254).pipe(z.email("Give an address like you@example.com."));
const phone = z.string().regex(/^\+[1-9]\d{6,14}$/, "Give it as E.164: +, country, number, digits only.");

export const Lead = z.strictObject({
  id,
  email: z.string(),
  name: z.string(),
  phone: z.string().nullable().describe("E.164."),
  status: z.enum(["new", "unconfirmed", "replied", "booked", "won", "lost", "unsubscribed", "unreachable"]),
  createdAt: at,
  repliedAt: maybeAt,
  unsubscribedAt: maybeAt,
  bouncedAt: maybeAt.describe("Since when their address is known not to work."),
  unconfirmedSince: maybeAt.describe(
    "Since when their address waits to be confirmed: nothing is sent to them meanwhile.",
  ),
  confirmedAt: maybeAt.describe(
    "When they confirmed their address by a mailed link; null where nobody asked for that.",
  ),
  textsStoppedAt: maybeAt,
  bookedAt: maybeAt.describe("Since when they have an appointment."),
  outcome: z.enum(["won", "lost"]).nullable(),
  outcomeAt: maybeAt,
});

/** What a key that may write and not read is answered with. */
const LeadId = z.strictObject({ id });
export const LeadAnswer = z
  .union([Lead, LeadId])
  .describe("The lead; only its id for a key without leads:read.");

const listOf = <Item extends z.ZodType>(item: Item) =>
  z.strictObject({
    data: z.array(item),
    next: z.string().nullable().describe("Cursor of the next page; null at the end."),
  });

export const LeadList = listOf(Lead);

const source = z.record(z.string(), z.string()).describe("Where they came from, such as `utm_source`.");

const Touch = z.strictObject({ id, pageId: id, at, source });
export const TouchList = listOf(Touch);

/** Every kind of step. */
const STEP_KINDS = ["gift", "mail", "text", "call", "wait", "condition"] as const;

const Step = z.strictObject({
  enrolmentId: id,
  step: z.int().describe("From 0."),
  kind: z.enum(STEP_KINDS),
  subject: z.string(),
  state: z.enum(["planned", "held", "underway", "sent", "not_sent", "unknown", "task", "done", "passed"]),
  words: z.string().describe("The same as the screen says it."),
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
  retiredAt: maybeAt.describe("Since when new leads of the page start another one."),
  state: z
    .enum(["live", "waiting", "paused", "ended"])
    .describe(
      "Waiting: it is live, and something of the account's keeps everything from going out. Paused: only a guide that is asked for goes out.",
    ),
  pausedAt: maybeAt,
  steps: z.array(z.strictObject({ kind: z.enum(STEP_KINDS), subject: z.string() })),
});
export const SequenceList = listOf(Sequence);

const date = z.string().describe("A day of the job's own calendar, `2026-11-20`.");

export const Job = z.strictObject({
  id,
  name: z.string(),
  address: z.string().nullable(),
  latitude: z.number().nullable(),
  longitude: z.number().nullable(),
  status: z.enum(STATUSES),
  leadId: id.nullable().describe("The client, where they are one of your leads."),
  startsOn: date.nullable(),
  finishesOn: date.nullable(),
  contractCents: z.int().nullable().describe("The contract sum, in cents of the business's currency."),
  zone: z.string().nullable().describe("IANA time zone; null: the business's own."),
  changedAt: at,
});
export const JobList = listOf(Job);

export const Log = z.strictObject({
  id,
  jobId: id,
  date,
  company: z
    .strictObject({
      id,
      name: z.string().nullable().describe("Of a guest: the firm that they gave; null while they gave none."),
      isGuest: z.boolean().describe("False: your own business."),
    })
    .describe("Whose log of that day it is."),
  state: z.enum(STATES).describe("`draft` is open; `rejected` was sent back."),
  stateAt: maybeAt.describe("Since when; null while nobody has said anything of the day."),
  why: z.string().nullable().describe("Why it was sent back."),
});
export const LogList = listOf(Log);

const LogEntry = z.strictObject({
  id,
  type: z.enum(TYPES),
  title: z.string().describe("What stands above it: the crew, what came, the delay."),
  text: z.string(),
  people: z.int().nullable().describe("How many worked."),
  hours: z.number().nullable().describe("Hours of all of them together."),
  hoursLost: z.number().nullable(),
  tags: z.array(z.string()),
  photos: z.int().describe("How many photos and videos it has."),
  author: id.nullable().describe("Who wrote it first; null for somebody without an account."),
  writtenAt: at,
  approved: z.boolean().nullable().describe("What was said of a guest's entry; null while nothing was."),
  corrects: id.nullable().describe("The entry that it corrects."),
  counts: z
    .boolean()
    .describe("Whether it counts in totals: not if it was left out, or a correction took its place."),
});

const celsius = z.number().nullable().describe("Degrees Celsius.");
const perSecond = z.number().nullable().describe("Metres a second.");
const Weather = z.strictObject({
  reading: z
    .strictObject({
      source: z
        .enum(["nws", "open-meteo", "open-meteo-archive"])
        .describe("The National Weather Service, or Open-Meteo (CC BY 4.0)."),
      basis: z.enum(["observed", "modelled"]),
      modelled: z.array(z.enum(["rainMm", "snowCm"])).describe("What Open-Meteo filled in of these."),
      place: z.string().describe("The station, or the grid cell."),
      words: z.string(),
      highC: celsius,
      lowC: celsius,
      rainMm: z.number().nullable(),
      snowCm: z.number().nullable(),
      windMs: perSecond,
      gustMs: perSecond,
      asOf: maybeAt.describe("Where the day was not over: up to when it tells."),
    })
    .nullable()
    .describe("What a weather service said of the day."),
  seen: z
    .strictObject({
      words: z.string(),
      tempC: celsius,
      rainMm: z.number().nullable(),
      windMs: perSecond,
      at: z.iso.datetime({ offset: true }).nullable(),
    })
    .nullable()
    .describe("What somebody saw on site."),
});

export const LogWithEntries = Log.extend({
  entries: z.array(LogEntry).describe("In the order that they were written."),
  weather: Weather.nullable(),
});

const Event = z.strictObject({
  id: id.describe("The same event twice has the same id."),
  type: z.enum([...ALL_EVENTS, TEST_EVENT]),
  createdAt: at,
  data: z.strictObject({
    leadId: id.nullable(),
    lead: Lead.nullable().describe("As it is by now; null when it is gone."),
    pageId: id.optional(),
    outcome: z.enum(["won", "lost"]).optional(),
    what: z.string().optional().describe("What a lead did."),
    about: z.string().optional(),
    jobId: id.optional(),
    status: z.enum(STATUSES).optional().describe("Of a job, when it happened."),
    logId: id.optional(),
    date: date.optional(),
    companyId: id.optional().describe("Whose log it is: your business, or a guest."),
    state: z.enum(STATES).optional().describe("Of a daily log, when it happened."),
  }),
});
export const EventList = z.strictObject({
  data: z.array(Event),
  next: z.string().describe("Ask with this again for what comes later; it never runs out."),
  more: z.boolean().describe("Whether there is more by now."),
});

const events = z.array(z.enum(ALL_EVENTS)).min(1, "Choose at least one.");

export const Webhook = z.strictObject({
  id,
  url: z.string(),
  events: z.array(z.enum(ALL_EVENTS)),
  state: z
    .enum(["on", "off", "failing"])
    .describe("`failing`: switched off because nothing arrived for three days."),
  createdAt: at,
});
export const WebhookList = listOf(Webhook);
export const NewWebhookAnswer = Webhook.extend({
  secret: z.string().describe("What deliveries are signed with. Shown once."),
});
export const SecretAnswer = z.strictObject({
  secret: z.string(),
  oldSecretUntil: at.describe("The one before signs as well until then."),
});

const Delivery = z.strictObject({
  id,
  eventId: id,
  type: z.string(),
  state: z.enum(["waiting", "delivered", "failed"]),
  attempts: z.int(),
  createdAt: at,
  lastTriedAt: maybeAt,
  dueAt: maybeAt.describe("When it is tried next."),
  status: z.int().nullable(),
  answer: z.string().nullable().describe("The first kilobyte of what was answered last."),
  problem: z.string().nullable(),
});
export const DeliveryList = listOf(Delivery);

export const KeyAnswer = z.strictObject({
  id,
  name: z.string(),
  scopes: z.array(z.enum(ALL_SCOPES)),
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
  inside: idList.describe("Who is in it already, and stays."),
  suppressed: idList.describe("Who must not be written to."),
  unconfirmed: idList.describe(
    "Who has yet to confirm their address: nothing is sent to them before they do.",
  ),
});

export const NewLead = z.strictObject({
  email,
  name: line(120),
  phone: phone.nullable().optional(),
  pageId: id
    .optional()
    .describe(
      "The personal page whose follow-up starts for them. Without one, nothing is sent; where its form has addresses confirmed, a mail asks for that first.",
    ),
  consent: z
    .strictObject({
      wording: line(2000).describe("What they agreed to, in the words they saw."),
      source: line(200).describe("Where they agreed: an address, a form, a conversation."),
      at: z.iso.datetime({ offset: true }).optional().describe("When they agreed; now when left out."),
    })
    .describe("Without it nobody may be written to, so it is always asked for."),
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
  on: z.boolean().optional().describe("Switches it on or off."),
});

/** A day that a query asks for. */
export const dayQuery = z.iso
  .date({ error: "Give a date such as 2026-11-20." })
  // PostgreSQL has no year 0.
  .refine((text) => text >= "0001", "Give a date such as 2026-11-20.");

/** A moment that a query asks for. */
export const momentQuery = z.iso
  .datetime({ offset: true, error: "Give a moment such as 2026-11-20T17:00:00Z." })
  .transform((text) => Temporal.Instant.from(text))
  .refine((at) => at.toString() >= "0001", "Give a moment such as 2026-11-20T17:00:00Z.");

/** What goes out, by the name it has in the document. */
export const ANSWERS = {
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
  JobList,
  Log,
  LogList,
  LogEntry,
  Weather,
  LogWithEntries,
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
} as const;

/** What comes in, by the name it has in the document. */
export const BODIES = { NewLead, LeadChange, NewWebhook, WebhookChange } as const;
