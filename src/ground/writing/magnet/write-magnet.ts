import { suits } from "../playbook/branches.ts";
import { checkMagnet } from "../checks/checks.ts";
import { composeVersion, pickVariant, pickItems, type Slots } from "../text/compose.ts";
import { type GuideContext, createGuideContext } from "./context.ts";
import { type Counts, countsFor, LISTS, type Part, planFor, SECOND, SIZES } from "./plan.ts";
import { readersLine } from "../playbook/phrases.ts";
import type { Angle, Playbook, Tone } from "../playbook/schema.ts";
import type { MagnetBrief, MagnetSection, ComposedGuide, Point } from "../schema.ts";
import { askOf, choosePlaybook, readableGoal, readerOf, wordsIn } from "../playbook/understand-brief.ts";
import { fixSentenceCase, capitalize, withoutEnds } from "../text/normalize.ts";

const TODO_LABELS: Record<Tone, string> = {
  plain: "Do this next",
  friendly: "Worth ten minutes",
  expert: "Recommended step",
  direct: "Do this now",
  calm: "One small step",
};
/**
 * Writes a lead magnet from a brief. Pure and deterministic. Claims nothing about the business beyond the
 * brief.
 * @param version from 1; each uses material that earlier ones haven't
 */
export function writeMagnet(
  brief: MagnetBrief,
  { version = 1, playbooks }: { version?: number; playbooks: readonly Playbook[] },
): ComposedGuide {
  const playbook = choosePlaybook(brief, playbooks);
  return composeVersion(
    version,
    (seed, spent) => compose(createGuideContext(brief, seed, playbook, spent), brief),
    (text) => checkMagnet(text, brief, playbook).length,
  );
}

function compose(context: GuideContext, brief: MagnetBrief): ComposedGuide {
  const { playbook, phrases, echoes, say } = context;
  const one = (variants: readonly string[]) => pickVariant(variants, context, (text) => [text]);
  const counts = countsFor(phrases);
  const plan = planFor(context, counts);

  // Fixed text comes first, so that everything picked from lists can avoid its openings.
  const fixedTexts: string[] = [];
  const fixed = (text: string) => {
    const filled = say(text);
    echoes.hear(filled);
    fixedTexts.push(filled);
    return filled;
  };
  const promise = fixed(one(playbook.promises[context.angle]));
  const opening = [
    fixed(one(playbook.openings[context.tone])),
    ...(phrases.topic ? [fixed(one(playbook.aboutTopic[phrases.topic.kind]))] : []),
    fixed(one(playbook.aboutReaders[readerOf(brief.targetAudience)])),
  ];
  const about = aboutLines(context, brief).map(fixed);
  const ask = pickVariant(playbook.asks[askOf(brief.goal)], context, ({ text }) => [text]);
  const asked = fixed(ask.text);
  const intro = fixed(one(playbook.checklist.intros));
  const authored = chooseAuthored(context, brief, plan);
  const frames = plan.map((part) => frameOf(context, part, authored));
  for (const { paragraphs, points, todo } of frames)
    echoes.hear(...paragraphs, ...points.flatMap(({ title, text }) => [title, text]), todo);

  const fears = pickItems(suited(context, playbook.fears, SIZES.fears, Object.values), SIZES.fears, {
    ...context,
    texts: ({ fear, answer }) => [fear, answer],
  });
  const sections = plan.map((part, at) => ({
    ...frames[at]!,
    ...(part === "lead" || part === "second" ? {} : { points: pointsFor(context, part, counts) }),
  }));
  const groups = groupsFor(context).map(({ heading, items }) => ({
    heading: say(heading),
    items: pickItems(
      suited(context, items, SIZES.perGroup, (item) => [item]),
      SIZES.perGroup,
      { ...context, texts: (item) => [item] },
    ).map(say),
  }));
  const numbers = {
    nq: sections[plan.indexOf("questions")]?.points.length,
    nm: sections[plan.indexOf("mistakes")]?.points.length,
    nc: groups.flatMap(({ items }) => items).length,
  };

  return {
    version: 1,
    playbook: playbook.id,
    title: titleFor(context, numbers),
    promise,
    readers: readersLine(brief, phrases.audience) ?? `For ${playbook.readers}`,
    opening: {
      heading: say(one(playbook.openingHeadings)),
      paragraphs: opening,
      points: fears.map(({ fear, answer }) => ({ title: say(fear), text: say(answer) })),
    },
    sections,
    todoLabel: TODO_LABELS[context.tone],
    checklist: { heading: say(one(playbook.checklist.headings)), intro, groups },
    about: { heading: say(one(playbook.aboutHeadings)), paragraphs: about },
    nextStep: {
      heading: readableGoal(brief.goal)
        ? capitalize(withoutEnds(fixSentenceCase(brief.goal)))
        : say(ask.heading),
      paragraphs: [asked],
      contact: { name: brief.name, company: brief.company, email: brief.email },
    },
  };
}

