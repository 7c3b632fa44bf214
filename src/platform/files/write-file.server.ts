import { randomUUID } from "node:crypto";
import { mkdir, open, rename, unlink } from "node:fs/promises";
import path from "node:path";

/**
 * Writes a file atomically; it survives a power cut once this resolves: the content is synced under another
 * name, renamed, and the folder synced. Costs two syncs.
 * @param target absolute path; an existing file is replaced
 * @param content whole, or in chunks; if reading the chunks fails, nothing is left behind
 * @param mode of the file
 */
export async function writeFileDurably(
  target: string,
  content: Uint8Array | AsyncIterable<Uint8Array>,
  mode?: number,
): Promise<void> {
  const folder = path.dirname(target);
  const made = await mkdir(folder, { recursive: true });
  // The name starts with a dot, so that folder listings skip it.
  const draft = path.join(folder, `.${path.basename(target)}.${randomUUID()}.part`);
  try {
    const file = await open(draft, "wx", mode);
    try {
      await file.writeFile(content);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(draft, target);
  } catch (error) {
    await unlink(draft).catch(() => {});
    throw error;
  }
  await syncFolder(folder);
  // New folders are entries of their parents, which need a sync too.
  if (made)
    for (let at = folder; at.length >= made.length; at = path.dirname(at)) await syncFolder(path.dirname(at));
}

/** Makes the names in a folder survive a power cut. */
export async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, "r").catch(() => undefined);
  if (!handle) return;
  try {
    await handle.sync();
  } catch {
    // Some file systems can't sync a folder; the rename is still atomic.
  } finally {
    await handle.close();
  }
}
