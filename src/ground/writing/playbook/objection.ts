import type { ObjectionKind, Playbook, Trade } from "./schema.ts";
import { otherLanguage } from "../text/language.ts";
import { isProfane } from "../text/profanity.ts";
import { fixSentenceCase, capitalize, lowerFirst, stems, withoutEnds } from "../text/normalize.ts";

/** An objection in the forms that emails and calls use. */
export interface Objection {
  kind: ObjectionKind;
  /** In a client's words. */
  said: string;
  /** For use inside a sentence: a quoted sentence, or a noun ("price"). */
  concern: string;
  /** Before an answer in a script: `If they say "…"`. */
  cue: string;
  /** Spoken after "in case": `you're thinking "…"`, or "it's about price". */
  aloud: string;
  /** The playbook's answer to the matching fear, if any. */
  fear: string | undefined;
}

// The first match wins, so specific patterns come before broad ones.
const KINDS: readonly (readonly [ObjectionKind, RegExp])[] = [
  [
    "burned",
    /\bburned|burnt|bad (?:experience|time|stor)|last (?:contractor|guy|one|company|time|crew|builder|roofer|painter|plumber)|previous (?:contractor|company|one)|let (?:me|us|them) down|scammed|ripped (?:me |us )?off|cheated|disappointed|nightmare|horror|never again|got screwed|ghosted/,
  ],
  [
    "self",
    /\bdiy\b|(?:my|our|your|him|her|them)sel(?:f|ves)|on (?:my|our|their) own|in.?house|(?:my|our) own (?:people|crew|staff|team|guys)|handy (?:husband|with)/,
  ],
  [
    "partner",
    /\bwife|spouse|husband|(?:my|our|the|his|her|their|a) partner|\bpartner\b|significant other|\bboss|board|committee|co-?owner|\bboth of us|(?:talk|speak|check|discuss|ask|run it)[^.]{0,20}\b(?:family|wife|husband|him|her|mom|dad|parents|manager|owner)/,
  ],
  [
    "rival",
    /(?:guy|person|contractor|man|son|dad|company) (?:handles|does|takes care|fixes|looks after)|have (?:a|an|our|my) (?:\w+ )?(?:guy|person|contractor|company|firm|crew|pro|man)\b|already (?:have|has|use|got|work|hired|found|talk)|have (?:someone|somebody|a guy|a person|another|our own)|(?:with|using|hired) (?:someone|somebody|another)|someone else|somebody else|competit|another (?:contractor|company|builder|roofer|guy|provider|firm)|(?:brother|cousin|friend|neighbor|nephew|uncle|buddy)\b|(?:contractor|builder|inspector|realtor|installer) (?:says|said|told|thinks)/,
  ],
  [
    "looking",
    /just (?:looking|browsing|curious|shopping|checking|getting)|only looking|looking around|window.?shop|shop(?:ping)? around|compar|get(?:ting)? (?:ideas|information|info)|(?:more|other|another|few|several|two|three|some) (?:quotes?|bids?|estimates?|offers?|prices)|early (?:stage|days)|\bbids?\b|quotes\b|not serious/,
  ],
  [
    "waiting",
    /\bwait|until|\btill\b|hold(?:ing)? off|next (?:year|spring|summer|fall|winter|season)|after (?:the )?(?:winter|summer|spring|fall|holidays|season|election|tax)|(?:rates|prices|interest|market|tariffs?|costs?)\b[^.]{0,25}\b(?:drop|fall|come down|go down|lower|settle)|too (?:cold|hot|wet)|in (?:the )?(?:spring|summer|fall|autumn|winter)\b|off.?season|interest rates?|(?:wrong|right) season|season is/,
  ],
  [
    "price",
    /expens|\bcost|\bpric|afford|budget|money|cheap|\bpay|\bfees?\b|financ|invest|\brates?\b|too much\b(?! (?:time|mess|noise|work))|\blot for\b|too high/,
  ],
  [
    "trust",
    /trust|scam|rip.?off|review|reliab|know (?:you|us)\b|reference|qualit|show(?:s|ed)? up|legit|licens|new company|track record|proof|guarant|done right|skeptic|sceptic/,
  ],
  [
    "mess",
    /\bmess|dust|nois|disrupt|dirty?\b|torn up|tear up|tearing up|strangers? in|downtime|inconvenien|hassle|holes? in|opened? up|walls? opened|chaos|live through/,
  ],
  ["thinking", /think|decid|decision|\bnot sure|unsure|talk (?:it|to|about)|sleep on|hesita|maybe/],
  [
    "need",
    /\bneed|fine as|works fine|still (?:good|fine|works)|not broken|will last|not interested|no interest|necessary|manage without|old one/,
  ],
  [
    "timing",
    /busy|later|\bnow\b|next (?:month|week)|\btime\b|timing|rush|schedul|urgent|how long|too long|holiday|not ready/,
  ],
];

/** Classifies an objection; `other` if none fits. */
export function objectionKind(text: string): ObjectionKind {
  const lower = text.toLowerCase().replace(/’/g, "'");
  return KINDS.find(([, rule]) => rule.test(lower))?.[0] ?? "other";
}

