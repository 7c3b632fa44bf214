/** What a text that came in asks for, by its words. */
export type TextWish = "stop" | "start" | "help";

// The words that the law and the carriers name. They count as the whole of a message, whatever its case, signs and spaces.
const WORDS: Readonly<Record<string, TextWish>> = {
  stop: "stop",
  stopall: "stop",
  quit: "stop",
  end: "stop",
  revoke: "stop",
  optout: "stop",
  cancel: "stop",
  unsubscribe: "stop",
  start: "start",
  unstop: "start",
  help: "help",
};

/** The wish that a text consists of; undefined when it says anything else. */
export function wishOf(body: string): TextWish | undefined {
  const letters = body
    .normalize("NFKC")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, "");
  return Object.hasOwn(WORDS, letters) ? WORDS[letters] : undefined;
}

const LONGEST_WISH = 160;
const COURTESY = /\b(?:please|pls|plz|kindly|thanks|thank you|thx|hi|hello|hey|now|immediately|at once|asap)\b/g;
const TEXTS = "(?:(?:your|this|the|these|those|all|any) )?(?:text(?:s|ing)?|messages?|sms|number|list)";
const IN_A_SENTENCE = new RegExp(
  `^(?:${[
    `(?:stop|quit|cancel|end|unsubscribe)(?: me)?(?: from)?(?: it| this| these| all of (?:it|this)| ${TEXTS})(?: messages?)?`,
    `(?:stop|quit) (?:sending|texting|messaging|contacting|bothering)(?: me)?(?: (?:any ?)?more)?(?: ${TEXTS})?`,
    `(?:i (?:want|would like|wish) to )?(?:unsubscribe|opt out)(?: me)?(?: (?:from|of) ${TEXTS})?`,
    `(?:unsubscribe|opt) me(?: out)?`,
    `(?:remove|delete) (?:me|my (?:phone )?number)(?: from ${TEXTS})?`,
    `take (?:me|my (?:phone )?number) off(?: of)?(?: ${TEXTS})?`,
    `no more(?: (?:texts?|messages?|sms))?`,
    `(?:do not|don t|dont) (?:text|message|contact|write)(?: to)? me(?: again| any ?more)?`,
    `(?:leave me alone|lose my number)`,
  ].join("|")})$`,
);

/**
 * Whether a text asks, in words of its own, for no more texts, and says nothing else: a person may take consent back in any way that can be
 * understood. `stop by on Tuesday` does not.
 */
export function asksForNoTexts(body: string): boolean {
  if (body.length > LONGEST_WISH) return false;
  const words = body
    .normalize("NFKC")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .replace(COURTESY, " ")
    .replace(/\s+/g, " ")
    .trim();
  return wishOf(words) === "stop" || IN_A_SENTENCE.test(words);
}
