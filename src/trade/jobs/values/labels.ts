import { createContext, useContext } from "react";
import type { Json, ShownRecord } from "#ground/sync/public.tsx";
import type { Units } from "#platform/measures/units.ts";
import { nameOf, type Person } from "../people/person.ts";

// What people read where two versions of a field meet, or where a field was changed. Every kind that devices
// write must have words for each of its fields: checks/house/field-labels.test.ts fails for one without.

/** What there is to know beside a value when it is put into words. */
export interface Around {
  readonly units: Units;
  /** ISO 4217, such as "USD". */
  readonly currency: string;
  readonly people: readonly Person[];
  /** What follows the dot in the field's name: the person of `team.{id}`; "" where nothing does. */
  readonly rest: string;
  /** What the same command set in another field of the record; undefined where it set nothing there. */
  beside(field: string): Json | undefined;
}

export interface FieldLabels {
  readonly label: string | ((around: Around) => string);
  /**
   * A value that is not null, for people; null where it can't be read, as a newer version may have written
   * it.
   */
  say(value: Exclude<Json, null>, around: Around): string | null;
  /** What null means; "Left empty" where left out. */
  readonly none?: string;
}

/**
 * The words of a kind of record: an entry for each field that its kind defines, by the same names (`text`,
 * `photos.*`).
 */
export interface KindLabels {
  readonly kind: string;
  readonly fields: Readonly<Record<string, FieldLabels>>;
  /**
   * Why one version of a field can't be kept now, for people; null where it can. Left out: every version can
   * be.
   * @param isManager whether the person who looks is an owner or a manager
   */
  mayKeep?(record: ShownRecord, field: string, value: Json, isManager: boolean): string | null;
}

/**
 * What `Conflicts` and `Changes` need to know. The field app provides it; the office does where it shows
 * them.
 */
export interface InWords {
  readonly kinds: readonly KindLabels[];
  readonly units: Units;
  readonly currency: string;
  readonly isManager: boolean;
}

export const LabelsContext = createContext<InWords>({
  kinds: [],
  units: "us",
  currency: "USD",
  isManager: false,
});
export const useLabels = (): InWords => useContext(LabelsContext);

/** Whether a record was removed: a field of every kind. */
const REMOVED: FieldLabels = {
  label: "Removed",
  say: (value) => (value === true ? "Removed" : "Not removed"),
};
const UNKNOWN_FIELD = "A detail that this version of the app can’t show";
const UNKNOWN_VALUE = "Reload the app to read this version";

const clipped = (text: string): string => text.trim() || "Left empty";

/** The name and the words of a field's value. Never code, whatever the value is. */
export function inWords(
  words: KindLabels | undefined,
  field: string,
  value: Json | undefined,
  around: Omit<Around, "rest">,
): { readonly label: string; readonly value: string } {
  const dot = field.indexOf(".");
  const of = field === "removed" ? REMOVED : words?.fields[dot < 0 ? field : `${field.slice(0, dot)}.*`];
  if (!of) return { label: UNKNOWN_FIELD, value: UNKNOWN_VALUE };
  const known: Around = { ...around, rest: dot < 0 ? "" : field.slice(dot + 1) };
  const label = typeof of.label === "string" ? of.label : of.label(known);
  if (value === null || value === undefined) return { label, value: of.none ?? "Left empty" };
  return { label, value: of.say(value, known) ?? UNKNOWN_VALUE };
}

/** Around a value of a record that a command wrote. @param by id of the command */
export const aroundOf = (
  { fields }: Pick<ShownRecord, "fields">,
  by: string,
  { units, currency }: Pick<InWords, "units" | "currency">,
  people: readonly Person[],
): Omit<Around, "rest"> => ({
  units,
  currency,
  people,
  beside: (field) => fields[field]?.values.find((one) => one.by === by)?.value,
});

/** Words as somebody typed them. */
export const formatTyped = (label: string): FieldLabels => ({
  label,
  say: (value) => (typeof value === "string" ? clipped(value) : null),
});

/** Yes or no, or what those two are called. */
export const yesOrNo = (label: FieldLabels["label"], yes = "Yes", no = "No"): FieldLabels => ({
  label,
  say: (value) => (typeof value === "boolean" ? (value ? yes : no) : null),
});

/** One of some words. */
export const oneOf = (label: string, words: Readonly<Record<string, string>>): FieldLabels => ({
  label,
  say: (value) => (typeof value === "string" && Object.hasOwn(words, value) ? words[value]! : null),
});

/** A date such as "2026-11-20". */
export const formatTypedDate = (label: string): FieldLabels => ({
  label,
  say: (value) => {
    const at = typeof value === "string" ? Date.parse(`${value}T00:00:00Z`) : Number.NaN;
    return Number.isNaN(at)
      ? null
      : new Date(at).toLocaleDateString("en-US", { timeZone: "UTC", dateStyle: "medium" });
  },
});

/** A moment such as "2026-11-20T15:04:00Z", by this device's clock. */
export const formatMoment = (label: string): FieldLabels => ({
  label,
  say: (value) => {
    const at = typeof value === "string" ? Date.parse(value) : Number.NaN;
    return Number.isNaN(at)
      ? null
      : new Date(at).toLocaleString("en-US", { dateStyle: "medium", timeStyle: "short" });
  },
});

/** A place: degrees, and meters that it may be off. */
export const formatPlace = (label: string): FieldLabels => ({
  label,
  say: (value) => {
    const { lat, lon, accuracy } = value as { lat?: unknown; lon?: unknown; accuracy?: unknown };
    if (typeof lat !== "number" || typeof lon !== "number") return null;
    return `${lat.toFixed(5)}, ${lon.toFixed(5)}${typeof accuracy === "number" ? ` ± ${Math.round(accuracy)} m` : ""}`;
  },
});

/** A photo on a record: there, or taken off. */
export const PHOTO_LABELS: FieldLabels = { label: "Photo", say: () => "On it", none: "Taken off" };

/** Who somebody is. */
export const formatPerson = (people: readonly Person[], id: string): string => nameOf(id, people, "");
