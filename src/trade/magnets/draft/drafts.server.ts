import { isDeepStrictEqual } from "node:util";
import { and, eq, gt, lt } from "drizzle-orm";
import {
  countMissedGuide,
  type MagnetBrief,
  type MagnetText,
  writeGuide,
} from "#ground/writing/public.server.ts";
import { type Context, withSystem } from "#platform/db/scope.server.ts";
import { isToken, newToken, tokenHash } from "#platform/db/tokens.server.ts";
import { AppError } from "#platform/errors/app-error.ts";
import { prepareRenderers } from "#platform/pdf/render.server.ts";
import { magnetsDrafts } from "../tables.server.ts";

const DRAFT_DAYS = 30;

/** Lets the dashboard offer to save this browser's guide. */
const DRAFT_COOKIE = "draft";

export interface Draft {
  readonly token: string;
  readonly title: string;
  readonly brief: MagnetBrief;
  readonly text: MagnetText;
  /** The built-in writer's version it started as, from 1. */
  readonly version: number;
  readonly createdAt: Temporal.Instant;
}

/**
 * Writes and stores a visitor's guide.
 * @param guide the id of the guide that the visitor chose instead of ours
 * @returns the token that opens it
 */
export async function makeDraft(brief: MagnetBrief, version = 1, guide?: string): Promise<string> {
  const token = newToken();
  // The next page shows the cover.
  prepareRenderers();
  const text = writeGuide(brief, version, guide);
  await withSystem(async (ctx) => {
    await ctx.db.insert(magnetsDrafts).values({
      tokenHash: tokenHash(token),
      brief,
      text,
      version,
      createdAt: ctx.now,
      expiresAt: ctx.now.add({ hours: DRAFT_DAYS * 24 }),
    });
    // Another version or guide of the same answers is the same question.
    if (version === 1 && guide === undefined) await countMissedGuide(ctx, brief);
  });
  return token;
}

/** Finds the draft of a token; undefined if it has expired. */
export async function findDraft(ctx: Context, token: string): Promise<Draft | undefined> {
  if (!isToken(token)) return undefined;
  const [row] = await ctx.db
    .select()
    .from(magnetsDrafts)
    .where(and(eq(magnetsDrafts.tokenHash, tokenHash(token)), gt(magnetsDrafts.expiresAt, ctx.now)));
  return (
    row && {
      token,
      title: row.text.title,
      brief: row.brief,
      text: row.text,
      version: row.version,
      createdAt: row.createdAt,
    }
  );
}

/**
 * Loads the draft of a token.
 * @throws AppError not_found, also if it has expired
 */
export function getDraft(token: string): Promise<Draft> {
  return withSystem(async (ctx) => {
    const draft = await findDraft(ctx, token);
    if (!draft)
      throw new AppError(
        "not_found",
        "This lead magnet expired after 30 days. You can make a new one in a minute.",
      );
    return draft;
  });
}

/** Finds the draft made in this browser and not saved yet. */
export async function draftFromCookie(ctx: Context, request: Request): Promise<Draft | undefined> {
  const token = new RegExp(`(?:^|;\\s*)${DRAFT_COOKIE}=([A-Za-z0-9_-]{24})(?:;|$)`).exec(
    request.headers.get("cookie") ?? "",
  )?.[1];
  return token ? findDraft(ctx, token) : undefined;
}

/** Whether this browser, which made another version of the same brief, is viewing this one. */
export async function isOtherVersion(
  request: Request,
  { token, brief }: Pick<Draft, "token" | "brief">,
): Promise<boolean> {
  if (!request.headers.get("cookie")?.includes(`${DRAFT_COOKIE}=`)) return false;
  const remembered = await withSystem((ctx) => draftFromCookie(ctx, request));
  return remembered !== undefined && remembered.token !== token && isDeepStrictEqual(remembered.brief, brief);
}

/** Set-Cookie value that remembers a draft. */
export function rememberDraft(token: string, secure: boolean): string {
  return `${DRAFT_COOKIE}=${token}; Path=/; HttpOnly; SameSite=Lax; Max-Age=${DRAFT_DAYS * 86_400}${secure ? "; Secure" : ""}`;
}

/** Set-Cookie value that forgets it. */
export function forgetDraftCookie(): string {
  return `${DRAFT_COOKIE}=; Path=/; HttpOnly; SameSite=Lax; Max-Age=0`;
}

/** Deletes expired drafts. */
export async function purgeDrafts(): Promise<void> {
  await withSystem((ctx) => ctx.db.delete(magnetsDrafts).where(lt(magnetsDrafts.expiresAt, ctx.now)));
}
