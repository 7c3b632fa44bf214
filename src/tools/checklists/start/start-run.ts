import { type Json, newLocalId, type Store } from "#ground/sync/public.tsx";
import type { ListToStart } from "../rules/lists.ts";
import { sectionField } from "../rules/items.ts";
import { RUN } from "../rules/run.ts";

/** Bytes of JSON in one command, below what the server takes. */
const MOST_BYTES = 40_000;

/** The sections of a list as commands set them: as many in one command as fit. */
export function inCommands(sections: ListToStart["sections"]): Record<string, Json>[] {
  const commands: Record<string, Json>[] = [{}];
  let size = 0;
  for (const [id, section] of Object.entries(sections)) {
    const bytes = new TextEncoder().encode(JSON.stringify(section)).length;
    if (size > 0 && size + bytes > MOST_BYTES) [size] = [0, commands.push({})];
    commands.at(-1)![sectionField(id)] = section as unknown as Json;
    size += bytes;
  }
  return commands;
}

/** Starts a list on a job. @returns the id of the run @throws {NotSaved} if this device couldn't save it */
export async function startRun(
  store: Store,
  job: string,
  { key, title, sections }: ListToStart,
  place: string,
): Promise<string> {
  const record = newLocalId();
  const [first = {}, ...rest] = inCommands(sections);
  const head = { title, from: key, state: "open", ...(place ? { place } : {}) };
  await store.write({ kind: RUN, record, job, sets: { ...head, ...first } });
  for (const sets of rest) await store.write({ kind: RUN, record, job, sets });
  return record;
}
