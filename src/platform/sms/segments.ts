/** GSM 03.38: one septet each. */
const GSM = new Set(
  "@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !\"#¤%&'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà",
);
/** Its extension table: an escape and a septet, never split. */
const GSM_EXTENDED = new Set("\f^{}\\[~]|€");

export interface Counted {
  readonly encoding: "GSM-7" | "UCS-2";
  /** Septets, or 16-bit units. */
  readonly units: number;
  /** The content of each message of the chain; a single one has no header. */
  readonly parts: readonly string[];
}

// A message has 140 bytes; in a chain six of them are the header with the part number.
const CAPACITY = { "GSM-7": { alone: 160, chained: 153 }, "UCS-2": { alone: 70, chained: 67 } } as const;

/**
 * Counts a text as carriers do: in septets if every character is in the GSM alphabet, else all of it in
 * 16-bit units. Escaped characters and surrogate pairs are never split, so a part may end a unit early.
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
  // Invisible characters cost as much as visible ones.
  "\u00ad": "",
  "\u200b": "",
  "\u2060": "",
  "\ufeff": "",
};
const FOLDABLE = new RegExp(`[${Object.keys(FOLDED).join("")}]`, "gu");

/**
 * Replaces typography from word processors with plain characters: curly quotes, dashes, the ellipsis,
 * no-break spaces. One of these would make the whole text 16 bits wide, with less than half as much space.
 * Letters and emoji stay, since a person chose them.
 */
export function foldForText(text: string): string {
  return text
    .toWellFormed()
    .normalize("NFC")
    .replace(/\r\n?/g, "\n")
    .replace(FOLDABLE, (sign) => FOLDED[sign] ?? sign)
    .replace(/[^\P{Cc}\n]/gu, "");
}
