import type { AppliedCommand, Fields, StoredRecord } from "#ground/sync/public.server.ts";
import { RUN } from "#trade/inspections/public.ts";
import { ISSUE } from "#trade/issues/public.ts";

/** The events of a record's states; other states have none. */
const STATE_EVENTS = {
  [RUN]: { finished: "checklist.finished", approved: "checklist.approved" },
  [ISSUE]: { ready: "issue.ready", closed: "issue.closed", refused: "issue.refused" },
} as const satisfies Readonly<Record<string, Readonly<Record<string, `${string}.${string}`>>>>;

/** Whether a command began its record: everything in it is from this command. */
const isBegun = (fields: Fields, { id }: Pick<AppliedCommand, "id">): boolean =>
  Object.values(fields).every(
    ({ values, gone, earlier = [] }) =>
      gone.length === 0 && earlier.length === 0 && values.every(({ by }) => by === id),
  );

/**
 * What a command did to a checklist or an issue. A state that it already had, or that another author's later
 * one hides, is none.
 * @param record as it is after the command
 */
export function eventsOf(
  { kind, fields }: Pick<StoredRecord, "kind" | "fields">,
  command: Pick<AppliedCommand, "id" | "replaces">,
): `${string}.${string}`[] {
  const { values = [], earlier = [] } = fields["state"] ?? {};
  const [shown] = values;
  const replaced = earlier.filter(({ by }) => command.replaces["state"]?.includes(by));
  const before = [...values, ...replaced]
    .filter(({ by }) => by !== command.id)
    .toSorted((one, other) => other.at - one.at)[0];
  const isMoved = shown?.by === command.id && shown.value !== before?.value;
  const events: Readonly<Record<string, `${string}.${string}`>> =
    STATE_EVENTS[kind as keyof typeof STATE_EVENTS] ?? {};
  const moved = isMoved ? events[shown.value as string] : undefined;
  return [
    ...(kind === ISSUE && isBegun(fields, command) ? ["issue.added" as const] : []),
    ...(moved ? [moved] : []),
  ];
}
