export type Json = string | number | boolean | null | readonly Json[] | { readonly [name: string]: Json };

/** Whether a kind is for owners and the people they name: `feature.confidential-noun`. */
export const isConfidential = (kind: string): boolean => kind.includes(".confidential-");

/** What a person set on one record, on a device that may have been offline. Immutable. */
export interface Command {
  /** UUIDv7, made by the device. */
  readonly id: string;
  /** `feature.noun`: the record's owner and type, such as `jobs.job`. */
  readonly kind: string;
  /** UUIDv7 of the record, made by the device that created it. */
  readonly record: string;
  /**
   * The record's job, itself for a job; null for account-level records. The same in every command of a
   * record.
   */
  readonly job: string | null;
  /**
   * New values by field. Each member of a set is a field (`team.<id>`: true), so that two people adding to it
   * don't conflict.
   */
  readonly sets: Readonly<Record<string, Json>>;
  /** By field: the commands whose values the author saw, which this command replaces. The base revision. */
  readonly replaces: Readonly<Record<string, readonly string[]>>;
  /** When it happened by the device's clock: milliseconds since 1970. Shown as device-reported. */
  readonly capturedAt: number;
  /** Server clock minus device clock as last measured, in milliseconds; 0 if never measured. */
  readonly skew: number;
  readonly zone: string;
  /** SHA-256 in hex of every original that a value names; this device has them and sends them. */
  readonly media: readonly string[];
}

export interface Value {
  readonly value: Json;
  readonly by: string;
  /** Milliseconds since 1970 by the server's clock, as well as the device knew it. */
  readonly at: number;
  /** Id of the person; null for a client without an account. */
  readonly author: string | null;
}

/** A field's current values: those no later author has seen, latest first. More than one is a conflict. */
export interface Field {
  readonly values: readonly Value[];
  /** Commands whose values were replaced, including ones that arrive only later. */
  readonly gone: readonly string[];
  /**
   * The last replaced values, latest first, at most `MOST_EARLIER`. Absent if there are none, or in records
   * older than this field.
   */
  readonly earlier?: readonly Value[];
}

export type Fields = Readonly<Record<string, Field>>;

/** The field that marks a record as removed. It can be undone, and nothing of the record is lost. */
export const REMOVED = "removed";

/**
 * When a command was made by the server's clock, but never after it arrived: otherwise a device with a fast
 * clock would win every conflict.
 */
export function momentOf(command: Pick<Command, "capturedAt" | "skew">, receivedAt: number): number {
  return Math.min(command.capturedAt + command.skew, receivedAt);
}

/**
 * Latest first; at the same moment, larger id first. UUIDv7s of one device grow, so one person's writes
 * within a millisecond stay in order.
 */
function laterFirst(a: Value, b: Value): number {
  return b.at - a.at || (a.by < b.by ? 1 : a.by > b.by ? -1 : 0);
}

/** How many replaced values a field keeps, so that a device can show them without the job's history. */
const MOST_EARLIER = 3;

const EMPTY: Field = { values: [], gone: [] };

/**
 * Returns the fields after a command. Idempotent, and independent of the order in which commands arrive.
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
    const isKnown = isGone || values.some((one) => one.by === command.id);
    const remaining = values.filter((one) => !replaced.has(one.by));
    const set: Value = { value, by: command.id, at, author };
    const past = latest([
      ...earlier,
      ...values.filter((one) => replaced.has(one.by)),
      ...(isGone ? [set] : []),
    ]);
    after[name] = {
      values: isKnown ? remaining : [...remaining, set].toSorted(laterFirst),
      // Every replaced id stays listed, because a copy of its command may still arrive.
      gone: [...new Set([...gone, ...replaced])].toSorted(),
      ...(past.length > 0 ? { earlier: past } : {}),
    };
  }
  return after;
}

/** The last few replaced values without duplicates, whatever order they came in. */
const latest = (values: readonly Value[]): Value[] =>
  [...new Map(values.toReversed().map((one) => [one.by, one])).values()]
    .toSorted(laterFirst)
    .slice(0, MOST_EARLIER);

/** The value a field shows: the latest; undefined if never set. */
export function shown(fields: Fields, name: string): Json | undefined {
  return fields[name]?.values[0]?.value;
}

/** The shown value of every field. */
export function shownFields(fields: Fields): Record<string, Json> {
  return Object.fromEntries(
    Object.entries(fields).flatMap(([name, { values }]) => (values[0] ? [[name, values[0].value]] : [])),
  );
}

/** Names of fields with different values from people who didn't see each other's. */
export function conflicts(fields: Fields): string[] {
  return Object.entries(fields).flatMap(([name, { values }]) =>
    new Set(values.map((one) => JSON.stringify(one.value))).size > 1 ? [name] : [],
  );
}

/** The base revision for a command about to set `names`: the commands its author sees there. */
export function seen(fields: Fields, names: readonly string[]): Record<string, string[]> {
  return Object.fromEntries(names.map((name) => [name, (fields[name]?.values ?? []).map((one) => one.by)]));
}