type Authored = Partial<Record<"lead" | "second", Playbook["sections"][number]>>;

/** The best authored sections: those whose tags match the brief, else general ones not used yet. */
function chooseAuthored(context: GuideContext, brief: MagnetBrief, plan: readonly Part[]): Authored {
  const { playbook, angle, luck, spent, echoes, say } = context;
  const words = wordsIn([brief.topic, brief.product, brief.goal, brief.targetAudience].join(" "));
  const choose = (wanted: readonly Angle[], excluded?: Playbook["sections"][number]) => {
    const ranked = playbook.sections
      .filter((section) => section !== excluded)
      .map((section) => {
        const called = section.tags.filter((tag) => words.includes(` ${tag}`)).length;
        const isWaiting = section.tags.length > 0 && called === 0;
        const place = wanted.indexOf(section.angle);
        const isEcho = echoes.repeats(...textsOf(section).map(say));
        const fit = Math.min(2, called) * 30 + (place < 0 ? 0 : 50 - place * 5);
        return {
          section,
          rank:
            fit +
            luck.number(20) -
            (isWaiting ? 500 : 0) -
            (isEcho ? 200 : 0) -
            spent.lastUse(section.heading) * 1000,
        };
      })
      .toSorted((a, b) => b.rank - a.rank);
    const { section } = ranked[0]!;
    spent.use(section.heading);
    echoes.hear(...textsOf(section).map(say));
    return section;
  };
  const lead = plan.includes("lead")
    ? choose([angle, ...(angle === "mistakes" ? (["choose"] as const) : [])])
    : undefined;
  return { ...(lead && { lead }), ...(plan.includes("second") && { second: choose(SECOND[angle], lead) }) };
}

const textsOf = ({ paragraphs, points = [], todo }: Playbook["sections"][number]) => [
  ...paragraphs,
  ...points.flatMap(({ title, text }) => [title, text]),
  todo,
];

/** About the business, only in the brief's own words, and how to use this guide to judge it. */
function aboutLines(context: GuideContext, brief: MagnetBrief): string[] {
  const [first = "", ...rest] = pickVariant(context.playbook.abouts, context, (about) => about);
  const what = context.phrases.what
    ? [brief.company === "" ? "What {name} does: {what}" : "What {company} does: {what}"]
    : [];
  return [[first, ...what].join(" "), ...rest];
}

function frameOf(context: GuideContext, part: Part, authored: Authored): MagnetSection {
  const { playbook, say } = context;
  if (part === "lead" || part === "second") {
    const { heading, paragraphs, points = [], todo } = authored[part]!;
    return {
      heading: say(heading),
      paragraphs: paragraphs.map(say),
      points: points.map(({ title, text }) => ({ title: say(title), text: say(text) })),
      todo: say(todo),
    };
  }
  const one = (variants: readonly string[]) => say(pickVariant(variants, context, (text) => [text]));
  const { headings, intros, todos } = playbook[part];
  const intro = one(intros);
  context.echoes.hear(intro);
  return { heading: one(headings), paragraphs: [intro], points: [], todo: one(todos) };
}

