import { createHash, randomBytes } from "node:crypto";
import { readFile } from "node:fs/promises";
import { sql } from "drizzle-orm";
import pg from "pg";
import { newId } from "#platform/db/ids.ts";
import { installation } from "#platform/config/installation.server.ts";
import { withAccount } from "#platform/db/scope.server.ts";
import { openZip } from "#platform/archive/read-zip.ts";
import { append, seal } from "../entries.server.ts";
import { readJobHistory, writeExport } from "../export/export.server.ts";
import { verifyExport } from "../verify/verify.ts";
import { nodeChecks } from "../verify/hashing.server.ts";

/** An empty business with that id. */
export async function openAccount(owner: pg.ClientConfig, account: string): Promise<void> {
  const client = new pg.Client(owner);
  await client.connect();
  await client.query(
    "insert into businesses_accounts (account_id, name, zone, created_at) values ($1, 'North Fork Decks', 'America/Denver', $2)",
    [account, "2026-11-01T00:00:00Z"],
  );
  await client.end();
}

/** An original as uploaded by a device: its file, and its row marked complete. */
export async function saveOriginal(account: string, sha256: string, bytes: Buffer): Promise<string> {
  const file = await installation().files.put(account, bytes, "jpg");
  await withAccount(account, ({ db, now }) =>
    db.execute(sql`insert into media_originals (account_id, sha256, file, bytes, kind, received_at, state)
      values (${account}, ${sha256}, ${file}, ${bytes.length}, 'jpeg', ${now.toString()}, 'waiting') on conflict do nothing`),
  );
  return file;
}

/** A job with notes and photos, sealed after the first `sealedTo` of them. */
export async function sealedJob(
  account: string,
  { notes = 8, photos = 3, sealedTo = 6, about = [] as string[] } = {},
): Promise<{ job: string; photos: { sha256: string; bytes: Buffer }[] }> {
  const job = newId();
  const made = Array.from({ length: photos }, () => {
    const bytes = randomBytes(400);
    return { sha256: createHash("sha256").update(bytes).digest("hex"), bytes };
  });
  for (const { bytes, sha256 } of made) await saveOriginal(account, sha256, bytes);
  for (let at = 0; at < notes; at++) {
    if (at === sealedTo) await withAccount(account, (ctx) => seal(ctx, job, "Framing passed"));
    await withAccount(account, (ctx) =>
      append(ctx, {
        job,
        kind: "jobs.note",
        payload: { text: `Note ${at + 1}: flashing at the “north” wall, 12 ft`, count: at },
        capturedAt: ctx.now.subtract({ minutes: 2 }),
        media: made.slice(at, at + 1).map(({ sha256 }) => sha256),
        about,
      }),
    );
  }
  return { job, photos: made };
}

/** Files of a job's export by path. */
export async function exportedFiles(
  account: string,
  job: string,
  verifier = "<!doctype html>",
): Promise<Map<string, Uint8Array<ArrayBuffer>>> {
  const { file, remove } = await writeExport(
    await withAccount(account, (ctx) => readJobHistory(ctx, job, "14 Elm Street")),
    verifier,
  );
  try {
    const zip = await openZip(new Blob([await readFile(file)]));
    return new Map(await Promise.all(zip.paths.map(async (path) => [path, await zip.read(path)] as const)));
  } finally {
    await remove();
  }
}

/** A job's export ZIP with a one-word PDF, small enough to try every byte. */
export async function exportedZip(account: string, job: string): Promise<Uint8Array<ArrayBuffer>> {
  const history = await withAccount(account, (ctx) => readJobHistory(ctx, job, "14 Elm Street"));
  const { file, remove } = await writeExport(history, "<!doctype html>", undefined, () =>
    Promise.resolve(Buffer.from("On paper.")),
  );
  try {
    return new Uint8Array(await readFile(file));
  } finally {
    await remove();
  }
}

/** Verifies a ZIP. @throws Error if it is none */
export async function checkZip(bytes: Uint8Array<ArrayBuffer>) {
  const zip = await openZip(new Blob([bytes]));
  const files = new Map<string, string>();
  const read = async (path: string) => {
    const found = await zip.read(path);
    files.set(path, Buffer.from(found).toString("base64"));
    return found;
  };
  return { checked: await verifyExport({ paths: zip.paths, read, zip }, nodeChecks), files };
}

export const checkFiles = (files: ReadonlyMap<string, Uint8Array<ArrayBuffer>>) =>
  verifyExport({ paths: [...files.keys()], read: async (path) => files.get(path)! }, nodeChecks);
