const THOUSANDS = /^[+-]?\d{1,3}(?:,\d{3})+(?:\.\d*)?$/;
const PLAIN = /^[+-]?(?:\d+\.?\d*|\.\d+)$/;

/** Parses a typed number: "7.5", "7,5", "1,200". Null for empty text, NaN if it isn't a number. */
export function parseTypedNumber(typed: string): number | null {
  const text = typed.trim();
  if (text === "") return null;
  const plain = THOUSANDS.test(text) ? text.replaceAll(",", "") : text.replace(",", ".");
  return PLAIN.test(plain) ? Number(plain) : Number.NaN;
}
