import { newLocalId, type Store } from "#ground/sync/public.tsx";
import { firstLine } from "#trade/fieldwork/public.ts";
import { type ActSource, isFrom, originOf, photoFields, wordsOf } from "#trade/fieldwork/public.tsx";
import { jobOf } from "#trade/jobs/public.tsx";
import { CHANGE, LONGEST } from "../rules/change.ts";

/** What a change is called until somebody says what it is. */
export const UNNAMED = "Extra work";

/** What a new change says at first. @param at milliseconds since 1970, by the server's clock */
export const firstOf = (at: number) => ({
  title: UNNAMED,
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
