import { otherLanguage } from "../text/language.ts";
import type { Trade } from "./schema.ts";
import type { MagnetBrief } from "../schema.ts";
import { isProfane } from "../text/profanity.ts";
import { fixNameCase, fixSentenceCase, capitalize, inSentence, withoutEnds } from "../text/normalize.ts";

/**
 * A brief's words in the forms that a text about it may have. `undefined`: not given, or unusable inside a
 * sentence.
 */
export interface Phrases {
  /** Who writes: the company, else the person. */
  sender: string;
  person: string;
  /** The product as a name: "metal roof replacement". */
  product: string | undefined;
  audience: string | undefined;
  /** As part of a sentence: "roof replacement costs". */
  topic: string | undefined;
  /** The brief's words as typed and as changed, which checks skip. */
  own: readonly string[];
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

function topicPhrase(topic: string, trade: ReadonlySet<string>): string | undefined {
  const calm = withoutEnds(fixSentenceCase(topic));
  if (calm === "" || isProfane(calm) || calm.length > 110 || MARKUP.test(calm) || !/\p{L}{2}/u.test(calm))
    return undefined;
  const numbered = /^(?:the\s+)?(?:top\s+)?\d{1,2}\s+(?=\p{L})/iu.exec(calm);
  return inSentence(capitalize(numbered ? calm.slice(numbered[0].length) : calm), trade);
}

/** Parses a brief's words for the checks of a text about it. */
export function phrasesOf(brief: MagnetBrief, trade: Trade): Phrases {
  const person = fixNameCase(brief.name);
  const sender = fixNameCase(brief.company) || person;
  const words = new Set(trade.words);
  const { product: sold, targetAudience, topic: subject } = inEnglish(brief);
  const product = productName(sold, words);
  const audience = audiencePhrase(targetAudience, words);
  const topic = topicPhrase(subject, words);
  const derived = [person, sender, product, product && capitalize(product), audience];
  derived.push(audience && capitalize(audience), topic, topic && capitalize(topic));
  const typed = [brief.product, brief.goal].map((text) => withoutEnds(fixSentenceCase(text)));
  const own = [...derived, ...typed, ...Object.values(brief)]
    .filter((text) => text !== undefined)
    .filter((text) => text !== "");
  return {
    ...{ sender, person, product, audience, topic },
    own: [...new Set(own)].toSorted((a, b) => b.length - a.length),
  };
}

/** Fields that a text should take up, if they are English. */
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
