import { and, eq } from "drizzle-orm";
import { z } from "zod";
import type { AccountContext } from "#platform/db/scope.server.ts";
import { AppError } from "#platform/errors/app-error.ts";
import { restrictedFor } from "../restricted.server.ts";
import { append, lockHead } from "../entries.server.ts";
import { CORRECTION } from "./format-entry.ts";
import { isBuiltInKind } from "../rules.ts";
import { evidenceEntries } from "../tables.server.ts";

export const correctionSchema = z.object({
  entry: z.coerce.number().int().min(1),
  text: z.string().trim().min(1, "Enter the correction.").max(4_000, "Keep it under 4,000 characters."),
});

/**
 * Appends a correction to an entry; both remain. Sending it twice appends it once. It is erased together with
 * the entry.
 * @throws AppError not_found if the entry doesn't exist, conflict if it can't be corrected
 */
export async function correctEntry(
  ctx: AccountContext,
  job: string,
  { entry, text }: z.output<typeof correctionSchema>,
): Promise<void> {
  await lockHead(ctx, job);
  const ofJob = and(eq(evidenceEntries.accountId, ctx.account.id), eq(evidenceEntries.jobId, job));
  const [corrected] = await ctx.db
    .select({ kind: evidenceEntries.kind, about: evidenceEntries.about, payload: evidenceEntries.payload })
    .from(evidenceEntries)
    .where(and(ofJob, eq(evidenceEntries.number, entry)));
  if (!corrected || restrictedFor(ctx)(corrected))
    throw new AppError("not_found", "That entry doesn’t exist.");
  if (corrected.payload === null || isBuiltInKind(corrected.kind))
    throw new AppError("conflict", "This entry can’t be corrected because it was recorded automatically.");
  const earlier = await ctx.db
    .select({ payload: evidenceEntries.payload })
    .from(evidenceEntries)
    .where(and(ofJob, eq(evidenceEntries.corrects, entry)));
  if (earlier.some(({ payload }) => (payload as { text?: unknown } | null)?.text === text)) return;
  await append(ctx, { job, kind: CORRECTION, payload: { text }, corrects: entry, about: corrected.about });
}
