import { type Chance, chance } from "./chance.ts";
import { Echoes, type Slots, fill, takeItems } from "./compose.ts";
import { type Phrases, phrasesOf, readersLine } from "./phrases.ts";
import type { Angle, Playbook, Tone } from "./playbook-schema.ts";
import type { MagnetBrief, MagnetSection, MagnetText, Point } from "./schema.ts";
import { withoutContractions } from "./sentences.ts";
import { angleOf, askOf, choosePlaybook, readableGoal, readerOf, toneOf } from "./understand.ts";
import { calmSentence, capitalize, stems, withoutEnds } from "./words.ts";

type Part = "lead" | "second" | "questions" | "mistakes" | "proof" | "vocabulary";

/** What a guide of each kind is made of, in order. */
const PLANS: Record<Angle, readonly Part[]> = {
  choose: ["lead", "questions", "proof", "mistakes"],
  cost: ["lead", "questions", "second", "mistakes"],
  signs: ["lead", "second", "questions", "mistakes"],
  mistakes: ["mistakes", "lead", "questions", "vocabulary"],
  process: ["lead", "mistakes", "questions", "vocabulary"],
  care: ["lead", "second", "mistakes", "vocabulary"],
};
const SECOND: Record<Angle, Angle> = {
  choose: "process",
  cost: "process",
  signs: "cost",
  mistakes: "choose",
  process: "cost",
  care: "signs",
};
const SIZES = { questions: 6, mistakes: 5, proof: 4, vocabulary: 6, fears: 3, perGroup: 4 } as const;
const TODO_LABELS: Record<Tone, string> = {
  plain: "Do this next",
  friendly: "Worth ten minutes",
  expert: "Recommended step",
  direct: "Do this now",
  calm: "One small step",
};

/** Everything the parts of one guide share while it is written. */
interface Desk {
  playbook: Playbook;
  angle: Angle;
  tone: Tone;
  phrases: Phrases;
  slots: Slots;
  luck: Chance;
  echoes: Echoes;
  focus: ReadonlySet<string>;
  /** Our words with theirs filled in. */
  say(template: string): string;
}

/**
 * Writes a lead magnet from a brief. Pure: the same brief, seed and playbooks give the same text.
 * Nothing is claimed about the business beyond the brief.
 */
export function writeMagnet(brief: MagnetBrief, { seed, playbooks }: { seed: string; playbooks: readonly Playbook[] }): MagnetText {
  const desk = openDesk(brief, seed, playbooks);
  const { playbook, phrases, echoes, say } = desk;
  const reader = readerOf(brief.targetAudience);
  const ask = playbook.asks[askOf(brief.goal)];
  const plan = PLANS[desk.angle];
  const authored = chooseAuthored(desk, brief);
  const counts = countsFor(phrases);

  // What is fixed comes first, so that everything picked from lists can avoid its openings.
  const opening = [playbook.openings[desk.tone], ...topicLines(desk), playbook.aboutReaders[reader]].map(say);
  const about = aboutLines(desk, brief).map(say);
  const asked = say(ask.text);
  const promise = say(playbook.promises[desk.angle]);
  echoes.hear(promise, ...opening, ...about, asked, say(playbook.checklist.intro));
  for (const part of plan) echoes.hear(...fixedLines(desk, part, authored).map(say));

  const fears = takeItems(playbook.fears, SIZES.fears, { ...desk, texts: ({ fear, answer }) => [fear, answer].map(say) });
  const sections = plan.map((part) => writePart(desk, part, authored, counts));
  const groups = playbook.checklist.groups.map(({ heading, items }) => ({
    heading: say(heading),
    items: takeItems(items, SIZES.perGroup, { ...desk, texts: (item) => [say(item)] }).map(say),
  }));
  const numbers = {
    nq: pointsOf(plan, sections, "questions"),
    nm: pointsOf(plan, sections, "mistakes"),
    nc: groups.flatMap(({ items }) => items).length,
  };

  return {
    version: 1,
    playbook: playbook.id,
    title: titleFor(desk, plan, numbers),
    promise,
    readers: readersLine(brief, phrases.audience) ?? `For ${playbook.readers}`,
    opening: {
      heading: say(playbook.openingHeading),
      paragraphs: opening,
      points: fears.map(({ fear, answer }) => ({ title: say(fear), text: say(answer) })),
    },
    sections,
    todoLabel: TODO_LABELS[desk.tone],
    checklist: { heading: say(playbook.checklist.heading), intro: say(playbook.checklist.intro), groups },
    about: { heading: say(playbook.aboutHeading), paragraphs: about },
    nextStep: {
      heading: readableGoal(brief.goal) ? capitalize(withoutEnds(calmSentence(brief.goal))) : say(ask.heading),
      paragraphs: [asked],
      contact: { name: brief.name, company: brief.company, email: brief.email },
    },
  };
}

function openDesk(brief: MagnetBrief, seed: string, playbooks: readonly Playbook[]): Desk {
  const playbook = choosePlaybook(brief, playbooks);
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
    focus: stems([brief.topic, brief.product, brief.targetAudience].join(" ")),
    say: (template) => fill(tone === "expert" ? withoutContractions(template) : template, slots),
  };
}

type Authored = Record<"lead" | "second", Playbook["sections"][number]>;

