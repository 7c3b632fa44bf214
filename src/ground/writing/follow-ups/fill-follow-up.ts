import { asMagnetBrief } from "../drip/brief.ts";
import { CUES, FAREWELLS, GREETINGS } from "../drip/phrases.ts";
import type { DripBrief, DripEmail, DripScript, DripText } from "../drip/schema.ts";
import { phrasesOf } from "../playbook/phrases.ts";
import type { ObjectionKind, Playbook, Tone } from "../playbook/schema.ts";
import { toneOf } from "../playbook/understand-brief.ts";
import { fill, type Slots } from "../text/compose.ts";
import type { FollowUp, FollowUpCall } from "./follow-up-file.ts";
import type { ObjectionAnswer, ObjectionsFile } from "./objections-file.ts";
import type { Goal } from "./read-parts.ts";
import { goalOf } from "./understand-drip.ts";

/** A follow-up, what its trade answers to objections, and what the brief means in it. */
export interface Chosen {
  readonly followUp: FollowUp;
  readonly objections: ObjectionsFile;
  readonly playbook: Playbook;
  readonly tone: Tone;
  readonly goal: Goal;
  /** Undefined if the brief has none and the follow-up answers none unasked. */
  readonly objection: (ObjectionAnswer & { readonly kind: ObjectionKind }) | undefined;
}

/** @param stated what the brief's objection means; undefined if it has none */
export function chooseFor(
  brief: DripBrief,
  from: Pick<Chosen, "followUp" | "objections" | "playbook">,
  stated: ObjectionKind | undefined,
): Chosen {
  const kind = stated ?? from.followUp.objection;
  return {
    ...from,
    tone: toneOf(brief.tone),
    goal: goalOf(brief, from.followUp),
    objection: kind && { kind, ...from.objections.answers[kind] },
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
  const { followUp, playbook, tone, goal, objection } = chosen;
  const { sender, person } = phrasesOf(asMagnetBrief(brief), playbook);
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
    playbook: playbook.id,
    leadType: brief.leadType,
    tone,
    objection: objection ? say(objection.said) : "",
    emails: followUp.emails.flatMap((email): DripEmail | [] => {
      const { day, asks } = email;
      if (email.kind === "email") {
        const { subjects, openings, paragraphs } = email;
        return {
          day,
          subject: say(turn(subjects)[0]!),
          body: bodyOf(...turn(openings[tone]), ...paragraphs, asks[goal]!),
        };
      }
      const answer = objection?.email;
      return answer
        ? {
            day,
            subject: say(answer.subject),
            body: bodyOf(...answer.paragraphs, answer.asks[goal] ?? asks[goal]!),
          }
        : [];
    }),
    scripts: followUp.calls.map((call, at) => {
      const before = followUp.calls.slice(0, at).filter(({ branches }) => branches.includes("objection"));
      return scriptOf(call, { ...chosen, turn: before.length }, say);
    }),
  };
}

function scriptOf(
  { kind, day, title, when, opening, branches }: FollowUpCall,
  { goal, objection, objections, turn }: Chosen & { readonly turn: number },
  say: (text: string) => string,
): DripScript {
  const known = objection && objection.kind !== "other" ? objection : undefined;
  // The answer they have heard in an earlier call isn't given again.
  const answer = (known ?? objections.answers.other).scripts[turn];
  const cue = known ? `If they say “${known.said}”` : CUES.hesitating;
  const lines = branches.flatMap((branch) => {
    if (branch === "objection") return answer === undefined ? [] : { cue, say: answer };
    return "asks" in branch ? { cue: branch.cue, say: branch.asks[goal]! } : branch;
  });
  const spoken = [{ cue: kind === "voicemail" ? CUES.voicemail : CUES.say, say: opening }, ...lines];
  return {
    title: say(title),
    day,
    when: say(when),
    lines: spoken.map((line) => ({ cue: say(line.cue), say: say(line.say) })),
  };
}

/** In an email program people type straight quotes. */
const asTyped = (text: string): string => text.replaceAll(/[“”]/g, '"').replaceAll(/[‘’]/g, "'");
