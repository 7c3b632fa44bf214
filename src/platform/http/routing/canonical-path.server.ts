/** The part of the framework's route that this needs. */
interface KnownRoute {
  readonly parentId?: string | undefined;
  readonly path?: string | undefined;
  readonly index?: boolean | undefined;
}

/** Maps any spelling of a known path to the canonical one. */
export type CanonicalPaths = (pathname: string) => string | undefined;

const MAX_LENGTH = 2048;

/**
 * The path of every route, with a `:` before variable parts. Layouts without a path and the catch-all page
 * have none.
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
 * The framework serves a page under any case and with a trailing slash; a search engine sees two pages. This
 * finds the one canonical path. The target is always one of our paths, as we spell it: only the variable
 * parts come from the request.
 * @param patterns canonical paths; a part that begins with `:` matches any one part
 * @param moved old paths, in lower case, and their targets
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
    if (pathname.length > MAX_LENGTH) return undefined;
    const bare = pathname.replace(/\/+$/, "");
    if (bare === "") return pathname.length > 1 ? "/" : undefined;
    if (!isPlain(bare)) return undefined;
    const decoded = decode(bare);
    if (decoded === undefined) return undefined;
    const canonical = exact.get(decoded.toLowerCase()) ?? matchVarying(bare.split("/"), varying);
    return canonical === pathname ? undefined : canonical;
  };
}

/** No double or encoded slashes: a path with those is no spelling of a page. */
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
