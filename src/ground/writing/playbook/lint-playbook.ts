import {
  bannedPhrases,
  claims,
  echoes,
  fitsAnyBusiness,
  placeholders,
  readingGrade,
} from "../checks/checks.ts";
import { fill } from "../text/compose.ts";
import { ANGLES, type Playbook } from "./schema.ts";
import { firstWord, openingOf, sentencesOf } from "../text/sentences.ts";

/** Stands in for slot values; `checks.ts` treats it as the owner's own word. */
const OWN = "Ownword";
const SLOTS = [
  "company",
  "who",
  "name",
  "first",
  "email",
  "work",
  "audience",
  "topic",
  "topicTitle",
  "what",
  "worker",
  "workers",
];
const DRIP_SLOTS = ["meeting", "spot", "concern", "aloud", "industry", "goal", "send", "day"];
const NUMBERS = { nq: "6", nm: "5", nc: "12" };
const LONGEST_SENTENCE = 38;
/** Opening sections required per kind of guide; a guide about mistakes opens with its list. */
const SECTIONS_PER_ANGLE = 3;

const slots: Record<string, string> = {
  ...NUMBERS,
  we: "we",
  We: "We",
  us: "us",
  Us: "Us",
  our: "our",
  Our: "Our",
  ...Object.fromEntries(
    [...SLOTS, ...DRIP_SLOTS].flatMap((name) => [
      [name, OWN],
      [name.charAt(0).toUpperCase() + name.slice(1), OWN],
    ]),
  ),
};

/** A unit that must make sense alone: the texts read together, and their place in the playbook. */
interface Unit {
  readonly at: string;
  readonly texts: readonly string[];
}

const each = (at: string, texts: readonly string[]): Unit[] =>
  texts.map((text, n) => ({ at: `${at}[${n}]`, texts: [text] }));
const pairs = <T>(at: string, items: readonly T[], both: (item: T) => readonly string[]): Unit[] =>
  items.map((item, n) => ({ at: `${at}[${n}]`, texts: both(item) }));
const byKey = (at: string, record: Readonly<Record<string, readonly string[]>>): Unit[] =>
  Object.entries(record).flatMap(([key, texts]) => each(`${at}.${key}`, texts));

function guideUnits(book: Playbook): Unit[] {
  const lists = {
    questions: book.questions,
    mistakes: book.mistakes,
    proof: book.proof,
    vocabulary: book.vocabulary,
    seasons: book.seasons,
  };
  return [
    ...byKey("promises", book.promises),
    ...byKey("openings", book.openings),
    ...byKey("aboutTopic", book.aboutTopic),
    ...byKey("aboutReaders", book.aboutReaders),
    ...pairs("fears", book.fears, ({ fear, answer }) => [fear, answer]),
    ...book.sections.flatMap(({ paragraphs, points = [], todo }, n) => [
      ...each(`sections[${n}].paragraphs`, paragraphs),
      ...pairs(`sections[${n}].points`, points, ({ title, text }) => [title, text]),
      ...each(`sections[${n}].todo`, [todo]),
    ]),
    ...Object.entries(lists).flatMap(([name, { intros, todos }]) => [
      ...each(`${name}.intros`, intros),
      ...each(`${name}.todos`, todos),
    ]),
    ...pairs("questions.items", book.questions.items, ({ ask, listenFor }) => [ask, listenFor]),
    ...pairs("mistakes.items", book.mistakes.items, ({ mistake, instead }) => [mistake, instead]),
    ...pairs("proof.items", book.proof.items, ({ show, why }) => [show, why]),
    ...pairs("vocabulary.items", book.vocabulary.items, ({ word, means }) => [word, means]),
    ...pairs("seasons.items", book.seasons.items, ({ when, text }) => [when, text]),
    ...each("checklist.intros", book.checklist.intros),
    ...book.checklist.groups.flatMap(({ items }, n) => each(`checklist.groups[${n}].items`, items)),
    ...book.abouts.flatMap((about, n) => each(`abouts[${n}]`, about)),
    ...Object.entries(book.asks).flatMap(([ask, variants]) =>
      each(
        `asks.${ask}`,
        variants.map(({ text }) => text),
      ),
    ),
  ];
}

// A paragraph counts as a whole: one of its sentences must be about the trade.
const heard = (units: readonly Unit[]): Unit[] =>
  units.map(({ at, texts }) => ({ at, texts: [...texts, ""] }));

function dripUnits({ drip }: Playbook): Unit[] {
  return heard([
    ...Object.entries(drip.notes).flatMap(([use, notes]) =>
      pairs(`drip.notes.${use}`, notes, ({ text }) => [text]),
    ),
    ...each("drip.listen", drip.listen),
    ...each("drip.days", drip.days),
    ...Object.entries(drip.objections).flatMap(([kind, { mails, calls }]) => [
      ...each(`drip.objections.${kind}.mails`, mails),
      ...each(`drip.objections.${kind}.calls`, calls),
    ]),
  ]);
}

