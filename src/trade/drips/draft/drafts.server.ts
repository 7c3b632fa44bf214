import { and, eq, gt, lt } from "drizzle-orm";
import { countMissedDrip, type DripBrief, type DripText, writeDrip } from "#ground/writing/public.server.ts";
import { type Context, withSystem } from "#platform/db/scope.server.ts";
import { isToken, newToken, tokenHash } from "#platform/db/tokens.server.ts";
import { AppError } from "#platform/errors/app-error.ts";
import { dripsDrafts } from "../tables.server.ts";

export const DRAFT_DAYS = 30;

export interface DripDraft {
  readonly token: string;
  readonly brief: DripBrief;
  readonly text: DripText;
  /** The built-in writer's version it started as, from 1. */
  readonly version: number;
  readonly createdAt: Temporal.Instant;
}

/**
 * Writes and stores a visitor's drip.
 * @param isNew false if somebody only looks at stored answers again, which asks for nothing new
 * @returns the token that opens it
 */
export async function makeDrip(brief: DripBrief, version = 1, isNew = true): Promise<string> {
  const token = newToken();
  const text = writeDrip(brief, version);
  await withSystem(async (ctx) => {
    await ctx.db.insert(dripsDrafts).values({
      tokenHash: tokenHash(token),
      brief,
      text,
      version,
      createdAt: ctx.now,
      expiresAt: ctx.now.add({ hours: DRAFT_DAYS * 24 }),
    });
    if (version === 1 && isNew) await countMissedDrip(ctx, brief);
  });
  return token;
}

/** Finds the drip of a token; undefined if it has expired. */
export async function findDrip(ctx: Context, token: string): Promise<DripDraft | undefined> {
  if (!isToken(token)) return undefined;
  const [row] = await ctx.db
    .select()
    .from(dripsDrafts)
    .where(and(eq(dripsDrafts.tokenHash, tokenHash(token)), gt(dripsDrafts.expiresAt, ctx.now)));
  return row && { token, brief: row.brief, text: row.text, version: row.version, createdAt: row.createdAt };
}

/**
 * Loads the drip of a token.
 * @throws AppError not_found, also if it has expired
 */
export async function getDrip(token: string): Promise<DripDraft> {
  const draft = isToken(token) ? await withSystem((ctx) => findDrip(ctx, token)) : undefined;
  if (!draft)
    throw new AppError("not_found", "These emails expired after 30 days. You can make new ones in a minute.");
  return draft;
}

/** Deletes expired drafts. */
export async function purgeDrips(): Promise<void> {
  await withSystem((ctx) => ctx.db.delete(dripsDrafts).where(lt(dripsDrafts.expiresAt, ctx.now)));
}
