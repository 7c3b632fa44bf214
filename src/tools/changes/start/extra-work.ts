import { newLocalId, type ShownRecord, type Store } from "#ground/sync/public.tsx";
import { readRecord, readText, type Values } from "#ground/sync/public.ts";
import { firstLine, type Shot } from "#trade/fieldwork/public.ts";
import type { ActSource } from "#trade/fieldwork/public.tsx";
import { jobOf } from "#trade/jobs/public.tsx";
import { CHANGE, LONGEST } from "../rules/change.ts";

/** The fields of a photo, as another record has them. */
export const photoFields = (record: ShownRecord, shots: readonly Shot[]) =>
  Object.fromEntries(
    shots.map(({ sha256 }) => [`photos.${sha256}`, record.values[`photos.${sha256}`] ?? null]),
  );

/** What it says, as somebody wrote it. */
export const wordsOf = ({ record, words }: ActSource): string => words ?? readText(record.values["text"]);

/** The field `from` of what begins there. */
export const originOf = ({ record, item }: ActSource) => ({
  ...{ kind: record.kind, record: record.id },
  ...(item ? { item } : {}),
});

/** Whether something was begun there: it has the same photos, or for none is from the same item or entry. */
export function isFrom(values: Values, { record, shots, item = "" }: ActSource): boolean {
  const from = readRecord(values["from"]);
  const isSame = from?.["record"] === record.id && readText(from["item"]) === item;
  return (
    values["removed"] !== true &&
    (shots.length > 0 && item === "" ? shots.every(({ sha256 }) => values[`photos.${sha256}`]) : isSame)
  );
}

/** What a new change says at first. @param at milliseconds since 1970, by the server's clock */
export const firstOf = (at: number) => ({
  title: "Extra work",
  knownAt: new Date(at).toISOString(),
});

/**
 * Saves a potential change with photos of another record on this device, or finds the one that has them.
 * @returns its id @throws {Error} if nothing was saved
 */
export async function startFrom(store: Store, source: ActSource): Promise<string> {
  const { job, record, shots } = source;
  const known = (await store.recordsOf(CHANGE, job)).find(({ values }) => isFrom(values, source));
  if (known) return known.id;
  const id = newLocalId();
  const words = wordsOf(source);
  const lead = jobOf(job, (await store.record("jobs.job", job))?.values ?? {}).leadId;
  const { place } = record.values;
  await store.write({
    ...{ kind: CHANGE, record: id, job, media: shots.map(({ sha256 }) => sha256) },
    sets: (_, skew) => ({
      ...firstOf(Date.now() + skew),
      ...photoFields(record, shots),
      ...(words
        ? { title: firstLine(words).slice(0, LONGEST.title), description: words.slice(0, LONGEST.words) }
        : {}),
      ...(place ? { place } : {}),
      ...(lead ? { leadId: lead } : {}),
      from: originOf(source),
    }),
  });
  return id;
}
