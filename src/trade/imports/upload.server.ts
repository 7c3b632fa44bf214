import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { installation } from "#platform/config/installation.server.ts";
import { newId } from "#platform/db/ids.ts";
import { withAccount } from "#platform/db/scope.server.ts";
import { receiveFile } from "#platform/http/request/upload.server.ts";
import { isVcard } from "#platform/csv/vcard.ts";
import { enqueue } from "#platform/queue/queue.server.ts";
import { storePeopleFile } from "#trade/leads/public.server.ts";
import { READY_DAYS } from "./data.server.ts";
import type { ImportPart } from "./file/part.ts";
import { partsOf, PEOPLE } from "./file/recognize.ts";
import { wrongFile } from "./file/table-type.ts";
import { previewImport } from "./run/preview.server.ts";
import { imports } from "./tables.server.ts";
import { forgetImportTask } from "./tasks.server.ts";

/** Size limit of a file; server.ts already refuses a larger Content-Length. */
const MOST_MEGABYTES = 50;
const HEAD_BYTES = 1024;

/** The page of a list of people, whose import asks whether they agreed to get email. */
export const peoplePath = (id: string): string => `/account/leads/import/${id}`;
const importPath = (id: string): string => `/account/imports/${id}`;

/**
 * Receives a file from another product, finds out what it is, and stores it. Imports nothing yet.
 * @returns where to go on; "too large" beyond MOST_MEGABYTES
 * @throws AppError invalid, for field `file`
 */
export async function acceptFile(
  accountId: string,
  byId: string,
  request: Request,
): Promise<{ readonly to: string } | "too large"> {
  const folder = await mkdtemp(path.join(tmpdir(), "plumbline-import-"));
  try {
    const draft = path.join(folder, "file");
    const upload = await receiveFile(request, draft, { field: "file", most: MOST_MEGABYTES * 1024 * 1024 });
    if (upload === "too large") return upload;
    if (upload === "none") throw wrongFile("That file is empty. Choose another one.");
    return { to: await storeFile(accountId, byId, draft, upload.name) };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/**
 * Stores a local file as an import that waits for its owner.
 * @returns its page
 * @throws AppError as `acceptFile`
 */
export async function storeFile(
  accountId: string,
  byId: string,
  draft: string,
  name: string,
): Promise<string> {
  const bytes = new Uint8Array(await readFile(draft));
  const people = async (content: Uint8Array, fileName: string) => {
    const list = `${draft}.people`;
    await writeFile(list, content);
    return storePeopleFile(accountId, list, { name: fileName, bytes: content.byteLength });
  };
  if (isVcard(new TextDecoder().decode(bytes.subarray(0, HEAD_BYTES))))
    return peoplePath(await people(bytes, name));
  const { parts: found, archive } = await partsOf(bytes, name);
  if (!archive && found[0]?.format === PEOPLE) return peoplePath(await people(bytes, name));
  const parts: ImportPart[] = [];
  for (const part of found)
    parts.push(
      part.format === PEOPLE && part.path !== null
        ? { ...part, people: await people(await archive!.read(part.path), part.path) }
        : part,
    );
  const file = await installation().files.putFile(accountId, draft, archive ? "zip" : "csv");
  const id = newId();
  await withAccount(accountId, async (ctx) => {
    await ctx.db.insert(imports).values({
      ...{ accountId, id, byId, file, parts, fileName: name, bytes: bytes.byteLength },
      ...{ state: "ready", createdAt: ctx.now, position: 0, total: 0, added: {}, known: 0, repeated: 0 },
      ...{ refused: 0, problems: [], removed: 0, kept: 0 },
    });
    const after = ctx.now.add({ hours: 24 * READY_DAYS });
    await enqueue(ctx.db, forgetImportTask, { accountId, importId: id }, { startAfter: after });
  });
  await previewImport(accountId, id);
  return importPath(id);
}
