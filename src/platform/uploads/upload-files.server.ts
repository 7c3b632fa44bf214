import { mkdir, readdir, readFile, stat, unlink } from "node:fs/promises";
import path from "node:path";
import { FileStore } from "@tus/file-store";
import type { Upload } from "@tus/server";
import { syncFolder, writeFileDurably } from "../files/write-file.server.ts";

/** What is known of an upload beside its bytes. */
export interface Begun {
  readonly id: string;
  /** How long it will be, in bytes. */
  readonly size: number;
  /** Of these, how many are here. */
  readonly offset: number;
  readonly begunAt: Temporal.Instant;
  readonly notes: Readonly<Record<string, string>>;
  /** Where its bytes are. */
  readonly file: string;
}

const NAME = /^[0-9a-z-]{1,80}\.[0-9a-z]{1,64}$/;
/** Whether a text can be the name of an upload: two parts, and never a way out of the folder. */
export const isUploadName = (id: string): boolean => NAME.test(id);

const absent = (error: NodeJS.ErrnoException) => {
  if (error.code !== "ENOENT") throw error;
};

/** The folder of unfinished uploads: `{id}` holds the bytes, `{id}.json` what they will be. */
export class UploadFiles extends FileStore {
  readonly #folder: string;
  constructor(folder: string) {
    // The library writes its notes in place, so that a kill leaves half of them: ours are there whole or not
    // at all.
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

  /**
   * Begins an upload, or goes on with it: the name says what its bytes are, so those that are here are right.
   */
  override async create(upload: Upload): Promise<Upload> {
    const before = await this.find(upload.id);
    if (before?.size !== upload.size) return await super.create(upload);
    upload.offset = before!.offset;
    upload.storage = { type: "file", path: before!.file };
    return upload;
  }

  /** What is here of an upload; nothing for one that was never begun, or not whole enough to go on with. */
  async find(id: string): Promise<Begun | undefined> {
    if (!isUploadName(id)) return undefined;
    const notes = await readNotes(this.#folder, id);
    const file = path.join(this.#folder, id);
    const found = await stat(file).catch(absent);
    if (!notes || !found?.isFile() || notes.size === undefined) return undefined;
    const told = Object.entries(notes.metadata ?? {}).flatMap(([name, value]): [string, string][] =>
      value === null ? [] : [[name, value]],
    );
    return {
      id,
      size: notes.size,
      offset: found.size,
      begunAt: notes.creation_date
        ? Temporal.Instant.from(notes.creation_date)
        : Temporal.Instant.fromEpochMilliseconds(found.birthtimeMs | 0),
      notes: Object.fromEntries(told),
      file,
    };
  }

  /** Names of all uploads that are here, of those that begin with `prefix`. */
  async names(prefix = ""): Promise<string[]> {
    await mkdir(this.#folder, { recursive: true });
    const entries = await readdir(this.#folder);
    const names = entries.map((entry) => entry.replace(/\.json$/, ""));
    return [...new Set(names)].filter((name) => name.startsWith(prefix) && isUploadName(name));
  }

  /** When something was last written for an upload that can't be gone on with. */
  async touchedAt(id: string): Promise<Temporal.Instant> {
    const places = [path.join(this.#folder, id), path.join(this.#folder, `${id}.json`)];
    const times = await Promise.all(
      places.map(async (place) => (await stat(place).catch(absent))?.mtimeMs ?? 0),
    );
    return Temporal.Instant.fromEpochMilliseconds(Math.floor(Math.max(...times)));
  }

  /** Removes an upload and what is noted of it; what is not there is removed already. */
  async forget(id: string): Promise<void> {
    if (!isUploadName(id)) return;
    // Bytes first: notes without bytes are nothing to go on with, bytes without notes neither.
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
