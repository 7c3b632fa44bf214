/**
 * Digits of what was typed, where they may be part of a number; nothing where they are too few to say
 * anything.
 */
export function digitsOf(words: string): string | undefined {
  const digits = words.replaceAll(/\D/g, "");
  return digits.length >= 4 ? digits : undefined;
}
