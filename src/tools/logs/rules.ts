// Long because it is the whole model of a day's log: what its records say, trusting nothing that a device
// wrote, and what may be done to them.
import { among, dateOf, number, record, text, type Values, words } from "./values.ts";

/** What an entry tells of, in the order that a day is told. */
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

/** Why work stood still. */
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

/** How far a Day is. */
export const STATES = ["draft", "submitted", "approved", "rejected", "sealed"] as const;
export type DayState = (typeof STATES)[number];

export const STATE_LABELS: Readonly<Record<DayState, string>> = {
  draft: "Open",
  submitted: "Submitted",
  approved: "Approved",
  rejected: "Sent back",
  sealed: "Sealed",
};

/** What a field may hold at most: characters, people, hours of one person in a day. */
export const LONGEST = { text: 10_000, name: 120, trade: 80, why: 500, caption: 300, tag: 40 } as const;
export const MOST_PEOPLE = 1_000;
export const MOST_HOURS = 24;
/** Of what came or ran, in its own unit. */
export const MOST_AMOUNT = 1e9;

/** People of one company and trade who worked that day. */
export interface Crew {
  readonly company: string;
  readonly trade: string;
  readonly count: number;
  /** Of each. */
  readonly hours: number;
}

/** What came, who came, or what ran. */
export interface Item {
  readonly what: string;
  /** The supplier, or whom a visitor came from. */
  readonly from: string | null;
  readonly count: number | null;
  readonly unit: string | null;
}

export interface Delay {
  readonly cause: Cause;
  /** Hours that were lost. */
  readonly hours: number;
  /** Whether what stood still is on the critical path: the finish moves with it. */
  readonly critical: boolean;
}

/** A photo or video of a note, as the record names it. */
export interface LogPhoto {
  readonly sha256: string;
  readonly type: string;
  /** Milliseconds since 1970, by the device's clock. */
  readonly at: number;
  readonly caption: string;
  /** How the time is known, and whether the photo is whole: see `Shot` of jobs. */
  readonly clock?: "camera" | "zone" | "file";
  readonly incomplete?: true;
}

/** Where somebody stood; metres that it may be off. */
export interface LogPlace {
  readonly lat: number;
  readonly lon: number;
  readonly accuracy: number;
}

/** An entry of a day's log. */
export interface LogEntry {
  readonly id: string;
  /** "2026-11-20", of the job's calendar; null where the record is broken. */
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
  /** Id of the entry that this one corrects. */
  readonly corrects: string | null;
  /** What a manager said of a guest's entry; null where nobody has. */
  readonly approved: boolean | null;
}

export interface Day {
  readonly date: string | null;
  readonly company: string;
  readonly companyName: string | null;
  readonly state: DayState;
  /** Why it was sent back. */
  readonly why: string | null;
}

/**
 * The field that is written with the state when a day is handed in, and by nothing else: its time stays when
 * the day is approved or sealed.
 */
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
  const said = record(value);
  if (!said) return null;
  return {
    company: text(said["company"]),
    trade: text(said["trade"]),
    count: number(said["count"]) ?? 0,
    hours: number(said["hours"]) ?? 0,
  };
}

function itemOf(value: unknown): Item | null {
  const said = record(value);
  if (!said) return null;
  return {
    what: text(said["what"]),
    from: words(said["from"]),
    count: number(said["count"]),
    unit: words(said["unit"]),
  };
}

function delayOf(value: unknown): Delay | null {
  const said = record(value);
  if (!said) return null;
  return {
    cause: among(CAUSES, said["cause"]) ?? "other",
    hours: number(said["hours"]) ?? 0,
    critical: said["critical"] === true,
  };
}

const PHOTO = /^photos\.([0-9a-f]{64})$/;

function photosOf(values: Values): LogPhoto[] {
  return Object.entries(values)
    .flatMap(([field, value]) => {
      const [, sha256] = PHOTO.exec(field) ?? [];
      const said = record(value);
      if (!sha256 || !said) return [];
      const clock = among(["camera", "zone", "file"] as const, said["clock"]);
      return [
        {
          sha256,
          type: text(said["type"]),
          at: number(said["at"]) ?? 0,
          caption: text(values[`captions.${sha256}`]),
          ...(clock ? { clock } : {}),
          ...(said["incomplete"] === true ? { incomplete: true as const } : {}),
        },
      ];
    })
    .toSorted((a, b) => a.at - b.at || (a.sha256 < b.sha256 ? -1 : 1));
}

