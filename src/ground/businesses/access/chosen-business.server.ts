import { installation } from "#platform/config/installation.server.ts";
import { cookieValue, setCookie } from "#platform/http/request/cookies.server.ts";

const secure = () => installation().publicUrl.startsWith("https:");
const cookieName = () => (secure() ? "__Host-plumbline-business" : "plumbline-business");

/**
 * The business this browser last chose to work in. It is a preference and not permission; callers must check
 * the membership.
 */
export function chosenBusiness(request: Request): string | undefined {
  return cookieValue(request.headers.get("cookie"), cookieName());
}

/** A Set-Cookie value that makes this browser work in that business. */
export function chooseBusiness(accountId: string): string {
  return setCookie(cookieName(), accountId, { secure: secure() });
}
