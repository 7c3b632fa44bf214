import type { Json } from "../rules.ts";
import type { LocalBlob, LocalDraft, LocalTables } from "./local-tables.ts";
import { readOriginals } from "./originals.ts";
import { deleteBytes } from "./pieces.ts";
import type { Belongs } from "./second-copy.ts";
import type { Change, Store, Written } from "./store.ts";

// A form that was begun owns its words and its photos until it is saved. Saving takes them over in the transaction that writes the change
// (`saveDraft`), so there is never a photo without its words, nor a draft beside the entry that was made of it.

/** What a form says of the draft that it may leave. */
export type DraftHead = Omit<LocalDraft, "typed" | "sets" | "at" | "isDone">;

const PHOTO = /^photos\.([0-9a-f]{64})$/;

/** Hashes of the photos that a draft owns. */
export const photosOfDraft = ({ sets }: Pick<LocalDraft, "sets">): string[] =>
  Object.entries(sets).flatMap(([field, value]) => (value === null ? [] : (PHOTO.exec(field)?.[1] ?? [])));

/** Open drafts of a job, the latest first. */
export async function draftsOf({ tables }: Store, job: string): Promise<LocalDraft[]> {
  const all = await tables.drafts.where({ job }).toArray();
  return all.filter(({ isDone }) => !isDone).toSorted((a, b) => b.at - a.at);
}

/**
 * Keeps what is typed; photos of the draft stay.
 * @param isBegun whether the form knows that there is a draft already: one that was saved or discarded meanwhile is not begun again
 * @returns whether it was kept
 */
export async function keepTyped(
  { tables, secondCopy }: Store,
  head: DraftHead,
  typed: Readonly<Record<string, string>>,
  isBegun: boolean,
): Promise<boolean> {
  const { drafts } = tables;
  const kept = await tables.transaction("rw", [drafts], async () => {
    const before = await drafts.get(head.id);
    if (before?.isDone || (isBegun && !before)) return null;
    const draft: LocalDraft = { ...head, typed, sets: before?.sets ?? {}, at: Date.now() };
    await drafts.put(draft);
    return draft;
  });
  // Words alone go with a sign-out, so there is no copy of them that would outlast it.
  if (kept && photosOfDraft(kept).length > 0) await secondCopy.keepDraft(kept, []);
  return kept !== null;
}

/**
 * Keeps photos as part of a draft, with the fields that name them. Resolves when all of it is on the disk.
 * @param change as `Store.write` takes it; only its fields count
 * @throws {NotSaved} when none of it is kept
 */
export async function addToDraft(store: Store, head: DraftHead, { sets }: Pick<Change, "sets">, files: readonly Blob[]): Promise<Written> {
  const originals = await readOriginals(files);
  const hashes = originals.map(({ sha256 }) => sha256);
  const { drafts, blobs, bytes, known } = store.tables;
  const { kind, record, job } = head;
  let kept: LocalDraft | undefined;
  const keep = () =>
    store.tables.transaction("rw", [drafts, blobs, bytes, known], async () => {
      const added = typeof sets === "function" ? sets(hashes, await store.tables.knows("skew", 0)) : sets;
      const before = await drafts.get(head.id);
      for (const one of originals) await store.keepOriginal(one, { kind, record, job }, "draft");
      kept = { ...head, typed: before?.typed ?? {}, sets: { ...before?.sets, ...added }, at: Date.now() };
      await drafts.put(kept);
    });
  await store.keeping(originals, keep);
  await store.secondCopy.keepDraft(kept!, originals);
  return { ids: [], media: hashes };
}

/** What a draft gives to the change that saves it. */
interface Saved {
  readonly sets: Readonly<Record<string, Json>>;
  readonly media: readonly string[];
  /** How many originals the server must hold from now on. */
  readonly freed: number;
}

/** Inside the transaction of a save: the draft's photos belong to the change from now on, and the draft is done. */
export async function saveDraft(
  { drafts, blobs }: LocalTables,
  id: string,
  { kind, record, job }: Pick<Change, "kind" | "record" | "job">,
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
  await drafts.put(done(draft));
  return { sets: draft.sets, media, freed };
}

/** A draft that is done says nothing any more: what remains names it until its second copy is gone. */
const done = ({ id, of, job, kind, record }: LocalDraft): LocalDraft => ({
  ...{ id, of, job, kind, record, title: "", href: "", typed: {}, sets: {}, at: Date.now() },
  isDone: true,
});

/** After a save: photos of the draft are copies of what waits, and the copy of the draft goes. */
export async function dropDraftCopy(
  { tables, secondCopy }: Store,
  id: string,
  saved?: { readonly media: readonly string[]; readonly of: Belongs },
): Promise<void> {
  if (saved) {
    await secondCopy.claim(saved.media, saved.of);
    // Sent meanwhile: nobody would drop its copy later.
    const rows = await tables.blobs.bulkGet([...saved.media]);
    await secondCopy.dropOriginals(rows.flatMap((row) => (row?.state === "held" ? [row.sha256] : [])));
  }
  await secondCopy.dropDraft(id);
  await tables.drafts
    .where({ id })
    .and(({ isDone }) => isDone === true)
    .delete();
}

/** Discards a draft with its photos. Those that another draft names, or that were saved meanwhile, stay. */
export async function discardDraft(store: Store, id: string): Promise<void> {
  const { drafts, blobs, bytes, previews } = store.tables;
  const gone = await store.tables.transaction("rw", [drafts, blobs, bytes, previews], async () => {
    const draft = await drafts.get(id);
    if (!draft) return [];
    await drafts.put(done(draft));
    const others = await drafts.toArray();
    const wanted = new Set(others.flatMap(photosOfDraft));
    const mine = new Set(photosOfDraft(draft).filter((sha256) => !wanted.has(sha256)));
    const rows = [...(await blobs.bulkGet([...mine])), ...(await blobs.where({ record: draft.record }).toArray())];
    const dropped: string[] = [];
    for (const row of rows) {
      if (row?.state !== "draft" || !mine.has(row.posterOf ?? row.sha256)) continue;
      const { before, ...rest } = row;
      dropped.push(row.sha256);
      if (before !== "away") await deleteBytes(store.tables, row.sha256);
      if (before) await blobs.put({ ...rest, state: before });
      else {
        await blobs.delete(row.sha256);
        await previews.delete(row.sha256);
      }
    }
    return [...new Set(dropped)];
  });
  await dropDraftCopy(store, id);
  await store.secondCopy.dropOriginals(gone);
}
