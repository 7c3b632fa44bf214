/** The longest lifetime browsers allow: 400 days. */
const COOKIE_SECONDS = 400 * 86_400;

/**
 * A Set-Cookie value for the whole site, not readable by scripts.
 * @param options.maxAge in seconds; default: the longest browsers allow
 */
export function setCookie(
  name: string,
  value: string,
  options: { secure: boolean; maxAge?: number },
): string {
  const { secure, maxAge = COOKIE_SECONDS } = options;
  return `${name}=${value}; Max-Age=${maxAge}; Path=/; HttpOnly; SameSite=Lax${secure ? "; Secure" : ""}`;
}

/** The value of a request's cookie, or undefined. */
export function cookieValue(header: string | null, name: string): string | undefined {
  for (const pair of header?.split(";") ?? []) {
    const equals = pair.indexOf("=");
    if (pair.slice(0, equals).trim() !== name) continue;
    try {
      return decodeURIComponent(pair.slice(equals + 1).trim());
    } catch {
      return undefined;
    }
  }
  return undefined;
}