/** All problems of a playbook by itself, as sentences with their place; empty if it can be used. */
export function lintPlaybook(book: Playbook): string[] {
  const found: string[] = [];
  const filled = (text: string): string => {
    try {
      return fill(text, slots);
    } catch (error) {
      found.push((error as Error).message);
      return text;
    }
  };
  const units = [...guideUnits(book), ...dripUnits(book)].map(({ at, texts }) => ({
    at,
    texts: texts.map(filled),
  }));
  for (const { at, texts } of units) {
    for (const text of texts) {
      found.push(...faultsOf(text, book).map((fault) => `${at}: ${fault}`));
      for (const sentence of sentencesOf(text))
        if (sentence.split(" ").length > LONGEST_SENTENCE)
          found.push(`${at}: a sentence of more than ${LONGEST_SENTENCE} words: ${sentence}`);
    }
    for (const sentence of echoes([texts])) found.push(`${at}: begins like the one before it: ${sentence}`);
    for (const words of fitsAnyBusiness([texts], book))
      found.push(`${at}: none of the trade's words, no slot: ${words}`);
  }
  // An email asks once, in its last paragraph; quoted questions are examples.
  const taught = [
    ...Object.values(book.drip.notes).flat(),
    ...Object.values(book.drip.objections).flatMap(({ mails }) => mails.map((text) => ({ text }))),
  ];
  for (const { text } of taught)
    if (text.replace(/"[^"]*"/g, "").includes("?"))
      found.push(`drip: a note or mail asks a question outside quotes: ${text}`);
  if (fitsAnyBusiness([[book.drip.spot]], book).length > 0)
    found.push(`drip.spot: none of the trade's words: ${book.drip.spot}`);
  return [...found, ...twice(units), ...sameOpenings(book), ...shape(book), ...tooHard(book, filled)];
}

function faultsOf(text: string, { doNotSay }: Playbook): string[] {
  return [
    ...bannedPhrases(text).map((words) => `worn phrase "${words}"`),
    ...placeholders(text).map((words) => `placeholder "${words}"`),
    ...claims(text, doNotSay).map((words) => `a claim "${words}"`),
    ...(/[“”‘’—…]/.test(text) ? ["curly quotes or a long dash; use straight quotes and periods"] : []),
    ...(text.includes("!") || /\b[A-Z]{6,}\b/.test(text) ? ["loud"] : []),
  ];
}

function twice(units: readonly Unit[]): string[] {
  const known = new Map<string, string>();
  return units.flatMap(({ at, texts }) =>
    texts.flatMap(sentencesOf).flatMap((sentence) => {
      const before = known.get(sentence);
      known.set(sentence, at);
      return before === undefined ? [] : [`${at}: stands in ${before} too: ${sentence}`];
    }),
  );
}

/** The writer skips items that start alike, so a list with many of them would run out. */
function sameOpenings(book: Playbook): string[] {
  const lists: Readonly<Record<string, readonly string[]>> = {
    fears: book.fears.map(({ fear }) => fear),
    "fears (answers)": book.fears.map(({ answer }) => answer),
    questions: book.questions.items.map(({ ask }) => ask),
    "questions (listenFor)": book.questions.items.map(({ listenFor }) => listenFor),
    mistakes: book.mistakes.items.map(({ mistake }) => mistake),
    "mistakes (instead)": book.mistakes.items.map(({ instead }) => instead),
    proof: book.proof.items.map(({ show }) => show),
    "proof (why)": book.proof.items.map(({ why }) => why),
    "vocabulary (means)": book.vocabulary.items.map(({ means }) => means),
    seasons: book.seasons.items.map(({ when }) => when),
    checklist: book.checklist.groups.flatMap(({ items }) => items),
  };
  return Object.entries(lists).flatMap(([name, texts]) => {
    const alike = [...Map.groupBy(texts, openingOf)].filter(([, group]) => group.length > 1);
    const first = [...Map.groupBy(texts, firstWord)].filter(
      ([, group]) => group.length > Math.max(4, texts.length / 5),
    );
    return [
      ...alike.map(([opening, group]) => `${name}: ${group.length} begin with "${opening}"`),
      ...first.map(([word, group]) => `${name}: ${group.length} of ${texts.length} begin with "${word}"`),
    ];
  });
}

function shape({ sections, checklist, seasons }: Playbook): string[] {
  return ANGLES.flatMap((angle) => {
    const own = sections.filter((section) => section.angle === angle);
    const open = own.filter(({ tags }) => tags.length === 0);
    const groups = checklist.groups.filter(({ angles }) => angles.includes(angle));
    return [
      ...(angle !== "mistakes" && own.length < SECTIONS_PER_ANGLE
        ? [`sections: ${own.length} for "${angle}", not ${SECTIONS_PER_ANGLE}`]
        : []),
      ...(angle !== "mistakes" && open.length < 2
        ? [`sections: fewer than 2 without tags for "${angle}"`]
        : []),
      ...(groups.length < 3 ? [`checklist: ${groups.length} groups for "${angle}", not 3`] : []),
    ];
  }).concat(
    [...Map.groupBy(seasons.items, ({ season }) => season)].length < 4 ? ["seasons: not all four"] : [],
  );
}

function tooHard(book: Playbook, filled: (text: string) => string): string[] {
  const grade = readingGrade(
    guideUnits(book).flatMap(({ texts }) => texts.map((text) => filled(text).replaceAll(OWN, "house"))),
  );
  return grade > 7.8 ? [`the whole reads at school grade ${grade.toFixed(1)}, not 7.8 or less`] : [];
}
