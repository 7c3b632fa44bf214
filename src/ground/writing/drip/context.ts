import { shortenWork, suits } from "../playbook/branches.ts";
import { chance, shuffleBy } from "../text/seeded-choice.ts";
import { Echoes, type Picking, type Slots, type Spent, fill } from "../text/compose.ts";
import type { Course, DripAsk } from "./course-schema.ts";
import { dripAsk, industryOf, asMagnetBrief, offerOf } from "./brief.ts";
import type { DripBrief } from "./schema.ts";
import { type Objection, objectionOf } from "../playbook/objection.ts";
import { type Phrases, phrasesOf } from "../playbook/phrases.ts";
import type { Playbook, Tone, Trade } from "../playbook/schema.ts";
import { withoutContractions } from "../text/sentences.ts";
import { toneOf } from "../playbook/understand-brief.ts";
import { capitalize, stems } from "../text/normalize.ts";

/** State shared while the emails and scripts of one drip are written. */
export interface DripContext extends Picking {
  playbook: Playbook;
  trade: Trade;
  course: Course;
  tone: Tone;
  ask: DripAsk;
  objection: Objection;
  phrases: Phrases;
  industry: string | undefined;
  /** The owner's goal as a request: "book a roof inspection". */
  goal: string | undefined;
  focus: ReadonlySet<string>;
  /** The brief's words about the work, used to exclude other kinds of jobs. */
  about: string;
  version: number;
  /**
   * The next items of a list, in an order specific to this brief, so that two briefs don't share all of them.
   */
  inTurn<T>(
    list: "ask" | "send" | "day" | "listen" | "call" | "other" | "otherCall" | "end" | "answer",
    items: readonly T[],
    turn: number,
  ): T;
  /** The job's short name after the product was named: "the deck". */
  short: Slots;
  say(template: string, more?: Slots): string;
}

/** Prepares the context of one drip; the seed decides between equal candidates. */
export function createDripContext(
  brief: DripBrief,
  course: Course,
  playbook: Playbook,
  seed: string,
  spent: Spent,
): DripContext {
  const asMagnet = asMagnetBrief(brief);
  const trade = playbook.drip;
  const phrases = phrasesOf(asMagnet, playbook);
  const tone = toneOf(brief.tone);
  const objection = objectionOf(brief.objection, playbook, trade, course.objection);
  const industry = industryOf(brief.industry);
  const goal = offerOf(brief);
  const work = phrases.product ?? playbook.work;
  const about = [brief.product, brief.industry, brief.company].join(" ");
  const words = {
    company: phrases.sender,
    name: phrases.person,
    first: phrases.first,
    who: `${phrases.person} of ${phrases.sender}`,
    email: brief.email,
    work,
    audience: playbook.readers,
    worker: playbook.worker,
    workers: playbook.workers,
    meeting: trade.meeting,
    spot: trade.spot,
    concern: objection.concern,
    aloud: objection.aloud,
    industry: industry ?? "",
    goal: goal ?? "",
    we: "we",
    us: "us",
    our: "our",
  };
  const slots = bothCases(words);
  return {
    playbook,
    trade,
    course,
    tone,
    ask: dripAsk(brief, course),
    objection,
    phrases,
    industry,
    goal,
    luck: chance(`${seed}\n${JSON.stringify(brief)}`),
    echoes: new Echoes(),
    spent,
    version: Math.trunc(Number(seed)),
    inTurn: (list, items, turn) =>
      shuffleBy(`${list}\n${JSON.stringify(brief)}`, items)[turn % items.length]!,
    focus: stems([brief.product, brief.industry, brief.objection].join(" ")),
    about,
    short: bothCases({ work: shortenWork(work, brief, trade) }),
    say: (template, more = {}) =>
      fill(tone === "expert" ? withoutContractions(template) : template, { ...slots, ...more }),
  };
}

/** Slots for mid-sentence and for sentence starts. */
const bothCases = (words: Slots): Slots => ({
  ...Object.fromEntries(
    Object.entries(words).map(([name, word]): [string, string] => [capitalize(name), capitalize(word)]),
  ),
  ...words,
});

/** Items about this kind of job or any; items about other kinds only if nothing else is left. */
export function suited<T>(
  { about, trade, say }: DripContext,
  items: readonly T[],
  authored: (item: T) => string = String,
): readonly T[] {
  const fitting = items.filter((item) => suits(say(authored(item)), about, trade.branches));
  return fitting.length > 0 ? fitting : items;
}

/** The trade's questions for proposing a day, about this kind of job if there are enough for all emails. */
export function daysOf(context: DripContext): readonly string[] {
  const fitting = suited(context, context.trade.days);
  return fitting.length < 5 ? context.trade.days : fitting;
}
