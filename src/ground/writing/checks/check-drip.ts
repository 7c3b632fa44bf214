import {
  type Finding,
  HARDEST,
  bannedPhrases,
  claims,
  placeholders,
  readingGrade,
  withoutOwnWords,
} from "./checks.ts";
import type { DripBrief, DripText } from "../drip/schema.ts";
import { phrasesOf } from "../trades/phrases.ts";
import { SUBJECT_LIMIT, type Trade } from "../trades/schema.ts";
import { sentencesOf } from "../text/sentences.ts";
import { asMagnetBrief } from "../drip/brief.ts";
import { fixSentenceCase, capitalize, withoutEnds } from "../text/normalize.ts";

/** What people write in emails when they have nothing to say. */
export const WORN_IN_MAIL =
  /just checking in|checking in\b|circl(?:e|ing) back|touch(?:ing)? base|hope this (?:finds|email)|following up\b|per my last|as per|bump(?:ing)? this|any update/i;
const FIRST_NAME = "{{first_name}}";

const paragraphsOf = (body: string): string[] => body.split("\n\n").slice(1, -1);

/** All problems of a lead drip by our rules; empty if it can be used as it is. */
export function checkDrip(text: DripText, brief: DripBrief, trade: Trade): Finding[] {
  const own = ownWords(brief, text, trade);
  // Removes the one allowed placeholder, so that any other is reported. Own words that contain it are masked
  // first, own words inside it last.
  const withPlaceholder = own.filter((word) => word.includes(FIRST_NAME));
  const mask = (line: string) =>
    withoutOwnWords(line, withPlaceholder)
      .split(FIRST_NAME)
      .map((piece) => withoutOwnWords(piece, own))
      .join("")
      .trim();
  const mails = text.emails.map(({ body }) => paragraphsOf(body).map(mask));
  const scripts = text.scripts.map(({ lines }) => lines.map(({ say }) => mask(say)));
  const subjects = text.emails.map(({ subject }) => mask(subject));
  const lines = [
    ...subjects,
    ...mails.flat(),
    ...scripts.flat(),
    ...text.scripts.flatMap((script) => [script.title, script.when].map(mask)),
  ];
  const find = (check: Finding["check"], words: readonly string[]): Finding[] =>
    words.map((each) => ({ check, words: each }));
  const sentences = mails.flat().flatMap(sentencesOf);
  const grade = readingGrade([...mails.flat(), ...scripts.flat()]);
  return [
    ...find("banned phrase", [
      ...lines.flatMap(bannedPhrases),
      ...lines.filter((line) => WORN_IN_MAIL.test(line)),
    ]),
    ...find("placeholder", lines.flatMap(placeholders)),
    ...find(
      "claim",
      // The figures have sources, and a model may use only those.
      lines.flatMap((line) => claims(line.replaceAll(/\d[\d.,]*/g, "N"), trade.doNotSay)),
    ),
    ...find(
      "repeat",
      [...sentences, ...subjects].filter(
        (sentence, at, all) => sentence !== "" && all.indexOf(sentence) !== at,
      ),
    ),
    ...find("grade", grade > HARDEST ? [grade.toFixed(1)] : []),
    ...find(
      "loud",
      lines.filter((line) => line.includes("!") || /\b[A-Z]{6,}\b/.test(line)),
    ),
    ...find(
      "subject",
      text.emails.map(({ subject }) => subject).filter((subject) => subject.length > SUBJECT_LIMIT),
    ),
    ...find(
      "more than one ask",
      mails.flatMap((paragraphs) =>
        paragraphs.slice(-1).filter((paragraph) => paragraph.split("?").length > 2),
      ),
    ),
    ...find("missing", missingFrom(text, brief, trade)),
  ];
}

/** Names and the address that the drip lacks. */
function missingFrom({ emails, scripts }: DripText, brief: DripBrief, trade: Trade): string[] {
  const { person, sender } = phrasesOf(asMagnetBrief(brief), trade);
  const bodies = emails.map(({ body }) => body);
  const [first] = scripts.map(({ lines }) => lines.map(({ cue, say }) => `${cue} ${say}`).join(" "));
  const asked = [
    [bodies.every((body) => body.includes(brief.email)), `The address "${brief.email}" under every email`],
    [bodies.every((body) => body.includes(person)), `The name "${person}" under every email`],
    [bodies.every((body) => body.includes(sender)), `The company "${sender}" under every email`],
    [first?.includes(sender), `The name "${sender}" in the first script`],
  ] as const;
  return asked.flatMap(([isThere, words]) => (isThere ? [] : [words]));
}

/** The owner's words in every form a drip may use, longest first; checks skip them. */
export function ownWords(
  brief: DripBrief,
  { objection }: Pick<DripText, "objection">,
  trade: Trade,
): string[] {
  const all = [
    ...phrasesOf(asMagnetBrief(brief), trade).own,
    ...[objection, brief.objection, brief.industry],
    ...[brief.objection, brief.goal].map((text) => withoutEnds(fixSentenceCase(text))),
  ];
  const forms = all.flatMap((word) => [
    word,
    capitalize(word),
    word.replace(/^\p{Lu}/u, (letter) => letter.toLowerCase()),
  ]);
  return [...new Set(forms)].filter((word) => word.length > 1).toSorted((a, b) => b.length - a.length);
}
