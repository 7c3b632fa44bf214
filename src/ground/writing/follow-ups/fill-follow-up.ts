import { asMagnetBrief } from "../drip/brief.ts";
import { CUES, FAREWELLS, GREETINGS } from "../drip/phrases.ts";
import type { DripBrief, DripEmail, DripScript, DripText } from "../drip/schema.ts";
import { type NamedGoal, namedGoal } from "../trades/named-goals.ts";
import { phrasesOf } from "../trades/phrases.ts";
import type { ObjectionKind, Trade, Tone } from "../trades/schema.ts";
import { toneOf } from "../trades/understand-brief.ts";
import { fill, type Slots } from "../text/fill.ts";
import type { FollowUp, FollowUpCall } from "./follow-up-file.ts";
import type { CloserObjection, ObjectionAnswer, ObjectionsFile } from "./objections-file.ts";
import type { Goal } from "./read-parts.ts";
import { goalOf } from "./understand-drip.ts";

/** A follow-up, what its trade answers to objections, and what the brief means in it. */
export interface Chosen {
  readonly followUp: FollowUp;
  readonly objections: ObjectionsFile;
  readonly trade: Trade;
  readonly tone: Tone;
  readonly goal: Goal;
  /** Undefined if the brief has none and the follow-up answers none unasked. */
  readonly objection: (ObjectionAnswer & { readonly kind: ObjectionKind }) | undefined;
}

/**
 * @param stated what the brief's objection means; undefined if it has none
 * @param closer an answer to exactly that, which is better than the trade's answer to its kind
 */
export function chooseFor(
  brief: DripBrief,
  from: Pick<Chosen, "followUp" | "objections" | "trade">,
  stated: ObjectionKind | undefined,
  closer?: CloserObjection,
): Chosen {
  const kind = closer?.kind ?? stated ?? from.followUp.objection;
  return {
    ...from,
    tone: toneOf(brief.tone),
    goal: goalOf(brief, from.followUp),
    objection: kind && { kind, ...(closer ?? from.objections.answers[kind]) },
  };
}

/** Number of versions of a follow-up in a tone before they repeat: one, if nothing in it has alternatives. */
export const versionsIn = ({ emails }: FollowUp, tone: Tone): number =>
  Math.max(
    ...emails.flatMap((email) =>
      email.kind === "email" ? [email.subjects.length, email.openings[tone].length] : 1,
    ),
  );

/**
 * A follow-up for one brief. Of what was typed, only the names and the email address appear in it.
 * @param version from 1; another one has other subjects and openings where there are any
 */
export function fillFollowUp(brief: DripBrief, chosen: Chosen, version = 1): DripText {
  const { followUp, trade, tone, goal, objection } = chosen;
  const named = namedGoal(brief.goal);
  const lastDay = Math.max(...followUp.emails.map(({ day }) => day));
  const { sender, person } = phrasesOf(asMagnetBrief(brief), trade);
  const names: Slots = { company: sender, sender: person };
  const say = (text: string) => fill(asTyped(text), names);
  const signature = [FAREWELLS[tone], person, ...(sender === person ? [] : [sender]), brief.email].join("\n");
  const bodyOf = (...paragraphs: string[]) =>
    [GREETINGS[tone], ...paragraphs.map(say), signature].join("\n\n");
  const turn = <T>(list: readonly T[]): T[] =>
    list.slice((version - 1) % Math.max(1, list.length)).slice(0, 1);
  return {
    version: 1,
    arc: followUp.id,
    playbook: trade.id,
    leadType: brief.leadType,
    tone,
    objection: objection ? say(objection.said) : "",
    emails: answerEarly(brief, followUp.emails, (email): DripEmail | undefined => {
      const { day, asks } = email;
      if (email.kind === "email") {
        const { subjects, openings, paragraphs } = email;
        return {
          day,
          subject: say(turn(subjects)[0]!),
          // By name at the beginning and at the end. In each of them it would be a tic.
          body: bodyOf(
            ...[...turn(openings[tone]), ...paragraphs, asks[goal]!],
            ...(named && day === followUp.emails[0]!.day ? [WRITTEN[tone](named)] : []),
            ...(named && day === lastDay ? [writtenLast(named)] : []),
          ),
        };
      }
      const answer = objection?.email;
      return answer
        ? {
            day,
            subject: say(answer.subject),
            body: bodyOf(...answer.paragraphs, answer.asks[goal] ?? asks[goal]!),
          }
        : undefined;
    }),
    scripts: followUp.calls.map((call, at) => {
      const before = followUp.calls.slice(0, at).filter(({ branches }) => branches.includes("objection"));
      return scriptOf(call, { ...chosen, turn: before.length, named }, say);
    }),
  };
}

