// Long because it is the whole model of the daily log: reading records without trusting them, and which
// changes are allowed.
import { among, dateOf, number, record, text, type Values, words } from "./values.ts";

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
  labor: "Too few people",
  equipment: "Equipment down",
  design: "Drawings or answers missing",
  owner: "Owner’s decision",
  inspection: "Waiting for inspection",
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
  sealed: "Sealed",
};

/** Characters. */
export const LONGEST = { text: 10_000, name: 120, trade: 80, why: 500, caption: 300, tag: 40 } as const;
export const MOST_PEOPLE = 1_000;
export const MOST_HOURS = 24;
/** Of an item, in its own unit. */
export const MOST_AMOUNT = 1e9;

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

export interface LogPhoto {
  readonly sha256: string;
  readonly type: string;
  /** By the device's clock, milliseconds since 1970. */
  readonly at: number;
  readonly caption: string;
  /** See `Shot` in jobs. */
  readonly clock?: "camera" | "zone" | "file";
  readonly incomplete?: true;
}

/** Degrees, and accuracy in meters. */
export interface LogPlace {
  readonly lat: number;
  readonly lon: number;
  readonly accuracy: number;
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
  readonly place: LogPlace | null;
  readonly photos: readonly LogPhoto[];
  readonly tags: readonly string[];
  /** Id of the entry this one corrects. */
  readonly corrects: string | null;
  /** A manager's decision on a guest's entry. */
  readonly approved: boolean | null;
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
  const state = record(values["state"]);
  return {
    date: dateOf(values["date"]),
    company: text(values["company"]),
    companyName: words(values["companyName"]),
    state: among(STATES, state?.["is"]) ?? "draft",
    why: words(state?.["why"]),
  };
}

function crewOf(value: unknown): Crew | null {
  const fields = record(value);
  if (!fields) return null;
  return {
    company: text(fields["company"]),
    trade: text(fields["trade"]),
    count: number(fields["count"]) ?? 0,
    hours: number(fields["hours"]) ?? 0,
  };
}

function itemOf(value: unknown): Item | null {
  const fields = record(value);
  if (!fields) return null;
  return {
    what: text(fields["what"]),
    from: words(fields["from"]),
    count: number(fields["count"]),
    unit: words(fields["unit"]),
  };
}

function delayOf(value: unknown): Delay | null {
  const fields = record(value);
  if (!fields) return null;
  return {
    cause: among(CAUSES, fields["cause"]) ?? "other",
    hours: number(fields["hours"]) ?? 0,
    critical: fields["critical"] === true,
  };
}

const PHOTO = /^photos\.([0-9a-f]{64})$/;

function photosOf(values: Values): LogPhoto[] {
  return Object.entries(values)
    .flatMap(([field, value]) => {
      const [, sha256] = PHOTO.exec(field) ?? [];
      const fields = record(value);
      if (!sha256 || !fields) return [];
      const clock = among(["camera", "zone", "file"] as const, fields["clock"]);
      return [
        {
          sha256,
          type: text(fields["type"]),
          at: number(fields["at"]) ?? 0,
          caption: text(values[`captions.${sha256}`]),
          ...(clock ? { clock } : {}),
          ...(fields["incomplete"] === true ? { incomplete: true as const } : {}),
        },
      ];
    })
    .toSorted((a, b) => a.at - b.at || (a.sha256 < b.sha256 ? -1 : 1));
}

function placeOf(value: unknown): LogPlace | null {
  const fields = record(value);
  const [lat, lon, accuracy] = [
    number(fields?.["lat"]),
    number(fields?.["lon"]),
    number(fields?.["accuracy"]),
  ];
  return lat === null || lon === null || accuracy === null ? null : { lat, lon, accuracy };
}

