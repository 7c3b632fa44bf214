import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { getImport } from "#trade/imports/data.server.ts";
import { runImport } from "#trade/imports/run/run.server.ts";
import { undoImport } from "#trade/imports/run/undo.server.ts";
import { startImport, startUndo } from "#trade/imports/start.server.ts";
import { storeFile } from "#trade/imports/upload.server.ts";
import { withMember } from "#platform/db/scope.server.ts";

/** A business, and the owner who moves it in. */
export interface Mover {
  readonly account: string;
  readonly user: { readonly id: string; readonly email: string; readonly emailVerified: boolean };
}

/** Runs work as the owner. */
export const asOwner = <T>({ account, user }: Mover, work: Parameters<typeof withMember<T>>[3]): Promise<T> =>
  withMember(account, user, { role: "owner", jobId: null }, work);

/** Stores a file, as an upload would. @returns the path of the page it leads to */
export async function dropped(mover: Mover, content: string | Uint8Array, name: string): Promise<string> {
  const folder = mkdtempSync(path.join(tmpdir(), "plumbline-move-"));
  try {
    const file = path.join(folder, "file");
    writeFileSync(file, content);
    return await storeFile(mover.account, mover.user.id, file, name);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

export const idOf = (page: string): string => page.slice(page.lastIndexOf("/") + 1);

export const found = (mover: Mover, id: string) => asOwner(mover, (ctx) => getImport(ctx, id));

/** Stores and imports a file now. */
export async function movedIn(mover: Mover, content: string | Uint8Array, name: string) {
  const id = idOf(await dropped(mover, content, name));
  await asOwner(mover, (ctx) => startImport(ctx, id));
  await runImport(mover.account, id);
  return found(mover, id);
}

/** Undoes an import now. */
export async function movedOut(mover: Mover, id: string) {
  await asOwner(mover, (ctx) => startUndo(ctx, id));
  await undoImport(mover.account, id);
  return found(mover, id);
}
