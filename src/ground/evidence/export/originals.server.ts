import path from "node:path";
import { photosOf } from "#ground/media/public.server.ts";
import { installation } from "#platform/config/installation.server.ts";
import { type AccountContext, withAccount } from "#platform/db/scope.server.ts";
import { type Entry, erasureOf } from "../rules.ts";

/** An original on the server. */
export interface Original {
  /** Without the dot. */
  readonly extension: string;
  readonly bytes: number;
  /** @throws AppError not_found if the file is gone */
  readonly stream: () => Promise<AsyncIterable<Uint8Array>>;
}

/** Finds originals by SHA-256; incompletely received ones are left out. */
export type Originals = (
  ctx: Pick<AccountContext, "account">,
  hashes: readonly string[],
) => Promise<ReadonlyMap<string, Original>>;

const AT_ONCE = 500;

/**
 * Looks originals up in the database, as the product itself: the photos in a copy must not depend on who
 * makes it.
 */
export const storedOriginals: Originals = async ({ account }, hashes) => {
  const { files } = installation();
  const found = new Map<string, Original>();
  for (let from = 0; from < hashes.length; from += AT_ONCE) {
    const rows = await withAccount(account.id, (ctx) => photosOf(ctx, hashes.slice(from, from + AT_ONCE)));
    for (const { sha256, file, bytes } of rows)
      found.set(sha256, { extension: path.extname(file).slice(1), bytes, stream: () => files.stream(file) });
  }
  return found;
};

/** Originals named by entries, without erased ones, each with the first entry that names it. */
export function namedOriginals(entries: readonly Entry[]): ReadonlyMap<string, number> {
  const erased = new Set(entries.flatMap((entry) => erasureOf(entry)?.media ?? []));
  const named = new Map<string, number>();
  for (const { number, media } of entries)
    for (const sha256 of media) if (!erased.has(sha256) && !named.has(sha256)) named.set(sha256, number);
  return named;
}
