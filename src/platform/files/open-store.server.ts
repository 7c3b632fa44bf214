import path from "node:path";
import type { Settings } from "../config/settings.server.ts";
import { createDiskStore } from "./disk.server.ts";
import type { FileStore } from "./file-store.ts";
import { createS3Store } from "./s3.server.ts";
import { parseS3Address, type S3Keys } from "./s3-address.ts";

export type FileSettings = Pick<
  Settings,
  "DATA_DIR" | "FILES_URL" | "S3_ACCESS_KEY_ID" | "S3_SECRET_ACCESS_KEY"
>;

export interface OpenStore {
  readonly store: FileStore;
  /** Whether it is on another machine, so that files are not in DATA_DIR. */
  readonly elsewhere: boolean;
  /**
   * @returns whether it answers now
   * @throws Error with one sentence for the operator if it never will
   */
  check(): Promise<boolean>;
}

/**
 * The file store from the settings: a bucket, or the folder `files` in DATA_DIR. Connects and creates nothing
 * yet.
 */
export function openFileStore(settings: FileSettings): OpenStore {
  const address = settings.FILES_URL === undefined ? undefined : parseS3Address(settings.FILES_URL);
  if (!address)
    return {
      store: createDiskStore(path.join(settings.DATA_DIR, "files")),
      elsewhere: false,
      check: () => Promise.resolve(true),
    };
  // Settings are only valid with one or the other.
  const keys: S3Keys = address.keys ?? {
    id: settings.S3_ACCESS_KEY_ID!,
    secret: settings.S3_SECRET_ACCESS_KEY!,
  };
  const store = createS3Store({ ...address, keys });
  return { store, elsewhere: true, check: () => store.check() };
}
