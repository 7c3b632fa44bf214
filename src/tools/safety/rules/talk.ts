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
import { isOrientation, type Language, LANGUAGES, type TalkText, textOf } from "./text.ts";

/** The record of a toolbox talk that was given. */
export const TALK = "safety.talk";
/** The record of one signature. Each is its own, so that two phones can collect them without a signal. */
export const SIGN = "safety.sign";

/** Characters. */
export const LONGEST = { name: 120, notes: 4_000, reason: 300 } as const;
export const MOST_PEOPLE = 300;
/** Who leads a talk on the phone of somebody whose name isn’t known. */
export const UNNAMED_LEADER = "Foreman";
/** As lists over all jobs filter them. */
export const TALK_STATES = ["open", "finished", "orientation"] as const;

/** Somebody who was there. */
export interface Attendee {
  /** The part of the field after `people.`. */
  readonly key: string;
  readonly name: string;
  /** Why they didn’t sign; null if nobody said so. */
  readonly reason: string | null;
}

/** Who is there, and which words they sign: a talk’s, or those of a plan for the day. */
export interface Roll {
  /** SHA-256 of the words; a signature of other words doesn’t count. */
  readonly version: string;
  readonly people: readonly Attendee[];
  /** ISO moment; null while signatures are collected, and always for a plan. */
  readonly finishedAt: string | null;
}

export interface Talk extends Roll {
  /** "TBT-2026-0001"; null until the server has given it. */
  readonly number: string | null;
  /** "2026-11-29", where the job is. */
  readonly date: string;
  /** What was read, word for word. */
  readonly text: TalkText | null;
  readonly languages: readonly Language[];
  readonly leader: string;
  /** What the crew agreed on. */
  readonly notes: string;
}

/** A drawn signature, as the pad gives it. */
export interface Drawing {
  readonly width: number;
  readonly height: number;
  readonly strokes: readonly (readonly (readonly [x: number, y: number, milliseconds: number])[])[];
}

/** Where somebody signed: on the phone that was passed around, or on their own by QR. */
export const PLACES = ["passed", "own"] as const;
export type SignedOn = (typeof PLACES)[number];

export interface Sign {
  readonly id: string;
  /** The record that is signed: a talk or a plan. */
  readonly talk: string;
  /** Key of the attendee. */
  readonly person: string;
  readonly name: string;
  /** Null where the typed name is the signature. */
  readonly drawing: Drawing | null;
  /** ISO moment, by the server’s clock as far as the phone knew it. */
  readonly at: string;
  readonly language: Language;
  /** SHA-256 of the text that was signed. */
  readonly version: string;
  readonly on: SignedOn;
  /** The phone’s model, where it was their own. */
  readonly device: string;
  /** Why it doesn’t count; null if it does. */
  readonly voided: string | null;
  /** User whose phone it was; null for their own phone. */
  readonly author: string | null;
}

/** The same order on every phone: two that add people without a signal can’t agree on another. */
const byName = (one: Attendee, other: Attendee): number =>
  one.name.localeCompare(other.name, "en-US", { numeric: true }) || (one.key < other.key ? -1 : 1);

/** The people on the list of a talk or a plan, from the values of its record. */
export const peopleOf = (values: Values): readonly Attendee[] =>
  Object.entries(values)
    .flatMap(([field, value]) => {
      const key = field.startsWith("people.") ? field.slice(7) : "";
      const name = readText(readRecord(value)?.["name"]);
      if (key === "" || name === "") return [];
      return [{ key, name, reason: readTextOrNull(values[`unsigned.${key}`]) }];
    })
    .toSorted(byName);

/** Reads a talk from the values of its record. */
export function talkOf(values: Values): Talk {
  return {
    ...{ number: readTextOrNull(values["number"]), date: readDate(values["date"]) ?? "" },
    ...{ text: textOf(values["text"]), version: readText(values["version"]) },
    languages: LANGUAGES.filter((one) => values[`languages.${one}`] === true),
    ...{ leader: readText(values["leader"]), notes: readText(values["notes"]) },
    ...{ finishedAt: readTextOrNull(values["finishedAt"]), people: peopleOf(values) },
  };
}

/** Reads a signature from the values of its record. @param author of the record */
export function signOf(id: string, values: Values, author: string | null = null): Sign {
  return {
    ...{ id, talk: readText(values["talk"]), person: readText(values["person"]) },
    ...{ name: readText(values["name"]), at: readText(values["at"]) },
    // The server accepted it by its schema.
    drawing: (readRecord(values["drawing"]) as Drawing | null) ?? null,
    language: readOneOf(LANGUAGES, values["language"]) ?? "en",
    version: readText(values["version"]),
    on: readOneOf(PLACES, values["on"]) ?? "passed",
    device: readText(values["device"]),
    ...{ voided: readTextOrNull(values["voided"]), author },
  };
}

