const wordsOf = (text: string): string[] => text.toLowerCase().match(/[a-z0-9]+/g) ?? [];

/** Whether each word that was typed begins a word of the text. */
export const isFound = (text: string, typed: string): boolean => {
  const words = wordsOf(text);
  return wordsOf(typed).every((start) => words.some((word) => word.startsWith(start)));
};

/** How many words two texts share. */
export const sharedWords = (one: string, other: string): number => {
  const words = new Set(wordsOf(other));
  return wordsOf(one).filter((word) => word.length > 2 && words.has(word)).length;
};
