import { installation } from "#platform/config/installation.server.ts";
import { cookieValue, setCookie } from "#platform/http/request/cookies.server.ts";

/**
 * A cookie that binds something begun to the browser that began it: it holds the challenge's token, so the
 * token is in no address.
 */
export interface ChallengeCookie {
  /** The token, or an empty text. */
  read(request: Request): string;
  /** A Set-Cookie value. */
  write(token: string): string;
  /** A Set-Cookie value that removes it. */
  clear(): string;
}

/** @param word names the cookie. @param minutes how long the challenge lives */
export function challengeCookie(word: string, minutes: number): ChallengeCookie {
  const secure = () => installation().publicUrl.startsWith("https:");
  const name = () => `${secure() ? "__Host-" : ""}plumbline-${word}`;
  return {
    read: (request) => cookieValue(request.headers.get("cookie"), name()) ?? "",
    write: (token) => setCookie(name(), token, { secure: secure(), maxAge: minutes * 60 }),
    clear: () => setCookie(name(), "", { secure: secure(), maxAge: 0 }),
  };
}
