import { chance } from "./chance.ts";
import { checkDrip } from "./check-drip.ts";
import { composeVersion, Echoes, type Picking, type Slots, type Spent, fill, pickVariant, takeItems } from "./compose.ts";
import type { Course, DripAsk, Lesson } from "./course-schema.ts";
import { shortWork, suits } from "./branches.ts";
import { dripAsk, industryOf, likeMagnet, offerOf } from "./drip-brief.ts";
import type { DripBrief, DripEmail, DripScript, DripText, LeadType } from "./drip-schema.ts";
import {
  CALL_ASKS,
  CALL_ENDS,
  CUES,
  FAREWELLS,
  FOR_ANY_TRADE,
  FROM_THE_INDUSTRY,
  GREETINGS,
  MAIL_ASKS,
  MANNERS,
  GOAL_ASKS,
  OTHER_MANNER,
  VOICEMAIL_ANSWERS,
} from "./drip-words.ts";
import { type Objection, objectionOf } from "./objection.ts";
import { type Phrases, phrasesOf } from "./phrases.ts";
import { type Playbook, SUBJECT_LIMIT, type Tone, type Trade } from "./playbook-schema.ts";
import { withoutContractions } from "./sentences.ts";
import { choosePlaybook, toneOf } from "./understand.ts";
import { capitalize, lowerFirst, stems } from "./words.ts";

/** Everything the emails and scripts of one drip share while they are written. */
interface Desk extends Picking {
  playbook: Playbook;
  trade: Trade;
  course: Course;
  tone: Tone;
  ask: DripAsk;
  objection: Objection;
  phrases: Phrases;
  industry: string | undefined;
  /** The owner's goal as something to be asked: "book a roof inspection". */
  goal: string | undefined;
  focus: ReadonlySet<string>;
  /** What the brief says about the work, for leaving out what belongs to another kind of job. */
  about: string;
  version: number;
  /** Where in a list that is gone through in turn this brief begins: in each list elsewhere, or two briefs would meet in all of them. */
  start(list: "ask" | "send" | "listen" | "call" | "end" | "answer"): number;
  /** The job in short, for where the product has been named already: "the deck". */
  short: Slots;
  /** Our words with theirs filled in. */
  say(template: string, more?: Slots): string;
}

/** What every version of one drip is written from. */
interface Shelf {
  readonly playbooks: readonly Playbook[];
  readonly courses: Readonly<Record<LeadType, Course>>;
}

/**
 * Writes a lead drip from a brief: follow-up emails and call scripts. Pure: the same brief, version, playbooks and courses give the same
 * text. Nothing is claimed about the business beyond the brief.
 * @param version from 1; each takes what the ones before it have not used
 */
export function writeDrip(brief: DripBrief, { version = 1, ...shelf }: Shelf & { readonly version?: number }): DripText {
  const playbook = choosePlaybook(likeMagnet(brief), shelf.playbooks);
  return composeVersion(
    version,
    (seed, spent) => compose(openDesk(brief, shelf.courses[brief.leadType], playbook, seed, spent), brief),
    (text) => checkDrip(text, brief, playbook).length,
  );
}

function compose(desk: Desk, brief: DripBrief): DripText {
  const { course, playbook, tone, echoes, say } = desk;
  // What is fixed comes first, so that everything picked from lists can avoid its openings.
  const asks = course.emails.map((_email, at) => mailAsk(desk, at));
  echoes.hear(...asks);
  const openings = course.emails.map(({ openings: each }, at) => {
    const shown = namesProduct(brief.leadType, at, course.emails.length - 1) ? {} : desk.short;
    const inWords = { ...desk, say: (template: string) => say(template, shown) };
    const opening = inWords.say(pickVariant(each[tone], inWords, (text) => [text]));
    echoes.hear(opening);
    return opening;
  });
  const answer = mailAnswer(desk);
  echoes.hear(answer);
  const emails = course.emails.map(({ day, use, subjects = [] }, at): DripEmail => {
    const lesson = lessonOf(desk, use, answer);
    const introduced = at === 0 ? withIndustry(desk, lesson.text) : lesson.text;
    const subject = [...subjects.map((each) => capitalize(say(each, desk.short))), lesson.subject].find(
      ({ length }) => length <= SUBJECT_LIMIT,
    )!;
    return { day, subject, body: bodyOf(desk, brief, [openings[at]!, introduced, asks[at]!]) };
  });
  return {
    version: 1,
    playbook: playbook.id,
    leadType: brief.leadType,
    tone,
    objection: desk.objection.said,
    emails,
    scripts: writeScripts(desk),
  };
}

