import { mkdir, readdir, readFile, stat, unlink } from "node:fs/promises";
import path from "node:path";
import { FileStore } from "@tus/file-store";
import type { Upload } from "@tus/server";
import { syncFolder, writeFileDurably } from "../files/write-file.server.ts";

export interface Begun {
  readonly id: string;
  /** Its full size, in bytes. */
  readonly size: number;
  /** Bytes received so far. */
  readonly offset: number;
  readonly begunAt: Temporal.Instant;
  readonly notes: Readonly<Record<string, string>>;
  readonly file: string;
}

const NAME = /^[0-9a-z-]{1,80}\.[0-9a-z]{1,64}$/;
/** Whether a text can be an upload's name: two parts, and no path out of the folder. */
export const isUploadName = (id: string): boolean => NAME.test(id);

const absent = (error: NodeJS.ErrnoException) => {
  if (error.code !== "ENOENT") throw error;
};

/** The folder of unfinished uploads: `{id}` contains the bytes, `{id}.json` the metadata. */
export class UploadFiles extends FileStore {
  readonly #folder: string;
  constructor(folder: string) {
    // The library writes its metadata in place, so a kill leaves half of it; ours is written atomically.
    super({
      directory: folder,
      configstore: {
        get: (id) => readNotes(folder, id),
        set: (id, upload) =>
          writeFileDurably(path.join(folder, `${id}.json`), Buffer.from(JSON.stringify(upload))),
        delete: (id) => unlink(path.join(folder, `${id}.json`)).catch(absent),
      },
    });
    this.extensions = ["creation", "termination"];
    this.#folder = folder;
  }

  /** Begins or continues an upload: the name is a content hash, so existing bytes are right. */
  override async create(upload: Upload): Promise<Upload> {
    const before = await this.find(upload.id);
    if (before?.size !== upload.size) return await super.create(upload);
    upload.offset = before!.offset;
    upload.storage = { type: "file", path: before!.file };
    return upload;
  }

  /** An upload's metadata; undefined if it was never begun, or is too damaged to continue. */
  async find(id: string): Promise<Begun | undefined> {
    if (!isUploadName(id)) return undefined;
    const notes = await readNotes(this.#folder, id);
    const file = path.join(this.#folder, id);
    const found = await stat(file).catch(absent);
    if (!notes || !found?.isFile() || notes.size === undefined) return undefined;
    const entries = Object.entries(notes.metadata ?? {}).flatMap(([name, value]): [string, string][] =>
      value === null ? [] : [[name, value]],
    );
    return {
      id,
      size: notes.size,
      offset: found.size,
      begunAt: notes.creation_date
        ? Temporal.Instant.from(notes.creation_date)
        : Temporal.Instant.fromEpochMilliseconds(found.birthtimeMs | 0),
      notes: Object.fromEntries(entries),
      file,
    };
  }

  /** Names of all uploads here that begin with `prefix`. */
  async names(prefix = ""): Promise<string[]> {
    await mkdir(this.#folder, { recursive: true });
    const entries = await readdir(this.#folder);
    const names = entries.map((entry) => entry.replace(/\.json$/, ""));
    return [...new Set(names)].filter((name) => name.startsWith(prefix) && isUploadName(name));
  }

  /** The last write to an upload that can't be continued. */
  async touchedAt(id: string): Promise<Temporal.Instant> {
    const places = [path.join(this.#folder, id), path.join(this.#folder, `${id}.json`)];
    const times = await Promise.all(
      places.map(async (place) => (await stat(place).catch(absent))?.mtimeMs ?? 0),
    );
    return Temporal.Instant.fromEpochMilliseconds(Math.floor(Math.max(...times)));
  }

  /** Removes an upload and its metadata; a missing one is no error. */
  async forget(id: string): Promise<void> {
    if (!isUploadName(id)) return;
    // Bytes first: neither is usable without the other.
    await unlink(path.join(this.#folder, id)).catch(absent);
    await unlink(path.join(this.#folder, `${id}.json`)).catch(absent);
    await syncFolder(this.#folder);
  }
}

async function readNotes(folder: string, id: string): Promise<Upload | undefined> {
  const text = await readFile(path.join(folder, `${id}.json`), "utf8").catch(absent);
  if (text === undefined) return undefined;
  try {
    return JSON.parse(text) as Upload;
  } catch {
    return undefined;
  }
}
