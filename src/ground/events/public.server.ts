import { type AccountContext, now, withAccount } from "#platform/db/scope.server.ts";
import { parseVisit } from "./visit-marks.server.ts";
import { optsOutOfTracking, wasPressed } from "./signals.ts";

export { marked, visitMarkFor } from "./visit-marks.server.ts";
export { optsOutOfTracking, wasPressed } from "./signals.ts";

export { type Deed, deedsOf, isDeed, type LatestDeed, latestDeedsOf, recentDeeds } from "./deeds.server.ts";

/**
 * Tells somebody what a feature holds about them: a short heading in plain words, and a line per thing.
 * Moments are ISO instants.
 */
export type Tell = (heading: string, lines: readonly Readonly<Record<string, string>>[]) => void;

/**
 * What can happen to a lead, a page, a job or a daily log that other features may care about. New kinds join
 * here.
 */
export type DomainEvent =
  /**
   * Leads that came through a page, as many as were kept together; with `startsAt` people of a file, who did
   * not ask just now.
   */
  | {
      readonly type: "leads.captured";
      readonly captures: readonly { readonly leadId: string; readonly pageId: string }[];
      /** When what follows begins; at once where it is left out. */
      readonly startsAt?: Temporal.Instant;
    }
  /** An import is taken back: nothing more goes out to these. */
  | { readonly type: "leads.withdrawn"; readonly leadIds: readonly string[] }
  /** These are being removed, in this transaction. */
  | { readonly type: "leads.removed"; readonly leadIds: readonly string[] }
  | { readonly type: "lead.replied"; readonly leadId: string }
  | { readonly type: "lead.unsubscribed"; readonly leadId: string }
  /** They took back an opt-out of a moment ago. */
  | { readonly type: "lead.came-back"; readonly leadId: string; readonly since: Temporal.Instant }
  /** They asked for mail to wait, or for less of it, or for neither any more. */
  | { readonly type: "lead.wished"; readonly leadId: string }
  /** They asked what is held about them: whoever has something says so by `tell`. */
  | { readonly type: "lead.asked"; readonly leadId: string; readonly email: string; readonly tell: Tell }
  /**
   * They had themselves erased: every feature removes all that it has about them, in this transaction. With
   * `isTheirs` the address is known to be theirs, so that what is kept under it alone goes too; else somebody
   * may have typed it who is another.
   */
  | {
      readonly type: "lead.erased";
      readonly leadId: string;
      readonly email: string;
      readonly name: string;
      readonly isTheirs: boolean;
    }
  /** Their address does not work, for good. */
  | { readonly type: "lead.bounced"; readonly leadId: string }
  /** They reported a mail as spam. */
  | { readonly type: "lead.complained"; readonly leadId: string }
  /** They want no more texts, or want them again. Mail goes on. */
  | { readonly type: "lead.textsStopped"; readonly leadId: string }
  | { readonly type: "lead.textsResumed"; readonly leadId: string }
  /** They have an appointment. */
  | { readonly type: "lead.booked"; readonly leadId: string }
  /** The business said how it ended. */
  | { readonly type: "lead.ended"; readonly leadId: string; readonly outcome: "won" | "lost" }
  /**
   * Something that was made for a person was used by a human hand: told by whoever made it, who need not know
   * what that person is to the business. Whoever knows tells `lead.did` of it.
   */
  | ({ readonly type: "person.did" } & Required<Pick<Heard, "personId" | "what" | "about">> &
      Pick<Heard, "shownAt">)
  /** The business keeps what is planned for them from going out, or lets it go on. */
  | { readonly type: "lead.held"; readonly leadId: string }
  | { readonly type: "lead.wentOn"; readonly leadId: string }
  /** The business took back that there is an answer or an appointment, or how it ended. */
  | {
      readonly type: "lead.reopened";
      readonly leadId: string;
      readonly from: "booked" | "won" | "lost" | "replied";
    }
  /**
   * A person, not a mail scanner, did something that follow-up may depend on. Any feature may tell of a kind
   * of its own.
   */
  | { readonly type: "lead.did"; readonly leadId: string; readonly what: string; readonly about?: string }
  | { readonly type: "page.opened"; readonly pageId: string }
  | ({ readonly type: "job.added" } & JobState)
  /** A job has another status. */
  | ({ readonly type: "job.changed" } & JobState)
  | ({ readonly type: "log.submitted" } & LogDay)
  | ({ readonly type: "log.approved" } & LogDay)
  | ({ readonly type: "log.sealed" } & LogDay);

/** A job, and how far it is. */
interface JobState {
  readonly jobId: string;
  readonly status: string;
}

/** One company's day in the log of a job. */
interface LogDay {
  readonly logId: string;
  readonly jobId: string;
  /** "2026-11-20", of the job's calendar. */
  readonly date: string;
  /** The account's id, or a guest's own. */
  readonly companyId: string;
}

type Listener = (ctx: AccountContext, event: DomainEvent) => Promise<void>;

const listeners = new Map<DomainEvent["type"], Listener[]>();

/** Registers a listener; called once per feature by src/app/subscriptions.ts. */
export function onEvent<Type extends DomainEvent["type"]>(
  type: Type,
  listener: (ctx: AccountContext, event: Extract<DomainEvent, { type: Type }>) => Promise<void>,
): void {
  const known = listeners.get(type) ?? [];
  known.push(listener as Listener);
  listeners.set(type, known);
}

/** Tells the listeners, inside the transaction of what happened: either all of it is true, or none. */
export async function publish(ctx: AccountContext, event: DomainEvent): Promise<void> {
  for (const listener of listeners.get(event.type) ?? []) await listener(ctx, event);
}

/** What a human hand did with something that was made for a person. */
export interface Heard {
  /** Whom it was made for, such as a lead. */
  readonly personId: string;
  /**
   * A word for it: `downloaded`, `estimate.viewed`. `visited` alone says that somebody was there, and is kept
   * only where they came back.
   */
  readonly what: string;
  /** Which one, such as the id of an estimate. */
  readonly about?: string;
  /** When the page was made on which they did it: a second sign from the same page is the same visit. */
  readonly shownAt?: Temporal.Instant;
}

/**
 * Tells that a person did something, for any feature that makes things for people. Only after a human signal,
 * which `acceptSignal` knows. The same within half an hour is the same visit, and nothing more. Somebody who is
 * nobody's lead, or wants no more mail, is not noted.
 */
export function publishDeed(ctx: AccountContext, { about = "", ...heard }: Heard): Promise<void> {
  const { personId, what, shownAt } = heard;
  return publish(ctx, { type: "person.did", personId, what, about, ...(shownAt && { shownAt }) });
}

/**
 * So many signs are written down side by side; so many wait for it. With the database away or slow, what
 * comes beside them is dropped.
 */
const AT_ONCE = 4;
const MOST_WAITING = 500;
let underWay = 0;
const waiting: (() => void)[] = [];

/**
 * Hears a sign of a hand that a page gives back with its mark, by its script or with a form. A forged,
 * expired or too early one, or one of somebody who asks not to be followed, is nothing. Never fails: what
 * can't be written down is forgotten.
 * @param pressed what else it means, where it came with a form whose button was pressed; for that person
 * alone
 */
export async function acceptSignal(mark: string, headers: Headers, pressed?: Heard): Promise<void> {
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
    // Nobody waits for it, and nobody could do anything about it.
  } finally {
    const next = waiting.shift();
    if (next) next();
    else underWay--;
  }
}
