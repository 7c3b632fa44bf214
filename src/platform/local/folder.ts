/**
 * Files that this browser keeps for this site apart from its databases: the origin's private file system.
 * Each is there whole or not at all once `write` has resolved; of one that was being written when the browser
 * was killed, an empty one may be left.
 */
export interface LocalFolder {
  write(name: string, content: BlobPart): Promise<void>;
  /** Undefined where there is none, or nothing in it. */
  read(name: string): Promise<Blob | undefined>;
  /** Of all that have something in them. */
  names(): Promise<string[]>;
  /** Does nothing where there is none. */
  remove(name: string): Promise<void>;
}

/**
 * A folder of this site, made where it is missing; null in browsers that have no such files.
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
        // Written beside, and put into place by `close`.
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
        // Also in the service worker, where nothing newer than the floor is brought.
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
 * Removes a folder with all that is in it.
 * @returns whether there is none now; a page that has a file of it open may hold it for a moment
 */
export async function removeFolder(name: string): Promise<boolean> {
  try {
    await (await navigator.storage.getDirectory()).removeEntry(name, { recursive: true });
    return true;
  } catch (error) {
    return error instanceof DOMException && error.name === "NotFoundError";
  }
}
