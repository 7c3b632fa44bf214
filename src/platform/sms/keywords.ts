export type TextKeyword = "stop" | "start" | "help";

// The keywords from the law and the carriers. They must be the whole message, in any case, with any
// punctuation and spaces.
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

/** The keyword that is a text's only content; else undefined. */
export function keywordOf(body: string): TextKeyword | undefined {
  const letters = body
    .normalize("NFKC")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, "");
  return Object.hasOwn(WORDS, letters) ? WORDS[letters] : undefined;
}