function placeOf(value: unknown): LogPlace | null {
  const said = record(value);
  const [lat, lon, accuracy] = [number(said?.["lat"]), number(said?.["lon"]), number(said?.["accuracy"])];
  return lat === null || lon === null || accuracy === null ? null : { lat, lon, accuracy };
}

/** An entry from the values of its record. */
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

/** A tag as a field is named by it: "North wall" is `tags.north-wall`. Null where nothing is left of it. */
export function tagField(tag: string): string | null {
  const word = tag
    .normalize("NFKD")
    // What an accent leaves behind is no gap between words.
    .replaceAll(/\p{M}+/gu, "")
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, "-")
    .replaceAll(/^-+|-+$/g, "")
    .slice(0, LONGEST.tag);
  return word ? `tags.${word}` : null;
}

/** Whether a Day takes no more changes of what it holds. */
export const isClosed = (state: DayState): boolean => state !== "draft" && state !== "rejected";

/** Who may do what to a Day. */
export interface Standing {
  /** Whether they are the owner or a manager. */
  readonly isManager: boolean;
  /** Whether the Day is of their own company. */
  readonly isOwn: boolean;
}

const NEXT: Readonly<Record<DayState, readonly DayState[]>> = {
  draft: ["submitted", "sealed"],
  submitted: ["draft", "approved", "rejected", "sealed"],
  approved: ["sealed", "submitted"],
  rejected: ["submitted", "draft"],
  sealed: [],
};

