/** The scopes of a key, with the labels their owner sees. */
export const SCOPES = {
  "leads:read": "See leads, what they did, and your personal pages",
  "leads:write": "Add and change leads, mark replies, unsubscribe",
  "follow-up:read": "See what is sent to whom, and when",
  "follow-up:write": "Hold follow-up and let it go on",
  "sequences:write": "Make and end sequences, and start them for leads",
  "events:read": "Read the list of what happened",
  "webhooks:write": "See, add, change, and remove webhooks",
  "jobs:read": "See jobs: name, address, client, dates and status",
  "logs:read": "See daily logs and their entries",
} as const;

export type Scope = keyof typeof SCOPES;

/** All scopes, in display order. */
export const ALL_SCOPES = Object.keys(SCOPES) as readonly Scope[];

/** The events a webhook can receive, with the labels their owner sees. */
export const EVENTS = {
  "lead.captured": "Somebody left their name on a personal page",
  "lead.replied": "A lead replied",
  "lead.unsubscribed": "A lead unsubscribed",
  "lead.bounced": "A lead's address does not work",
  "lead.complained": "A lead reported a mail as spam",
  "lead.booked": "A lead has an appointment",
  "lead.ended": "You said how it ended: won or lost",
  "lead.did": "A lead did something, such as opening the guide",
  "job.added": "Somebody added a job",
  "job.changed": "The status of a job changed",
  "log.submitted": "A daily log was submitted",
  "log.approved": "A daily log was approved",
  "log.sealed": "A daily log was sealed",
  "paper.viewed": "Somebody you sent a document to looked at it",
  "paper.approved": "A document you sent was approved or signed",
  "paper.declined": "A document you sent was declined",
  "paper.asked": "Somebody asked about a document you sent",
} as const;

export type EventType = keyof typeof EVENTS;

/** All events, in display order. */
export const ALL_EVENTS = Object.keys(EVENTS) as readonly EventType[];

/** The scope a key needs to receive an event: lead events carry the lead's name and email. */
export const SCOPE_OF_EVENT: Readonly<Record<EventType, Scope>> = {
  "lead.captured": "leads:read",
  "lead.replied": "leads:read",
  "lead.unsubscribed": "leads:read",
  "lead.bounced": "leads:read",
  "lead.complained": "leads:read",
  "lead.booked": "leads:read",
  "lead.ended": "leads:read",
  "lead.did": "leads:read",
  "job.added": "jobs:read",
  "job.changed": "jobs:read",
  "log.submitted": "logs:read",
  "log.approved": "logs:read",
  "log.sealed": "logs:read",
  "paper.viewed": "jobs:read",
  "paper.approved": "jobs:read",
  "paper.declined": "jobs:read",
  "paper.asked": "jobs:read",
};

/**
 * Event types that `/events` lists for a key. Lead events are always listed, without the lead if the key
 * may not read leads; events about jobs and logs need their scope.
 */
export const eventsListedTo = (scopes: readonly Scope[]): readonly EventType[] =>
  ALL_EVENTS.filter((type) => type.startsWith("lead.") || scopes.includes(SCOPE_OF_EVENT[type]));

/** The event that tests a webhook. It isn't in any list of events. */
export const TEST_EVENT = "webhook.test";
