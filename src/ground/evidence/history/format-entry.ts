import { type Entry, erasureOf, ERASED, type Json, SEALED } from "../rules.ts";

/**
 * The kind of an entry by which people say what another should have said. Not one of the history's own: it
 * can be erased.
 */
export const CORRECTION = "history.correction";

/** Something that an entry says, with its name; none where it needs none. */
export interface Said {
  readonly name: string;
  readonly value: string;
}

/** `jobs.note` as people read it. */
export function describeKind(kind: string): string {
  if (kind === SEALED) return "Sealed";
  if (kind === ERASED) return "Erased";
  if (kind === CORRECTION) return "Correction";
  const [feature = "", what = ""] = kind.split(".");
  const words = what.replaceAll("-", " ");
  return feature === "jobs" ? capital(words) : `${capital(feature)}: ${words}`;
}

const capital = (word: string) => `${word.charAt(0).toUpperCase()}${word.slice(1)}`;

/** Everything a payload says, a line each: `items.2.name: Flashing`. */
export function flat(value: Json, name = ""): Said[] {
  if (value === null || typeof value !== "object")
    return [{ name, value: value === null ? "none" : String(value) }];
  return Object.entries(value).flatMap(([part, one]) => flat(one, name ? `${name}.${part}` : part));
}

/** What an erasure says. @param when shows an ISO instant */
export function formatErasureLines(entry: Entry, when: (moment: string) => string): Said[] | null {
  const erasure = erasureOf(entry);
  if (!erasure) return null;
  return [
    { name: "rule", value: erasure.rule },
    { name: "entries", value: erasure.entries.join(", ") || "none" },
    ...(erasure.media.length
      ? [{ name: "photos", value: erasure.media.map((sha256) => sha256.slice(0, 8)).join(", ") }]
      : []),
    ...erasure.kept.map(({ entry: number, reason, until }) => ({
      name: "kept",
      value: `entry ${number}: ${reason}, until ${when(until)}`,
    })),
  ];
}

// Of whom and which record a command was: the screen says who beside it, and the rest is for machines.
const MACHINES_ALONE = new Set(["by", "command", "record", "seal"]);

/**
 * What an entry says, for the screen: without what is there for machines, and in words rather than names of
 * fields. All of it stands in the copy.
 * @param people what people are called, by id
 */
export function formatEntryLines(
  entry: Entry,
  people: ReadonlyMap<string, string>,
  when: (moment: string) => string,
): Said[] {
  const erasure = formatErasureLines(entry, when);
  if (erasure) return erasure;
  return flat(entry.payload)
    .filter(({ name }) => !MACHINES_ALONE.has(name))
    .map(({ name, value }) => spoken(name.replace(/^sets\./, ""), value, people, when));
}

const MOMENT = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:\d\d)$/;

function spoken(
  name: string,
  value: string,
  people: ReadonlyMap<string, string>,
  when: (moment: string) => string,
): Said {
  if (name === "text" || name === "words") return { name: "", value };
  const parts = name
    .split(".")
    .map((part) => people.get(part) ?? part.replaceAll(/(?<=[a-z])(?=[A-Z])/g, " ").toLowerCase());
  const cents = parts.at(-1)!.endsWith("cents") && /^-?\d+$/.test(value);
  if (cents)
    return {
      name: parts.join(" ").replace(/ ?cents$/, ""),
      value: (Number(value) / 100).toLocaleString("en-US", TWO_DIGITS),
    };
  return {
    name: parts.join(", "),
    value: people.get(value) ?? (MOMENT.test(value) ? when(value) : (YES_NO[value] ?? value)),
  };
}

const TWO_DIGITS = { minimumFractionDigits: 2, maximumFractionDigits: 2 };
const YES_NO: Readonly<Record<string, string>> = { true: "yes", false: "no" };