/**
 * The emails in the order they are sent. What somebody has said comes first: readers found an answer in the
 * third email a week late. People who have the offer get it at once, others after the email that says who
 * writes and why. Each email makes sense without the one before.
 * @param write undefined for an objection that nobody made
 */
function answerEarly(
  { leadType, objection }: Pick<DripBrief, "leadType" | "objection">,
  emails: FollowUp["emails"],
  write: (email: FollowUp["emails"][number]) => DripEmail | undefined,
): DripEmail[] {
  const written = emails.flatMap((email) => {
    const text = write(email);
    return text ? [{ text, isAnswer: email.kind !== "email" }] : [];
  });
  const days = written.map(({ text }) => text.day);
  const rest = written.filter(({ isAnswer }) => !isAnswer || objection === "");
  const answers = written.filter((one) => !rest.includes(one));
  const ordered = rest.toSpliced(leadType === "purchase" ? 0 : 1, 0, ...answers);
  return ordered.map(({ text }, at) => ({ ...text, day: days[at]! }));
}

function scriptOf(
  { kind, day, title, when, opening, branches }: FollowUpCall,
  {
    goal,
    objection,
    objections,
    turn,
    named,
  }: Chosen & { readonly turn: number; readonly named: NamedGoal | undefined },
  say: (text: string) => string,
): DripScript {
  const known = objection && objection.kind !== "other" ? objection : undefined;
  // The answer they have heard in an earlier call isn't given again.
  const answer = (known ?? objections.answers.other).scripts[turn];
  const cue = known ? `If they say “${known.said}”` : CUES.hesitating;
  const lines = branches.flatMap((branch) => {
    if (branch === "objection") return answer === undefined ? [] : { cue, say: answer };
    if (!("asks" in branch)) return branch;
    const isLast = branch === branches.findLast((one) => typeof one === "object" && "asks" in one);
    const start = named && isLast ? `${spoken(named)} ` : "";
    return { cue: branch.cue, say: `${start}${branch.asks[goal]!}` };
  });
  const all = [{ cue: kind === "voicemail" ? CUES.voicemail : CUES.say, say: opening }, ...lines];
  return {
    title: say(title),
    day,
    when: say(when),
    lines: all.map((line) => ({ cue: say(line.cue), say: say(line.say) })),
  };
}

/** What the business wants, at the end of an email. */
const WRITTEN: Readonly<Record<Tone, (goal: NamedGoal) => string>> = {
  plain: ({ does, sends }) => `To ${does}, reply with ${sends}.`,
  friendly: ({ does, sends }) => `Whenever you’re ready to ${does}, reply with ${sends}.`,
  expert: ({ does, sends }) => `To ${does}, all I need is ${sends}.`,
  direct: ({ does, sends }) => `Ready to ${does}? Reply with ${sends}.`,
  calm: ({ does, sends }) => `If you’d like to ${does}, reply with ${sends}.`,
};

const writtenLast = ({ does, sends }: NamedGoal): string =>
  `And if it’s time to ${does}, just write back with ${sends}.`;

/** The same as a question. */
const spoken = ({ does }: NamedGoal): string =>
  does.startsWith("put us") ? `Could you ${does}?` : `Would you like to ${does}?`;

/** In an email program people type straight quotes. */
const asTyped = (text: string): string => text.replaceAll(/[“”]/g, '"').replaceAll(/[‘’]/g, "'");
