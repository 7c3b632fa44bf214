import { readFileSync } from "node:fs";
import path from "node:path";
import { z } from "zod";

const fileSchema = z.strictObject({
  source: z.string(),
  states: z.record(
    z.string(),
    z.strictObject({ short: z.string().length(2), cities: z.array(z.string().min(1)) }),
  ),
});

interface Places {
  /** By the name in lowercase, its spelling and the states that have one. */
  readonly cities: ReadonlyMap<string, { readonly name: string; readonly states: Set<string> }>;
  /** By name and abbreviation in lowercase. */
  readonly states: ReadonlyMap<string, string>;
}

let read: Places | undefined;

function places(): Places {
  if (read) return read;
  const file = path.resolve("content/places/us-cities.json");
  const { states } = fileSchema.parse(JSON.parse(readFileSync(file, "utf8")));
  const cities = new Map<string, { name: string; states: Set<string> }>();
  const names = new Map<string, string>();
  for (const [state, { short, cities: list }] of Object.entries(states)) {
    names.set(state.toLowerCase(), state).set(short.toLowerCase(), state);
    for (const name of list) {
      const key = plain(name);
      const city = cities.get(key) ?? { name, states: new Set() };
      cities.set(key, { ...city, states: city.states.add(state) });
    }
  }
  return (read = { cities, states: names });
}

const SHORT: Readonly<Record<string, string>> = { saint: "st", ft: "fort", mt: "mount" };

/** "Saint Louis," "St. Louis" and "ST LOUIS" are one. */
const plain = (name: string): string =>
  name
    .toLowerCase()
    .replaceAll(/[.’']/g, "")
    .split(" ")
    .map((word) => SHORT[word] ?? word)
    .join(" ");

/** Before a place. Nobody is "interested in" one. */
const BEFORE =
  /(?<!\b(?:interested|invested|investing|believe|specializing|experts?) )\b(?:in|near|around|across|throughout|outside|serving|(?:moving|new|relocating) to)\s+(?:the\s+)?(?:greater\s+)?/gi;
/** After one; anything else, such as "County" or "Hole," makes it the name of something else. */
const AFTER =
  /^(?:$|\s*[.,;:!?)]|\s+(?:&|and|or|area|metro|suburbs|who|that|with|whose|looking|thinking|planning|needing|wanting|over|under|for)(?!\S))/i;
const NEXT = /^(?:\s*,\s*(?:and\s+|or\s+)?|\s+(?:and|or|&)\s+)(?=\p{L})/iu;
const READERS =
  /^(?:\s+(?:area|metro))?\s+(?:home ?owners|landlords|propert(?:y|ies) (?:managers|owners)|business(?:es| owners)|boards|hoas|realtors|builders|buyers|sellers|renters|residents|homes|developers|investors|restaurants)\b/i;

/** Cities whose names are words: they count with their state, or with a capital in a text that has others. */
const WORDS = new Set(
  "allen auburn buckeye commerce concord corona delta enterprise flint independence industry liberty lima mission mobile normal orange paradise pearl plantation reading sandy shoreline surprise temple union vista".split(
    " ",
  ),
);
const MOST_WORDS = 4;
const MOST = 3;

interface Found {
  /** "Portland, Maine": the state as well, where it was typed. */
  readonly name: string;
  readonly rest: string;
}

/** The place that a text begins with. */
function placeAt(text: string, isShouted: boolean): Found | undefined {
  const { cities, states } = places();
  const words = /^[\p{L}.’'-]+(?: [\p{L}.’'-]+)*/u.exec(text)?.[0].split(" ") ?? [];
  for (let count = Math.min(MOST_WORDS, words.length); count > 0; count--) {
    const typed = words.slice(0, count).join(" ").replace(/\.$/, "");
    const rest = text.slice(typed.length);
    const city = cities.get(plain(typed));
    const state = city && stateAt(rest, city.states);
    if (city && state) return { name: `${city.name}, ${state.name}`, rest: state.rest };
    // Washington and New York are states as well. An abbreviation alone is a word: "in or near."
    const whole = typed.length > 2 ? states.get(typed.toLowerCase()) : undefined;
    const isWord = WORDS.has(plain(typed)) && (isShouted || !/^\p{Lu}/u.test(typed));
    const name = whole ?? (isWord ? undefined : city?.name);
    if (name !== undefined && (AFTER.test(rest) || READERS.test(rest))) return { name, rest };
  }
  return undefined;
}

/** A state of one of these, right behind its city. "Boise or Meridian" isn't in Oregon. */
function stateAt(text: string, of: ReadonlySet<string>): Found | undefined {
  const { states } = places();
  const found = /^(?<comma>,)?\s+(?<name>\p{L}\.?\p{L}\.?(?!\p{L})|\p{L}+(?: \p{L}+){0,2})/u.exec(text);
  if (!found?.groups) return undefined;
  const words = found.groups["name"]!.split(" ");
  for (let count = words.length; count > 0; count--) {
    const typed = words.slice(0, count).join(" ");
    const name = states.get(typed.toLowerCase().replaceAll(".", ""));
    const rest = text.slice(text.indexOf(typed) + typed.length);
    const isClear = typed.replaceAll(".", "").length > 2 || found.groups["comma"] || /^\W*$/.test(rest);
    if (name && of.has(name) && isClear) return { name, rest };
  }
  return undefined;
}

/** Cities or states by name. */
export interface NamedPlaces {
  /** "Boise and Meridian". */
  readonly names: string;
  /** "in or near Boise"; nothing is near a state. */
  readonly inside: string;
}

/** The places that an audience is in, as words of ours; undefined if it names none we know. */
export function namedPlaces(audience: string): NamedPlaces | undefined {
  const found = findPlaces(audience);
  if (!found) return undefined;
  const names = new Intl.ListFormat("en").format(found);
  const areStates = found.every((name) => places().states.has(name.toLowerCase()) && name !== "New York");
  return { names, inside: `${areStates ? "in" : "in or near"} ${names}` };
}

/** At most three; more are an area that has no name here. */
function findPlaces(audience: string): readonly string[] | undefined {
  if (audience === "") return undefined;
  const isShouted = !/\p{Ll}/u.test(audience);
  const start = placeAt(audience, true);
  if (start && READERS.test(start.rest)) return [start.name];
  for (const { index, 0: before } of audience.matchAll(BEFORE)) {
    const names: string[] = [];
    let found = placeAt(audience.slice(index + before.length), isShouted);
    while (found && names.length <= MOST) {
      names.push(found.name);
      const next = NEXT.exec(found.rest);
      found = next ? placeAt(found.rest.slice(next[0].length), isShouted) : undefined;
    }
    if (names.length > MOST) return undefined;
    if (names.length > 0) return [...new Set(names)];
  }
  return undefined;
}
