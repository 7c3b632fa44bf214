import type { LocalDraft } from "./local-tables.ts";
import { readOriginals } from "./originals.ts";
import { deleteBytes } from "./pieces.ts";
import { doneDraft, dropDraftCopy, photosOfDraft } from "../client/save-draft.ts";
import type { Change, Store, Written } from "./store.ts";

// An unfinished form owns its text and photos until it is saved. Saving moves them in the transaction that
// writes the change (`saveDraft`), so photos never lose their text, and a draft never remains beside its
// saved entry.

/** Identifies the draft that a form may leave behind. */
export type DraftHead = Omit<LocalDraft, "typed" | "sets" | "at" | "isDone">;

/** Open drafts of a job, latest first. */
export async function draftsOf({ tables }: Store, job: string): Promise<LocalDraft[]> {
  const all = await tables.drafts.where({ job }).toArray();
  return all.filter(({ isDone }) => !isDone).toSorted((a, b) => b.at - a.at);
}

/**
 * Saves the typed text; the draft's photos stay.
 * @param isBegun whether the form already has a draft; one saved or discarded meanwhile is not started again
 * @returns whether it was saved
 */
export async function saveTyped(
  { tables, secondCopy }: Store,
  head: DraftHead,
  typed: Readonly<Record<string, string>>,
  isBegun: boolean,
): Promise<boolean> {
  const { drafts } = tables;
  const saved = await tables.transaction("rw", [drafts], async () => {
    const before = await drafts.get(head.id);
    if (before?.isDone || (isBegun && !before)) return null;
    const draft: LocalDraft = { ...head, typed, sets: before?.sets ?? {}, at: Date.now() };
    await drafts.put(draft);
    return draft;
  });
  // Text-only drafts are deleted at sign-out, so no copy may outlast it.
  if (saved && photosOfDraft(saved).length > 0) await secondCopy.saveDraft(saved, []);
  return saved !== null;
}

/**
 * Saves photos in a draft, with the fields that name them. Resolves when they are on disk.
 * @param change as `Store.write` takes it; only its fields are used
 * @throws {NotSaved} if nothing was saved
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
  let saved: LocalDraft | undefined;
  const save = () =>
    store.tables.transaction("rw", [drafts, blobs, bytes, known], async () => {
      const added =
        typeof sets === "function" ? sets(hashes, await store.tables.loadSetting("skew", 0)) : sets;
      const before = await drafts.get(head.id);
      for (const one of originals) await store.saveOriginal(one, { kind, record, job }, "draft");
      saved = { ...head, typed: before?.typed ?? {}, sets: { ...before?.sets, ...added }, at: Date.now() };
      await drafts.put(saved);
    });
  await store.saveDurably(originals, save);
  await store.secondCopy.saveDraft(saved!, originals);
  return { ids: [], media: hashes };
}

/** Discards a draft and its photos, except those that another draft names or that were saved meanwhile. */
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
