import { installation } from "#platform/config/installation.server.ts";
import { cookieValue, setCookie } from "#platform/http/request/cookies.server.ts";

const secure = () => installation().publicUrl.startsWith("https:");
const cookieName = () => (secure() ? "__Host-plumbline-business" : "plumbline-business");

/**
 * The business that this browser last chose to work in. A wish, never permission: whoever reads it asks for
 * the membership too.
 */
export function chosenBusiness(request: Request): string | undefined {
  return cookieValue(request.headers.get("cookie"), cookieName());
}

/** A Set-Cookie value by which this browser works in that business from now on. */
export function chooseBusiness(accountId: string): string {
  return setCookie(cookieName(), accountId, { secure: secure() });
}
