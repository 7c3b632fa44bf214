import type { LocalDraft } from "./local-tables.ts";
import { readOriginals } from "./originals.ts";
import { deleteBytes } from "./pieces.ts";
import { doneDraft, dropDraftCopy, photosOfDraft } from "../client/save-draft.ts";
import type { Change, Store, Written } from "./store.ts";

// A form that was begun owns its words and its photos until it is saved. Saving takes them over in the
// transaction that writes the change (`saveDraft`), so there is never a photo without its words, nor a draft
// beside the entry that was made of it.

/** What a form says of the draft that it may leave. */
export type DraftHead = Omit<LocalDraft, "typed" | "sets" | "at" | "isDone">;

/** Open drafts of a job, the latest first. */
export async function draftsOf({ tables }: Store, job: string): Promise<LocalDraft[]> {
  const all = await tables.drafts.where({ job }).toArray();
  return all.filter(({ isDone }) => !isDone).toSorted((a, b) => b.at - a.at);
}

/**
 * Keeps what is typed; photos of the draft stay.
 * @param isBegun whether the form knows that there is a draft already: one that was saved or discarded
 * meanwhile is not begun again
 * @returns whether it was kept
 */
export async function saveTyped(
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
export async function addToDraft(
  store: Store,
  head: DraftHead,
  { sets }: Pick<Change, "sets">,
  files: readonly Blob[],
): Promise<Written> {
  const originals = await readOriginals(files);
  const hashes = originals.map(({ sha256 }) => sha256);
  const { drafts, blobs, bytes, known } = store.tables;
  const { kind, record, job } = head;
  let kept: LocalDraft | undefined;
  const keep = () =>
    store.tables.transaction("rw", [drafts, blobs, bytes, known], async () => {
      const added = typeof sets === "function" ? sets(hashes, await store.tables.knows("skew", 0)) : sets;
      const before = await drafts.get(head.id);
      for (const one of originals) await store.saveOriginal(one, { kind, record, job }, "draft");
      kept = { ...head, typed: before?.typed ?? {}, sets: { ...before?.sets, ...added }, at: Date.now() };
      await drafts.put(kept);
    });
  await store.keeping(originals, keep);
  await store.secondCopy.keepDraft(kept!, originals);
  return { ids: [], media: hashes };
}

/** Discards a draft with its photos. Those that another draft names, or that were saved meanwhile, stay. */
export async function discardDraft(store: Store, id: string): Promise<void> {
  const { drafts, blobs, bytes, previews } = store.tables;
  const gone = await store.tables.transaction("rw", [drafts, blobs, bytes, previews], async () => {
    const draft = await drafts.get(id);
    if (!draft) return [];
    await drafts.put(doneDraft(draft));
    const others = await drafts.toArray();
    const wanted = new Set(others.flatMap(photosOfDraft));
    const mine = new Set(photosOfDraft(draft).filter((sha256) => !wanted.has(sha256)));
    const rows = [
      ...(await blobs.bulkGet([...mine])),
      ...(await blobs.where({ record: draft.record }).toArray()),
    ];
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
