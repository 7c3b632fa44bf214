import {
  readDate,
  readOneOf,
  readRecord,
  readText,
  readTextOrNull,
  type Values,
} from "#ground/sync/public.ts";
import { derivedId } from "#platform/ids/derived-id.ts";
import { folded } from "#platform/names/folded.ts";

/** The record of a card that somebody holds: what everyone in the business sees of it. */
export const CARD = "safety.card";
/** Its number and photos, for owners, managers, whoever added it, and the person. */
export const CARD_PAPER = "safety.card-paper";
export const paperId = (card: string): string => derivedId("safety.card-paper", card);

/** In the order of the form. The keys are stored, so they never change. */
export const CARD_TYPES = {
  osha10: "OSHA 10",
  osha30: "OSHA 30",
  firstAid: "First aid and CPR",
  forklift: "Forklift operator",
  lift: "Aerial lift",
  silica: "Silica competent person",
  license: "State license",
  other: "Other card",
} as const;
export type CardType = keyof typeof CARD_TYPES;
export const TYPES = Object.keys(CARD_TYPES) as readonly CardType[];

/** Characters. */
export const LONGEST = { name: 120, title: 120, issuer: 120, number: 80 } as const;
export const MOST_PHOTOS = 4;
/** The number and photos of a card stay on the phone of the person that it was added for. */
export const OTHER_PERSON = "This card belongs to someone else. Remove it, and add it for the right person.";
/** Days before a card expires on which people are reminded. */
export const MARKS = [60, 30, 7, 0] as const;
/** Years that no card of a living person is from or for. */
const [FIRST_YEAR, LONGEST_VALID_YEARS] = [1970, 15];

export interface Holder {
  readonly name: string;
  /** Id, if they are a person of the business. */
  readonly user: string | null;
}

export interface Card {
  readonly id: string;
  readonly holder: Holder;
  readonly type: CardType;
  /** What an other card or a license is for; empty for the rest. */
  readonly title: string;
  readonly issuer: string;
  /** "2026-11-29" */
  readonly issued: string | null;
  /** The last day on which it counts; null if it doesn’t expire. */
  readonly expires: string | null;
}

/** Reads a card from the values of its record; null for one without a holder. */
export function cardOf(id: string, values: Values): Card | null {
  const [holder, dates] = [readRecord(values["holder"]), readRecord(values["dates"])];
  const name = readText(holder?.["name"]);
  if (name === "") return null;
  return {
    ...{ id, holder: { name, user: readTextOrNull(holder?.["user"]) } },
    type: readOneOf(TYPES, values["type"]) ?? "other",
    ...{ title: readText(values["title"]), issuer: readText(values["issuer"]) },
    ...{ issued: readDate(dates?.["issued"]), expires: readDate(dates?.["expires"]) },
  };
}

/** "Forklift operator", "State license: Electrician" */
export const titleOf = ({ type, title }: Pick<Card, "type" | "title">): string =>
  title === "" ? CARD_TYPES[type] : type === "other" ? title : `${CARD_TYPES[type]}: ${title}`;

/** Equal for the same name, whatever its case, accents and spaces. */
export const nameKey = (name: string): string => folded(name).replaceAll(/\s+/g, " ").trim();

export type CardState = "expired" | "expiring" | "valid";

/** Days from one date to another; negative if it is over. */
export const daysUntil = (today: string, day: string): number =>
  Temporal.PlainDate.from(today).until(Temporal.PlainDate.from(day), { largestUnit: "day" }).days;

/** @param today "2026-11-29" */
export function stateOf({ expires }: Pick<Card, "expires">, today: string): CardState {
  if (expires === null) return "valid";
  const left = daysUntil(today, expires);
  return left < 0 ? "expired" : left <= MARKS[0] ? "expiring" : "valid";
}

const dayOf = (date: string): string =>
  Temporal.PlainDate.from(date).toLocaleString("en-US", { dateStyle: "medium" });

/** "Expired May 3, 2026", "Expires in 12 days, Dec 11, 2026", "No expiry date" */
export function describeState(card: Pick<Card, "expires">, today: string): string {
  if (card.expires === null) return "No expiry date";
  const [left, day] = [daysUntil(today, card.expires), dayOf(card.expires)];
  if (left < 0) return `Expired ${day}`;
  if (left === 0) return `Expires today, ${day}`;
  return left <= MARKS[0] ? `Expires in ${left === 1 ? "1 day" : `${left} days`}, ${day}` : `Expires ${day}`;
}

/** Why dates can’t be true; null if they can. @param today "2026-11-29", null where no clock is at hand */
export function faultOfDates(
  { issued, expires }: Pick<Card, "issued" | "expires">,
  today: string | null,
): { readonly field: "issued" | "expires"; readonly why: string } | null {
  const fault = (field: "issued" | "expires", why: string) => ({ field, why });
  for (const field of ["issued", "expires"] as const) {
    const year = Number({ issued, expires }[field]?.slice(0, 4) ?? FIRST_YEAR);
    if (year < FIRST_YEAR) return fault(field, `The year ${year} can’t be right. Check it.`);
  }
  if (today !== null && issued !== null && issued > today)
    return fault("issued", "This day is still to come. Check the year.");
  if (issued !== null && expires !== null && expires < issued)
    return fault("expires", "This is before the card was issued. Check both years.");
  const first = issued ?? today;
  if (
    first !== null &&
    expires !== null &&
    expires > Temporal.PlainDate.from(first).add({ years: LONGEST_VALID_YEARS }).toString()
  )
    return fault("expires", `No card is good for more than ${LONGEST_VALID_YEARS} years. Check the year.`);
  return null;
}

/**
 * Reads the form of a card.
 * @param typed by field name @param today "2026-11-29"
 * @returns what is wrong, by field of the form, if anything is
 */
export function readCard(
  typed: Readonly<Record<string, string>>,
  today: string,
): {
  readonly card: Omit<Card, "id" | "holder"> & { readonly name: string };
  readonly faults: Record<string, string>;
} {
  const text = (field: string) => (typed[field] ?? "").replaceAll(/\s+/g, " ").trim();
  const card = {
    ...{ name: text("name"), type: readOneOf(TYPES, typed["type"]) ?? "other", title: text("title") },
    ...{ issuer: text("issuer"), issued: readDate(text("issued")), expires: readDate(text("expires")) },
  };
  const faults: Record<string, string> = {};
  if (card.name === "") faults["name"] = "Enter whose card it is.";
  if (readOneOf(TYPES, typed["type"]) === null) faults["type"] = "Choose a kind of card.";
  if (typed["type"] === "other" && card.title === "") faults["title"] = "Say what the card is for.";
  for (const field of ["issued", "expires"] as const)
    if (text(field) !== "" && card[field] === null) faults[field] = "Enter a day that exists.";
  const wrong = faultOfDates(card, today);
  if (wrong) faults[wrong.field] ??= wrong.why;
  return { card, faults };
}

/** The order of a list: what needs a new card first, then by day and name. */
export const byUrgency = (one: Card, other: Card): number =>
  (one.expires ?? "9999").localeCompare(other.expires ?? "9999") ||
  one.holder.name.localeCompare(other.holder.name, "en-US") ||
  (one.id < other.id ? -1 : 1);
