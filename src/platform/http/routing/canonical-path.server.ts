/** What is known of a screen's address; the framework's own route has more. */
interface KnownRoute {
  readonly parentId?: string | undefined;
  readonly path?: string | undefined;
  readonly index?: boolean | undefined;
}

/** Leads from any spelling of a known address to the one it is listed under. */
export type CanonicalPaths = (pathname: string) => string | undefined;

const LONGEST = 2048;

/**
 * The address of every route, with a `:` before what varies. Frames without an address of their own and the
 * page for everything else have none.
 */
export function patternsOf(routes: Readonly<Record<string, KnownRoute | undefined>>): string[] {
  const full = (route: KnownRoute): string[] => {
    const parent = route.parentId ? routes[route.parentId] : undefined;
    return [...(parent ? full(parent) : []), ...(route.path ?? "").split("/").filter(Boolean)];
  };
  return Object.values(routes)
    .filter(
      (route): route is KnownRoute =>
        route !== undefined && (route.index === true || route.path !== undefined),
    )
    .map((route) => `/${full(route).join("/")}`)
    .filter((pattern) => !pattern.includes("*"));
}

/**
 * The framework serves a page under any case and with a slash at its end; a search engine sees two pages.
 * This knows the one address. Where it leads is always an address of ours, spelled by us: only the varying
 * parts of a pattern are taken over from the request.
 * @param patterns addresses as they are listed; a part that begins with `:` stands for any one part
 * @param moved other addresses, in lower case, and where each leads
 */
export function createCanonicalPaths(
  patterns: Iterable<string>,
  moved: Readonly<Record<string, string>> = {},
): CanonicalPaths {
  const all = [...new Set(patterns)];
  const exact = new Map(
    all.filter((pattern) => !pattern.includes(":")).map((path) => [path.toLowerCase(), path]),
  );
  for (const [from, to] of Object.entries(moved)) exact.set(from.toLowerCase(), to);
  const varying = all.filter((pattern) => pattern.includes(":")).map((pattern) => pattern.split("/"));

  return (pathname) => {
    if (pathname.length > LONGEST) return undefined;
    const bare = pathname.replace(/\/+$/, "");
    if (bare === "") return pathname.length > 1 ? "/" : undefined;
    if (!isPlain(bare)) return undefined;
    const decoded = decode(bare);
    if (decoded === undefined) return undefined;
    const canonical = exact.get(decoded.toLowerCase()) ?? matchVarying(bare.split("/"), varying);
    return canonical === pathname ? undefined : canonical;
  };
}

/** One slash at a time, none of them hidden: what is more than that is no spelling of a page. */
const isPlain = (pathname: string) => pathname.startsWith("/") && !/\/\/|\\|%2f|%5c|[^!-~]/i.test(pathname);

function decode(path: string): string | undefined {
  try {
    return decodeURIComponent(path);
  } catch {
    return undefined;
  }
}

function matchVarying(
  parts: readonly string[],
  patterns: readonly (readonly string[])[],
): string | undefined {
  const found = patterns.find(
    (pattern) =>
      pattern.length === parts.length &&
      pattern.every((part, at) =>
        part.startsWith(":") ? parts[at] !== "" : part.toLowerCase() === parts[at]!.toLowerCase(),
      ),
  );
  return found?.map((part, at) => (part.startsWith(":") ? parts[at]! : part)).join("/");
}
