import { newLocalId, type ShownRecord, type Store } from "#ground/sync/public.tsx";
import { firstLine, firstWritten, shotsOf } from "#trade/fieldwork/public.ts";
import { type ActSource, isFrom, originOf, photoFields, wordsOf } from "#trade/fieldwork/public.tsx";
import { jobOf } from "#trade/jobs/public.tsx";
import { CHANGE, LONGEST } from "../rules/change.ts";
import { firstOf } from "../start/extra-work.ts";
import { changeOfRequest, lineOfRequest, REQUEST, requestOf } from "./request.ts";

/**
 * Saves a guest's request with photos of another record on this device, or finds the one that has them.
 * @returns its id @throws {Error} if nothing was saved
 */
export async function askFrom(store: Store, source: ActSource): Promise<string> {
  const { job, record, shots } = source;
  const known = (await store.recordsOf(REQUEST, job)).find(({ values }) => isFrom(values, source));
  if (known) return known.id;
  const id = newLocalId();
  const words = wordsOf(source);
  await store.write({
    ...{ kind: REQUEST, record: id, job, media: shots.map(({ sha256 }) => sha256) },
    sets: {
      title: words ? firstLine(words).slice(0, LONGEST.title) : "Extra work",
      ...(words ? { description: words.slice(0, LONGEST.words) } : {}),
      ...photoFields(record, shots),
      from: originOf(source),
    },
  });
  return id;
}

/**
 * Makes a guest's request a potential change, with its photos, and its cost as a line of a subcontractor.
 * @param from.by the guest's name
 * @returns the id of the change @throws {Error} if nothing was saved
 */
export async function takeOver(
  store: Store,
  { job, record, by }: { readonly job: string; readonly record: ShownRecord; readonly by: string },
): Promise<string> {
  const id = changeOfRequest(record.id);
  const { title, description, cents, days } = requestOf(record.values);
  const shots = shotsOf(record.values);
  if (!(await store.record(CHANGE, id))) {
    const lead = jobOf(job, (await store.record("jobs.job", job))?.values ?? {}).leadId;
    const line = {
      ...{ place: 1, category: "sub", text: title.slice(0, LONGEST.text), quantity: 1000, unit: "" },
      ...{ cents: cents ?? 0, isFixed: false, isTaxable: false },
    };
    await store.write({
      ...{ kind: CHANGE, record: id, job, media: shots.map(({ sha256 }) => sha256) },
      sets: (_, skew) => ({
        ...firstOf(firstWritten(record.fields)?.at ?? Date.now() + skew),
        title,
        ...(description ? { description } : {}),
        ...photoFields(record, shots),
        ...(cents ? { [`lines.${lineOfRequest(record.id)}`]: line } : {}),
        ...(days === 0 ? {} : { days }),
        ...(by ? { askedBy: by.slice(0, LONGEST.name) } : {}),
        ...(lead ? { leadId: lead } : {}),
        from: { kind: REQUEST, record: record.id },
      }),
    });
  }
  await store.write({
    ...{ kind: REQUEST, record: record.id, job },
    sets: { answer: { is: "taken", words: "" } },
  });
  return id;
}
