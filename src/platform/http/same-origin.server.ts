const SAFE = new Set(["GET", "HEAD", "OPTIONS"]);

/**
 * Whether an unsafe request comes from our own pages. Browsers say so in Sec-Fetch-Site; older ones in Origin; programs that are
 * not browsers send neither, and carry nobody's cookies.
 * @param ownOrigins the origins that count as this site
 */
export function comesFromUs(request: { method: string; headers: Headers }, ownOrigins: ReadonlySet<string>): boolean {
  if (SAFE.has(request.method)) return true;
  const site = request.headers.get("sec-fetch-site");
  if (site) return site === "same-origin" || site === "none";
  const origin = request.headers.get("origin");
  return origin === null || ownOrigins.has(origin);
}

/** The origins of PUBLIC_URL; on loopback both of its usual names. */
export function originsOf(publicUrl: string): ReadonlySet<string> {
  const url = new URL(publicUrl);
  const origins = new Set([url.origin]);
  if (url.hostname === "localhost" || url.hostname === "127.0.0.1")
    for (const host of ["localhost", "127.0.0.1"]) {
      const twin = new URL(publicUrl);
      twin.hostname = host;
      origins.add(twin.origin);
    }
  return origins;
}
