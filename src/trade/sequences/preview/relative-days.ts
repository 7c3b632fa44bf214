/** Days relative to today: a step goes out on many days. */
const DAY_WORDS =
  /\b(?:yesterday|tomorrow|tonight|(?:a|one|two|three|four|five|six|seven|\d{1,2}) days? ago|last (?:week|night|month)|(?:by|on|next|last) (?:mon|tues|wednes|thurs|fri|satur|sun)day|this (?:weekend|(?:mon|tues|wednes|thurs|fri|satur|sun)day))\b/gi;

/** Finds words that may name the wrong day, each once. */
export const findDayWords = (text: string): string[] => [
  ...new Map((text.match(DAY_WORDS) ?? []).map((word) => [word.toLowerCase(), word])).values(),
];

export const describeDayWord = (word: string): string =>
  `“${word}” may be wrong by the time this goes out, since weekends, holidays, and pauses move it. Words like “the other day” or “soon” are always right.`;
