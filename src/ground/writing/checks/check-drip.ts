import {
  type Finding,
  HARDEST,
  bannedPhrases,
  claims,
  echoes,
  fitsAnyBusiness,
  placeholders,
  readingGrade,
  mentionsPhrase,
  withoutOwnWords,
} from "./checks.ts";
import type { DripBrief, DripText } from "../drip/schema.ts";
import { objectionOf } from "../playbook/objection.ts";
import { phrasesOf } from "../playbook/phrases.ts";
import { type Playbook, SUBJECT_LIMIT } from "../playbook/schema.ts";
import { sentencesOf } from "../text/sentences.ts";
import { shortenWork } from "../playbook/branches.ts";
import { industryOf, asMagnetBrief } from "../drip/brief.ts";
import { fixSentenceCase, capitalize, withoutEnds } from "../text/normalize.ts";

/** What people write in emails when they have nothing to say. */
export const WORN_IN_MAIL =
  /just checking in|checking in\b|circl(?:e|ing) back|touch(?:ing)? base|hope this (?:finds|email)|following up\b|per my last|as per|bump(?:ing)? this|any update/i;
const FIRST_NAME = "{{first_name}}";

const paragraphsOf = (body: string): string[] => body.split("\n\n").slice(1, -1);

/**
 * Checks that keep sentences from lists apart. A text written whole, or by a model after it, may repeat an
 * opening for effect and have a sentence without a word of the trade.
 */
const ONLY_COMPOSED: ReadonlySet<Finding["check"]> = new Set(["echo", "fits any business"]);

/** All problems of a lead drip by our rules; empty if it can be used as it is. */
export function checkDrip(text: DripText, brief: DripBrief, playbook: Playbook): Finding[] {
  const found = findingsOf(text, brief, playbook);
  return text.arc === undefined ? found : found.filter(({ check }) => !ONLY_COMPOSED.has(check));
}

function findingsOf(text: DripText, brief: DripBrief, playbook: Playbook): Finding[] {
  const own = ownWords(brief, playbook);
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
  // A paragraph counts as a whole: one of its sentences must be about the trade or the brief.
  const paragraphs = [...mails.flat(), ...scripts.flat()].map((paragraph) => [paragraph, ""]);
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
      // In a whole text the figures have sources.
      lines.flatMap((line) =>
        claims(text.arc === undefined ? line : line.replaceAll(/\d[\d.,]*/g, "N"), playbook.doNotSay),
      ),
    ),
    ...find("echo", [
      ...echoes(mails.flat().map((paragraph) => [paragraph])),
      ...echoes(scripts.map(([opening = ""]) => [opening])),
    ]),
    ...find(
      "repeat",
      [...sentences, ...subjects].filter(
        (sentence, at, all) => sentence !== "" && all.indexOf(sentence) !== at,
      ),
    ),
    ...find("fits any business", fitsAnyBusiness(paragraphs, withJobs(playbook))),
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
      mails.flatMap((paragraphs) => [
        // Quoted questions are examples; only the last paragraph asks the reader.
        ...(text.arc === undefined ? paragraphs.slice(0, -1) : []).filter((paragraph) =>
          paragraph.replace(/"[^"]*"/g, "").includes("?"),
        ),
        ...paragraphs.slice(-1).filter((paragraph) => paragraph.split("?").length > 2),
      ]),
    ),
    ...find("missing", missingFrom(text, brief, playbook)),
  ];
}

/** Parts of the brief that the drip lacks, as phrases normalized the way our sentences use them. */
function missingFrom({ arc, emails, scripts }: DripText, brief: DripBrief, playbook: Playbook): string[] {
  const { person, sender, product } = phrasesOf(asMagnetBrief(brief), playbook);
  const bodies = emails.map(({ body }) => body);
  const calls = scripts.map(({ lines }) => lines.map(({ cue, say }) => `${cue} ${say}`).join(" "));
  const objection =
    brief.objection === "" ? undefined : objectionOf(brief.objection, playbook, playbook.drip, "usual").said;
  const asked = [
    [bodies.every((body) => body.includes(brief.email)), `The address "${brief.email}" under every email`],
    [bodies.every((body) => body.includes(person)), `The name "${person}" under every email`],
    [bodies.every((body) => body.includes(sender)), `The company "${sender}" under every email`],
    [calls[0]?.includes(sender), `The name "${sender}" in the first script`],
  ] as const;
  // What was typed doesn't get into the sentences of a whole text.
  const typed = [
    [mentionsPhrase(bodies, product), "What the brief sells, in the emails"],
    // On the phone it is "the deck" from the start for people about to buy.
    [
      mentionsPhrase(calls, product && `${product} ${shortenWork(product, brief, playbook.drip)}`),
      "What the brief sells, in the calls",
    ],
    [mentionsPhrase(bodies, objection), "The objection of the brief, in the emails"],
    [mentionsPhrase(calls, objection), "The objection of the brief, in the calls"],
  ] as const;
  return [...asked, ...(arc === undefined ? typed : [])].flatMap(([isThere, words]) =>
    isThere ? [] : [words],
  );
}

/** The playbook with its job names added to the trade's words. */
function withJobs(playbook: Playbook): Playbook {
  const jobs = [playbook.drip.job, ...playbook.drip.branches.flatMap(({ job }) => job ?? [])];
  return { ...playbook, words: [...playbook.words, ...jobs.flatMap(({ any, theirs }) => [any, theirs])] };
}

/** The owner's words in every form a drip may use, longest first; checks skip them. */
export function ownWords(brief: DripBrief, playbook: Playbook): string[] {
  const typed = withoutEnds(fixSentenceCase(brief.objection));
  const objection =
    typed === ""
      ? []
      : [objectionOf(brief.objection, playbook, playbook.drip, "usual")].flatMap(({ said, concern }) => [
          said,
          concern,
        ]);
  const industry = industryOf(brief.industry) ?? "";
  const all = [
    ...phrasesOf(asMagnetBrief(brief), playbook).own,
    typed,
    ...objection,
    industry,
    brief.objection,
    withoutEnds(fixSentenceCase(brief.goal)),
  ];
  const forms = all.flatMap((word) => [
    word,
    capitalize(word),
    word.replace(/^\p{Lu}/u, (letter) => letter.toLowerCase()),
    word.replace(/^"|"$/g, ""),
  ]);
  return [...new Set(forms)].filter((word) => word.length > 1).toSorted((a, b) => b.length - a.length);
}
