import { chance } from "../text/seeded-choice.ts";
import { Echoes, type Picking, type Slots, type Spent, fill } from "../text/compose.ts";
import { type Phrases, phrasesOf } from "../playbook/phrases.ts";
import type { Angle, Playbook, Tone } from "../playbook/schema.ts";
import type { MagnetBrief } from "../schema.ts";
import { withoutContractions } from "../text/sentences.ts";
import { angleOf, toneOf } from "../playbook/understand-brief.ts";
import { capitalize, stems } from "../text/normalize.ts";

export interface GuideContext extends Picking {
  playbook: Playbook;
  angle: Angle;
  tone: Tone;
  phrases: Phrases;
  slots: Slots;
  focus: ReadonlySet<string>;
  /** The brief's words about the work, used to exclude other kinds of jobs. */
  about: string;
}

/** Prepares the state for one guide; the seed decides between equal candidates. */
export function createGuideContext(
  brief: MagnetBrief,
  seed: string,
  playbook: Playbook,
  spent: Spent,
): GuideContext {
  const phrases = phrasesOf(brief, playbook);
  const tone = toneOf(brief.tone);
  const alone = brief.company === "";
  const words = {
    company: phrases.sender,
    who: alone ? phrases.person : `${phrases.person} of ${phrases.sender}`,
    name: phrases.person,
    first: phrases.first,
    email: brief.email,
    work: phrases.product ?? playbook.work,
    audience: phrases.audience ?? playbook.readers,
    topic: phrases.topic?.inSentence ?? "",
    topicTitle: phrases.topic?.title ?? "",
    what: phrases.what ?? playbook.work,
    worker: playbook.worker,
    workers: playbook.workers,
    we: alone ? "I" : "we",
    us: alone ? "me" : "us",
    our: alone ? "my" : "our",
  };
  const capitals: Slots = Object.fromEntries(
    Object.entries(words).map(([name, word]): [string, string] => [capitalize(name), capitalize(word)]),
  );
  const slots: Slots = { ...capitals, ...words };
  return {
    playbook,
    angle: angleOf(brief),
    tone,
    phrases,
    slots,
    luck: chance(`${seed}\n${JSON.stringify(brief)}`),
    echoes: new Echoes(),
    spent,
    about: [brief.topic, brief.product].join(" "),
    focus: stems([brief.topic, brief.product, brief.targetAudience].join(" ")),
    say: (template) => fill(tone === "expert" ? withoutContractions(template) : template, slots),
  };
}