/**
 * The key of somebody at a talk, from their name: two phones that add the same name add one person.
 * @param count 2 for a second person of that name
 */
export const personKey = (talk: string, name: string, count = 1): string =>
  derivedId("safety.person", talk, folded(name).replaceAll(/\s+/g, " ").trim(), String(count)).slice(0, 18);

/** The person at a talk with this name, whatever its case and accents. */
export const findAttendee = (talk: string, people: readonly Attendee[], name: string): Attendee | undefined =>
  people.find(({ key }) => key === personKey(talk, name));

/** The key of another person with a name that is on the list. */
export function anotherKey(talk: string, people: readonly Attendee[], name: string): string {
  const known = new Set(people.map(({ key }) => key));
  let count = 1;
  while (known.has(personKey(talk, name, count))) count++;
  return personKey(talk, name, count);
}

const inTime = ({ at }: Pick<Sign, "at">): number => Date.parse(at) || 0;

/**
 * The fields of people who are expected, for a new talk or plan. Two of one name are two people.
 * @param talk id of its record
 */
export function fieldsOfPeople(talk: string, people: readonly Pick<Attendee, "name">[]) {
  const seen = new Map<string, number>();
  return Object.fromEntries(
    people.map(({ name }) => {
      const first = personKey(talk, name);
      const count = (seen.get(first) ?? 0) + 1;
      seen.set(first, count);
      return [`people.${personKey(talk, name, count)}`, { name }];
    }),
  );
}

/** Whether somebody signed after the talk was finished. */
export const isLateSign = ({ finishedAt }: Pick<Roll, "finishedAt">, sign: Pick<Sign, "at">): boolean =>
  finishedAt !== null && inTime(sign) > (Date.parse(finishedAt) || 0);

/** Who was there, with their signature; the first one counts. */
export interface Standing {
  readonly rows: readonly (Attendee & {
    readonly sign: Sign | null;
    /** Earlier ones that don’t count. */
    readonly voided: readonly Sign[];
    /** Of words that were changed since. */
    readonly outdated: readonly Sign[];
  })[];
  readonly signed: number;
  /** Neither signed nor has a reason. */
  readonly waiting: readonly Attendee[];
  readonly late: number;
  /** Finished, and everybody who was there signed. */
  readonly isComplete: boolean;
}

/**
 * Compares who was there with who signed.
 * @param signs any; only those of these words that weren’t voided count
 */
export function standingOf(id: string, roll: Roll, signs: readonly Sign[]): Standing {
  const [own, first] = [signs.filter(({ talk }) => talk === id), new Map<string, Sign>()];
  for (const sign of own.toSorted((one, other) => inTime(one) - inTime(other)))
    if (sign.version === roll.version && sign.voided === null && !first.has(sign.person))
      first.set(sign.person, sign);
  const known = new Set(roll.people.map(({ key }) => key));
  // Who signed was there, also if another phone took them off the list meanwhile.
  const others = [...first.values()]
    .filter(({ person }) => !known.has(person))
    .map(({ person, name }): Attendee => ({ key: person, name, reason: null }));
  const rows = [...roll.people, ...others].toSorted(byName).map((person) => {
    const theirs = own.filter(({ person: key }) => key === person.key);
    return {
      ...{ ...person, sign: first.get(person.key) ?? null },
      voided: theirs.filter(({ voided }) => voided !== null),
      outdated: theirs.filter(({ voided, version }) => voided === null && version !== roll.version),
    };
  });
  const signed = rows.filter(({ sign }) => sign !== null);
  return {
    rows,
    signed: signed.length,
    waiting: rows.filter(({ sign, reason }) => sign === null && reason === null),
    late: signed.filter(({ sign }) => isLateSign(roll, sign!)).length,
    isComplete: roll.finishedAt !== null && rows.length > 0 && signed.length === rows.length,
  };
}

/** "Complete: 12 of 12 signed", "11 of 12 signed, not finished" */
export function describeStanding({ finishedAt }: Pick<Talk, "finishedAt">, standing: Standing): string {
  const { rows, signed, isComplete } = standing;
  if (rows.length === 0) return finishedAt === null ? "Nobody on the list yet" : "Finished without anybody";
  const counts = `${signed} of ${rows.length} signed`;
  return isComplete ? `Complete: ${counts}` : `${counts}${finishedAt === null ? ", not finished" : ""}`;
}

/** What a talk is called as a kind of thing. */
export const kindOf = ({ text }: Pick<Talk, "text">): string =>
  isOrientation(text) ? "Orientation" : "Toolbox talk";

export const titleOf = ({ text }: Pick<Talk, "text">, language: Language = "en"): string =>
  text?.title[language] ?? "Toolbox talk";

/** "TBT-2026-0001", or what to say until the server gave a number. */
export const numberOf = ({ number }: Pick<Talk, "number">): string => number ?? "No number yet";