/** Why a Day may not go from one state to another; null when it may. What goes nowhere is no change. */
export function refuseState(from: DayState, to: DayState, { isManager, isOwn }: Standing): string | null {
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

/**
 * Why a Day does not say another firm any more; null when it may.
 * @param to the state that it gets with it
 */
export function refuseName(
  from: DayState,
  to: DayState,
  { isManager }: Pick<Standing, "isManager">,
): string | null {
  if (from === "sealed")
    return "This day is sealed, and so is whose it is. Give the company’s name on another day.";
  if (isManager || !isClosed(from) || !isClosed(to)) return null;
  return "This day was submitted, so it stays as it is. Give the company’s name on another day, or have this one sent back.";
}

/** Why an entry of a Day in this state is not changed any more; null when it may be. */
export function refuseChange(state: DayState): string | null {
  if (!isClosed(state)) return null;
  return state === "sealed"
    ? "This day is sealed, so its entries stay as they are. Add a correction instead: both are kept."
    : "This day was submitted, so its entries stay as they are. Add a correction instead, or have the day sent back.";
}

/** Why nothing is written of a date; null when it may be. @param today of the job's calendar */
export function refuseDate(date: string, today: string): string | null {
  // Whoever is a zone ahead of the job may be a day ahead of it.
  if (date > Temporal.PlainDate.from(today).add({ days: 1 }).toString()) return "This day is still ahead.";
  return date < "2000-01-01" ? "This day is too long ago." : null;
}

/**
 * Why an entry can't be as this says; null where it can. The device asks before it writes, the server when it
 * takes.
 * @param today of the job's calendar
 */
export function refuseEntry(
  entry: Omit<LogEntry, "id">,
  today: string,
): { readonly field: string; readonly why: string } | null {
  const wrong = (field: string, why: string) => ({ field, why });
  const { date, crew, delay, item, type } = entry;
  if (date === null) return wrong("date", "Say which day it was.");
  const misplaced = refuseDate(date, today);
  if (misplaced !== null) return wrong("date", misplaced);
  // Nothing is cut off behind somebody's back: what is too long stays in sight until they have divided it.
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

const tooLong = (said: string, most: number): string =>
  `This has ${said.length.toLocaleString("en-US")} characters, and ${most.toLocaleString("en-US")} fit.`;

/** Whether an entry says anything at all. */
export const isEmpty = ({ text: said, crew, item, delay, photos }: LogEntry): boolean =>
  said === "" && crew === null && item === null && delay === null && photos.length === 0;

/**
 * People and hours of entries: those of guests that a manager declined are not counted, nor what a correction
 * takes the place of.
 */
export function crewTotals(entries: readonly LogEntry[]): {
  readonly people: number;
  readonly hours: number;
} {
  let [people, hours] = [0, 0];
  for (const { crew } of standing(entries))
    if (crew) {
      people += crew.count;
      hours += crew.count * crew.hours;
    }
  return { people, hours: Math.round(hours * 100) / 100 };
}

/** What a correction is weighed by. */
type Corrected = Pick<LogEntry, "id" | "company" | "corrects" | "approved">;

/**
 * What became of corrections: ids of entries that another one took the place of, and of corrections that take
 * none yet. Each company corrects its own alone, and what was approved of a guest stands until their
 * correction of it is approved too.
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

/** The entries that count: without those that a later one corrects, and those that were declined. */
export function standing<T extends Corrected>(entries: readonly T[]): T[] {
  const { replaced, waiting } = correctionsOf(entries);
  return entries.filter(({ id, approved }) => approved !== false && !replaced.has(id) && !waiting.has(id));
}

/** Something that a day's log lacks. */
export interface Gap {
  readonly is: "crew" | "work" | "photos" | "captions" | "weather" | "approval";
  readonly words: string;
}

/**
 * What is missing before a day is handed in, as its author reads it; nothing of it has to be there.
 * @param hasWeather whether a reading or an observation is there
 */
export function gapsOf(entries: readonly LogEntry[], hasWeather: boolean): Gap[] {
  const all = standing(entries);
  const photos = all.flatMap((entry) => entry.photos);
  const isSaid = ({ tags, text: said, crew, item, delay }: LogEntry): boolean =>
    Boolean(tags.length > 0 || said || crew || item || delay);
  const bare = all
    .flatMap((entry) => (isSaid(entry) ? [] : entry.photos))
    .filter(({ caption }) => caption === "");
  const gaps: Gap[] = [];
  if (!all.some(({ crew }) => crew)) gaps.push({ is: "crew", words: "No crew logged" });
  if (!all.some(({ type, text: said }) => type === "work" && said))
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

/** Crew of an earlier day as new entries would say it: what is carried forward with one tap. */
export const carried = (entries: readonly LogEntry[]): Crew[] =>
  standing(entries).flatMap(({ crew }) => crew ?? []);

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

/** "Weather: 3 h lost, finish moves". */
export const formatDelay = ({ cause, hours, critical }: Delay): string =>
  `${CAUSE_LABELS[cause]}: ${formatHours(hours)} lost${critical ? ", on the critical path" : ""}`;

export const formatHours = (hours: number): string =>
  `${hours.toLocaleString("en-US", { maximumFractionDigits: 2 })} h`;

/** What stands above an entry. */
export function entryTitle(entry: Pick<LogEntry, "type" | "crew" | "item" | "delay">): string {
  if (entry.crew) return formatCrew(entry.crew);
  if (entry.item) return `${TYPE_LABELS[entry.type]}: ${formatItem(entry.item)}`;
  if (entry.delay) return `Delay. ${formatDelay(entry.delay)}`;
  return TYPE_LABELS[entry.type];
}

/**
 * Whoever wrote what an entry says now, besides its author, in the order that they did. Saying yes or no to
 * it changes nothing that it says.
 * @param fields of its record, each value with when it was written
 */
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

/** `43.61501, -116.20231 ± 8 m`: five decimals are a meter. */
export const formatPlaceLine = ({ lat, lon, accuracy }: LogPlace): string =>
  `${lat.toFixed(5)}, ${lon.toFixed(5)} ± ${Math.round(accuracy).toLocaleString("en-US")} m`;

/** A date of the log as it is said in the middle of a line: `Fri, Nov 20`. */
export const dateWords = (date: string): string =>
  Temporal.PlainDate.from(date).toLocaleString("en-US", { weekday: "short", month: "short", day: "numeric" });

/** A job's own day at a moment. @param at milliseconds since 1970 @param zone IANA */
export const dateAt = (at: number, zone: string): string =>
  Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(zone).toPlainDate().toString();

/**
 * Whether an entry came late: written when its day was over, or after it was handed in.
 * @param at when it was written, milliseconds since 1970
 * @param submittedAt when its day was last handed in; null while it is open
 */
export function isLate(
  entry: Pick<LogEntry, "date">,
  { at, zone, submittedAt }: { at: number; zone: string; submittedAt: number | null },
): boolean {
  if (entry.date === null) return false;
  return (submittedAt !== null && at > submittedAt) || dateAt(at, zone) > entry.date;
}

/**
 * When a day was handed in last and stayed so; null while it is open. Approving and sealing it hands in
 * nothing anew.
 * @param steps what its state was set to, in that order; `at` in milliseconds since 1970
 */
export function handedInAt(steps: readonly { readonly is: DayState; readonly at: number }[]): number | null {
  return steps.reduce<number | null>((since, { is, at }) => (isClosed(is) ? (since ?? at) : null), null);
}
