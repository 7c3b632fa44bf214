import { and, eq, sql } from "drizzle-orm";
import { z } from "zod";
import { installation } from "#platform/config/installation.server.ts";
import { type AccountContext, isId, withAccount } from "#platform/db/scope.server.ts";
import { AppError } from "#platform/errors/app-error.ts";
import type { ReceivedFile } from "#platform/mail/inbound/parse.server.ts";
import { enqueue, type Task } from "#platform/queue/queue.server.ts";
import type { ReplyFile } from "./reply-file.ts";
import { leadsAnswers, leadsReplies } from "./tables.server.ts";

/** Limits per email. Mail servers usually allow 25 MB. */
const MOST_FILES = 30;
const MOST_BYTES = 30 * 1024 * 1024;
/** Both directions of a conversation. */
const WITH_FILES = [leadsReplies, leadsAnswers] as const;
/** A separate extension, so that no other room's file has the same key. */
const EXTENSION = "reply";

/**
 * Stores the attachments of a reply.
 * @returns all attachments, in order
 * @throws AppError unavailable when storage is full or down
 */
export async function saveReplyFiles(
  accountId: string,
  files: readonly ReceivedFile[],
): Promise<ReplyFile[]> {
  const saved: ReplyFile[] = [];
  let bytes = 0;
  for (const { name, type, size, content } of files) {
    const fits = saved.length < MOST_FILES && bytes + size <= MOST_BYTES;
    if (fits) bytes += size;
    const file =
      fits && content.byteLength > 0 ? await installation().files.put(accountId, content, EXTENSION) : null;
    saved.push({ name, type: type.slice(0, 100), bytes: size, file });
  }
  return saved;
}

/** Whether a reply with this message id is recorded already. */
export async function isKnownReply(ctx: AccountContext, messageId: string | null): Promise<boolean> {
  if (messageId === null) return false;
  const found = await ctx.db
    .select({ id: leadsReplies.id })
    .from(leadsReplies)
    .where(and(eq(leadsReplies.accountId, ctx.account.id), eq(leadsReplies.messageId, messageId)));
  return found.length > 0;
}

/**
 * One attachment of a reply, or of an answer that was emailed.
 * @throws AppError not_found
 */
export async function replyFile(
  ctx: AccountContext,
  of: { leadId: string; replyId: string; at: number },
): Promise<ReplyFile & { file: string }> {
  const found = isId(of.leadId) && isId(of.replyId) ? (await filesOf(ctx, of))[of.at] : undefined;
  if (!found?.file) throw new AppError("not_found", "That file doesn’t exist.");
  return { ...found, file: found.file };
}

async function filesOf(
  ctx: AccountContext,
  { leadId, replyId }: { leadId: string; replyId: string },
): Promise<readonly ReplyFile[]> {
  for (const table of WITH_FILES) {
    const [found] = await ctx.db
      .select({ files: table.files })
      .from(table)
      .where(and(eq(table.accountId, ctx.account.id), eq(table.leadId, leadId), eq(table.id, replyId)));
    if (found) return found.files;
  }
  return [];
}

/** Removes the attachments of an erased lead, after the erasure is committed. */
export const purgeReplyFilesTask: Task<{ readonly accountId: string; readonly files: readonly string[] }> = {
  name: "leads.forget-reply-files",
  payload: z.object({ accountId: z.uuid(), files: z.array(z.string()) }),
  run: ({ accountId, files }) => removeReplyFiles(accountId, files),
};

/** Enqueues removal of a lead's attachments. Call it in the transaction that deletes the replies. */
export async function purgeReplyFiles(ctx: AccountContext, leadId: string): Promise<void> {
  const sent: { readonly files: readonly ReplyFile[] }[] = [];
  for (const table of WITH_FILES)
    sent.push(
      ...(await ctx.db
        .select({ files: table.files })
        .from(table)
        .where(and(eq(table.accountId, ctx.account.id), eq(table.leadId, leadId)))),
    );
  const files = [...new Set(sent.flatMap((reply) => reply.files.flatMap(({ file }) => file ?? [])))];
  if (files.length) await enqueue(ctx.db, purgeReplyFilesTask, { accountId: ctx.account.id, files });
}

/** Removes files that no other reply uses: equal content is stored once. */
export async function removeReplyFiles(accountId: string, files: readonly string[]): Promise<void> {
  for (const file of files) {
    const isUsed = await withAccount(accountId, async ({ db }) => {
      for (const table of WITH_FILES) {
        const [user] = await db
          .select({ id: table.id })
          .from(table)
          .where(
            and(eq(table.accountId, accountId), sql`${table.files} @> ${JSON.stringify([{ file }])}::jsonb`),
          )
          .limit(1);
        if (user) return true;
      }
      return false;
    });
    if (!isUsed) await installation().files.remove(file);
  }
}
