import { checkDrip } from "../checks/check-drip.ts";
import { composeVersion, pickVariant, pickItems } from "../text/compose.ts";
import type { Course, Lesson } from "./course-schema.ts";
import { asMagnetBrief } from "./brief.ts";
import { type DripContext, daysOf, createDripContext, suited } from "./context.ts";
import type { DripBrief, DripEmail, DripText, LeadType } from "./schema.ts";
import {
  FAREWELLS,
  FOR_ANY_TRADE,
  FROM_THE_INDUSTRY,
  GOAL_ASKS,
  GREETINGS,
  MAIL_ASKS,
  MANNERS,
  OTHER_MANNER,
} from "./phrases.ts";
import { type Playbook, SUBJECT_LIMIT } from "../playbook/schema.ts";
import { choosePlaybook } from "../playbook/understand-brief.ts";
import { writeScripts } from "./write-scripts.ts";
import { capitalize, lowerFirst, stems } from "../text/normalize.ts";

interface Shelf {
  readonly playbooks: readonly Playbook[];
  readonly courses: Readonly<Record<LeadType, Course>>;
}

/**
 * Writes follow-up emails and call scripts from a brief. Pure and deterministic. Claims nothing about the
 * business beyond the brief.
 * @param version from 1; each uses material that earlier ones haven't
 */
export function writeDrip(
  brief: DripBrief,
  { version = 1, ...shelf }: Shelf & { readonly version?: number },
): DripText {
  const playbook = choosePlaybook(asMagnetBrief(brief), shelf.playbooks);
  return composeVersion(
    version,
    (seed, spent) =>
      compose(createDripContext(brief, shelf.courses[brief.leadType], playbook, seed, spent), brief),
    (text) => checkDrip(text, brief, playbook).length,
  );
}

function compose(context: DripContext, brief: DripBrief): DripText {
  const { course, playbook, tone, echoes, say } = context;
  // Fixed text comes first, so that everything picked from lists can avoid its openings.
  const asks = course.emails.map((_email, at) => mailAsk(context, at));
  echoes.hear(...asks);
  const openings = course.emails.map(({ openings: each }, at) => {
    const shown = namesProduct(brief.leadType, at, course.emails.length - 1) ? {} : context.short;
    const inWords = { ...context, say: (template: string) => say(template, shown) };
    const opening = inWords.say(pickVariant(each[tone], inWords, (text) => [text]));
    echoes.hear(opening);
    return opening;
  });
  const answer = mailAnswer(context);
  echoes.hear(answer);
  const emails = course.emails.map(({ day, use, subjects = [] }, at): DripEmail => {
    const lesson = lessonOf(context, use, answer);
    const introduced = at === 0 ? withIndustry(context, lesson.text) : lesson.text;
    const subject = [...subjects.map((each) => capitalize(say(each, context.short))), lesson.subject].find(
      ({ length }) => length <= SUBJECT_LIMIT,
    )!;
    return { day, subject, body: bodyOf(context, brief, [openings[at]!, introduced, asks[at]!]) };
  });
  return {
    version: 1,
    playbook: playbook.id,
    leadType: brief.leadType,
    tone,
    objection: context.objection.said,
    emails,
    scripts: writeScripts(context),
  };
}

/**
 * The first email names the product in full, and for strangers the last one too; in between it is "the deck".
 */
const namesProduct = (leadType: LeadType, at: number, last: number) =>
  at === 0 || (leadType === "cold" && at === last);

function mailAsk(context: DripContext, at: number): string {
  const { ask, course, goal, tone, trade, short, version, inTurn, say } = context;
  // Every other version uses the other manner and other requests.
  const manner = version % 2 === 1 ? MANNERS[tone] : OTHER_MANNER[MANNERS[tone]];
  const { any, last } = MAIL_ASKS[ask][manner];
  const isLast = at === course.emails.length - 1;
  if (isLast && goal !== undefined) return say(GOAL_ASKS[manner]);
  const turn = at + (version - 1) * 4;
  const send = inTurn("send", suited(context, trade.sends), turn);
  const day = say(inTurn("day", daysOf(context), turn));
  return say(isLast ? last : inTurn("ask", any, at + Math.floor((version - 1) / 2) * 4), {
    ...short,
    send,
    day,
  });
}

function mailAnswer(context: DripContext): string {
  const { objection, trade, say } = context;
  const answer = pickVariant(suited(context, trade.objections[objection.kind].mails), context, (text) => [
    text,
  ]);
  return [objection.fear, answer]
    .filter((text) => text !== undefined)
    .map((text) => say(text))
    .join(" ");
}

/** Mentions the brief's industry, if any, in the first lesson. */
function withIndustry({ industry, trade, say }: DripContext, lesson: string): string {
  if (industry === undefined) return lesson;
  return `${say(trade.branches.length === 0 ? FOR_ANY_TRADE : FROM_THE_INDUSTRY)} ${lowerFirst(lesson)}`;
}

function lessonOf(context: DripContext, use: Lesson, answer: string): { subject: string; text: string } {
  const { playbook, trade, objection } = context;
  switch (use) {
    case "objection":
      return { subject: trade.objections[objection.kind].subject, text: answer };
    case "question": {
      const { text } = pickFrom(
        context,
        playbook.questions.items,
        ({ ask, listenFor }) => `"${ask}" ${listenFor}`,
      );
      return { subject: subjectFor(context, trade.subjects.question, text), text };
    }
    case "mistake": {
      const { text } = pickFrom(
        context,
        playbook.mistakes.items,
        ({ mistake, instead }) => `${mistake} ${instead}`,
      );
      return { subject: subjectFor(context, trade.subjects.mistake, text), text };
    }
    case "sign":
    case "cost":
    case "step": {
      const { item, text } = pickFrom(context, trade.notes[use], (note) => note.text);
      return { subject: item.subject, text };
    }
  }
}

/** The subject that best fits the email's text: shared words add to its score, foreign ones subtract. */
function subjectFor(context: DripContext, subjects: readonly string[], text: string): string {
  const textStems = stems(text);
  const fit = (subject: string) =>
    [...stems(subject)].reduce((sum, stem) => sum + (textStems.has(stem) ? 3 : -1), 0);
  const best = subjects.toSorted((a, b) => fit(b) - fit(a)).slice(0, 2);
  return pickVariant(best, context, (subject) => [subject]);
}

function pickFrom<T>(
  context: DripContext,
  items: readonly T[],
  authored: (item: T) => string,
): { item: T; text: string } {
  const [item] = pickItems(suited(context, items, authored), 1, {
    ...context,
    texts: (each) => [authored(each)],
  }) as [T];
  return { item, text: narrowed(context.say(authored(item)), context) };
}

/** Narrows "a deck or fence" to "a fence" for a lead who asked about fences. */
function narrowed(text: string, { trade, short }: DripContext): string {
  const bare = (words: string) => words.replace(/^(?:an?|the) /, "");
  const [wide, narrow] = [bare(trade.job.theirs), bare(short["work"]!)];
  return wide.includes(" or ") ? text.replaceAll(wide, narrow) : text;
}

function bodyOf({ tone, phrases }: DripContext, brief: DripBrief, paragraphs: readonly string[]): string {
  const signature = [
    FAREWELLS[tone],
    phrases.person,
    ...(phrases.sender === phrases.person ? [] : [phrases.sender]),
    brief.email,
  ].join("\n");
  return [GREETINGS[tone], ...paragraphs, signature].join("\n\n");
}
