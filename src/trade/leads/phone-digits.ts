/** The digits of a search text when there are enough (4) to search phone numbers; otherwise undefined. */
export function digitsOf(words: string): string | undefined {
  const digits = words.replaceAll(/\D/g, "");
  return digits.length >= 4 ? digits : undefined;
}
