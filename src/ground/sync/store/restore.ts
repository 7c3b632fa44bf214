import { deleteLeftovers, saveCopies } from "./copies.ts";
import { dropDraftCopy, photosOfDraft } from "../client/save-draft.ts";
import { toWaiting } from "./local-tables.ts";
import type { Original } from "./originals.ts";
import { withPieces } from "./pieces.ts";
import { room } from "./space.ts";
import type { Store } from "./store.ts";

/**
 * Puts back from the second copy what the database lost. What was held meanwhile is sent once more, and is
 * held as before. Originals come before the commands that name them; of a command that the server holds, its
 * originals may be all that waits.
 * @returns how many commands and originals were put back
 */
export async function restore(store: Store): Promise<number> {
  const { tables, secondCopy } = store;
  await secondCopy.tidy((ids) => waitingHere(store, ids));
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
  if (restored > 0) for (const tell of store.written) tell();
  return restored;
}

/**
 * Puts drafts with photos back, and takes away the copies of those that are done. After the commands: what
 * was saved is no draft any more.
 */
async function restoreDrafts(store: Store): Promise<void> {
  const { tables, secondCopy } = store;
  const { drafts, blobs, bytes, known, outbox } = tables;
  const done = (await drafts.toArray()).filter(({ isDone }) => isDone);
  // A save was cut off after it was in the database: the copies of its photos are still those of a draft.
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
 * Copies what waits in the database alone: of a save that was cut off before its second copy was written, and
 * of one for whose copy there was no room. Without it, a database that is lost later would lose photos whose
 * commands were sent meanwhile.
 */
export async function saveMissingCopies(store: Store): Promise<void> {
  const { tables, secondCopy } = store;
  const kept = await secondCopy.kept();
  if (!kept || (await room())?.isNearlyFull) return;
  const waits = await tables.blobs.where("state").equals("waiting").toArray();
  const missing = new Map(
    waits.filter(({ sha256 }) => !kept.originals.has(sha256)).map((one) => [one.sha256, one]),
  );
  const take = async (hashes: readonly string[]) => {
    const found: Original[] = [];
    for (const sha256 of hashes) {
      const blob = missing.get(sha256);
      const one = blob && (await store.original(sha256));
      missing.delete(sha256);
      if (one) found.push({ sha256, type: blob.type, size: blob.size, content: one });
    }
    return found;
  };
  const commands = (await tables.outbox.where("state").anyOf("waiting", "refused").toArray()).filter(
    ({ id }) => !kept.commands.has(id),
  );
  for (const { command, kind, record, job } of commands)
    await saveCopies(store, [command], await take(command.media), { kind, record, job });
  for (const blob of [...missing.values()]) {
    // A save was cut off between the database and the second copy: the bytes are there as those of a draft.
    await secondCopy.claim([blob.sha256], blob);
    if (!(await secondCopy.kept())?.originals.has(blob.sha256))
      await saveCopies(store, [], await take([blob.sha256]), blob);
  }
}

async function waitingHere({ tables }: Store, ids: readonly string[]): Promise<ReadonlySet<string>> {
  return new Set((await tables.outbox.where("id").anyOf(ids).toArray()).map(({ id }) => id));
}
