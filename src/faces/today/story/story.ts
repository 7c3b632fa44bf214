import {
  BASIS_LABELS,
  describeWay,
  type HistoryEntry,
  type ReplyFile,
  type ReplyWay,
} from "#trade/leads/public.server.ts";
import type { FollowUpOfLead, LedgerLine, Outcome } from "#trade/sequences/public.server.ts";
import { shownReply } from "#platform/mail/reply/shown-reply.ts";
import type { Moment } from "#platform/time/format.ts";
import type { State } from "#ui/state-mark.tsx";
import type { LeadAction } from "./lead-actions.server.ts";

export interface StoryEntry extends Moment {
  readonly key: string;
  readonly state: State;
  readonly label: string;
  readonly title: string;
  /** Paragraphs. */
  readonly body: readonly string[];
  /** A message from them or from the business, verbatim. */
  readonly quote: string | null;
  /** Text that their mail program quoted. */
  readonly folded: string | null;
  /** Attachments of a reply; `href` is null when the file wasn't stored. */
  readonly files: readonly { readonly name: string; readonly href: string | null }[];
  /** Form answers, by field name. */
  readonly answers: readonly { readonly name: string; readonly text: string; readonly dials?: string }[];
  /** The id of a note that can be removed. */
  readonly note: string | null;
}

export interface Story {
  readonly past: readonly StoryEntry[];
  readonly ahead: readonly StoryEntry[];
}

/** The input of a lead's timeline. */
export interface StoryParts {
  readonly leadId: string;
  readonly touches: readonly {
    readonly id: string;
    readonly at: Temporal.Instant;
    /** What they asked for; null for imported leads. */
    readonly title: string | null;
    readonly from: string;
    readonly answers: StoryEntry["answers"];
  }[];
  readonly consents: readonly {
    readonly id: string;
    readonly at: Temporal.Instant;
    readonly channel: "mail" | "text";
    readonly source: string;
    readonly confirmedAt: Temporal.Instant | null;
  }[];
  readonly replies: readonly {
    readonly id: string;
    readonly at: Temporal.Instant;
    readonly via: ReplyWay;
    readonly subject: string | null;
    readonly body: string | null;
    readonly files: readonly ReplyFile[];
  }[];
  readonly lines: readonly {
    readonly line: Pick<LedgerLine, "enrolmentId" | "step" | "subject" | "state" | "decidedAt">;
    readonly outcome: Outcome;
  }[];
  /** Messages without a step: answers and address confirmations. */
  readonly messages: readonly {
    readonly key: string;
    readonly subject: string;
    readonly outcome: Outcome;
    readonly body: string | null;
  }[];
  readonly followUps: readonly FollowUpOfLead[];
  readonly deeds: readonly LeadAction[];
  readonly happenings: readonly HistoryEntry[];
  /** What is known of a lead from before happenings were recorded. */
  readonly known: {
    readonly bookedAt: Temporal.Instant | null;
    readonly outcome: "won" | "lost" | null;
    readonly outcomeAt: Temporal.Instant | null;
    readonly outcomeReason: string | null;
    readonly unsubscribedAt: Temporal.Instant | null;
    readonly bouncedAt: Temporal.Instant | null;
  };
}

const HEARD = { mail: "by email", text: "by text", owner: "noted by you", page: "on your page" } as const;
const TITLES = {
  mail: "Their reply",
  text: "Their reply",
  owner: "They replied",
  page: "A question from your page",
} as const;
const STAGE = { new: "New", talking: "Talking", quoted: "Quote or appointment" } as const;

interface Placed extends Omit<StoryEntry, "words" | "iso"> {
  readonly at: Temporal.Instant;
}

const entry = (
  at: Temporal.Instant,
  key: string,
  state: State,
  label: string,
  title: string,
  more: Partial<Placed> = {},
): Placed => ({
  at,
  key,
  state,
  label,
  title,
  body: [],
  quote: null,
  folded: null,
  files: [],
  answers: [],
  note: null,
  ...more,
});

/**
 * Everything that happened with a lead in order of time, and what is planned.
 * @param shownAt formats a moment
 * @param money formats an amount in cents
 */
