import { readFile } from "node:fs/promises";
import { and, count, desc, eq, gt, inArray, isNull, lte, or, sql } from "drizzle-orm";
import { z } from "zod";
import { roomOf } from "#ground/media/public.server.ts";
import { installation } from "#platform/config/installation.server.ts";
import { newId } from "#platform/db/ids.ts";
import { type AccountContext, isId, now, withAccount } from "#platform/db/scope.server.ts";
import { AppError } from "#platform/errors/app-error.ts";
import type { UploadInFolder } from "#platform/http/request/upload.server.ts";
import { formatBytes } from "#platform/measures/bytes.ts";
import { drawUploaded } from "#platform/pictures/uploaded.server.ts";
import { enqueue, type Task } from "#platform/queue/queue.server.ts";
import { getLead } from "../data.server.ts";
import { leadsFiles } from "./tables.server.ts";

/** Extensions of the keys, so that no other room's file has the same one. */
const FILE = "leadfile";
const THUMB = "leadthumb";
/** Longest side of a small picture, in pixels. */
const THUMB_SIDE = 240;
/** A removed file can be restored for so long; it is offered for a shorter time. */
const UNDO_FOR = { hours: 24 } as const;
const OFFERED_FOR = { minutes: 30 } as const;

/** A file of a person, as a screen lists it. */
export interface LeadFile {
  readonly id: string;
  readonly name: string;
  readonly bytes: number;
  readonly hasThumb: boolean;
  readonly createdAt: Temporal.Instant;
  /** Whether it was removed just now. */
  readonly isRemoved: boolean;
}

const ofLead = (ctx: AccountContext, leadId: string) =>
  and(eq(leadsFiles.accountId, ctx.account.id), eq(leadsFiles.leadId, leadId));
const one = (ctx: AccountContext, leadId: string, id: string) =>
  and(ofLead(ctx, leadId), eq(leadsFiles.id, isId(id) ? id : leadId));

/**
 * A lead's files, newest first, and those removed within half an hour.
 * @param all also those removed earlier that aren't deleted yet
 */
export async function filesOfLead(
  ctx: AccountContext,
  leadId: string,
  { all = false } = {},
): Promise<LeadFile[]> {
  const rows = await ctx.db
    .select()
    .from(leadsFiles)
    .where(
      and(
        ofLead(ctx, leadId),
        all
          ? undefined
          : or(isNull(leadsFiles.removedAt), gt(leadsFiles.removedAt, ctx.now.subtract(OFFERED_FOR))),
      ),
    )
    .orderBy(desc(leadsFiles.createdAt), desc(leadsFiles.id));
  return rows.map(({ id, name, bytes, thumbFile, createdAt, removedAt }) => ({
    id,
    name,
    bytes,
    hasThumb: thumbFile !== null,
    createdAt,
    isRemoved: removedAt !== null,
  }));
}

/**
 * Stores files of a person. Call it outside a transaction: storing is slow.
 * @throws AppError not_found for an unknown lead; conflict when the account's storage is used up
 */
export async function saveFiles(
  { accountId, leadId, userId }: { accountId: string; leadId: string; userId: string },
  received: readonly UploadInFolder[],
): Promise<void> {
  const bytes = received.reduce((sum, file) => sum + file.bytes, 0);
  const { used, most } = await roomOf(accountId);
  if (used + bytes > most)
    throw new AppError(
      "conflict",
      `Your business has used its ${formatBytes(most)} of storage, so nothing was saved. Settings, Storage shows what uses it.`,
    );
  const { files } = installation();
  const stored: Pick<typeof leadsFiles.$inferInsert, "file" | "thumbFile" | "name" | "bytes">[] = [];
  for (const upload of received) {
    const thumb = await thumbOf(upload);
    stored.push({
      name: upload.name,
      bytes: upload.bytes,
      file: await files.putFile(accountId, upload.path, FILE),
      thumbFile: thumb && (await files.put(accountId, thumb, THUMB)),
    });
  }
  try {
    await withAccount(accountId, async (ctx) => {
      await getLead(ctx, leadId, { lock: true });
      await ctx.db
        .insert(leadsFiles)
        .values(
          stored.map((row) => ({ ...row, accountId, leadId, userId, id: newId(), createdAt: ctx.now })),
        );
    });
  } catch (error) {
    // Such as a lead who was erased meanwhile: no row names what was stored.
    await removeUnused(accountId, keysOf(stored));
    throw error;
  }
}

/** A small picture of a photo; null for any other file, whatever its name says. */
async function thumbOf({ path, bytes }: UploadInFolder): Promise<Buffer | null> {
  try {
    const { thumb } = await drawUploaded(() => readFile(path), bytes, { thumb: THUMB_SIDE }, now());
    return thumb.bytes;
  } catch (error) {
    if (error instanceof AppError && error.code === "invalid") return null;
    throw error;
  }
}

