import { createHash, randomBytes } from "node:crypto";
import { and, eq, gt, lt } from "drizzle-orm";
import { type MagnetBrief, type MagnetText, writeMagnet } from "#features/writing/public.server.ts";
import { type Context, withSystem } from "#platform/db/scope.server.ts";
import { AppError } from "#platform/errors/app-error.ts";
import { magnetsDrafts } from "./tables.server.ts";

/** How long a visitor's magnet waits to be kept. */
const DRAFT_DAYS = 30;

/** The cookie that lets the dashboard offer to keep what this browser made. */
const DRAFT_COOKIE = "draft";

/** A magnet that nobody has kept yet. */
export interface Draft {
  readonly token: string;
  readonly title: string;
  readonly brief: MagnetBrief;
  readonly text: MagnetText;
  readonly createdAt: Temporal.Instant;
}

/** The digest under which a draft is kept: the token itself is only in the visitor's hands. */
export const draftHash = (token: string): string => createHash("sha256").update(token).digest("hex");

/**
 * Writes a magnet for a visitor and keeps it for 30 days.
 * @returns the token that opens it
 */
export async function makeDraft(brief: MagnetBrief): Promise<string> {
  const token = randomBytes(18).toString("base64url");
  const text = writeMagnet(brief, { seed: token });
  await withSystem((ctx) =>
    ctx.db.insert(magnetsDrafts).values({
      tokenHash: draftHash(token),
      brief,
      text,
      createdAt: ctx.now,
      expiresAt: ctx.now.add({ hours: DRAFT_DAYS * 24 }),
    }),
  );
  return token;
}

/** The draft that a token opens, unless it has expired. */
export async function findDraft(ctx: Context, token: string): Promise<Draft | undefined> {
  if (!/^[A-Za-z0-9_-]{24}$/.test(token)) return undefined;
  const [row] = await ctx.db
    .select()
    .from(magnetsDrafts)
    .where(and(eq(magnetsDrafts.tokenHash, draftHash(token)), gt(magnetsDrafts.expiresAt, ctx.now)));
  return row && { token, title: row.text.title, brief: row.brief, text: row.text, createdAt: row.createdAt };
}

/**
 * The draft that a token opens.
 * @throws AppError not_found
 */
export function getDraft(token: string): Promise<Draft> {
  return withSystem(async (ctx) => {
    const draft = await findDraft(ctx, token);
    if (!draft)
      throw new AppError(
        "not_found",
        "This lead magnet is not here any more. They wait 30 days to be kept. You can make a new one in a minute.",
      );
    return draft;
  });
}

/** The draft this browser made and has not kept yet. */
export async function draftFromCookie(ctx: Context, request: Request): Promise<Draft | undefined> {
  const token = new RegExp(`(?:^|;\\s*)${DRAFT_COOKIE}=([A-Za-z0-9_-]{24})(?:;|$)`).exec(request.headers.get("cookie") ?? "")?.[1];
  return token ? findDraft(ctx, token) : undefined;
}

/** Set-Cookie value that remembers a draft in this browser. */
export function rememberDraft(token: string, secure: boolean): string {
  return `${DRAFT_COOKIE}=${token}; Path=/; HttpOnly; SameSite=Lax; Max-Age=${DRAFT_DAYS * 86_400}${secure ? "; Secure" : ""}`;
}

/** Set-Cookie value that forgets it. */
export function forgetDraftCookie(): string {
  return `${DRAFT_COOKIE}=; Path=/; HttpOnly; SameSite=Lax; Max-Age=0`;
}

/** Removes drafts whose time is over. */
export async function purgeDrafts(): Promise<void> {
  await withSystem((ctx) => ctx.db.delete(magnetsDrafts).where(lt(magnetsDrafts.expiresAt, ctx.now)));
}
