import { applyCommand, conflicts, type Fields, type Json, REMOVED, shownFields } from "../rules.ts";
import type { LocalRecord, Waiting } from "./local-tables.ts";

/** A record as this device shows it: what the server holds, and what waits here on top. */
export interface ShownRecord {
  readonly kind: string;
  readonly id: string;
  readonly job: string | null;
  /**
   * The account's count at its last change that this device knows; 0 where the server doesn't know the
   * record.
   */
  readonly revision: number;
  readonly values: Readonly<Record<string, Json>>;
  readonly fields: Fields;
  /** Names of fields that two people wrote without seeing each other. */
  readonly conflicts: readonly string[];
  /** Commands on it that wait here. */
  readonly waiting: number;
  /** Commands on it that the server refused. */
  readonly refused: readonly { readonly id: string; readonly why: string }[];
  readonly isRemoved: boolean;
}

/**
 * Fields with commands of this device folded in. Their moment is this device's, as well as it knows the
 * server's clock.
 */
export function foldWaiting(fields: Fields, waiting: readonly Waiting[], author: string): Fields {
  return waiting
    .filter(({ state }) => state !== "away")
    .reduce(
      (before, { command }) => applyCommand(before, command, command.capturedAt + command.skew, author),
      fields,
    );
}

/** A record from what the server holds of it, and what waits; undefined where there is neither. */
export function shownRecord(
  held: LocalRecord | undefined,
  waiting: readonly Waiting[],
  author: string,
): ShownRecord | undefined {
  const mine = waiting.filter(({ state }) => state !== "away");
  const from =
    held ??
    (mine[0] && { kind: mine[0].kind, id: mine[0].record, job: mine[0].job, revision: 0, fields: {} });
  if (!from) return undefined;
  const fields = foldWaiting(from.fields, mine, author);
  const values = shownFields(fields);
  return {
    kind: from.kind,
    id: from.id,
    job: from.job,
    revision: from.revision,
    values,
    fields,
    conflicts: conflicts(fields),
    waiting: mine.filter(({ state }) => state === "waiting").length,
    refused: mine.flatMap(({ id, refusal }) => (refusal ? [{ id, why: refusal.why }] : [])),
    isRemoved: values[REMOVED] === true,
  };
}

/**
 * Makes a shown record anew only where what it is made of is another: what did not change stays the same
 * object, and is not drawn again.
 */
export class ShownRecords {
  private readonly before = new Map<string, { readonly stamp: string; readonly shown: ShownRecord }>();

  /** See `shownRecord`. */
  of(held: LocalRecord | undefined, waiting: readonly Waiting[], author: string): ShownRecord | undefined {
    const { kind, id } = held ?? { kind: waiting[0]?.kind, id: waiting[0]?.record };
    const stamp = JSON.stringify([
      held?.revision,
      held?.folded,
      waiting.map((one) => [one.id, one.state, one.refusal?.why]),
    ]);
    const known = this.before.get(`${kind} ${id}`);
    if (known?.stamp === stamp) return known.shown;
    const shown = shownRecord(held, waiting, author);
    if (shown) this.before.set(`${kind} ${id}`, { stamp, shown });
    return shown;
  }
}
