const KEYS = ["abc", "def", "ghi", "jkl", "mno", "pqrs", "tuv", "wxyz"];

/**
 * The number to dial: digits, a leading plus, and letters as on a keypad; after an `x`, a pause and the
 * extension.
 */
export function dialled(phone: string): string {
  const [number = "", extension] = phone.toLowerCase().split(/\s*(?:\bext?\.?|#)\s*(?=\d+\s*$)/);
  const keys = number
    .replace(/[a-z]/g, (letter) => String(KEYS.findIndex((key) => key.includes(letter)) + 2))
    .replace(/(?!^\+)\D/g, "");
  return extension ? `${keys},${extension.trim()}` : keys;
}
