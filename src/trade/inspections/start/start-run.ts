import { type Json, newLocalId, type Store } from "#ground/sync/public.tsx";
import { picturesOf, sectionsOf } from "../rules/items.ts";
import { inCommands, isSafetyList, type ListToStart, OWN_LIST } from "../rules/lists.ts";
import { RUN } from "../rules/run.ts";
import type { DueOf } from "../schedules/rules.ts";

/** Unique within a list. */
export const newItemId = (): string => newLocalId().slice(-12);

const commandsFor = (sections: ListToStart["sections"]) =>
  inCommands(sections) as unknown as Record<string, Json>[];

/**
 * Starts a list on a job.
 * @param due the day of a schedule that it counts for
 * @returns the id of the run
 * @throws {NotSaved} if this device couldn't save it
 */
export async function startRun(
  store: Store,
  job: string,
  { key, title, trade, sections }: ListToStart,
  place: string,
  due?: DueOf,
): Promise<string> {
  const record = newLocalId();
  const [first = {}, ...rest] = commandsFor(sections);
  const head = {
    title,
    from: key,
    state: "open",
    ...(isSafetyList({ trade }) ? { safety: true } : {}),
    ...(place ? { place } : {}),
    ...(due ? { due: { ...due } } : {}),
  };
  // The pictures belong to the job from now on: its guests see them, and its copy has them.
  const media = picturesOf(sectionsOf(Object.assign({}, first, ...rest) as Record<string, Json>));
  await store.write({ kind: RUN, record, job, sets: { ...head, ...first }, media });
  for (const sets of rest) await store.write({ kind: RUN, record, job, sets });
  return record;
}

/** Saves a list of the business's own. @returns its id @throws {NotSaved} as `startRun` */
export async function saveNewList(
  store: Store,
  { title, trade, sections }: Pick<ListToStart, "title" | "trade" | "sections">,
): Promise<string> {
  const target = { kind: OWN_LIST, record: newLocalId(), job: null };
  const [first = {}, ...rest] = commandsFor(sections);
  await store.write({ ...target, sets: { title, ...(trade ? { trade } : {}), ...first } });
  for (const sets of rest) await store.write({ ...target, sets });
  return target.record;
}