const UNRULY = /[<>{}[\]|\\`^*_#=~$@;"“”«»()]|https?:|www\.|\p{Extended_Pictographic}/u;
const REPORTED =
  /^(?:(?:they|clients?|customers?|people|homeowners|owners|leads?|prospects?|most|some)\s+)+(?:(?:often|usually|always|mostly|will|might|may)\s+)*(?:say|think|feel|tell (?:us|me)|worry|are worried|are afraid|believe|claim|fear)s?\s+(?:that\s+|about\s+|of\s+|the\s+)?/i;
const OTHERS = /^(?:they|clients|customers|people|homeowners|owners|leads|prospects)\b/i;
const NOT_A_CLIENT = /\b(?:they|them|their|clients?|customers?|prospects?|leads?|homeowners)\b/i;

// An owner reporting an objection calls clients "they" and the business "we"; a client says it the other way
// around.
const FROM_THE_PRO: readonly (readonly [RegExp, string])[] = [
  [/\bour\b/gi, "your"],
  [/\b(?:us|we|me|I)\b/g, "you"],
  [/\bmy\b/gi, "your"],
  [/\bthemselves\b/gi, "ourselves"],
  [/\bthey\b|^(?:clients|customers|people|homeowners|owners|leads|prospects)\b/gi, "we"],
  [/\btheir\b/gi, "our"],
  [/\bthem\b/gi, "us"],
];

/**
 * Rephrases an objection in the client's voice: "They think our price is too high" → "your price is too
 * high".
 */
function inClientsVoice(words: string): string {
  const said = words
    .replace(REPORTED, "")
    .replace(/^(?:worried|concerned|nervous|scared|afraid|fear|worry)s? (?:about|of) (?:the )?/i, "");
  if (said === words && !OTHERS.test(words)) return words;
  return FROM_THE_PRO.reduce((text, [from, to]) => text.replace(from, to), said);
}

const STARTS_A_SENTENCE =
  /^(?:too|not|no|our|his|her|their|somebody|someone|nobody|everybody|everyone|already|can't|cannot|can|need|want|just|is|it|it's|i|i'm|i'll|i'd|i've|we|we're|we'll|we'd|we've|maybe|don't|doesn't|won't|have|got|you|you're|your|that's|that|this|there|what|why|how|when|who|if|let|my|waiting|sounds|looks|seems|thinking|do|does|will|would)\b/i;

const HAS_A_VERB =
  /\b(?:won'?t|can'?t|don'?t|doesn'?t|didn'?t|isn'?t|aren'?t|is|are|was|were|will|would|has|have|had|takes?|never|keeps?|wants?|needs?|says?|said|does|do|handles?|works?|fixes|lasts?|costs?|looks?|worries|worry|scares?|bothers?|hurts?|smells?|seems?|sounds?|feels?|goes|comes?|makes?|gets?|might|could|should|would|may)\b/i;

/** Parses a typed objection. If empty or unusable, the trade's own words for the same kind are used. */
export function objectionOf(
  typed: string,
  playbook: Playbook,
  drip: Trade,
  otherwise: ObjectionKind | "usual",
): Objection {
  const kind = typed === "" ? (otherwise === "usual" ? drip.usual : otherwise) : objectionKind(typed);
  const words = inClientsVoice(withoutEnds(fixSentenceCase(typed)));
  const speakable =
    words !== "" &&
    !isProfane(words) &&
    otherLanguage([words]) === undefined &&
    words.length <= 80 &&
    /\p{L}{2}/u.test(words) &&
    !UNRULY.test(words) &&
    !NOT_A_CLIENT.test(words);
  const fear = kind === "other" && typed !== "" ? fearAbout(typed, playbook) : undefined;
  const unfit =
    !speakable ||
    (words.split(" ").length < 3 && !STARTS_A_SENTENCE.test(words) && !WORKS_AS_A_THING.has(kind));
  const said = unfit ? drip.objections[kind].said : capitalize(words);
  const inside = lowerFirst(said);
  if (
    unfit ||
    STARTS_A_SENTENCE.test(words) ||
    HAS_A_VERB.test(words) ||
    words.split(" ").length > 5 ||
    !WORKS_AS_A_THING.has(kind)
  )
    return {
      kind,
      said,
      concern: `"${inside}"`,
      aloud: `you're thinking "${inside}"`,
      cue: `If they say "${said}"`,
      fear,
    };
  const about = kind === "price" || kind === "timing" ? "the question of" : "the worry about";
  return {
    kind,
    said,
    concern: `${about} ${inside}`,
    aloud: `it's about ${inside}`,
    cue: `If they bring up ${inside}`,
    fear,
  };
}

/** Kinds that work in "the question of price"; "the question of spouse" doesn't. */
const WORKS_AS_A_THING: ReadonlySet<ObjectionKind> = new Set(["price", "timing", "trust", "mess", "other"]);

/** The playbook's answer to the fear that shares two words with the text, or its only fear. */
function fearAbout(typed: string, { fears }: Playbook): string | undefined {
  const wanted = [...stems(typed)].filter(
    (stem) => !["worry", "worri", "afrai", "conce", "scare", "fear"].includes(stem),
  );
  const ranked = fears
    .map(({ fear, answer }) => ({
      answer,
      shared: [...stems(`${fear} ${answer}`)].filter((stem) => wanted.includes(stem)).length,
    }))
    .toSorted((a, b) => b.shared - a.shared);
  return ranked[0] && ranked[0].shared >= Math.min(2, Math.max(1, wanted.length))
    ? ranked[0].answer
    : undefined;
}
