/** What a text that came in asks for, by its words. */
export type TextKeyword = "stop" | "start" | "help";

// The words that the law and the carriers name. They count as the whole of a message, whatever its case,
// signs and spaces.
const WORDS: Readonly<Record<string, TextKeyword>> = {
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
export function keywordOf(body: string): TextKeyword | undefined {
  const letters = body
    .normalize("NFKC")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, "");
  return Object.hasOwn(WORDS, letters) ? WORDS[letters] : undefined;
}
