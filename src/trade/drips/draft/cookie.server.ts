import { isDeepStrictEqual } from "node:util";
import { type Context, withSystem } from "#platform/db/scope.server.ts";
import { DRAFT_DAYS, type DripDraft, findDrip } from "./drafts.server.ts";

/** Lets the dashboard offer to save this browser's drip. */
const DRIP_COOKIE = "drip";

/** Finds the drip made in this browser and not saved yet. */
export async function dripFromCookie(ctx: Context, request: Request): Promise<DripDraft | undefined> {
  const token = new RegExp(`(?:^|;\\s*)${DRIP_COOKIE}=([A-Za-z0-9_-]{24})(?:;|$)`).exec(
    request.headers.get("cookie") ?? "",
  )?.[1];
  return token ? findDrip(ctx, token) : undefined;
}

/** Whether this browser, which made another version of the same brief, is viewing this one. */
export async function isOtherVersion(
  request: Request,
  { token, brief }: Pick<DripDraft, "token" | "brief">,
): Promise<boolean> {
  if (!request.headers.get("cookie")?.includes(`${DRIP_COOKIE}=`)) return false;
  const remembered = await withSystem((ctx) => dripFromCookie(ctx, request));
  return remembered !== undefined && remembered.token !== token && isDeepStrictEqual(remembered.brief, brief);
}

/** Set-Cookie value that remembers a drip. */
export function rememberDrip(token: string, secure: boolean): string {
  return `${DRIP_COOKIE}=${token}; Path=/; HttpOnly; SameSite=Lax; Max-Age=${DRAFT_DAYS * 86_400}${secure ? "; Secure" : ""}`;
}

/** Set-Cookie value that forgets it. */
export function forgetDripCookie(): string {
  return `${DRIP_COOKIE}=; Path=/; HttpOnly; SameSite=Lax; Max-Age=0`;
}