/** Broken values are replaced by defaults. */
export function entryOf(id: string, values: Values): LogEntry {
  const { approved } = values;
  return {
    id,
    date: dateOf(values["date"]),
    company: text(values["company"]),
    type: among(TYPES, values["type"]) ?? "note",
    text: text(values["text"]),
    crew: crewOf(values["crew"]),
    item: itemOf(values["item"]),
    delay: delayOf(values["delay"]),
    occurredAt: words(values["occurredAt"]),
    place: placeOf(values["place"]),
    photos: photosOf(values),
    tags: Object.entries(values)
      .flatMap(([field, value]) =>
        field.startsWith("tags.") && value === true ? [field.slice(5).replaceAll("-", " ")] : [],
      )
      .toSorted((a, b) => a.localeCompare(b, "en-US")),
    corrects: words(values["corrects"]),
    approved: typeof approved === "boolean" ? approved : null,
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

export interface DayRights {
  /** Owner or manager. */
  readonly isManager: boolean;
  readonly isOwn: boolean;
}

const NEXT: Readonly<Record<DayState, readonly DayState[]>> = {
  draft: ["submitted", "sealed"],
  submitted: ["draft", "approved", "rejected", "sealed"],
  approved: ["sealed", "submitted"],
  rejected: ["submitted", "draft"],
  sealed: [],
};

/** Why a state can't be set; null when it can. Setting the same state is always allowed. */
export function refuseState(from: DayState, to: DayState, { isManager, isOwn }: DayRights): string | null {
  if (from === to) return null;
  if (from === "sealed") return "This day is sealed. What is missing can be added as a late entry.";
  if ((to === "approved" || to === "rejected" || to === "sealed") && !isManager)
    return "Owners and managers approve and seal days.";
  if (from === "approved" && !isManager)
    return "This day was approved. What is missing can be added as a late entry.";
  if (!isOwn && !isManager) return "This day belongs to another company.";
  if (!NEXT[from].includes(to))
    return `A day that is ${STATE_LABELS[from].toLowerCase()} can’t become ${STATE_LABELS[to].toLowerCase()}.`;
  return null;
}

/** Null when the company name can be changed. @param to the state the same command sets */
export function refuseName(
  from: DayState,
  to: DayState,
  { isManager }: Pick<DayRights, "isManager">,
): string | null {
  if (from === "sealed")
    return "This day is sealed, and so is whose it is. Give the company’s name on another day.";
  if (isManager || !isClosed(from) || !isClosed(to)) return null;
  return "This day was submitted, so it stays as it is. Give the company’s name on another day, or have this one sent back.";
}

/** Null when an entry can be changed. */
export function refuseChange(state: DayState): string | null {
  if (!isClosed(state)) return null;
  return state === "sealed"
    ? "This day is sealed, so its entries stay as they are. Add a correction instead: both are kept."
    : "This day was submitted, so its entries stay as they are. Add a correction instead, or have the day sent back.";
}

/** Null when the date is allowed. @param today in the job's time zone */
export function refuseDate(date: string, today: string): string | null {
  // A device east of the job's time zone may be a day ahead.
  if (date > Temporal.PlainDate.from(today).add({ days: 1 }).toString()) return "This day is still ahead.";
  return date < "2000-01-01" ? "This day is too long ago." : null;
}

/**
 * Null if nothing is wrong. Checked by the device before saving, and by the server.
 * @param today in the job's time zone
 */
export function refuseEntry(
  entry: Omit<LogEntry, "id">,
  today: string,
): { readonly field: string; readonly why: string } | null {
  const wrong = (field: string, why: string) => ({ field, why });
  const { date, crew, delay, item, type } = entry;
  if (date === null) return wrong("date", "Say which day it was.");
  const dateProblem = refuseDate(date, today);
  if (dateProblem !== null) return wrong("date", dateProblem);
  // Refused, not cut off, so that its author can split it.
  if (entry.text.length > LONGEST.text)
    return wrong(
      "text",
      `${tooLong(entry.text, LONGEST.text)} Save a part of it, and the rest as another entry.`,
    );
  if (crew) {
    if (!crew.company && !crew.trade) return wrong("crew", "Say which company or trade it was.");
    if (!Number.isInteger(crew.count) || crew.count < 1 || crew.count > MOST_PEOPLE)
      return wrong("count", `Count the people: 1 to ${MOST_PEOPLE.toLocaleString("en-US")}.`);
    if (crew.hours < 0 || crew.hours > MOST_HOURS)
      return wrong("hours", "Hours are 0 to 24 for one person and day.");
  }
  if (delay && (delay.hours < 0 || delay.hours > MOST_HOURS))
    return wrong("hours", "Hours lost are 0 to 24 for one day.");
  if (item && !item.what) return wrong("what", type === "visitor" ? "Say who it was." : "Say what it was.");
  if (item?.count !== null && item?.count !== undefined && item.count < 0)
    return wrong("count", "A count can’t be below nothing.");
  if (item?.count !== null && item?.count !== undefined && item.count > MOST_AMOUNT)
    return wrong("count", "This is more than can be counted here.");
  return null;
}

const tooLong = (content: string, most: number): string =>
  `This has ${content.length.toLocaleString("en-US")} characters, and ${most.toLocaleString("en-US")} fit.`;

export const isEmpty = ({ text: content, crew, item, delay, photos }: LogEntry): boolean =>
  content === "" && crew === null && item === null && delay === null && photos.length === 0;

/** Without declined and corrected entries. */
export function crewTotals(entries: readonly LogEntry[]): {
  readonly people: number;
  readonly hours: number;
} {
  let [people, hours] = [0, 0];
  for (const { crew } of effectiveEntries(entries))
    if (crew) {
      people += crew.count;
      hours += crew.count * crew.hours;
    }
  return { people, hours: Math.round(hours * 100) / 100 };
}

type Corrected = Pick<LogEntry, "id" | "company" | "corrects" | "approved">;

/**
 * Ids of entries replaced by corrections, and of corrections waiting for approval. A company can only correct
 * its own entries, and a guest's approved entry counts until its correction is approved.
 */
export function correctionsOf(entries: readonly Corrected[]): {
  readonly replaced: ReadonlySet<string>;
  readonly waiting: ReadonlySet<string>;
} {
  const byId = new Map(entries.map((entry) => [entry.id, entry]));
  const [replaced, waiting] = [new Set<string>(), new Set<string>()];
  for (const { id, company, corrects, approved } of entries) {
    const was = corrects === null ? undefined : byId.get(corrects);
    if (!was || approved === false || was.company !== company) continue;
    if (was.approved === true && approved === null) waiting.add(id);
    else replaced.add(was.id);
  }
  return { replaced, waiting };
}

/** Neither declined, nor replaced, nor corrections waiting for approval. */
export function effectiveEntries<T extends Corrected>(entries: readonly T[]): T[] {
  const { replaced, waiting } = correctionsOf(entries);
  return entries.filter(({ id, approved }) => approved !== false && !replaced.has(id) && !waiting.has(id));
}

export interface Gap {
  readonly is: "crew" | "work" | "photos" | "captions" | "weather" | "approval";
  readonly words: string;
}

/**
 * What a day lacks, for its author. None of it is required.
 * @param hasWeather a reading or an observation
 */
export function gapsOf(entries: readonly LogEntry[], hasWeather: boolean): Gap[] {
  const all = effectiveEntries(entries);
  const photos = all.flatMap((entry) => entry.photos);
  const isDescribed = ({ tags, text: content, crew, item, delay }: LogEntry): boolean =>
    Boolean(tags.length > 0 || content || crew || item || delay);
  const bare = all
    .flatMap((entry) => (isDescribed(entry) ? [] : entry.photos))
    .filter(({ caption }) => caption === "");
  const gaps: Gap[] = [];
  if (!all.some(({ crew }) => crew)) gaps.push({ is: "crew", words: "No crew logged" });
  if (!all.some(({ type, text: content }) => type === "work" && content))
    gaps.push({ is: "work", words: "No work described" });
  if (photos.length === 0) gaps.push({ is: "photos", words: "No photos" });
  if (bare.length > 0)
    gaps.push({
      is: "captions",
      words:
        bare.length === 1 ? "1 photo without words or tags" : `${bare.length} photos without words or tags`,
    });
  if (!hasWeather) gaps.push({ is: "weather", words: "No weather yet" });
  return gaps;
}

/** Crews to copy to a new day. */
export const crewsOf = (entries: readonly LogEntry[]): Crew[] =>
  effectiveEntries(entries).flatMap(({ crew }) => crew ?? []);

/** "Framing, Hill Brothers: 4 people, 8 h each". */
export function formatCrew({ company, trade, count, hours }: Crew): string {
  const who = [trade, company].filter(Boolean).join(", ") || "Crew";
  return `${who}: ${count} ${count === 1 ? "person" : "people"}, ${formatHours(hours)}${count === 1 ? "" : " each"}`;
}

/** "12 yd³ concrete, from Ready Mix". */
export function formatItem({ what, from, count, unit }: Item): string {
  const amount = count === null ? "" : `${count.toLocaleString("en-US")}${unit ? ` ${unit}` : ""} `;
  return `${amount}${what}${from ? `, from ${from}` : ""}`;
}

/** "Weather: 3 h lost, on the critical path". */
export const formatDelay = ({ cause, hours, critical }: Delay): string =>
  `${CAUSE_LABELS[cause]}: ${formatHours(hours)} lost${critical ? ", on the critical path" : ""}`;

export const formatHours = (hours: number): string =>
  `${hours.toLocaleString("en-US", { maximumFractionDigits: 2 })} h`;

export function entryTitle(entry: Pick<LogEntry, "type" | "crew" | "item" | "delay">): string {
  if (entry.crew) return formatCrew(entry.crew);
  if (entry.item) return `${TYPE_LABELS[entry.type]}: ${formatItem(entry.item)}`;
  if (entry.delay) return `Delay. ${formatDelay(entry.delay)}`;
  return TYPE_LABELS[entry.type];
}

/** Others who wrote a current value, in order of writing. Approving isn't editing. */
export function editorsOf(
  fields: Readonly<
    Record<string, { readonly values: readonly { readonly at: number; readonly author: string | null }[] }>
  >,
  author: string | null,
): (string | null)[] {
  const values = Object.entries(fields).flatMap(([field, one]) => (field === "approved" ? [] : one.values));
  return [...new Set(values.toSorted((a, b) => a.at - b.at).map((one) => one.author))].filter(
    (one) => one !== author,
  );
}

/** `43.61501, -116.20231 ± 8 m`. Five decimals are about a meter. */
export const formatPlaceLine = ({ lat, lon, accuracy }: LogPlace): string =>
  `${lat.toFixed(5)}, ${lon.toFixed(5)} ± ${Math.round(accuracy).toLocaleString("en-US")} m`;

/** `Fri, Nov 20`. */
export const formatDate = (date: string): string =>
  Temporal.PlainDate.from(date).toLocaleString("en-US", { weekday: "short", month: "short", day: "numeric" });

/** @param at milliseconds since 1970 @param zone IANA */
export const dateAt = (at: number, zone: string): string =>
  Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(zone).toPlainDate().toString();

/**
 * Written after its day was over or submitted.
 * @param at milliseconds since 1970
 * @param submittedAt when its day was last submitted; null while open
 */
export function isLate(
  entry: Pick<LogEntry, "date">,
  { at, zone, submittedAt }: { at: number; zone: string; submittedAt: number | null },
): boolean {
  if (entry.date === null) return false;
  return (submittedAt !== null && at > submittedAt) || dateAt(at, zone) > entry.date;
}

/**
 * When a day was last submitted; null if it is open. Approving and sealing don't count.
 * @param steps all states set, in order; `at` in milliseconds since 1970
 */
export function lastSubmittedAt(
  steps: readonly { readonly is: DayState; readonly at: number }[],
): number | null {
  return steps.reduce<number | null>((since, { is, at }) => (isClosed(is) ? (since ?? at) : null), null);
}
