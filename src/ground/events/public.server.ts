import type { Json } from "#platform/canonical/canonical-json.ts";
import { type AccountContext, now, withAccount } from "#platform/db/scope.server.ts";
import { parseVisit } from "./visit-marks.server.ts";
import { optsOutOfTracking, wasPressed } from "./signals.ts";

export { marked, visitMarkFor } from "./visit-marks.server.ts";
export { optsOutOfTracking, wasPressed } from "./signals.ts";

export { definePersonColumn, type PersonColumn, personColumns } from "./person-columns.server.ts";
export { type Deed, deedsOf, isDeed, type LatestDeed, latestDeedsOf, recentDeeds } from "./deeds.server.ts";

/**
 * Adds to the answer of a person's data request: a short heading in plain words and one line per item.
 * Moments are ISO instants.
 */
export type Tell = (heading: string, lines: readonly Readonly<Record<string, string>>[]) => void;

/** Events about leads, pages, jobs and tools that other features listen to. Add new kinds here. */
export type DomainEvent =
  /**
   * Leads saved together from a page or, with `startsAt`, from an imported file, whose people didn't ask just
   * now.
   */
  | {
      readonly type: "leads.captured";
      readonly captures: readonly { readonly leadId: string; readonly pageId: string }[];
      /** When follow-up starts; default now. */
      readonly startsAt?: Temporal.Instant;
    }
  /** An import was undone: send nothing more to these leads. */
  | { readonly type: "leads.withdrawn"; readonly leadIds: readonly string[] }
  | { readonly type: "leads.removed"; readonly leadIds: readonly string[] }
  | { readonly type: "lead.replied"; readonly leadId: string }
  | { readonly type: "lead.unsubscribed"; readonly leadId: string }
  /** They undid a recent opt-out. */
  | { readonly type: "lead.came-back"; readonly leadId: string; readonly since: Temporal.Instant }
  /** They changed how often, or until when, they want no email. */
  | { readonly type: "lead.wished"; readonly leadId: string }
  /** They requested their data; listeners add what they have with `tell`. */
  | {
      readonly type: "lead.asked";
      readonly leadId: string;
      readonly email: string | null;
      readonly tell: Tell;
    }
  /**
   * They asked to be erased; every feature deletes their data in this transaction. With `isTheirs` the email
   * address is proven to be theirs, so data stored under it alone is deleted too; otherwise someone else may
   * have typed it.
   */
  | {
      readonly type: "lead.erased";
      readonly leadId: string;
      readonly email: string | null;
      readonly name: string;
      readonly isTheirs: boolean;
    }
  /** They were the client of this job. */
  | { readonly type: "client.erased"; readonly leadId: string; readonly jobId: string }
  /**
   * Two leads turned out to be one person: `gone` becomes part of `leadId`. `lead.merging` comes before rows
   * move (see definePersonColumn), `lead.merged` after.
   */
  | ({ readonly type: "lead.merging" } & Merge & Remembering)
  | ({ readonly type: "lead.merged" } & Merge & Remembering)
  /** The business undid that. Rows are back already. */
  | ({ readonly type: "lead.unmerged" } & Merge)
  /** The business wants no automatic messages to them anymore. */
  | { readonly type: "lead.private"; readonly leadId: string }
  /** Their email address permanently bounces. */
  | { readonly type: "lead.bounced"; readonly leadId: string }
  | { readonly type: "lead.complained"; readonly leadId: string }
  /** They opted out of texts, or back in. Email is not affected. */
  | { readonly type: "lead.textsStopped"; readonly leadId: string }
  | { readonly type: "lead.textsResumed"; readonly leadId: string }
  | { readonly type: "lead.booked"; readonly leadId: string }
  /** A visit was booked, moved or canceled; the times are those it has now, or had. */
  | {
      readonly type: "visit.changed";
      readonly what: "booked" | "moved" | "canceled";
      readonly by: "client" | "business";
      readonly leadId: string;
      readonly visitId: string;
      readonly startsAt: Temporal.Instant;
      readonly endsAt: Temporal.Instant;
    }
  /** The business recorded the outcome. */
  | { readonly type: "lead.ended"; readonly leadId: string; readonly outcome: "won" | "lost" }
  /**
   * Someone used something made for a person. The publisher need not know who the person is to the business;
   * a feature that does publishes `lead.did`.
   */
  | ({ readonly type: "person.did" } & Required<Pick<PersonDeed, "personId" | "what" | "about">> &
      Pick<PersonDeed, "shownAt">)
  /** The business paused or resumed their follow-up. */
  | { readonly type: "lead.held"; readonly leadId: string }
  | { readonly type: "lead.wentOn"; readonly leadId: string }
  /** The business undid a reply, an appointment or an outcome. */
  | {
      readonly type: "lead.reopened";
      readonly leadId: string;
      readonly from: "booked" | "won" | "lost" | "replied";
    }
  /**
   * A person, not a mail scanner, did something that follow-up may depend on. Features may add kinds of their
   * own.
   */
  | { readonly type: "lead.did"; readonly leadId: string; readonly what: string; readonly about?: string }
  | { readonly type: "page.opened"; readonly pageId: string }
  /** An email to somebody who is no lead came back, such as one to a sub. */
  | { readonly type: "mail.returned"; readonly messageId: string; readonly recipient: string }
  /** Another link was made to the same document, with the same options. */
  | { readonly type: "share.copied"; readonly linkId: string; readonly copyId: string }
  /** A link was closed, opened again, or given another end. */
  | { readonly type: "share.turned"; readonly linkId: string }
  /** Somebody signed, or declined to sign, the document behind a link. */
  | ({ readonly type: "document.signed" } & SignedDocument)
  | ({ readonly type: "document.declined" } & SignedDocument)
  /** What was stored about who gave these signatures was erased. */
  | { readonly type: "signatures.erased"; readonly signatureIds: readonly string[] }
  /** A person outside first had a paper before them. */
  | ({ readonly type: "paper.viewed" } & PaperDeed)
  /** As many people as were needed approved or signed a paper; `name` is the last. */
  | ({ readonly type: "paper.approved" } & PaperDeed)
  /** May still be followed by `paper.approved`, by the same person. */
  | ({ readonly type: "paper.declined" } & PaperDeed)
  | ({ readonly type: "paper.asked" } & PaperDeed)
  /** Somebody who got a paper was erased; their links are deleted. */
  | {
      readonly type: "paper.erased";
      readonly leadId: string;
      readonly kind: string;
      readonly thingId: string;
    }
  | ({ readonly type: "job.added" } & JobState)
  /** The status of a job changed. */
  | ({ readonly type: "job.changed" } & JobState)
  /** A tool did something on a job that other programs may hear of. */
  | {
      readonly type: "tool.did";
      /** As its API resource names it. */
      readonly what: `${string}.${string}`;
      readonly jobId: string;
      /** The lead it concerns; erased with them. */
      readonly leadId?: string | null;
      /** Ids, amounts and short labels, nothing personal. */
      readonly details: Readonly<Record<string, string | number>>;
    };

