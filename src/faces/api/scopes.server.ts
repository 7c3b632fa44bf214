import type { Scope } from "#platform/api/endpoint.ts";
import type { ApiEvent, ApiResource, EventType } from "#platform/api/resource.ts";

/** What a key may do, with the labels its owner sees. */
const OWN_SCOPES: Readonly<Record<Scope, string>> = {
  "leads:read": "See leads, what they did, and your personal pages",
  "leads:write": "Add and change leads, mark replies, unsubscribe",
  "follow-up:read": "See what’s sent, who gets it, and when",
  "follow-up:write": "Hold and resume follow-up",
  "sequences:write": "Create and end follow-ups, and start them for leads",
  "events:read": "Read events",
  "webhooks:write": "See, add, change, and remove webhooks",
  "jobs:read": "See jobs with their notes, places, plans, and closeout packages",
  "jobs:write": "Add jobs, and notes to them",
  "papers:read": "See documents you sent, who got them, and what they answered",
  "people:read": "See who works in the business, with their email addresses",
  "prices:read": "See your price book with your costs",
};

const ofLeads = (label: string, carries: readonly string[] = []): ApiEvent => ({
  ...{ label, scope: "leads:read", carries },
});
const ofJobs = (label: string, carries: readonly string[]): ApiEvent => ({
  ...{ label, scope: "jobs:read", carries: ["jobId", ...carries] },
});

/** Lead events carry the lead's name and email. */
const OWN_EVENTS: Readonly<Record<EventType, ApiEvent>> = {
  "lead.captured": ofLeads("Someone left their name on a personal page", ["pageId"]),
  "lead.replied": ofLeads("A lead replied"),
  "lead.unsubscribed": ofLeads("A lead unsubscribed"),
  "lead.bounced": ofLeads("A lead’s email bounced"),
  "lead.complained": ofLeads("A lead marked an email as spam"),
  "lead.booked": ofLeads("A lead has an appointment"),
  "lead.ended": ofLeads("You marked a lead won or lost", ["outcome"]),
  "lead.did": ofLeads("A lead did something, such as opening the guide", ["what", "about"]),
  "person.merged": ofLeads("Two leads turned out to be one person", ["otherLeadId"]),
  "person.unmerged": ofLeads("You undid that: they’re two leads again", ["otherLeadId"]),
  "job.added": ofJobs("Someone added a job", ["status"]),
  "job.changed": ofJobs("A job’s status changed", ["status"]),
  "closeout.published": ofJobs("A closeout package was published", ["version"]),
  "paper.viewed": ofJobs("Someone viewed a document you sent", ["paperId", "paper"]),
  "paper.approved": ofJobs("A document you sent was approved or signed", ["paperId", "paper"]),
  "paper.declined": ofJobs("A document you sent was declined", ["paperId", "paper"]),
  "paper.asked": ofJobs("Someone asked about a document you sent", ["paperId", "paper"]),
};

let resources: readonly ApiResource[] = [];

/**
 * Registers what the tools let other programs read and hear. Called once per process.
 * @throws Error when two of them give one name to different things
 */
export function setApiResources(all: readonly ApiResource[]): void {
  for (const part of ["scopes", "events", "details", "answers", "bodies"] as const) {
    const names = all.flatMap((resource) => Object.keys(resource[part] ?? {}));
    const twice = names.find((name, at) => names.indexOf(name) !== at);
    if (twice !== undefined) throw new Error(`two tools have ${part} named ${twice}`);
  }
  resources = all;
}

/** What the tools let other programs read and hear. */
export const apiResources = (): readonly ApiResource[] => resources;

/** All scopes with their labels, in display order. */
export const allScopes = (): readonly (readonly [scope: Scope, label: string])[] =>
  [OWN_SCOPES, ...resources.map(({ scopes }) => scopes)].flatMap(
    (scopes) => Object.entries(scopes) as [Scope, string][],
  );

/** All events that a webhook can receive, in display order. */
export const allEvents = (): readonly (readonly [type: EventType, event: ApiEvent])[] =>
  [OWN_EVENTS, ...resources.map(({ events }) => events)].flatMap(
    (events) => Object.entries(events) as [EventType, ApiEvent][],
  );

export const eventTypes = (): readonly EventType[] => allEvents().map(([type]) => type);

/** The scope a key needs to receive an event; undefined for an event that this version doesn't know. */
export const scopeOfEvent = (type: EventType): Scope | undefined =>
  allEvents().find(([one]) => one === type)?.[1].scope;

/** Whether a key with these scopes may receive an event. */
export function mayReceive(scopes: readonly Scope[], type: EventType): boolean {
  const scope = scopeOfEvent(type);
  return scope !== undefined && scopes.includes(scope);
}

/**
 * Event types that `/events` lists for a key. Lead events are always listed, without the lead if the key
 * may not read leads; events about jobs and tools need their scope.
 */
export const eventsListedTo = (scopes: readonly Scope[]): readonly EventType[] =>
  eventTypes().filter((type) => type.startsWith("lead.") || mayReceive(scopes, type));

/** The event that tests a webhook. It isn't in any list of events. */
export const TEST_EVENT = "webhook.test";