function openDesk(brief: DripBrief, course: Course, playbook: Playbook, seed: string, spent: Spent): Desk {
  const asMagnet = likeMagnet(brief);
  const trade = playbook.drip;
  const phrases = phrasesOf(asMagnet, playbook);
  const tone = toneOf(brief.tone);
  const objection = objectionOf(brief.objection, playbook, trade, course.objection);
  const industry = industryOf(brief.industry);
  const goal = offerOf(brief.goal);
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
    start: (list) => chance(`${list}\n${JSON.stringify(brief)}`).number(24),
    focus: stems([brief.product, brief.industry, brief.objection].join(" ")),
    about,
    short: bothCases({ work: shortWork(work, brief, trade) }),
    say: (template, more = {}) => fill(tone === "expert" ? withoutContractions(template) : template, { ...slots, ...more }),
  };
}

/** For the middle and for the beginning of a sentence. */
const bothCases = (words: Slots): Slots => ({
  ...Object.fromEntries(Object.entries(words).map(([name, word]): [string, string] => [capitalize(name), capitalize(word)])),
  ...words,
});

/** The first email names the product in full, to a stranger the last one too; between them it is "the deck", as people speak. */
const namesProduct = (leadType: LeadType, at: number, last: number) => at === 0 || (leadType === "cold" && at === last);

function mailAsk(desk: Desk, at: number): string {
  const { ask, course, goal, tone, trade, short, version, start, say } = desk;
  // Every other version asks in the other manner, and for other things.
  const manner = version % 2 === 1 ? MANNERS[tone] : OTHER_MANNER[MANNERS[tone]];
  const list = MAIL_ASKS[ask][manner];
  const isLast = at === course.emails.length - 1;
  if (isLast && goal !== undefined) return say(GOAL_ASKS[manner]);
  const turn = start("ask") + Math.floor((version - 1) / 2);
  const sends = suited(desk, trade.sends);
  const send = sends[(start("send") + at + (version - 1) * 4) % sends.length]!;
  return say(isLast ? list[4] : list[(at + turn) % 4]!, { ...short, send });
}

/** What the email about the objection answers. */
function mailAnswer(desk: Desk): string {
  const { objection, trade, say } = desk;
  const answer = pickVariant(suited(desk, trade.objections[objection.kind].mails), desk, (text) => [text]);
  return [objection.fear, answer]
    .filter((text) => text !== undefined)
    .map((text) => say(text))
    .join(" ");
}

/** The first lesson names the industry, if the brief does. */
function withIndustry({ industry, trade, say }: Desk, lesson: string): string {
  if (industry === undefined) return lesson;
  return `${say(trade.branches.length === 0 ? FOR_ANY_TRADE : FROM_THE_INDUSTRY)} ${lowerFirst(lesson)}`;
}

/** One piece of the trade's know-how, the closest to the brief. */
function lessonOf(desk: Desk, use: Lesson, answer: string): { subject: string; text: string } {
  const { playbook, trade, objection } = desk;
  switch (use) {
    case "objection":
      return { subject: trade.objections[objection.kind].subject, text: answer };
    case "question": {
      const { text } = pickFrom(desk, playbook.questions.items, ({ ask, listenFor }) => `"${ask}" ${listenFor}`);
      return { subject: subjectFor(desk, trade.subjects.question, text), text };
    }
    case "mistake": {
      const { text } = pickFrom(desk, playbook.mistakes.items, ({ mistake, instead }) => `${mistake} ${instead}`);
      return { subject: subjectFor(desk, trade.subjects.mistake, text), text };
    }
    case "sign":
    case "cost":
    case "step": {
      const { item, text } = pickFrom(desk, trade.notes[use], (note) => note.text);
      return { subject: item.subject, text };
    }
  }
}