/** The two authored sections that fit best: the angle counts, and so do the brief's words. */
function chooseAuthored({ playbook, angle, luck }: Desk, brief: MagnetBrief): Authored {
  const said = ` ${[brief.topic, brief.product, brief.goal, brief.targetAudience]
    .join(" ")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, " ")}`;
  const rank = (wanted: Angle) => {
    const points = (section: Playbook["sections"][number]) => {
      const called = Math.min(6, section.tags.filter((tag) => said.includes(` ${tag}`)).length * 3);
      // The first section of an angle is for everybody; later ones are about something special and wait to be called.
      const isSpecial = playbook.sections.find(({ angle: each }) => each === section.angle) !== section;
      return isSpecial && called === 0 ? -1 : called + (section.angle === wanted ? 4 : 0);
    };
    return playbook.sections
      .map((section) => ({ section, points: points(section) * 10 + luck.number(10) }))
      .toSorted((a, b) => b.points - a.points);
  };
  const lead = rank(angle)[0]!.section;
  const second = rank(SECOND[angle]).find(({ section }) => section !== lead)!.section;
  return { lead, second };
}

/** "7 mistakes …" asked for: then there are seven. */
function countsFor({ topic }: Phrases): { questions: number; mistakes: number } {
  const wanted = topic?.count && topic.count >= 3 && topic.count <= 10 ? topic.count : undefined;
  return {
    questions: wanted && /^questions?\b/i.test(topic!.title) ? wanted : SIZES.questions,
    mistakes: wanted && /mistakes?\b/i.test(topic!.title) ? wanted : SIZES.mistakes,
  };
}

function topicLines({ phrases, playbook, luck }: Desk): string[] {
  return phrases.topic ? [luck.pick(playbook.aboutTopic[phrases.topic.kind])] : [];
}

/** The business in its own words, never in ours: what the brief says, and where to hold it to this guide. */
function aboutLines({ playbook, phrases }: Desk, brief: MagnetBrief): string[] {
  const [first, ...rest] = playbook.about as [string, ...string[]];
  const what = phrases.what ? [brief.company === "" ? "What {name} does: {what}" : "What {company} does: {what}"] : [];
  return [[first, ...what].join(" "), ...rest];
}

/** Lines of a part that are the same whatever is picked. */
function fixedLines({ playbook }: Desk, part: Part, authored: Authored): string[] {
  if (part === "lead" || part === "second") {
    const { paragraphs, points = [], todo } = authored[part];
    return [...paragraphs, ...points.flatMap(({ title, text }) => [title, text]), todo];
  }
  return [playbook[part].intro, playbook[part].todo];
}

function writePart(desk: Desk, part: Part, authored: Authored, counts: { questions: number; mistakes: number }): MagnetSection {
  const { playbook, say } = desk;
  if (part === "lead" || part === "second") {
    const { heading, paragraphs, points = [], todo } = authored[part];
    return {
      heading: say(heading),
      paragraphs: paragraphs.map(say),
      points: points.map(({ title, text }) => ({ title: say(title), text: say(text) })),
      todo: say(todo),
    };
  }
  const take = <T>(items: readonly T[], count: number, point: (item: T) => Point): Point[] => {
    const spoken = (item: T): Point => ({ title: say(point(item).title), text: say(point(item).text) });
    return takeItems(items, count, { ...desk, texts: (item) => Object.values(spoken(item)) }).map(spoken);
  };
  const points = {
    questions: () => take(playbook.questions.items, counts.questions, ({ ask, listenFor }) => ({ title: ask, text: listenFor })),
    mistakes: () => take(playbook.mistakes.items, counts.mistakes, ({ mistake, instead }) => ({ title: mistake, text: instead })),
    proof: () => take(playbook.proof.items, SIZES.proof, ({ show, why }) => ({ title: show, text: why })),
    vocabulary: () => take(playbook.vocabulary.items, SIZES.vocabulary, ({ word, means }) => ({ title: word, text: means })),
  }[part]();
  const { heading, intro, todo } = playbook[part];
  return { heading: say(heading), paragraphs: [say(intro)], points, todo: say(todo) };
}

const pointsOf = (plan: readonly Part[], sections: readonly MagnetSection[], part: Part) => sections[plan.indexOf(part)]?.points.length;

/** The topic's own words where they make a title; else the trade's, with true numbers. */
function titleFor(
  { phrases, playbook, angle, luck, say }: Desk,
  plan: readonly Part[],
  numbers: { nq: number | undefined; nm: number | undefined; nc: number },
): string {
  const { topic, product } = phrases;
  if (topic) {
    const kept =
      topic.count !== undefined && [numbers.nq, numbers.nm].includes(topic.count) && /\b(?:questions?|mistakes?)\b/i.test(topic.title);
    if (kept) return `${topic.count} ${topic.inSentence}`;
    if (topic.kind === "question" || topic.title.split(" ").length > 4) return topic.title;
  }
  const candidates = topic ? playbook.topicTitles : product ? playbook.productTitles : playbook.titles[angle];
  const possible = candidates.filter(
    (title) => (!title.includes("{nq}") || plan.includes("questions")) && (!title.includes("{nm}") || plan.includes("mistakes")),
  );
  const numbered = luck
    .pick(possible)
    .replaceAll("{nq}", String(numbers.nq))
    .replaceAll("{nm}", String(numbers.nm))
    .replaceAll("{nc}", String(numbers.nc));
  return say(numbered);
}
