import type { LatestDeed } from "#ground/events/public.server.ts";
import type { FreshLead, KnownPerson, PersonOfDay, WaitingReply } from "#trade/leads/public.server.ts";
import { type CallOfDay, fillPlaceholders } from "#trade/sequences/public.server.ts";
import { greetingName } from "#platform/names/greeting-name.ts";
import { formatTime } from "#platform/time/format.ts";
import { formatAgo } from "./day.ts";

/** Somebody to call or to answer, why, and with which words. */
export interface NextPerson {
  readonly kind: "reply" | "call" | "fresh" | "warm";
  readonly leadId: string;
  readonly name: string;
  readonly email: string;
  /** E.164. */
  readonly phone: string | null;
  /** Whether the owner may text them from their own phone. */
  readonly mayText: boolean;
  readonly why: string;
  /** What they wrote, as it begins. */
  readonly wrote: string | null;
  readonly subject: string | null;
  /** What to say on the phone. */
  readonly say: string | null;
  /** The call that this is, so that it can be noted. */
  readonly call: { readonly enrolmentId: string; readonly step: number } | null;
  readonly at: string;
}

/** Somebody who came so lately still sits where they asked. */
const HOT_MINUTES = 60;

/** What is known of the day for the list of whom to call or to answer. */
export interface DayFacts {
  readonly replies: readonly WaitingReply[];
  readonly calls: readonly CallOfDay[];
  readonly fresh: readonly FreshLead[];
  /** What people did lately, newest first. */
  readonly deeds: readonly LatestDeed[];
  /** Whom the calls are to, and who did something. */
  readonly people: ReadonlyMap<string, KnownPerson>;
}

/**
 * Whom to call or to answer, the best next thing first: who wrote and waits, or asked within the hour, newest
 * first, for they are at their phone now; then calls that are due, the longest waiting first; then who looked
 * at something lately, and others of today who left a number. Nobody stands there twice.
 */
export function nextPeople(
  known: DayFacts,
  { now, zone, business }: { now: Temporal.Instant; zone: string; business: string },
): NextPerson[] {
  const callOf = new Map(known.calls.map((call) => [call.leadId, call]));
  const ago = (at: Temporal.Instant) => formatAgo(at, now, zone);
  const spoken = (say: string | undefined, name: string) =>
    fillPlaceholders(say ?? "", { firstName: greetingName(name), business }) || null;
  const replied = known.replies.map((reply): Ranked => {
    const call = callOf.get(reply.id);
    const means = reply.via === "text" ? "by text " : "";
    return {
      tier: 0,
      at: reply.at,
      person: {
        ...personOf(reply),
        kind: "reply",
        why: `Answered ${means}${ago(reply.at)}. Their follow-up has stopped and waits for you.`,
        wrote: firstWords(reply.words),
        subject: reply.subject,
        say: spoken(call?.say, reply.name),
        call: call ? { enrolmentId: call.enrolmentId, step: call.step } : null,
        at: reply.at.toString(),
      },
    };
  });
  const due = known.calls.flatMap((call): Ranked[] => {
    const person = known.people.get(call.leadId);
    if (!person || person.isPutOff) return [];
    return [
      {
        tier: 1,
        at: call.since,
        person: {
          ...personOf(person),
          kind: "call",
          why: `A call of “${call.sequence}”, due ${ago(call.since)}.`,
          wrote: null,
          subject: null,
          say: spoken(call.say, person.name),
          call: { enrolmentId: call.enrolmentId, step: call.step },
          at: call.since.toString(),
        },
      },
    ];
  });
  const came = known.fresh.map((lead): Ranked => {
    const isHot = Temporal.Instant.compare(lead.at.add({ minutes: HOT_MINUTES }), now) > 0;
    return {
      tier: isHot ? 0 : 2,
      at: lead.at,
      person: {
        ...personOf(lead),
        kind: "fresh",
        why: `Asked ${ago(lead.at)} and left a number. ${isHot ? "Call while they still think of it." : "Nobody has called them yet."}`,
        wrote: lead.need,
        subject: null,
        say: scriptFor(lead, { business, time: formatTime(lead.at, zone) }),
        call: null,
        at: lead.at.toString(),
      },
    };
  });
  const looked = known.deeds.flatMap((deed): Ranked[] => {
    const person = known.people.get(deed.leadId);
    const did = deedWords(deed.what);
    if (!person?.isOpen || person.isPutOff || !did) return [];
    return [
      {
        tier: 2,
        at: deed.lastAt,
        person: {
          ...personOf(person),
          kind: "warm",
          why: `${did} ${ago(deed.lastAt)}. A good moment to ask.`,
          wrote: null,
          subject: null,
          say: null,
          call: null,
          at: deed.lastAt.toString(),
        },
      },
    ];
  });
  const seen = new Set<string>();
  return [...replied, ...due, ...came, ...looked]
    .sort(
      (one, other) =>
        one.tier - other.tier || Temporal.Instant.compare(one.at, other.at) * (one.tier === 1 ? 1 : -1),
    )
    .flatMap(({ person }) => {
      // Whoever wrote is answered, whatever else there is about them.
      if (
        seen.has(person.leadId) ||
        (person.kind !== "reply" && known.replies.some(({ id }) => id === person.leadId))
      )
        return [];
      seen.add(person.leadId);
      return [person];
    });
}

interface Ranked {
  readonly tier: 0 | 1 | 2;
  readonly at: Temporal.Instant;
  readonly person: NextPerson;
}

const personOf = ({ id, name, email, phone, noTexts }: PersonOfDay) => ({
  leadId: id,
  name,
  email,
  phone,
  mayText: phone !== null && !noTexts,
});

/**
 * What somebody did, where it says that they are thinking of it; whoever opens what they asked for a moment
 * ago only has it.
 */
function deedWords(what: string): string | undefined {
  if (what === "returned") return "Visited you again";
  if (what === "clicked") return "Followed a link in your mail";
  return what.endsWith(".viewed") ? `Looked at your ${what.slice(0, what.indexOf("."))}` : undefined;
}

/** What to say to somebody who came, of nothing but what is known. */
function scriptFor(lead: FreshLead, { business, time }: { business: string; time: string }): string {
  const first = greetingName(lead.name) || "there";
  const need = lead.need?.trim();
  return [
    `Hi ${first}, this is ${business}. You asked for our guide at ${time}.`,
    need ? `You wrote: “${need.slice(0, 200)}”. Tell me more about it.` : "What do you have in mind?",
    "When would be a good time to come by and look at it?",
  ].join(" ");
}

const SHOWN = 240;

/** How a mail begins, without the lines that were quoted in it. */
function firstWords(body: string | null): string | null {
  if (!body) return null;
  const own = body
    .split("\n")
    .filter((line) => !line.startsWith(">"))
    .join("\n")
    .trim();
  const words = own || body.trim();
  return words.length > SHOWN ? `${words.slice(0, SHOWN).trimEnd()}…` : words || null;
}