/** The subject that fits what the email says: words of it count for a subject, words of something else against it. */
function subjectFor(desk: Desk, subjects: readonly string[], text: string): string {
  const said = stems(text);
  const fit = (subject: string) => [...stems(subject)].reduce((sum, stem) => sum + (said.has(stem) ? 3 : -1), 0);
  const best = subjects.toSorted((a, b) => fit(b) - fit(a)).slice(0, 2);
  return pickVariant(best, desk, (subject) => [subject]);
}

/** Those about this kind of job or any; those about another kind only when there is nothing else. */
function suited<T>({ about, trade, say }: Desk, items: readonly T[], authored: (item: T) => string = String): readonly T[] {
  const fitting = items.filter((item) => suits(say(authored(item)), about, trade.branches));
  return fitting.length > 0 ? fitting : items;
}

/** One item, and its words filled in. */
function pickFrom<T>(desk: Desk, items: readonly T[], authored: (item: T) => string): { item: T; text: string } {
  const [item] = takeItems(suited(desk, items, authored), 1, { ...desk, texts: (each) => [authored(each)] }) as [T];
  return { item, text: narrowed(desk.say(authored(item)), desk) };
}

/** "A deck or fence" is "a fence" to somebody who has asked about fences. */
function narrowed(text: string, { trade, short }: Desk): string {
  const bare = (words: string) => words.replace(/^(?:an?|the) /, "");
  const [wide, narrow] = [bare(trade.job.theirs), bare(short["work"]!)];
  return wide.includes(" or ") ? text.replaceAll(wide, narrow) : text;
}

function bodyOf({ tone, phrases }: Desk, brief: DripBrief, paragraphs: readonly string[]): string {
  const signature = [FAREWELLS[tone], phrases.person, ...(phrases.sender === phrases.person ? [] : [phrases.sender]), brief.email].join(
    "\n",
  );
  return [GREETINGS[tone], ...paragraphs, signature].join("\n\n");
}

function writeScripts(desk: Desk): DripScript[] {
  const { course, trade, objection, ask, tone, short, version, start, say } = desk;
  const listen = suited(desk, trade.listen);
  const calls = suited(desk, trade.objections[objection.kind].calls);
  const sends = suited(desk, trade.sends);
  let talks = 0;
  return course.scripts.map(({ title, day, when, kind, openings }, place): DripScript => {
    const shown = place === 0 && course.leadType !== "purchase" ? {} : short;
    const opening = {
      cue: CUES.say,
      say: say(
        pickVariant(openings[tone], { ...desk, say: (text) => say(text, shown) }, (text) => [text]),
        shown,
      ),
    };
    desk.echoes.hear(opening.say);
    // Which of the ways to ask, to answer and to leave: each version and each talk its own.
    const turn = (version - 1) * 2 + talks;
    const inTurn = <T>(list: Parameters<typeof start>[0], items: readonly T[]): T => items[(start(list) + turn) % items.length]!;
    const send = { ...short, send: inTurn("send", sends) };
    if (kind === "voicemail")
      return {
        title,
        day,
        when: say(when),
        lines: [
          opening,
          { cue: CUES.about, say: say(inTurn("answer", VOICEMAIL_ANSWERS), short) },
          { cue: CUES.smallAsk, say: say(inTurn("ask", CALL_ASKS[ask].voicemail), send) },
        ],
      };
    const isFirst = talks++ % 2 === 0;
    const answer = say(inTurn("call", calls));
    return {
      title,
      day,
      when: say(when),
      lines: [
        opening,
        { cue: CUES.ask, say: say(inTurn("listen", listen), short) },
        { cue: objection.cue, say: isFirst && objection.fear !== undefined ? `${say(objection.fear)} ${answer}` : answer },
        { cue: CUES.smallAsk, say: say(inTurn("ask", CALL_ASKS[ask].talk), send) },
        { cue: CUES.no, say: say(inTurn("end", CALL_ENDS), short) },
      ],
    };
  });
}
