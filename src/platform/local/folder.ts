/**
 * Files in the browser's origin private file system, separate from its databases. Each is complete once
 * `write` has resolved; if the browser is killed during a write, an empty file may remain.
 */
export interface LocalFolder {
  write(name: string, content: BlobPart): Promise<void>;
  /** Undefined if it is missing or empty. */
  read(name: string): Promise<Blob | undefined>;
  /** Names of nonempty files. */
  names(): Promise<string[]>;
  /** A missing file is no error. */
  remove(name: string): Promise<void>;
}

/**
 * A folder of this site, created if missing; null in browsers without such a file system.
 * @param name letters, digits and dashes
 */
export async function openFolder(name: string): Promise<LocalFolder | null> {
  try {
    if (!("createWritable" in FileSystemFileHandle.prototype)) return null;
    const root = await navigator.storage.getDirectory();
    const folder = await root.getDirectoryHandle(name, { create: true });
    return {
      async write(file, content) {
        const handle = await folder.getFileHandle(file, { create: true });
        // Written to a copy, which `close` moves into place.
        const stream = await handle.createWritable();
        try {
          await stream.write(content);
          await stream.close();
        } catch (error) {
          await stream.abort().catch(() => undefined);
          await folder.removeEntry(file).catch(() => undefined);
          throw error;
        }
      },
      async read(file) {
        try {
          const found = await (await folder.getFileHandle(file)).getFile();
          return found.size > 0 ? found : undefined;
        } catch {
          return undefined;
        }
      },
      async names() {
        const all: FileSystemHandle[] = [];
        // Also runs in the service worker, which has no polyfills.
        for await (const one of folder.values()) all.push(one);
        const named = await Promise.all(
          all.map(async (one) => {
            const size =
              one instanceof FileSystemFileHandle
                ? await one.getFile().then(
                    ({ size }) => size,
                    () => 0,
                  )
                : 0;
            return size > 0 ? [one.name] : [];
          }),
        );
        return named.flat();
      },
      remove: (file) => folder.removeEntry(file).catch(() => undefined),
    };
  } catch {
    return null;
  }
}

/**
 * Removes a folder with everything in it.
 * @returns whether it is gone; a page with an open file may block that for a moment
 */
export async function removeFolder(name: string): Promise<boolean> {
  try {
    await (await navigator.storage.getDirectory()).removeEntry(name, { recursive: true });
    return true;
  } catch (error) {
    return error instanceof DOMException && error.name === "NotFoundError";
  }
}
