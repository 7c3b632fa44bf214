import { createContext, useContext } from "react";
import type { Json, ShownRecord } from "#ground/sync/public.tsx";
import type { Units } from "#platform/measures/units.ts";
import { nameOf, type Person } from "../people/person.ts";

// Every kind that devices write must have labels for each of its fields; checks/house/field-labels.test.ts
// checks that.

export interface ValueContext {
  readonly units: Units;
  /** ISO 4217, such as "USD". */
  readonly currency: string;
  readonly people: readonly Person[];
  /** After the dot in the field name, such as the person of `team.{id}`. */
  readonly rest: string;
  /** Set by the same command in another field. */
  beside(field: string): Json | undefined;
}

export interface FieldLabels {
  readonly label: string | ((around: ValueContext) => string);
  /** Null if a newer version wrote the value. */
  say(value: Exclude<Json, null>, around: ValueContext): string | null;
  /** For null; "Blank" by default. */
  readonly none?: string;
}

/** One label for each field, by the names the kind uses (`text`, `photos.*`). */
export interface KindLabels {
  readonly kind: string;
  /** What one record is called, such as "Log entry". */
  readonly name: string;
  /**
   * The address where a record is shown. Omitted for what the job's own page shows.
   * @param partOf the kind of the record that it is part of; undefined if this device hasn't it
   */
  pageOf?(job: string, values: Readonly<Record<string, unknown>>, partOf?: string): string;
  /** The field with the id of a record that it is part of, and the kinds which that one can have. */
  readonly partOf?: { readonly field: string; readonly kinds: readonly string[] };
  readonly fields: Readonly<Record<string, FieldLabels>>;
  /** Null if the version can be chosen. Omitted if every version can. */
  mayKeep?(record: ShownRecord, field: string, value: Json, isManager: boolean): string | null;
}

/** Provided by the field app, and by the office where it shows changes. */
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

const REMOVED: FieldLabels = {
  label: "Removed",
  say: (value) => (value === true ? "Removed" : "Not removed"),
};
const UNKNOWN_FIELD = "A detail this version of the app can’t show";
const UNKNOWN_VALUE = "Reload the app to read this version";

const textOrEmpty = (text: string): string => text.trim() || "Blank";

/** Unknown fields and values get a generic text. */
export function describeField(
  words: KindLabels | undefined,
  field: string,
  value: Json | undefined,
  around: Omit<ValueContext, "rest">,
): { readonly label: string; readonly value: string } {
  const dot = field.indexOf(".");
  const labels = field === "removed" ? REMOVED : words?.fields[dot < 0 ? field : `${field.slice(0, dot)}.*`];
  if (!labels) return { label: UNKNOWN_FIELD, value: UNKNOWN_VALUE };
  const known: ValueContext = { ...around, rest: dot < 0 ? "" : field.slice(dot + 1) };
  const label = typeof labels.label === "string" ? labels.label : labels.label(known);
  if (value === null || value === undefined) return { label, value: labels.none ?? "Blank" };
  return { label, value: labels.say(value, known) ?? UNKNOWN_VALUE };
}

/** @param by id of the command that wrote the value */
export const contextOf = (
  { fields }: Pick<ShownRecord, "fields">,
  by: string,
  { units, currency }: Pick<InWords, "units" | "currency">,
  people: readonly Person[],
): Omit<ValueContext, "rest"> => ({
  units,
  currency,
  people,
  beside: (field) => fields[field]?.values.find((one) => one.by === by)?.value,
});

export const formatTyped = (label: string): FieldLabels => ({
  label,
  say: (value) => (typeof value === "string" ? textOrEmpty(value) : null),
});

/** By default "Yes" or "No". */
export const yesOrNo = (label: FieldLabels["label"], yes = "Yes", no = "No"): FieldLabels => ({
  label,
  say: (value) => (typeof value === "boolean" ? (value ? yes : no) : null),
});

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

/** In the device's time zone. */
export const formatMoment = (label: string): FieldLabels => ({
  label,
  say: (value) => {
    const at = typeof value === "string" ? Date.parse(value) : Number.NaN;
    return Number.isNaN(at)
      ? null
      : new Date(at).toLocaleString("en-US", { dateStyle: "medium", timeStyle: "short" });
  },
});

/** Degrees, with accuracy in meters. */
export const formatPlace = (label: string): FieldLabels => ({
  label,
  say: (value) => {
    const { lat, lon, accuracy } = value as { lat?: unknown; lon?: unknown; accuracy?: unknown };
    if (typeof lat !== "number" || typeof lon !== "number") return null;
    return `${lat.toFixed(5)}, ${lon.toFixed(5)}${typeof accuracy === "number" ? ` ± ${Math.round(accuracy)} m` : ""}`;
  },
});

export const PHOTO_LABELS: FieldLabels = { label: "Photo", say: () => "Attached", none: "Removed" };

export const formatPerson = (people: readonly Person[], id: string): string => nameOf(id, people, "");

/** Null for no value. */
export const formatIfPresent = <T>(
  value: T | null | undefined,
  format: (value: T) => string,
): string | null => (value === null || value === undefined ? null : format(value));