function pointsFor(context: GuideContext, part: (typeof LISTS)[number], counts: Counts): Point[] {
  const { playbook, say } = context;
  const pickPoints = <T>(items: readonly T[], count: number, point: (item: T) => Point): Point[] =>
    pickItems(
      suited(context, items, count, (item) => Object.values(point(item))),
      count,
      { ...context, texts: (item) => Object.values(point(item)) },
    )
      .map(point)
      .map(({ title, text }) => ({ title: say(title), text: say(text) }));
  switch (part) {
    case "questions":
      return pickPoints(playbook.questions.items, counts.questions, ({ ask, listenFor }) => ({
        title: ask,
        text: listenFor,
      }));
    case "mistakes":
      return pickPoints(playbook.mistakes.items, counts.mistakes, ({ mistake, instead }) => ({
        title: mistake,
        text: instead,
      }));
    case "proof":
      return pickPoints(playbook.proof.items, SIZES.proof, ({ show, why }) => ({ title: show, text: why }));
    case "vocabulary":
      return pickPoints(playbook.vocabulary.items, SIZES.vocabulary, ({ word, means }) => ({
        title: word,
        text: means,
      }));
    case "seasons":
      return inYearOrder(context).flatMap((items) =>
        pickPoints(items, 1, ({ when, text }) => ({ title: when, text })),
      );
  }
}

/** Items not about other kinds of jobs than the brief's, if there are plenty. */
function suited<T>(
  { playbook, about }: GuideContext,
  items: readonly T[],
  count: number,
  texts: (item: T) => readonly string[],
): readonly T[] {
  const fitting = items.filter((item) => suits(texts(item).join(" "), about, playbook.drip.branches));
  return fitting.length >= count * 2 ? fitting : items;
}

/** Seasonal entries in calendar order; one of each is used. */
function inYearOrder({ playbook }: GuideContext): Playbook["seasons"]["items"][] {
  return [...Map.groupBy(playbook.seasons.items, ({ season }) => season).values()];
}

/** Three groups suited to this kind of guide, in the order of the job. */
function groupsFor({ playbook, angle, spent, luck }: GuideContext): Playbook["checklist"]["groups"] {
  const { groups } = playbook.checklist;
  const chosen = new Set(
    groups
      .map((group) => ({
        group,
        rank: (group.angles.includes(angle) ? 0 : 500) + spent.lastUse(group.heading) * 60 + luck.number(50),
      }))
      .toSorted((a, b) => a.rank - b.rank)
      .slice(0, SIZES.groups)
      .map(({ group }) => group),
  );
  for (const { heading } of chosen) spent.use(heading);
  return groups.filter((group) => chosen.has(group));
}

/** The topic as a title if it makes one; otherwise the trade's title with correct numbers. */
function titleFor(
  context: GuideContext,
  numbers: { nq: number | undefined; nm: number | undefined; nc: number },
): string {
  const { phrases, playbook, angle, say } = context;
  const { topic, product } = phrases;
  if (topic) {
    const hasPromisedCount =
      topic.count !== undefined &&
      [numbers.nq, numbers.nm].includes(topic.count) &&
      /\b(?:questions?|mistakes?)\b/i.test(topic.title);
    if (hasPromisedCount) return `${topic.count} ${topic.inSentence}`;
    if (topic.kind === "question" || topic.title.split(" ").length > 4) return topic.title;
  }
  const candidates = topic ? playbook.topicTitles : product ? playbook.productTitles : playbook.titles[angle];
  const possible = candidates.filter(
    (title) =>
      (!title.includes("{nq}") || numbers.nq !== undefined) &&
      (!title.includes("{nm}") || numbers.nm !== undefined),
  );
  const counted: Slots = Object.fromEntries(
    Object.entries(numbers).map(([name, number]) => [name, String(number)]),
  );
  const numbered = (title: string) => title.replace(/\{(n[qmc])\}/g, (_all, name: string) => counted[name]!);
  return say(
    numbered(pickVariant(possible, { ...context, say: (title) => say(numbered(title)) }, (title) => [title])),
  );
}