export function buildStory(
  parts: StoryParts,
  shownAt: (at: Temporal.Instant) => Moment,
  money: (cents: number) => string,
): Story {
  const past: Placed[] = [
    ...parts.touches.map(({ id, at, title, from, answers }, nth) =>
      entry(
        at,
        id,
        "done",
        nth === 0 ? "new lead" : title ? "asked again" : "returned",
        title ? `Requested “${title}”` : "Imported",
        {
          body: from ? [from] : [],
          answers,
        },
      ),
    ),
    ...parts.consents.map(({ id, at, channel, source, confirmedAt }) =>
      entry(at, id, "done", "agreed", channel === "text" ? "Agreed to texts" : "Agreed to emails", {
        body: [`On ${source}`, ...(confirmedAt ? [`Confirmed by email, ${shownAt(confirmedAt).words}`] : [])],
      }),
    ),
    ...parts.replies.map(({ id, at, via, subject, body, files }) => {
      const { words, quoted } = shownReply({ body, subject, files });
      return entry(at, id, "done", `replied, ${HEARD[via]}`, subject ?? TITLES[via], {
        quote: words || null,
        folded: quoted || null,
        files: files.flatMap(({ name, file }, index) => ({
          name,
          href: file === null ? null : `/account/inbox/${parts.leadId}/file/${id}/${index}`,
        })),
      });
    }),
    ...parts.happenings.map((happening) => happened(happening, money)),
    ...knownOnly(parts),
    ...parts.followUps.flatMap(({ id, name, startedAt, restartedAt, stoppedAt, stopReason }) => [
      entry(startedAt, `${id}-start`, "done", "follow-up started", name),
      ...(restartedAt ? [entry(restartedAt, `${id}-restart`, "done", "follow-up resumed", name)] : []),
      ...(stoppedAt
        ? [
            entry(
              stoppedAt,
              `${id}-stop`,
              "stopped",
              "follow-up ended",
              `${name}${stopReason ? `: ${stopReason}` : ""}`,
            ),
          ]
        : []),
    ]),
    ...parts.deeds.map((deed) =>
      entry(Temporal.Instant.from(deed.iso), `${deed.label}-${deed.title}`, "done", deed.label, deed.title, {
        body: deed.more ? [deed.more] : [],
      }),
    ),
  ];
  const ahead: Placed[] = [];
  for (const { line, outcome } of parts.lines) {
    const { state, label, at, explanation } = outcome;
    const isAhead =
      line.state === "waiting" ||
      line.state === "held" ||
      line.state === "task" ||
      state === "waiting" ||
      state === "now";
    const body = explanation ? [explanation] : [];
    // A step that won't be sent is over since that decision, whatever its planned time.
    const when = line.state === "not_sent" && line.decidedAt ? line.decidedAt : at;
    (isAhead ? ahead : past).push(
      entry(when, `${line.enrolmentId}-${line.step}`, state, label, line.subject, { body }),
    );
  }
  for (const { key, subject, outcome, body } of parts.messages) {
    const { state, label, at, explanation } = outcome;
    (state === "waiting" || state === "now" ? ahead : past).push(
      entry(at, key, state, label, subject, { body: explanation ? [explanation] : [], quote: body }),
    );
  }
  return { past: inOrder(past, shownAt), ahead: inOrder(ahead, shownAt) };
}

/**
 * By time; entries of the same moment stay in their logical order. A request and the consent given with it
 * have one id, so equal keys are numbered: of two entries with the same key, React leaves one on the page
 * when another lead is shown.
 */
function inOrder(entries: readonly Placed[], shownAt: (at: Temporal.Instant) => Moment): StoryEntry[] {
  const seen = new Map<string, number>();
  return entries
    .toSorted((one, other) => Temporal.Instant.compare(one.at, other.at))
    .map(({ at, key, ...rest }) => {
      const nth = seen.get(key) ?? 0;
      seen.set(key, nth + 1);
      return { key: nth === 0 ? key : `${key}~${nth}`, ...rest, ...shownAt(at) };
    });
}

const FROM = {
  booked: "They have an appointment",
  won: "Won",
  lost: "Lost",
  replied: "They replied",
} as const;

