import type { AccountContext } from "#platform/db/scope.server.ts";
import { installation } from "#platform/config/installation.server.ts";
import { fileKey } from "#platform/files/file-store.ts";

/** An original that the server holds. */
export interface Original {
  /** Without the dot. */
  readonly extension: string;
  readonly stream: () => Promise<AsyncIterable<Uint8Array>>;
}

/** Finds an original by its SHA-256; undefined where the server doesn't hold it. */
export type Originals = (ctx: Pick<AccountContext, "account">, sha256: string) => Promise<Original | undefined>;

/** What originals may be stored as. */
const EXTENSIONS = ["jpg", "jpeg", "heic", "heif", "png", "webp", "mp4", "mov", "webm", "pdf"];

/** The store of files keeps each by its content's hash: it needs nobody who remembers where. */
export const storedOriginals: Originals = async ({ account }, sha256) => {
  const { files } = installation();
  for (const extension of EXTENSIONS) {
    const key = fileKey(account.id, sha256, extension);
    if (await files.exists(key)) return { extension, stream: () => files.stream(key) };
  }
  return undefined;
};
