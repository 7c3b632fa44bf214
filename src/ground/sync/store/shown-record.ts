import { applyCommand, conflicts, type Fields, type Json, REMOVED, shownFields } from "../rules.ts";
import type { LocalRecord, Waiting } from "./local-tables.ts";

/** A record as this device shows it: the server's version with waiting commands on top. */
export interface ShownRecord {
  readonly kind: string;
  readonly id: string;
  readonly job: string | null;
  /** The account's count at the record's last known change; 0 if the server doesn't have it. */
  readonly revision: number;
  readonly values: Readonly<Record<string, Json>>;
  readonly fields: Fields;
  readonly conflicts: readonly string[];
  readonly waiting: number;
  readonly refused: readonly { readonly id: string; readonly why: string }[];
  readonly isRemoved: boolean;
}

/** Applies this device's waiting commands to the fields, timed by its estimate of the server's clock. */
export function foldWaiting(fields: Fields, waiting: readonly Waiting[], author: string): Fields {
  return waiting
    .filter(({ state }) => state !== "away")
    .reduce(
      (before, { command }) => applyCommand(before, command, command.capturedAt + command.skew, author),
      fields,
    );
}

/** Builds a shown record from the server's version and waiting commands; undefined if there is neither. */
export function shownRecord(
  stored: LocalRecord | undefined,
  waiting: readonly Waiting[],
  author: string,
): ShownRecord | undefined {
  const mine = waiting.filter(({ state }) => state !== "away");
  const from =
    stored ??
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

/** Caches shown records: an unchanged one stays the same object, so React doesn't render it again. */
export class ShownRecords {
  private readonly before = new Map<string, { readonly stamp: string; readonly shown: ShownRecord }>();

  of(stored: LocalRecord | undefined, waiting: readonly Waiting[], author: string): ShownRecord | undefined {
    const { kind, id } = stored ?? { kind: waiting[0]?.kind, id: waiting[0]?.record };
    const stamp = JSON.stringify([
      stored?.revision,
      stored?.folded,
      waiting.map((one) => [one.id, one.state, one.refusal?.why]),
    ]);
    const known = this.before.get(`${kind} ${id}`);
    if (known?.stamp === stamp) return known.shown;
    const shown = shownRecord(stored, waiting, author);
    if (shown) this.before.set(`${kind} ${id}`, { stamp, shown });
    return shown;
  }
}