function happened(
  { id, at, what, words, details, undoneAt }: HistoryEntry,
  money: (cents: number) => string,
): Placed {
  const takenBack = undoneAt ? { body: ["Undone later"] } : {};
  const said = (state: State, label: string, title: string, more: Partial<Placed> = {}) =>
    entry(at, id, state, label, title, more);
  switch (what) {
    case "added":
      return said("done", "added by you", `Added: ${describeWay(details.way ?? "other")}`, {
        body: basisLines(details),
      });
    case "changed":
      return said("done", "changed by you", "Contact details", { body: words ? words.split("\n") : [] });
    case "basis":
      return said("done", "changed by you", "What may be sent", { body: basisLines(details) });
    case "booked":
      return said("done", "appointment", "They have an appointment or a quote", takenBack);
    case "won":
      return said("done", "won", words ?? "They said yes", takenBack);
    case "lost":
      return said("stopped", "lost", words ?? "They said no", takenBack);
    case "reopened":
      return said("done", "undone", FROM[details.from ?? "booked"], {
        body: ["Follow-up resumed."],
      });
    case "replied":
      return said("done", "replied", "They replied");
    case "note":
      return said("done", "note", "Your note", { quote: words, note: id });
    case "value":
      return typeof details.cents === "number"
        ? said("done", "value", money(details.cents), {
            body: typeof details.was === "number" ? [`Before: ${money(details.was)}`] : [],
          })
        : said("done", "value", "Value removed");
    case "moved":
      return said("done", "moved by you", `To “${STAGE[details.to ?? "new"]}”`);
    case "held":
      return said("stopped", "on hold", "You put them on hold");
    case "went-on":
      return said("done", "resumed", "Follow-up resumed");
    case "unsubscribed":
      return said("stopped", "unsubscribed", "They unsubscribed");
    case "came-back":
      return said("done", "back", "They resubscribed");
    case "bounced":
      return said("unsent", "bounced", "Their address doesn’t work");
    case "complained":
      return said("stopped", "complained", "They marked an email as spam");
    case "wished":
      return said("done", "wish", words ?? "They want emails as usual again");
    case "texts-stopped":
      return said("stopped", "texts stopped", "They opted out of texts");
    case "texts-resumed":
      return said("done", "texts resumed", "They opted back in to texts");
    case "automatic":
      return said("done", "automatic reply", details.subject ?? "Automatic reply", {
        quote: words,
      });
    case "reacted":
      return said(
        "done",
        "a reaction",
        `They reacted${words ? ` with ${words}` : ""} to one of your messages`,
      );
    case "returned":
      return said("done", "bounced", "Their mail server refused a message", {
        body: [...(words ? [words] : []), "Their address may still be good, so follow-up continues."],
      });
    case "merged":
      return said("done", "merged by you", "Merged with another person", { body: words ? [words] : [] });
    case "unmerged":
      return said("done", "undone", "Separated again", { body: words ? [words] : [] });
    case "visit":
      return said("done", "visit", words ?? "A visit");
  }
}

const basisLines = ({ basis, texts }: HistoryEntry["details"]): string[] => [
  ...(basis ? [`${BASIS_LABELS[basis]}.`] : []),
  ...(texts ? ["They said texts are fine."] : []),
];

/** Facts stored on the lead from before happenings were recorded. */
function knownOnly({ happenings, known }: StoryParts): Placed[] {
  const isTold = (what: HistoryEntry["what"]) =>
    happenings.some((one) => one.what === what && one.undoneAt === null);
  const { bookedAt, outcome, outcomeAt, outcomeReason, unsubscribedAt, bouncedAt } = known;
  return [
    ...(bookedAt && !isTold("booked")
      ? [entry(bookedAt, "booked", "done", "appointment", "They have an appointment or a quote")]
      : []),
    ...(outcome && outcomeAt && !isTold(outcome)
      ? [
          entry(
            outcomeAt,
            outcome,
            outcome === "won" ? "done" : "stopped",
            outcome,
            outcomeReason ?? (outcome === "won" ? "They said yes" : "They said no"),
          ),
        ]
      : []),
    ...(unsubscribedAt && !isTold("unsubscribed") && !isTold("complained")
      ? [entry(unsubscribedAt, "unsubscribed", "stopped", "unsubscribed", "They unsubscribed")]
      : []),
    ...(bouncedAt && !isTold("bounced")
      ? [entry(bouncedAt, "bounced", "unsent", "bounced", "Their address doesn’t work")]
      : []),
  ];
}
