import type { Ask, Tone, Trade } from "./schema.ts";
import type { MagnetBrief } from "../schema.ts";

export const GENERAL = "general";

// Weight of a trade's word by field: a product names the trade, an audience only hints at it.
const WEIGHTS = { product: 3, topic: 3, company: 2, goal: 1, targetAudience: 1 } as const;

/** Lowercase words of a text, each with a space before and after, to match word beginnings. */
const wordsIn = (text: string) => ` ${text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, " ")} `;

/** Signs as they are matched, and their weights, made once for each trade. */
const matched = new WeakMap<Trade["signs"], readonly (readonly [string, number])[]>();

function matchedOf(signs: Trade["signs"]) {
  const known = matched.get(signs);
  if (known) return known;
  const made = Object.entries(signs).map(
    ([sign, points]) => [` ${sign.replaceAll("-", " ")}`, points] as const,
  );
  matched.set(signs, made);
  return made;
}

/** Sums the weights of signs that start a word of the text, each once. */
function strength(words: string, signs: Trade["signs"]): number {
  let sum = 0;
  for (const [sign, points] of matchedOf(signs)) if (words.includes(sign)) sum += points;
  return sum;
}

/** The trade of a brief; the general one if unclear. */
export function chooseTrade(brief: MagnetBrief, trades: readonly Trade[]): Trade {
  const general = trades.find(({ id }) => id === GENERAL);
  if (!general) throw new Error(`There is no trade "${GENERAL}".`);
  const fields = Object.entries(WEIGHTS).flatMap(([field, weight]) => {
    const typed = brief[field as keyof typeof WEIGHTS];
    return typed === "" ? [] : [{ words: wordsIn(typed), weight }];
  });
  let best = { trade: general, points: 5 };
  for (const trade of trades) {
    if (trade === general) continue;
    let points = 0;
    for (const { words, weight } of fields) points += weight * strength(words, trade.signs);
    if (points > best.points) best = { trade, points };
  }
  return best.trade;
}

const match = <T>(text: string, rules: readonly (readonly [T, RegExp])[], otherwise: T): T =>
  rules.find(([, rule]) => rule.test(text))?.[0] ?? otherwise;

export function toneOf(tone: string): Tone {
  return match<Tone>(
    tone.toLowerCase(),
    [
      [
        "friendly",
        /friend|warm|casual|fun|neighbo|play|humor|humour|cheer|conversation|approach|kind|upbeat|light/,
      ],
      [
        "expert",
        /expert|profession|technical|authorit|formal|educat|engineer|inform|academic|serious|corporate|precise/,
      ],
      ["direct", /direct|bold|blunt|no.?nonsense|urgent|confident|straight|punch|strong|short|persuas/],
      ["calm", /calm|reassur|trust|gentle|honest|caring|empath|support|helpful|patient|quiet/],
    ],
    "plain",
  );
}

export function askOf(goal: string): Ask {
  return match<Ask>(
    goal.toLowerCase(),
    [
      [
        "visit",
        /inspect|site visit|visit|walk.?through|assess|survey|measure|in.?home|on.?site|evaluation|audit|check.?up|showroom|tour/,
      ],
      ["quote", /quote|estimat|\bbids?\b|proposal|pric|tender|sell|sale|close|contract/],
      ["call", /\bcalls?\b|phone|talk|consult|appointment|meeting|discovery|schedul|book|demo|chat|convers/],
    ],
    "message",
  );
}
