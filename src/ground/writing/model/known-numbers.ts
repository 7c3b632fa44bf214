// The numbers that a text may have: what the owner typed, what the material has, and plain sums.

const WORD_VALUES: Readonly<Record<string, number>> = Object.fromEntries(
  (
    "one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen " +
    "seventeen eighteen nineteen"
  )
    .split(" ")
    .map((word, at) => [word, at + 1])
    .concat(
      "twenty thirty forty fifty sixty seventy eighty ninety"
        .split(" ")
        .map((word, at) => [word, 20 + at * 10]),
      [
        ["hundred", 100],
        ["thousand", 1000],
        ["million", 1_000_000],
        ["grand", 1000],
      ],
    ) as [string, number][],
);
const WORD = Object.keys(WORD_VALUES).join("|");
/** "1,200", "1.5", "12k", "twenty-five", "eleven thousand". */
export const NUMBER = new RegExp(
  `\\d[\\d,]*(?:\\.\\d+)?(?:k\\b)?|\\b(?:${WORD})(?:[- ](?:and )?(?:${WORD}))*\\b`,
  "giu",
);

/** The value of one of them. */
export function valueOf(number: string): number {
  if (/^\d/.test(number)) {
    const thousands = /k$/i.test(number);
    return Number(number.replace(/k$/i, "").replaceAll(",", "")) * (thousands ? 1000 : 1);
  }
  let whole = 0;
  let part = 0;
  for (const word of number.toLowerCase().split(/[- ]/)) {
    const value = WORD_VALUES[word] ?? 0;
    if (value >= 1000) {
      whole += Math.max(1, part) * value;
      part = 0;
    } else part = value === 100 ? Math.max(1, part) * 100 : part + value;
  }
  return whole + part;
}

/** The values of all numbers in a text. */
export const numbersIn = (text: string): number[] => (text.match(NUMBER) ?? []).map(valueOf);

const PRICE_BEFORE = /\$\s?$|\$\s?[\d,.]+k?\s*(?:to|and|or|-|–)\s*\$?$/i;
const PRICE_AFTER = /^(?:\s*(?:to|or|-|–)\s*[\d,.]+k?)?[\s-]*(?:dollars?|bucks?|cents?)\b/i;
/** "32 to 42 a foot", as an owner types a price. */
const BY_UNIT =
  /^(?:\s*(?:to|or|-|–)\s*[\d,.]+)?\s*(?:(?:a|an|per|\/)\s?(?:foot|ft|hour|hr|square|sq|yard|yd|visit|month|week|window|door|tree|room|trip)|after|thereafter|each)\b/i;
/** Whether a number between these words is dollars or cents. */
export const isPrice = (before: string, after: string, number: string): boolean =>
  PRICE_BEFORE.test(before) || PRICE_AFTER.test(after) || /\bgrand$/i.test(number);

/** The first number of "7 to 9k". */
const OF_THOUSANDS = /^\s*(?:to|or|-|–)\s*\d[\d.]*k\b/i;

const ASKS_PRICE =
  /\b(?:costs?|prices?|priced|pricey|overpriced|expensive|cheap(?:er)?|how much|what should|pays?|paying|worth|afford|budget|bids?|charges?|charging|fees?|fines?|penalt(?:y|ies)|markups?|hourly|bills?|ripped off|bucks|grand|dollars?)\b|\$\s?\d/i;

/** A number of a text with the beginning of what is measured, also behind a range: "12 inch". */
export function measuredAs({ 0: number, index, input }: RegExpExecArray): string {
  const after = input.slice(index + number.length).replace(/^\s*(?:to|or|-|–)\s*[\d.,/ ]*\d/, "");
  return `${valueOf(number)} ${/^[\s-]*([\p{L}%°]{1,4})/u.exec(after)?.[1]?.toLowerCase() ?? ""}`;
}

/** All numbers of a text, each with what is measured. */
const measuresIn = (text: string): string[] => [...text.matchAll(NUMBER)].map((match) => measuredAs(match));

/** Numbers that a text may have. */
export interface KnownNumbers {
  readonly all: ReadonlySet<number>;
  /** By the owner only. */
  readonly typed: ReadonlySet<number>;
  /** What the owner typed. */
  readonly brief: string;
  readonly prices: ReadonlySet<number>;
  /** Prices by the owner, with which the text may do sums. */
  readonly owners: readonly number[];
  /** With what is measured: "12 inch". */
  readonly measured: ReadonlySet<string>;
  /** Made up for a worked example of the text, which may say them again. */
  readonly madeUp: ReadonlySet<number>;
  /** Whether the brief asks about money, or has a price in its question. */
  readonly asksPrice: boolean;
}

