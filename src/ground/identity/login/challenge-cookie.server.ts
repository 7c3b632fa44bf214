import { installation } from "#platform/config/installation.server.ts";
import { cookieValue, setCookie } from "#platform/http/request/cookies.server.ts";

/**
 * A cookie that binds a challenge to the browser that began it. It contains the token, so the token is never
 * in a URL.
 */
export interface ChallengeCookie {
  /** The token, or an empty string. */
  read(request: Request): string;
  /** A Set-Cookie value. */
  write(token: string): string;
  /** A Set-Cookie value that removes it. */
  clear(): string;
}

/** @param word part of the cookie's name @param minutes the challenge's lifetime */
export function challengeCookie(word: string, minutes: number): ChallengeCookie {
  const secure = () => installation().publicUrl.startsWith("https:");
  const name = () => `${secure() ? "__Host-" : ""}plumbline-${word}`;
  return {
    read: (request) => cookieValue(request.headers.get("cookie"), name()) ?? "",
    write: (token) => setCookie(name(), token, { secure: secure(), maxAge: minutes * 60 }),
    clear: () => setCookie(name(), "", { secure: secure(), maxAge: 0 }),
  };
}
