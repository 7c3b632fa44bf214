import { hashInPieces } from "#platform/ids/hash.ts";
import type { Source } from "#platform/local/resumable.ts";
import type { LocalBlob, LocalTables } from "./local-tables.ts";
import { NotSaved } from "./not-saved.ts";
import { inPieces, type Original, piecesOf } from "./originals.ts";

// Originals too large for memory are stored in the bytes table in pieces named `{hash}.{number}`. Pieces are
// written before the transaction that names them, so those left by a killed browser are swept.

const pieceName = (sha256: string, at: number): string => `${sha256}.${at}`;
const PIECE_OF = /^([0-9a-f]{64})\.\d+$/;
const lockName = ({ name }: LocalTables): string => `pieces ${name}`;

/**
 * Writes the pieces of large originals, then runs `work`, which names them; a lock prevents sweeping
 * meanwhile. If anything fails, unnamed pieces are deleted.
 */
export async function withPieces<T>(
  tables: LocalTables,
  originals: readonly Original[],
  work: () => Promise<T>,
): Promise<T> {
  const large = originals.filter((one) => piecesOf(one) > 0);
  if (large.length === 0) return await work();
  try {
    return await navigator.locks.request(lockName(tables), { mode: "shared" }, async () => {
      for (const one of large) await writePieces(tables, one);
      return await work();
    });
  } catch (error) {
    await sweepPieces(tables).catch(() => undefined);
    throw error;
  }
}

async function writePieces({ blobs, bytes }: LocalTables, { sha256, content }: Original): Promise<void> {
  const before = await blobs.get(sha256);
  if (before && before.state !== "held" && before.state !== "away") return;
  const hash = hashInPieces();
  let at = 0;
  for await (const piece of inPieces(content as Blob)) {
    hash.add(piece);
    await bytes.put({ sha256: pieceName(sha256, at++), bytes: piece.buffer });
  }
  if (hash.end() !== sha256) throw new NotSaved("unreadable");
}

/** The bytes of an original if still here, as a blob of blobs, which the browser may store on disk. */
export async function readPieces(
  { bytes }: LocalTables,
  { sha256, type, pieces = 0 }: LocalBlob,
): Promise<Blob | undefined> {
  const parts: Blob[] = [];
  for (let at = 0; at < pieces; at++) {
    const found = await bytes.get(pieceName(sha256, at));
    if (!found) return undefined;
    parts.push(new Blob([found.bytes]));
  }
  return new Blob(parts, { type });
}

/**
 * The original as an upload source: only the part being sent is read, however often the connection breaks.
 */
export async function sourceOf(
  { bytes }: LocalTables,
  { sha256, size, type }: LocalBlob,
): Promise<Source | undefined> {
  const length = (await bytes.get(pieceName(sha256, 0)))?.bytes.byteLength;
  if (!length) return undefined;
  return {
    size,
    async slice(first, end) {
      const parts: Blob[] = [];
      for (let at = Math.floor(first / length); at * length < end; at++) {
        const found = await bytes.get(pieceName(sha256, at));
        if (!found) throw new Error("the bytes are not here any more");
        const from = at * length;
        parts.push(new Blob([found.bytes]).slice(Math.max(0, first - from), end - from));
      }
      return new Blob(parts, { type });
    },
  };
}

/** Inside a transaction: deletes all bytes of an original, whole or in pieces. */
export async function deleteBytes({ bytes }: LocalTables, sha256: string): Promise<void> {
  await bytes.where("sha256").startsWith(sha256).delete();
}

/** Deletes pieces that nothing names, left by interrupted saves. Does nothing while a save is running. */
export async function sweepPieces(tables: LocalTables): Promise<void> {
  await navigator.locks.request(lockName(tables), { ifAvailable: true }, async (lock) => {
    if (!lock) return;
    const names = (await tables.bytes.toCollection().primaryKeys()).filter((name) => PIECE_OF.test(name));
    const hashes = [...new Set(names.map((name) => name.slice(0, 64)))];
    const rows = await tables.blobs.bulkGet(hashes);
    for (const [at, sha256] of hashes.entries()) {
      const row = rows[at];
      if (!row?.pieces || row.state === "held") await deleteBytes(tables, sha256);
    }
  });
}
