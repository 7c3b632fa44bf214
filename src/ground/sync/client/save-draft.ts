import type { Json } from "../rules.ts";
import type { OnDevice } from "../store/copies.ts";
import type { LocalBlob, LocalDraft, LocalTables } from "../store/local-tables.ts";
import type { Belongs } from "../store/second-copy.ts";

const PHOTO = /^photos\.([0-9a-f]{64})$/;

/** Hashes of a draft's photos. */
export const photosOfDraft = ({ sets }: Pick<LocalDraft, "sets">): string[] =>
  Object.entries(sets).flatMap(([field, value]) => (value === null ? [] : (PHOTO.exec(field)?.[1] ?? [])));

interface Saved {
  readonly sets: Readonly<Record<string, Json>>;
  readonly media: readonly string[];
  readonly freed: number;
}

/** Inside the save's transaction: moves the draft's photos to the change and marks the draft done. */
export async function saveDraft(
  { drafts, blobs }: LocalTables,
  id: string,
  { kind, record, job }: Pick<Belongs, "kind" | "record" | "job">,
): Promise<Saved> {
  const draft = await drafts.get(id);
  if (!draft || draft.isDone) return { sets: {}, media: [], freed: 0 };
  const media = photosOfDraft(draft);
  const mine = new Set(media);
  const rows = [...(await blobs.where({ record: draft.record }).toArray()), ...(await blobs.bulkGet(media))];
  let freed = 0;
  for (const sha256 of new Set(rows.flatMap((row) => (row?.state === "draft" ? [row.sha256] : [])))) {
    const row: LocalBlob = rows.find((one) => one?.sha256 === sha256)!;
    if (!mine.has(row.posterOf ?? sha256)) continue;
    const { before: _, ...rest } = row;
    await blobs.put({ ...rest, kind, record, job, state: "waiting" });
    freed++;
  }
  await drafts.put(doneDraft(draft));
  return { sets: draft.sets, media, freed };
}

/** A finished draft without its content. It remains only until its second copy is deleted. */
export const doneDraft = ({ id, of, job, kind, record }: LocalDraft): LocalDraft => ({
  ...{ id, of, job, kind, record, title: "", href: "", typed: {}, sets: {}, at: Date.now() },
  isDone: true,
});

/** After a save: marks the draft's photo copies as waiting for the server and deletes the draft's copy. */
export async function dropDraftCopy(
  { tables, secondCopy }: OnDevice,
  id: string,
  saved?: { readonly media: readonly string[]; readonly of: Belongs },
): Promise<void> {
  if (saved) {
    await secondCopy.claim(saved.media, saved.of);
    // Already sent: nothing later would delete these copies.
    const rows = await tables.blobs.bulkGet([...saved.media]);
    await secondCopy.dropOriginals(rows.flatMap((row) => (row?.state === "held" ? [row.sha256] : [])));
  }
  await secondCopy.dropDraft(id);
  await tables.drafts
    .where({ id })
    .and(({ isDone }) => isDone === true)
    .delete();
}