/**
 * A file, or its small picture, to be sent.
 * @throws AppError not_found
 */
export async function findFile(
  ctx: AccountContext,
  { leadId, fileId }: { readonly leadId: string; readonly fileId: string },
): Promise<{ readonly name: string; readonly file: string; readonly thumbFile: string | null }> {
  const [found] = isId(leadId)
    ? await ctx.db
        .select({ name: leadsFiles.name, file: leadsFiles.file, thumbFile: leadsFiles.thumbFile })
        .from(leadsFiles)
        .where(and(one(ctx, leadId, fileId), isNull(leadsFiles.removedAt)))
    : [];
  if (!found) throw new AppError("not_found", "That file doesn’t exist.");
  return found;
}

/** Removes a file. It can be restored for a day. */
export async function removeFile(ctx: AccountContext, leadId: string, fileId: string): Promise<void> {
  const removed = await ctx.db
    .update(leadsFiles)
    .set({ removedAt: ctx.now })
    .where(and(one(ctx, leadId, fileId), isNull(leadsFiles.removedAt)))
    .returning({ id: leadsFiles.id });
  if (removed.length)
    await enqueue(
      ctx.db,
      purgeFileTask,
      { accountId: ctx.account.id, fileId },
      { startAfter: ctx.now.add(UNDO_FOR) },
    );
}

/** @throws AppError not_found once it is deleted */
export async function restoreFile(ctx: AccountContext, leadId: string, fileId: string): Promise<void> {
  const restored = await ctx.db
    .update(leadsFiles)
    .set({ removedAt: null })
    .where(one(ctx, leadId, fileId))
    .returning({ id: leadsFiles.id });
  if (!restored.length) throw new AppError("not_found", "That file was deleted.");
}

async function purgeFile(accountId: string, fileId: string): Promise<void> {
  const gone = await withAccount(accountId, (ctx) =>
    ctx.db
      .delete(leadsFiles)
      .where(
        and(
          eq(leadsFiles.accountId, accountId),
          eq(leadsFiles.id, fileId),
          // If it was restored, or removed again since, another task deletes it.
          lte(leadsFiles.removedAt, ctx.now.subtract(UNDO_FOR)),
        ),
      )
      .returning({ file: leadsFiles.file, thumbFile: leadsFiles.thumbFile }),
  );
  await removeUnused(accountId, keysOf(gone));
}

/** Deletes a file for good, a day after it was removed. */
export const purgeFileTask: Task<{ accountId: string; fileId: string }> = {
  name: "leads.purge-file",
  payload: z.object({ accountId: z.uuid(), fileId: z.uuid() }),
  run: ({ accountId, fileId }) => purgeFile(accountId, fileId),
};

/** Deletes stored files of an erased lead, after the erasure is committed. */
export const purgeFilesTask: Task<{ accountId: string; files: readonly string[] }> = {
  name: "leads.purge-files",
  payload: z.object({ accountId: z.uuid(), files: z.array(z.string()) }),
  run: ({ accountId, files }) => removeUnused(accountId, files),
};

/** Erases a lead's files, the removed ones too, in the transaction of their erasure. */
export async function eraseFiles(ctx: AccountContext, leadId: string): Promise<void> {
  const gone = await ctx.db
    .delete(leadsFiles)
    .where(ofLead(ctx, leadId))
    .returning({ file: leadsFiles.file, thumbFile: leadsFiles.thumbFile });
  const files = keysOf(gone);
  if (files.length) await enqueue(ctx.db, purgeFilesTask, { accountId: ctx.account.id, files });
}

const keysOf = (rows: readonly { readonly file: string; readonly thumbFile?: string | null }[]): string[] => [
  ...new Set(rows.flatMap(({ file, thumbFile }) => [file, ...(thumbFile ? [thumbFile] : [])])),
];

/** Equal content is stored once, so another person may have the same file. */
async function removeUnused(accountId: string, keys: readonly string[]): Promise<void> {
  if (!keys.length) return;
  const { file, thumbFile } = leadsFiles;
  const used = await withAccount(accountId, ({ db }) =>
    db
      .select({ file, thumbFile })
      .from(leadsFiles)
      .where(
        and(eq(leadsFiles.accountId, accountId), or(inArray(file, [...keys]), inArray(thumbFile, [...keys]))),
      ),
  );
  const named = new Set(keysOf(used));
  for (const key of keys) if (!named.has(key)) await installation().files.remove(key);
}

/** What an account's files use. */
export async function measureFiles(ctx: AccountContext): Promise<{ count: number; bytes: number }> {
  const [row] = await ctx.db
    .select({ count: count(), bytes: sql<string>`coalesce(sum(${leadsFiles.bytes}), 0)::text` })
    .from(leadsFiles)
    .where(eq(leadsFiles.accountId, ctx.account.id));
  return { count: row!.count, bytes: Number(row!.bytes) };
}
