import { deleteBytes } from "./pieces.ts";
import type { Store } from "./store.ts";

const isOver = ({ state }: { readonly state: string }): boolean => state === "refused" || state === "away";

/**
 * Permanently removes a command or original that was refused or put away. Waiting ones can't be removed.
 * @param id of the command, or hash of the original
 */
export async function discard({ tables, secondCopy }: Store, id: string): Promise<void> {
  const { outbox, blobs, bytes, previews, known } = tables;
  const removed = await tables.transaction("rw", [outbox, blobs, bytes, previews, known], async () => {
    const [command, original] = await Promise.all([outbox.where({ id }).first(), blobs.get(id)]);
    let counted = 0;
    if (command && isOver(command)) {
      await outbox.where({ id }).delete();
      if (command.state === "refused") counted++;
    }
    if (original && isOver(original)) {
      await blobs.delete(id);
      await previews.delete(id);
      await deleteBytes(tables, id);
      if (original.state === "refused") counted++;
    }
    // It no longer counts among what the server should have.
    if (counted > 0)
      await tables.saveSetting("made", Math.max(0, (await tables.loadSetting("made", 0)) - counted));
    return { command: command && isOver(command), original: original && isOver(original) };
  });
  await Promise.all([
    removed.command ? secondCopy.dropCommands([id]) : undefined,
    removed.original ? secondCopy.dropOriginals([id]) : undefined,
  ]);
}
