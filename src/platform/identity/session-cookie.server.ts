import { createHmac, timingSafeEqual } from "node:crypto";
import { cookieValue, setCookie } from "../http/request/cookies.server.ts";

export interface SessionCookie {
  readonly name: string;
  /**
   * The session's token, if the request has a cookie that we signed. Says nothing about whether the session
   * is still valid.
   */
  read(request: Request): string | null;
  write(token: string): string;
  clear(): string;
}

/**
 * The cookie in the identity library's own format (`token.signature`, base64 HMAC-SHA-256, percent-encoded).
 * Read here so that recognizing a person costs one query instead of the library's two, and an unavailable
 * database is distinguished from a wrong cookie.
 * @param secret the same as the library's
 * @param secure over https the name gets the `__Host-` prefix, which browsers accept only Secure, for this
 * host, for the whole site
 */
export function createSessionCookie(secret: string, secure: boolean): SessionCookie {
  const name = secure ? "__Host-plumbline-session" : "plumbline-session";
  const sign = (token: string) => createHmac("sha256", secret).update(token).digest("base64");
  return {
    name,
    read(request) {
      const value = cookieValue(request.headers.get("cookie"), name);
      const dot = value?.lastIndexOf(".") ?? -1;
      if (!value || dot < 1) return null;
      const token = value.slice(0, dot);
      const signature = Buffer.from(value.slice(dot + 1));
      const right = Buffer.from(sign(token));
      return signature.length === right.length && timingSafeEqual(signature, right) ? token : null;
    },
    // Only the row limits a session's lifetime, so it can be extended or ended without updating the cookie.
    write: (token) => setCookie(name, encodeURIComponent(`${token}.${sign(token)}`), { secure }),
    clear: () => setCookie(name, "", { secure, maxAge: 0 }),
  };
}
