/** What JSON can say. */
export type Json = string | number | boolean | null | readonly Json[] | { readonly [name: string]: Json };

/** What somebody set on one record, on a device that may have been offline. Never changed once it is made. */
export interface Command {
  /** UUIDv7, made by the device. */
  readonly id: string;
  /** `feature.noun`: who owns the record and what it is, such as `jobs.job`. */
  readonly kind: string;
  /** UUIDv7 of the record, made by the device that made the record. */
  readonly record: string;
  /**
   * The job that the record belongs to, itself for a job; null for what belongs to the account. The same in
   * every command of a record.
   */
  readonly job: string | null;
  /**
   * New values by field. A set of things is a field each (`team.<id>`: true), so that two who add to it don't
   * meet.
   */
  readonly sets: Readonly<Record<string, Json>>;
  /**
   * By field: the commands whose values the author saw there, which is what this one takes the place of. The
   * base revision.
   */
  readonly replaces: Readonly<Record<string, readonly string[]>>;
  /** When it happened, by the clock of the device: milliseconds since 1970. Shown as device-reported. */
  readonly capturedAt: number;
  /** Server clock minus device clock as last measured, in milliseconds; 0 where it never was. */
  readonly skew: number;
  /** IANA zone of the device. */
  readonly zone: string;
  /** SHA-256 of every original that a value names, in hex: this device has them, and sends them. */
  readonly media: readonly string[];
}

/** One value of a field: who set it, by which command, and when. */
export interface Value {
  readonly value: Json;
  /** Id of the command. */
  readonly by: string;
  /** Milliseconds since 1970 by the server's clock, as well as the device could tell. */
  readonly at: number;
  /** Id of the person; null for what a client did without an account. */
  readonly author: string | null;
}

/**
 * A field: the values that nobody who wrote later had seen, the latest first. More than one is a conflict.
 */
export interface Field {
  readonly values: readonly Value[];
  /** Commands whose values were replaced before they arrived here. */
  readonly gone: readonly string[];
  /**
   * The values that were replaced last, the latest first, at most `MOST_EARLIER`. Left out where none was, or
   * before they were kept.
   */
  readonly earlier?: readonly Value[];
}

export type Fields = Readonly<Record<string, Field>>;

/**
 * The field that says that a record was taken away. It can be taken back, and nothing of the record is lost.
 */
export const REMOVED = "removed";

/**
 * When a command was made by the server's clock. Never after it arrived: a device ahead of time would win
 * every conflict to come.
 */
export function momentOf(command: Pick<Command, "capturedAt" | "skew">, receivedAt: number): number {
  return Math.min(command.capturedAt + command.skew, receivedAt);
}

/**
 * The later first; of the same moment, the larger id. UUIDv7 of one device grow, so what one person wrote in
 * one millisecond keeps its order.
 */
function laterFirst(a: Value, b: Value): number {
  return b.at - a.at || (a.by < b.by ? 1 : a.by > b.by ? -1 : 0);
}

/**
 * How many replaced values a field keeps beside what it shows, so that a device can show them without the
 * job's history.
 */
const MOST_EARLIER = 3;

const EMPTY: Field = { values: [], gone: [] };

/**
 * The fields after a command. Applied twice, or before what it replaces, it leads to the same.
 *
 * @param at milliseconds since 1970, see `momentOf`
 * @param author id of the person; null for a client without an account
 */
export function applyCommand(fields: Fields, command: Command, at: number, author: string | null): Fields {
  const after: Record<string, Field> = { ...fields };
  for (const [name, value] of Object.entries(command.sets)) {
    const { values, gone, earlier = [] } = fields[name] ?? EMPTY;
    const replaced = new Set(command.replaces[name] ?? []);
    const isGone = gone.includes(command.id);
    const came = isGone || values.some((one) => one.by === command.id);
    const kept = values.filter((one) => !replaced.has(one.by));
    const set: Value = { value, by: command.id, at, author };
    const past = latest([
      ...earlier,
      ...values.filter((one) => replaced.has(one.by)),
      ...(isGone ? [set] : []),
    ]);
    after[name] = {
      values: came ? kept : [...kept, set].toSorted(laterFirst),
      // Every id that was replaced stays known: a copy of its command may still be under way.
      gone: [...new Set([...gone, ...replaced])].toSorted(),
      ...(past.length > 0 ? { earlier: past } : {}),
    };
  }
  return after;
}

/** The last few of replaced values, each once; the same whichever of them came first. */
const latest = (values: readonly Value[]): Value[] =>
  [...new Map(values.toReversed().map((one) => [one.by, one])).values()]
    .toSorted(laterFirst)
    .slice(0, MOST_EARLIER);

/** What a field shows: the latest value, or undefined where nobody set one. */
export function shown(fields: Fields, name: string): Json | undefined {
  return fields[name]?.values[0]?.value;
}

/** All that a record shows, by field. */
export function shownFields(fields: Fields): Record<string, Json> {
  return Object.fromEntries(
    Object.entries(fields).flatMap(([name, { values }]) => (values[0] ? [[name, values[0].value]] : [])),
  );
}

/** Names of the fields that two people wrote without seeing each other, and to different effect. */
export function conflicts(fields: Fields): string[] {
  return Object.entries(fields).flatMap(([name, { values }]) =>
    new Set(values.map((one) => JSON.stringify(one.value))).size > 1 ? [name] : [],
  );
}

/** The base revision of a command that is about to set `names`: what its author sees there. */
export function seen(fields: Fields, names: readonly string[]): Record<string, string[]> {
  return Object.fromEntries(names.map((name) => [name, (fields[name]?.values ?? []).map((one) => one.by)]));
}
