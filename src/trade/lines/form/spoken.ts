/** What a spoken line says, as people would type it into the form; empty for what it doesn't say. */
export interface Spoken {
  readonly text: string;
  readonly quantity: string;
  readonly unit: string;
  readonly price: string;
}

const NUMBERS: Readonly<Record<string, string>> = Object.fromEntries(
  "one two three four five six seven eight nine ten eleven twelve"
    .split(" ")
    .map((word, at) => [word, `${at + 1}`]),
);

const UNITS: readonly (readonly [unit: string, spoken: RegExp])[] = [
  ["sq ft", /^(?:square f(?:oo|ee)t|sq\.? ?ft\.?)\b/i],
  ["cu yd", /^(?:cubic yards?|cu\.? ?yds?\.?)\b/i],
  ["ft", /^(?:(?:linear |running )?f(?:oo|ee)t|ft\.?)\b/i],
  ["yd", /^(?:yards?|yds?\.?)\b/i],
  ["hr", /^(?:hours?|hrs?\.?)\b/i],
  ["day", /^days?\b/i],
  ["sheet", /^sheets?\b/i],
  ["box", /^box(?:es)?\b/i],
  ["gal", /^gal(?:lons?|s)?\b\.?/i],
];

const PRICE =
  /[\s,]+(?:at|for)\s+\$?\s*(\d[\d,]*(?:\.\d{1,2})?)\s*(?:dollars?|bucks?)?(?:\s+(?:each|apiece|(?:an?|per)(?:\s+\S+){1,2}))?\s*[.!]?$/i;
const QUANTITY = /^(\d[\d,]*(?:\.\d{1,3})?(?:\s+\d+\/\d+)?|\d+\/\d+)\s+(?!by\b|x\b)(?=\D)/i;

/**
 * Reads a line as people say it: "12 feet of cedar handrail at 38 dollars" is 12 ft of "Cedar handrail" for
 * 38. What it doesn't understand stays in the text.
 */
export function readSpoken(words: string): Spoken {
  let rest = words.trim().replace(/\s+/g, " ");
  const price = PRICE.exec(rest);
  if (price) rest = rest.slice(0, price.index);
  rest = rest.replace(/^(\w+)(?= )/, (word) => NUMBERS[word.toLowerCase()] ?? word);
  const quantity = QUANTITY.exec(rest);
  let unit = "";
  if (quantity) {
    rest = rest.slice(quantity[0].length);
    for (const [name, spoken] of UNITS) {
      const said = spoken.exec(rest);
      if (!said) continue;
      unit = name;
      rest = rest.slice(said[0].length);
      break;
    }
    rest = rest.trim().replace(/^of /i, "");
  }
  const text = rest.trim().replace(/[.,]$/, "");
  const plain = (number: string | undefined) => number?.replaceAll(",", "") ?? "";
  // A bare number is what it says, not how many of nothing.
  if (text === "") return { text: words.trim(), quantity: "", unit: "", price: "" };
  return {
    text: text[0]!.toUpperCase() + text.slice(1),
    quantity: plain(quantity?.[1]),
    unit,
    price: plain(price?.[1]),
  };
}