/**
 * @param brief what the owner typed
 * @param material what else is known to be true
 * @param question the part of the brief that asks something
 */
export function knownNumbers(brief: string, material: string, question = brief): KnownNumbers {
  // A text is checked several times.
  const from = [brief, material, question];
  if (!last?.from.every((text, at) => text === from[at]))
    last = { from, known: readNumbers(brief, material, question) };
  return last.known;
}

/** What somebody asks in a brief: the client's question or objection, and what the owner wants. */
export const questionIn = ({
  topic = "",
  objection = "",
  goal = "",
}: Readonly<Record<string, string>>): string => `${topic}\n${objection}\n${goal}`;

let last: { readonly from: readonly string[]; readonly known: KnownNumbers } | undefined;

function readNumbers(brief: string, material: string, question: string): KnownNumbers {
  const found = (text: string) =>
    [...text.matchAll(NUMBER)].map((match) => {
      const after = text.slice(match.index + match[0].length);
      return {
        value: valueOf(match[0]) * (OF_THOUSANDS.test(after) ? 1000 : 1),
        price: isPrice(text.slice(0, match.index), after, match[0]),
        byUnit: BY_UNIT.test(after),
      };
    });
  const typed = found(brief);
  const both = [...typed, ...found(material)];
  const prices = both.filter(({ price }) => price).map(({ value }) => value);
  // People type "8200" and "35k" for prices.
  const owners = typed
    .filter(({ price, value, byUnit }) => price || byUnit || value >= 100)
    .map(({ value }) => value);
  return {
    all: new Set(both.map(({ value }) => value)),
    brief,
    typed: new Set(typed.map(({ value }) => value)),
    prices: new Set([...prices, ...owners]),
    owners: [...new Set(owners)],
    measured: new Set([brief, material].flatMap(measuresIn)),
    madeUp: new Set(),
    asksPrice: ASKS_PRICE.test(question),
  };
}

/** An owner's price is multiplied and divided by at most this much in a sum that is done in the head. */
const MOST_TIMES = 36;
const MOST_PARTS = 12;
/** Cents aren't rounded to dollars. */
const LEAST_ROUNDED = 10;
const upTo = (most: number) => Array.from({ length: most - 1 }, (_, at) => at + 2);

/** With more numbers than this, sums of three of them would hit almost anything. */
const MOST_SUMMED = 6;

/** Whether a price is a plain sum of the owner's: a gap, a total, so much for each, a first hour and more. */
export function isSum(value: number, { owners, typed }: KnownNumbers): boolean {
  const few = typed.size <= MOST_SUMMED ? [...typed] : [];
  const more = few.length > 0 ? [1, 2, 3, 4] : [1];
  // $8,200 in three parts is $2,733.
  const isRounded = (exact: number) => value >= LEAST_ROUNDED && Math.abs(exact - value) < 1;
  return owners.some(
    (one) =>
      owners.some((other) => value === one - other) ||
      owners.some((other) => more.some((times) => value === one + other * times)) ||
      [...upTo(MOST_TIMES), ...typed].some((times) => value === one * times) ||
      [...upTo(MOST_PARTS), ...typed].some((parts) => isRounded(one / parts)) ||
      // $118,000 for 24 owners in 3 years is $1,639 a year.
      few.some((shares) => few.some((parts) => isRounded(one / shares / parts))),
  );
}

/** Steps of a sum that is shown: 400 feet at $58, and the pump's $7,000. */
const MOST_STEPS = 2;

/**
 * The numbers of a line that it works out from the owner's prices and its other numbers, of which two may be
 * the sides of an area.
 */
export function workedOutIn(line: string, { owners }: KnownNumbers): number[] {
  const beside = numbersIn(line);
  const factors = [
    ...beside,
    ...beside.flatMap((one, at) => beside.slice(at + 1).map((other) => one * other)),
  ];
  const known = new Set(owners);
  for (let step = 0; step < MOST_STEPS; step++) {
    const from = [...known];
    for (const result of beside)
      if (from.some((one) => factors.some((other) => isResult(result, one, other)))) known.add(result);
  }
  return beside.filter((value) => known.has(value));
}

const isResult = (result: number, one: number, other: number): boolean =>
  other > 1 &&
  [one * other, one + other, one - other, one / other, (one * other) / 100].some(
    (each) => Math.abs(each - result) < 1,
  );

/** Whether a number is the product of two typed ones: 16x24 is 384 square feet. */
export const isArea = (value: number, { typed }: KnownNumbers): boolean =>
  [...typed].some((side) => side > 1 && typed.has(value / side));
