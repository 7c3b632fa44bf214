import { otherLanguage } from "../text/language.ts";
import type { Playbook } from "./schema.ts";
import type { MagnetBrief } from "../schema.ts";
import { isProfane } from "../text/profanity.ts";
import { fixNameCase, fixSentenceCase, capitalize, inSentence, withoutEnds } from "../text/normalize.ts";

/**
 * A brief's words in forms that fit into our sentences. `undefined`: not given, or unusable inside a
 * sentence.
 */
export interface Phrases {
  /** The guide's sender: the company, else the person. */
  sender: string;
  person: string;
  first: string;
  /** The product as a name: "metal roof replacement". */
  product: string | undefined;
  /** The product at the end of "What we do: …": a name if it is one, otherwise quoted as typed. */
  what: string | undefined;
  audience: string | undefined;
  topic: Topic | undefined;
  /** The brief's words as typed and as changed, which checks skip. */
  own: readonly string[];
}

/** A topic by its grammar, because each kind makes a different title. */
export interface Topic {
  kind: "question" | "phrase";
  title: string;
  /** As part of a sentence: "roof replacement costs". */
  inSentence: string;
  /** The requested number in "7 mistakes to avoid". */
  count: number | undefined;
}

const MARKUP = /[<>{}[\]|\\`^*_#=~$@;"“”«»]|https?:|www\.|\p{Extended_Pictographic}/u;
const CLAUSE =
  /\b(we|you|your|you're|our|ours|us|i|i'm|my|is|are|was|help|helps|helping|who're|guarantee|guaranteed)\b/i;
const wordCount = (text: string) => text.split(" ").length;
const firstSentence = (text: string) => text.split(/(?<=[\p{L}\p{N}%)]{2}[.!?])\s+(?=\p{L})/u)[0] ?? text;

/** The product as a name: "We install Standing Seam Roofs!" → "standing seam roofs". */
export function productName(product: string, trade?: ReadonlySet<string>): string | undefined {
  let text = withoutEnds(firstSentence(fixSentenceCase(product)))
    .replace(
      /^(?:we|i)\s+(?:also\s+)?(?:do|offer|provide|install|build|sell|make|design|supply|fit|repair|specialize in|specialise in|deliver)\s+/i,
      "",
    )
    .replace(/^(?:offering|providing|selling|specializing in|specialising in)\s+/i, "")
    .replace(/^our\s+/i, "")
    .replace(/(?:,?\s*(?:and more|etc\.?|and so on))$/i, "");
  text = inSentence(withoutEnds(text), trade);
  if (
    text === "" ||
    isProfane(text) ||
    MARKUP.test(text) ||
    CLAUSE.test(text) ||
    wordCount(text) > 8 ||
    text.length > 60
  )
    return undefined;
  return /\p{L}{2}/u.test(text) ? text : undefined;
}

/** "deck" → "a deck", for "before you pay for a deck". Lists and plurals are unchanged. */
function withArticle(text: string, things: readonly string[]): string {
  const last = text.toLowerCase().split(" ").at(-1)!;
  const hasArticle = /^(?:a|an|the|one|any|each|every)\s/i.test(text);
  return things.includes(last) && !hasArticle && !/,|&| and | or /i.test(text)
    ? `${/^[aeiou]/i.test(text) ? "an" : "a"} ${text}`
    : text;
}

/** The audience in a form that fits after "for": "Homeowners in Tampa." → "homeowners in Tampa". */
function audiencePhrase(audience: string, trade: ReadonlySet<string>): string | undefined {
  const text = inSentence(
    withoutEnds(firstSentence(fixSentenceCase(audience))).replace(
      /^(?:for|to|targeting|mainly|mostly|my|our)\s+/i,
      "",
    ),
    trade,
  );
  if (
    text === "" ||
    isProfane(text) ||
    MARKUP.test(text) ||
    /\b(we|our|us|my|i)\b/i.test(text) ||
    wordCount(text) > 14 ||
    text.length > 90
  )
    return undefined;
  if (
    !/\p{L}{2}/u.test(text) ||
    /^(?:everyone|everybody|anyone|all|people|the public|all people)$/i.test(text)
  )
    return undefined;
  return text;
}

function topicPhrase(topic: string, trade: ReadonlySet<string>): Topic | undefined {
  const calm = withoutEnds(fixSentenceCase(topic));
  if (calm === "" || isProfane(calm) || calm.length > 110 || MARKUP.test(calm) || !/\p{L}{2}/u.test(calm))
    return undefined;
  const numbered = /^(?:the\s+)?(?:top\s+)?(\d{1,2})\s+(?=\p{L})/iu.exec(calm);
  const text = capitalize(numbered ? calm.slice(numbered[0].length) : calm);
  const asks =
    /^(?:is|are|can|should|do|does|will|what|which|why|when|where|who|how (?:much|many|long|often|do|does|can|should|is|are))\b/i.test(
      text,
    );
  const isQuestion =
    asks || /^how\b/i.test(text) || topic.trim().endsWith("?") || CLAUSE.test(text) || wordCount(text) > 9;
  // "Why driveways crack" and "When to repair …" are statements, not questions.
  const marked =
    /^(?:(?:what|why|when|where|who|which|how(?: \p{L}+)?)\s+)?(?:is|are|can|should|do|does|did|will|would|has|have)\b/iu.test(
      text,
    ) || topic.trim().endsWith("?");
  return {
    kind: isQuestion ? "question" : "phrase",
    title: text + (isQuestion && marked ? "?" : ""),
    inSentence: inSentence(text, trade),
    count: numbered ? Number(numbered[1]) : undefined,
  };
}

/** Parses a brief's words for use in sentences about a trade. */
export function phrasesOf(brief: MagnetBrief, playbook: Playbook): Phrases {
  const person = fixNameCase(brief.name);
  const sender = fixNameCase(brief.company) || person;
  const [first = person] = person.split(" ");
  const trade = new Set(playbook.words);
  const { product: sold, targetAudience, topic: subject } = inEnglish(brief);
  const name = productName(sold, trade);
  const product = name === undefined ? undefined : withArticle(name, playbook.things);
  const audience = audiencePhrase(targetAudience, trade);
  const topic = topicPhrase(subject, trade);
  const typed = withoutEnds(fixSentenceCase(brief.product));
  const what = name ? `${name}.` : typed === "" || isProfane(typed) ? undefined : `"${typed}."`;
  const derived = [person, sender, first, product, product && capitalize(product), name, what, typed];
  derived.push(audience, audience && capitalize(audience), readersLine(brief, audience));
  if (topic) derived.push(topic.title, topic.inSentence, capitalize(topic.inSentence));
  const own = [...derived, ...Object.values(brief), withoutEnds(fixSentenceCase(brief.goal))]
    .filter((text) => text !== undefined)
    .filter((text) => text !== "");
  return {
    sender,
    person,
    // Only a name like "Maria" or "O'Brien" works alone; "Dr." and initials don't.
    first:
      /^\p{L}[\p{L}'’-]+$/u.test(first) && !/^(?:mr|mrs|ms|dr|the|team|office)$/i.test(first)
        ? first
        : person,
    product,
    what,
    audience,
    topic,
    own: [...new Set(own)].toSorted((a, b) => b.length - a.length),
  };
}

/** Fields used inside our sentences, if they are English; another language would read as a mistake. */
function inEnglish(brief: MagnetBrief): Pick<MagnetBrief, "product" | "targetAudience" | "topic"> {
  const { product, targetAudience, goal, topic } = brief;
  const isForeign = otherLanguage([product, targetAudience, goal, topic]) !== undefined;
  const onlyEnglish = (field: string) => (isForeign || otherLanguage([field]) !== undefined ? "" : field);
  return {
    product: onlyEnglish(product),
    targetAudience: onlyEnglish(targetAudience),
    topic: onlyEnglish(topic),
  };
}

/** The cover's line about its readers; words unusable in a sentence appear as typed. */
export function readersLine(brief: MagnetBrief, audience: string | undefined): string | undefined {
  if (audience) return `For ${audience}`;
  const typed = withoutEnds(inEnglish(brief).targetAudience);
  return typed === "" || isProfane(typed) ? undefined : `For ${typed.replace(/^for\s+/i, "")}`;
}
