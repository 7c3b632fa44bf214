/** GSM 03.38: one septet each. */
const GSM = new Set(
  "@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !\"#¤%&'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà",
);
/** Its extension table: an escape and another septet, never parted. */
const GSM_EXTENDED = new Set("\f^{}\\[~]|€");

/** How a carrier counts a text. */
export interface Counted {
  readonly encoding: "GSM-7" | "UCS-2";
  /** Septets, or 16-bit units. */
  readonly units: number;
  /** What goes into each message of the chain; one of them is a text without a header. */
  readonly parts: readonly string[];
}

// A message holds 140 bytes; in a chain six of them are the header that says which part it is.
const CAPACITY = { "GSM-7": { alone: 160, chained: 153 }, "UCS-2": { alone: 70, chained: 67 } } as const;

/**
 * Counts a text as carriers do: in seven bits while every sign is in the GSM alphabet, else all of it in
 * sixteen. An escaped sign and a surrogate pair are never parted, so a part may end a unit early.
 */
export function countText(text: string): Counted {
  const signs = Array.from(text);
  const isGsm = signs.every((sign) => GSM.has(sign) || GSM_EXTENDED.has(sign));
  const encoding = isGsm ? "GSM-7" : "UCS-2";
  const width = (sign: string) => (isGsm ? (GSM_EXTENDED.has(sign) ? 2 : 1) : sign.length);
  const units = signs.reduce((sum, sign) => sum + width(sign), 0);
  const { alone, chained } = CAPACITY[encoding];
  if (units <= alone) return { encoding, units, parts: [text] };
  const parts: string[] = [];
  let [part, filled] = ["", 0];
  for (const sign of signs) {
    if (filled + width(sign) > chained) {
      parts.push(part);
      [part, filled] = ["", 0];
    }
    part += sign;
    filled += width(sign);
  }
  return { encoding, units, parts: [...parts, part] };
}

const FOLDED: Readonly<Record<string, string>> = {
  "‘": "'",
  "’": "'",
  "‚": "'",
  "‛": "'",
  "′": "'",
  ʼ: "'",
  "`": "'",
  "´": "'",
  "“": '"',
  "”": '"',
  "„": '"',
  "‟": '"',
  "″": '"',
  "«": '"',
  "»": '"',
  "‹": "'",
  "›": "'",
  "‐": "-",
  "‑": "-",
  "‒": "-",
  "–": "-",
  "—": "-",
  "―": "-",
  "−": "-",
  "…": "...",
  "•": "-",
  "·": "-",
  "×": "x",
  "\u0009": " ",
  "\u00a0": " ",
  "\u2007": " ",
  "\u2009": " ",
  "\u200a": " ",
  "\u202f": " ",
  "\u2028": "\n",
  "\u2029": "\n",
  // What is not seen costs as much as what is.
  "\u00ad": "",
  "\u200b": "",
  "\u2060": "",
  "\ufeff": "",
};
const FOLDABLE = new RegExp(`[${Object.keys(FOLDED).join("")}]`, "gu");

/**
 * Folds what word processors put in into what was meant: curly quotes, dashes, the ellipsis, spaces that do
 * not break. One of these would
 * make the whole text sixteen bits wide, less than half as long. Letters and emoji are what somebody wrote,
 * and stay.
 */
export function foldForText(text: string): string {
  return text
    .toWellFormed()
    .normalize("NFC")
    .replace(/\r\n?/g, "\n")
    .replace(FOLDABLE, (sign) => FOLDED[sign] ?? sign)
    .replace(/[^\P{Cc}\n]/gu, "");
}
