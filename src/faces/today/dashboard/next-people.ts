import type { LatestDeed } from "#ground/events/public.server.ts";
import type { FreshLead, KnownPerson, PersonOfDay, WaitingReply } from "#trade/leads/public.server.ts";
import { type CallOfDay, fillPlaceholders } from "#trade/sequences/public.server.ts";
import { greetingName } from "#platform/names/greeting-name.ts";
import { formatTime } from "#platform/time/format.ts";
import { formatAgo } from "./day.ts";

/** A person to call or answer, with the reason and suggested words. */
export interface NextPerson {
  readonly kind: "reply" | "call" | "fresh" | "warm";
  readonly leadId: string;
  readonly name: string;
  readonly email: string | null;
  /** E.164. */
  readonly phone: string | null;
  /** Whether the owner may text them from their own phone. */
  readonly mayText: boolean;
  readonly why: string;
  /** The beginning of their message. */
  readonly wrote: string | null;
  readonly subject: string | null;
  /** What to say on the phone. */
  readonly say: string | null;
  /** The planned call, so that its outcome can be recorded. */
  readonly call: { readonly enrolmentId: string; readonly step: number } | null;
  readonly at: string;
}

/** People who came this recently are probably still on their phone. */
const HOT_MINUTES = 60;

/** The facts that the list of people to call or answer is made from. */
export interface DayFacts {
  readonly replies: readonly WaitingReply[];
  readonly calls: readonly CallOfDay[];
  readonly fresh: readonly FreshLead[];
  /** Leads' recent actions, newest first. */
  readonly deeds: readonly LatestDeed[];
  /** People to call, and people who did something. */
  readonly people: ReadonlyMap<string, KnownPerson>;
}

/**
 * People to call or answer, most useful first. First those who wrote and wait, or asked within the hour
 * (newest first: they are at their phone now), then calls that are due (longest wait first), then those
 * who looked at something recently and today's other leads with a number. Each person appears once.
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
    const did = { text: "Replied by text", page: "Asked a question on your page", mail: "Replied" }[
      reply.via
    ];
    return {
      tier: 0,
      at: reply.at,
      person: {
        ...personOf(reply),
        kind: "reply",
        why: `${did} ${ago(reply.at)}. Follow-up stopped. It’s your turn.`,
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
          why: `Call due ${ago(call.since)}, from “${call.sequence}”.`,
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
        why: `Asked ${ago(lead.at)} and left a number. ${isHot ? "Call while it’s fresh in their mind." : "No one has called them yet."}`,
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
          why: `${did} ${ago(deed.lastAt)}. A good time to reach out.`,
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
      // A person who wrote gets an answer, whatever else applies to them.
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

/** Describes an action that shows interest; just opening what they asked for doesn't count. */
function deedWords(what: string): string | undefined {
  if (what === "returned") return "Visited again";
  if (what === "clicked") return "Clicked a link in your email";
  return what.endsWith(".viewed") ? `Looked at your ${what.slice(0, what.indexOf("."))}` : undefined;
}

/** A script for calling a new lead, using only what we know. */
function scriptFor(lead: FreshLead, { business, time }: { business: string; time: string }): string {
  const first = greetingName(lead.name) || "there";
  const need = lead.need?.trim();
  return [
    `Hi ${first}, this is ${business}. You asked for our guide at ${time}.`,
    need ? `You wrote: “${need.slice(0, 200)}”. Tell me more about it.` : "What do you have in mind?",
    "When’s a good time to come by and take a look?",
  ].join(" ");
}

const SHOWN = 240;

/** The beginning of a mail, without quoted lines. */
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
