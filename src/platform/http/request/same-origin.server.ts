const SAFE = new Set(["GET", "HEAD", "OPTIONS"]);

/**
 * Whether a request comes from our own pages, or changes nothing anyway.
 * @param ownOrigins the origins that count as this site
 */
export function isOwnRequest(
  request: { method: string; headers: Headers },
  ownOrigins: ReadonlySet<string>,
): boolean {
  if (SAFE.has(request.method)) return true;
  const { headers } = request;
  return hasOwnOrigin(
    {
      "sec-fetch-site": headers.get("sec-fetch-site") ?? undefined,
      origin: headers.get("origin") ?? undefined,
    },
    ownOrigins,
  );
}

/**
 * Whether an unsafe request comes from our own pages, by its headers: Sec-Fetch-Site in current browsers,
 * Origin in older ones. Programs that are not browsers send neither, and have no user's cookies.
 */
export function hasOwnOrigin(
  headers: {
    readonly "sec-fetch-site"?: string | string[] | undefined;
    readonly origin?: string | undefined;
  },
  ownOrigins: ReadonlySet<string>,
): boolean {
  const site = headers["sec-fetch-site"];
  if (site) return site === "same-origin" || site === "none";
  return headers.origin === undefined || ownOrigins.has(headers.origin);
}

/** The origins of PUBLIC_URL; on loopback, both of its usual names. */
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

/** A screen's response to OPTIONS: its methods. The framework would treat the request as our error. */
export function answerToOptions({ method, url }: Request): Response | undefined {
  // API routes open to other sites respond themselves.
  if (method !== "OPTIONS" || new URL(url).pathname.startsWith("/api/")) return undefined;
  return new Response(null, {
    status: 204,
    headers: { Allow: "GET, HEAD, POST, OPTIONS", "Cache-Control": "no-store" },
  });
}
