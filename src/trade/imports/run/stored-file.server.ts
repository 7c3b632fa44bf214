import { sql } from "drizzle-orm";
import { toolsOf, zoneOf } from "#ground/businesses/public.server.ts";
import { installation } from "#platform/config/installation.server.ts";
import { type AccountContext, withAccount } from "#platform/db/scope.server.ts";
import type { Import } from "../data.server.ts";
import { type OpenedFile, openFile } from "../file/things.ts";
import type { ImportTarget } from "../format/record.ts";

/** A file of an import with everything in it. */
export interface ReadyFile extends OpenedFile {
  readonly zone: string;
  readonly file: ImportTarget["file"];
  /** Words of the tools that the business has. */
  readonly tools: ReadonlySet<string>;
}

/**
 * Opens the stored file of an import.
 * @throws AppError not_found when it is gone, invalid if it can't be read
 */
export async function openStored({ accountId, file, fileName, parts }: Import): Promise<ReadyFile> {
  const { zone, tools } = await withAccount(accountId, async (ctx) => ({
    zone: await zoneOf(ctx),
    tools: new Set<string>((await toolsOf(ctx)).map(({ word }) => word)),
  }));
  const bytes = new Uint8Array(await installation().files.get(file ?? ""));
  const opened = await openFile(bytes, { name: fileName, parts, zone });
  const read = async (path: string) => {
    if (!opened.archive) throw new Error("it is no archive");
    return opened.archive.read(path);
  };
  return { ...opened, zone, tools, file: read };
}

/** Removes a file that no import needs anymore. Equal content is stored once, so imports can share it. */
export async function removeUnneeded(accountId: string, file: string | null): Promise<void> {
  if (file === null) return;
  const isNeeded = await withAccount(accountId, (ctx) => isUsed(ctx, file));
  if (!isNeeded) await installation().files.remove(file);
}

async function isUsed(ctx: AccountContext, file: string): Promise<boolean> {
  const { rows } = await ctx.db.execute(
    sql`select 1 from imports where account_id = ${ctx.account.id} and file = ${file} limit 1`,
  );
  return rows.length > 0;
}
