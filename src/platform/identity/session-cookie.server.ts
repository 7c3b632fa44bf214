import { createHmac, timingSafeEqual } from "node:crypto";
import { cookieValue, setCookie } from "../http/request/cookies.server.ts";

/** Reads and writes the cookies of one installation. */
export interface SessionCookie {
  readonly name: string;
  /**
   * The session's token, if the request carries a cookie that we signed. Says nothing about whether the
   * session still lives.
   */
  read(request: Request): string | null;
  /** A Set-Cookie value for a new session. */
  write(token: string): string;
  /** A Set-Cookie value that removes it. */
  clear(): string;
}

/**
 * The cookie in the identity library's own format (`token.signature`, base64 HMAC-SHA-256, percent-encoded),
 * read here so that recognising a person costs one query instead of the library's two, and a database that is
 * away is told apart from a wrong cookie.
 * @param secret the same that the library is given
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
      const given = Buffer.from(value.slice(dot + 1));
      const right = Buffer.from(sign(token));
      return given.length === right.length && timingSafeEqual(given, right) ? token : null;
    },
    // How long a session lives is decided by its row alone, so it can be prolonged or ended without a cookie
    // having to reach the browser.
    write: (token) => setCookie(name, encodeURIComponent(`${token}.${sign(token)}`), { secure }),
    clear: () => setCookie(name, "", { secure, maxAge: 0 }),
  };
}
