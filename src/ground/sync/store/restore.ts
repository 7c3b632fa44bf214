import { deleteLeftovers, saveCopies } from "./copies.ts";
import { dropDraftCopy, photosOfDraft } from "../client/save-draft.ts";
import { toWaiting } from "./local-tables.ts";
import type { Original } from "./originals.ts";
import { withPieces } from "./pieces.ts";
import { room } from "./space.ts";
import type { Store } from "./store.ts";

/**
 * Restores what the database lost from the second copy. Commands that the server already has are sent again,
 * which is harmless. Originals come before the commands that name them; a confirmed command may still have
 * waiting originals.
 * @returns how many commands and originals were restored
 */
export async function restore(store: Store): Promise<number> {
  const { tables, secondCopy } = store;
  await secondCopy.cleanUp((ids) => waitingHere(store, ids));
  await deleteLeftovers(store);
  let restored = 0;
  for await (const { original, of } of secondCopy.originals(
    async (hashes) => new Set((await tables.blobs.bulkGet([...hashes])).flatMap((one) => one?.sha256 ?? [])),
  )) {
    await withPieces(tables, [original], () =>
      tables.transaction("rw", [tables.outbox, tables.blobs, tables.bytes, tables.known], async () => {
        if (await store.saveOriginal(original, of)) await store.count(1);
      }),
    );
    restored++;
  }
  for await (const command of secondCopy.commands((ids) => waitingHere(store, ids))) {
    await tables.transaction("rw", [tables.outbox, tables.blobs, tables.cursors, tables.known], async () => {
      if (await tables.outbox.where({ id: command.id }).count()) return;
      await tables.outbox.add(toWaiting(command));
      if (command.job !== null && !(await tables.cursors.get(command.job)))
        await tables.cursors.add({ scope: command.job, upTo: 0 });
      await store.count(1);
    });
    restored++;
  }
  await restoreDrafts(store);
  if (restored > 0) for (const notify of store.written) notify();
  return restored;
}

/**
 * Restores drafts with photos and deletes copies of finished ones. Runs after the commands, because a saved
 * draft is no longer a draft.
 */
async function restoreDrafts(store: Store): Promise<void> {
  const { tables, secondCopy } = store;
  const { drafts, blobs, bytes, known, outbox } = tables;
  const done = (await drafts.toArray()).filter(({ isDone }) => isDone);
  // The page closed after the save but before its photo copies were claimed.
  if (done.length > 0)
    for (const blob of await blobs.where("state").equals("waiting").toArray())
      await secondCopy.claim([blob.sha256], blob);
  for (const { id } of done) await dropDraftCopy(store, id);
  for await (const { draft, originals } of secondCopy.drafts()) {
    if (await drafts.get(draft.id)) continue;
    const { kind, record, job } = draft;
    const isSaved = draft.saw === undefined && (await outbox.where({ kind, record }).count()) > 0;
    if (isSaved) {
      await secondCopy.claim(photosOfDraft(draft), draft);
      await secondCopy.dropDraft(draft.id);
      continue;
    }
    const found = await originals();
    await withPieces(tables, found, () =>
      tables.transaction("rw", [drafts, blobs, bytes, known], async () => {
        for (const one of found) await store.saveOriginal(one, { kind, record, job }, "draft");
        await drafts.put(draft);
      }),
    );
  }
}

/**
 * Writes missing second copies: of saves interrupted before the copy, and of saves without room for one.
 * Without this, losing the database later could lose photos whose commands were already sent.
 */
export async function saveMissingCopies(store: Store): Promise<void> {
  const { tables, secondCopy } = store;
  const copied = await secondCopy.list();
  if (!copied || (await room())?.isNearlyFull) return;
  const waits = await tables.blobs.where("state").equals("waiting").toArray();
  const missing = new Map(
    waits.filter(({ sha256 }) => !copied.originals.has(sha256)).map((one) => [one.sha256, one]),
  );
  const loadOriginals = async (hashes: readonly string[]) => {
    const found: Original[] = [];
    for (const sha256 of hashes) {
      const blob = missing.get(sha256);
      const one = blob && (await store.original(sha256));
      missing.delete(sha256);
      if (one) found.push({ sha256, type: blob.type, size: blob.size, content: one });
    }
    return found;
  };
  const uncopied = (await tables.outbox.where("state").anyOf("waiting", "refused").toArray()).filter(
    ({ id }) => !copied.commands.has(id),
  );
  // Saves of this moment write their own copies; two at one file could delete each other's.
  for (const { id, command } of uncopied)
    if (store.isBeingCopied(id)) for (const sha256 of command.media) missing.delete(sha256);
  const commands = uncopied.filter(({ id }) => !store.isBeingCopied(id));
  for (const { command, kind, record, job } of commands)
    await saveCopies(store, [command], await loadOriginals(command.media), { kind, record, job });
  for (const blob of [...missing.values()]) {
    // The page closed between the two: the bytes are still filed as a draft's.
    await secondCopy.claim([blob.sha256], blob);
    if (!(await secondCopy.list())?.originals.has(blob.sha256))
      await saveCopies(store, [], await loadOriginals([blob.sha256]), blob);
  }
}

async function waitingHere({ tables }: Store, ids: readonly string[]): Promise<ReadonlySet<string>> {
  return new Set((await tables.outbox.where("id").anyOf(ids).toArray()).map(({ id }) => id));
}
