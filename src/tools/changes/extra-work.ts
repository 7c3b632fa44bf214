import { newLocalId, type ShownRecord, type Store } from "#ground/sync/public.tsx";
import { readText } from "#ground/sync/public.ts";
import { firstLine, type Shot } from "#trade/fieldwork/public.ts";
import { jobOf } from "#trade/jobs/public.tsx";
import { CHANGE, LONGEST } from "./rules.ts";

/** The fields of a photo, as another record has them. */
const photoFields = (record: ShownRecord, shots: readonly Shot[]) =>
  Object.fromEntries(
    shots.map(({ sha256 }) => [`photos.${sha256}`, record.values[`photos.${sha256}`] ?? null]),
  );

/** What a new change says at first. @param at milliseconds since 1970, by the server's clock */
export const firstOf = (at: number) => ({
  title: "Extra work",
  knownAt: new Date(at).toISOString(),
});

/**
 * Saves a potential change with photos of another record on this device, or finds the one that has them.
 * @returns its id @throws {Error} if nothing was saved
 */
export async function startFrom(
  store: Store,
  {
    job,
    record,
    shots,
  }: { readonly job: string; readonly record: ShownRecord; readonly shots: readonly Shot[] },
): Promise<string> {
  const known = (await store.recordsOf(CHANGE, job)).find(
    ({ values }) =>
      values["removed"] !== true &&
      (shots.length > 0
        ? shots.every(({ sha256 }) => values[`photos.${sha256}`])
        : (values["from"] as { readonly record?: unknown } | undefined)?.record === record.id),
  );
  if (known) return known.id;
  const id = newLocalId();
  const words = readText(record.values["text"]);
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
      from: { kind: record.kind, record: record.id },
    }),
  });
  return id;
}