interface Merge {
  readonly leadId: string;
  readonly gone: string;
  /** When they were merged. */
  readonly at: Temporal.Instant;
  /** What was saved under a key; undefined for nothing. */
  readonly recall: (key: string) => unknown;
}

interface Remembering {
  /** Saves what an undo needs, as JSON. */
  readonly remember: (key: string, value: unknown) => void;
}

interface SignedDocument {
  readonly linkId: string;
  readonly signatureId: string;
  readonly name: string;
  /** Why they declined. */
  readonly reason: string;
  /** What they chose in the document; null if it leaves no choice. */
  readonly choice: Json;
}

/** What a person outside did with a paper; the tool that owns its kind listens. */
export interface PaperDeed {
  readonly paperId: string;
  readonly kind: string;
  /** What it is the paper of, such as an estimate. */
  readonly thingId: string;
  readonly version: number;
  readonly jobId: string | null;
  readonly recipientId: string;
  /** The lead it was sent to, if it was. */
  readonly leadId: string | null;
  /** As they typed it; empty for a view. */
  readonly name: string;
  /** Their comment, reason or question. */
  readonly words: string;
  /** What else they chose, as the tool of the paper reads it; null for nothing. */
  readonly details: Json;
}

interface JobState {
  readonly jobId: string;
  readonly status: string;
}

type Listener = (ctx: AccountContext, event: DomainEvent) => Promise<void>;

const listeners = new Map<DomainEvent["type"], Listener[]>();

/** Registers a listener. Called once per feature by src/app/subscriptions.ts. */
export function onEvent<Type extends DomainEvent["type"]>(
  type: Type,
  listener: (ctx: AccountContext, event: Extract<DomainEvent, { type: Type }>) => Promise<void>,
): void {
  const known = listeners.get(type) ?? [];
  known.push(listener as Listener);
  listeners.set(type, known);
}

/** Calls the listeners inside the event's transaction: all of it commits, or none. */
export async function publish(ctx: AccountContext, event: DomainEvent): Promise<void> {
  for (const listener of listeners.get(event.type) ?? []) await listener(ctx, event);
}

/** What a person did with something made for them. */
export interface PersonDeed {
  readonly personId: string;
  /**
   * The deed's name: `downloaded`, `estimate.viewed`. `visited` only means presence, and is recorded only on
   * a return visit.
   */
  readonly what: string;
  /** Which object, such as the id of an estimate. */
  readonly about?: string;
  /** When the page was made; a second signal from the same page is the same visit. */
  readonly shownAt?: Temporal.Instant;
}

/**
 * Publishes a deed for any feature that makes things for people. Call it only after a human signal as
 * recognized by `acceptSignal`. Repeats within half an hour are one visit. Ignored for non-leads and for
 * people who want no more email.
 */
export function publishDeed(ctx: AccountContext, { about = "", ...deed }: PersonDeed): Promise<void> {
  const { personId, what, shownAt } = deed;
  return publish(ctx, { type: "person.did", personId, what, about, ...(shownAt && { shownAt }) });
}

/**
 * Limits on signals being recorded in parallel and waiting. Beyond them, when the database is slow or down,
 * signals are dropped.
 */
const AT_ONCE = 4;
const MOST_WAITING = 500;
let underWay = 0;
const waiting: (() => void)[] = [];

/**
 * Accepts a page's mark, returned by its script or form as a human signal. Ignores forged, expired or too
 * early marks and people who opt out of tracking. Never throws: a signal that can't be recorded is dropped.
 * @param pressed an additional deed, when a form's button was pressed; counts for its person only
 */
export async function acceptSignal(mark: string, headers: Headers, pressed?: PersonDeed): Promise<void> {
  if (optsOutOfTracking(headers) || (pressed && !wasPressed(headers))) return;
  const visit = parseVisit(mark, now());
  if (!visit || (pressed && pressed.personId !== visit.personId)) return;
  if (underWay < AT_ONCE) underWay++;
  else if (waiting.length < MOST_WAITING) await new Promise<void>((turn) => waiting.push(turn));
  else return;
  try {
    await withAccount(visit.accountId, async (ctx) => {
      await publishDeed(ctx, visit);
      if (pressed) await publishDeed(ctx, { ...visit, ...pressed });
    });
  } catch {
    // Nobody waits for it, and nothing could be done about it.
  } finally {
    const next = waiting.shift();
    if (next) next();
    else underWay--;
  }
}
