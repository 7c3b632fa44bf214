import { type Place, placeOf, type Shot, shotsOf } from "#trade/fieldwork/public.ts";
import {
  readDate,
  readNumber,
  readOneOf,
  readRecord,
  readText,
  readTextOrNull,
  type Values,
} from "#ground/sync/public.ts";

/** In the order that a day lists them. */
export const TYPES = ["work", "crew", "delivery", "visitor", "equipment", "delay", "safety", "note"] as const;
export type EntryType = (typeof TYPES)[number];

export const TYPE_LABELS: Readonly<Record<EntryType, string>> = {
  work: "Work",
  crew: "Crew",
  delivery: "Delivery",
  visitor: "Visitor",
  equipment: "Equipment",
  delay: "Delay",
  safety: "Safety",
  note: "Note",
};

export const CAUSES = [
  "weather",
  "materials",
  "labor",
  "equipment",
  "design",
  "owner",
  "inspection",
  "utilities",
  "other",
] as const;
export type Cause = (typeof CAUSES)[number];

export const CAUSE_LABELS: Readonly<Record<Cause, string>> = {
  weather: "Weather",
  materials: "Materials late or wrong",
  labor: "Short on crew",
  equipment: "Equipment down",
  design: "Waiting on drawings or RFIs",
  owner: "Waiting on owner",
  inspection: "Waiting on inspection",
  utilities: "Power, water, or access",
  other: "Something else",
};

export const STATES = ["draft", "submitted", "approved", "rejected", "sealed"] as const;
export type DayState = (typeof STATES)[number];

export const STATE_LABELS: Readonly<Record<DayState, string>> = {
  draft: "Open",
  submitted: "Submitted",
  approved: "Approved",
  rejected: "Sent back",
  sealed: "Locked",
};

/** Characters. */
export const LONGEST = { text: 10_000, name: 120, trade: 80, why: 500, caption: 300, tag: 40 } as const;
export interface Crew {
  readonly company: string;
  readonly trade: string;
  readonly count: number;
  /** Per person. */
  readonly hours: number;
}

export interface Item {
  readonly what: string;
  /** The supplier, or a visitor's company. */
  readonly from: string | null;
  readonly count: number | null;
  readonly unit: string | null;
}

export interface Delay {
  readonly cause: Cause;
  readonly hours: number;
  /** On the critical path, a delay moves the completion date. */
  readonly critical: boolean;
}

export interface LogPhoto extends Shot {
  readonly caption: string;
}

export interface LogEntry {
  readonly id: string;
  /** "2026-11-20", in the job's time zone; null if invalid. */
  readonly date: string | null;
  /** The account's id, or a guest's own. */
  readonly company: string;
  readonly type: EntryType;
  readonly text: string;
  readonly crew: Crew | null;
  readonly item: Item | null;
  readonly delay: Delay | null;
  /** ISO, with offset. */
  readonly occurredAt: string | null;
  readonly place: Place | null;
  readonly photos: readonly LogPhoto[];
  readonly tags: readonly string[];
  /** Id of the entry this one corrects. */
  readonly corrects: string | null;
  /** A manager's decision on a guest's entry. */
  readonly approved: boolean | null;
  /** Id of what its work is for when the contract doesn't have it, such as a change. */
  readonly extraWork: string | null;
}

export interface Day {
  readonly date: string | null;
  readonly company: string;
  readonly companyName: string | null;
  readonly state: DayState;
  readonly why: string | null;
}

/** Written only when a day is submitted, so its time survives approval and sealing. */
export const SUBMITTED_FIELD = "handedIn";

export function dayOf(values: Values): Day {
  const state = readRecord(values["state"]);
  return {
    date: readDate(values["date"]),
    company: readText(values["company"]),
    companyName: readTextOrNull(values["companyName"]),
    state: readOneOf(STATES, state?.["is"]) ?? "draft",
    why: readTextOrNull(state?.["why"]),
  };
}

function crewOf(value: unknown): Crew | null {
  const fields = readRecord(value);
  if (!fields) return null;
  return {
    company: readText(fields["company"]),
    trade: readText(fields["trade"]),
    count: readNumber(fields["count"]) ?? 0,
    hours: readNumber(fields["hours"]) ?? 0,
  };
}

function itemOf(value: unknown): Item | null {
  const fields = readRecord(value);
  if (!fields) return null;
  return {
    what: readText(fields["what"]),
    from: readTextOrNull(fields["from"]),
    count: readNumber(fields["count"]),
    unit: readTextOrNull(fields["unit"]),
  };
}

function delayOf(value: unknown): Delay | null {
  const fields = readRecord(value);
  if (!fields) return null;
  return {
    cause: readOneOf(CAUSES, fields["cause"]) ?? "other",
    hours: readNumber(fields["hours"]) ?? 0,
    critical: fields["critical"] === true,
  };
}

const photosOf = (values: Values): LogPhoto[] =>
  shotsOf(values).map((shot) => ({ ...shot, caption: readText(values[`captions.${shot.sha256}`]) }));

/** Broken values are replaced by defaults. */
export function entryOf(id: string, values: Values): LogEntry {
  const { approved } = values;
  return {
    id,
    date: readDate(values["date"]),
    company: readText(values["company"]),
    type: readOneOf(TYPES, values["type"]) ?? "note",
    text: readText(values["text"]),
    crew: crewOf(values["crew"]),
    item: itemOf(values["item"]),
    delay: delayOf(values["delay"]),
    occurredAt: readTextOrNull(values["occurredAt"]),
    place: placeOf(values["place"]),
    photos: photosOf(values),
    tags: Object.entries(values)
      .flatMap(([field, value]) =>
        field.startsWith("tags.") && value === true ? [field.slice(5).replaceAll("-", " ")] : [],
      )
      .toSorted((a, b) => a.localeCompare(b, "en-US")),
    corrects: readTextOrNull(values["corrects"]),
    approved: typeof approved === "boolean" ? approved : null,
    extraWork: readTextOrNull(values["extraWork"]),
  };
}

/** "North wall" is `tags.north-wall`. Null if no letter or digit is left. */
export function tagField(tag: string): string | null {
  const word = tag
    .normalize("NFKD")
    // Drop combining accents without leaving a hyphen.
    .replaceAll(/\p{M}+/gu, "")
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, "-")
    .replaceAll(/^-+|-+$/g, "")
    .slice(0, LONGEST.tag);
  return word ? `tags.${word}` : null;
}

/** Closed days only get late entries and corrections. */
export const isClosed = (state: DayState): boolean => state !== "draft" && state !== "rejected";

export const isEmpty = ({ text: content, crew, item, delay, photos }: LogEntry): boolean =>
  content === "" && crew === null && item === null && delay === null && photos.length === 0;
