import { createRequestHandler, type RequestHandler, type ServerBuild } from "react-router";

/** The part of the framework's route that matching URLs needs. */
interface KnownRoute {
  readonly id: string;
  readonly parentId?: string | undefined;
  readonly path?: string | undefined;
  readonly index?: boolean | undefined;
}

/** The routes a URL may match, shared by all URLs of the same shape. */
export interface Candidates {
  /** Equal for all URLs with the same candidates. */
  readonly shape: string;
  readonly ids: ReadonlySet<string>;
}

/**
 * Finds the routes that a path, without a final `.data`, may match; undefined where only the framework can
 * decide.
 */
export type FindCandidates = (pathname: string) => Candidates | undefined;

/** A variable part of a route's path: `:id`, `:id.csv`, `*`, `page?`. */
const VARIES = /[:*?]/;
const DATA = /(?:\/_)?\.data$/;

/**
 * Indexes routes by the fixed parts of their paths. A route is excluded only if one of its fixed parts
 * differs from the path; everything finer, such as order and parameters, is left to the framework.
 * @param routes by id, from the framework's build
 */
export function createCandidates(routes: Readonly<Record<string, KnownRoute | undefined>>): FindCandidates {
  const all = Object.values(routes).filter((route): route is KnownRoute => route !== undefined);
  const partsOf = ({ parentId, path }: KnownRoute): string[] => {
    const parent = parentId ? routes[parentId] : undefined;
    return [...(parent ? partsOf(parent) : []), ...(path ?? "").toLowerCase().split("/").filter(Boolean)];
  };
  const known = all.map((route) => {
    const parts = partsOf(route);
    const open = parts.findIndex((part) => part.includes("*") || part.endsWith("?"));
    // A splat matches any number of parts, so ignore what follows it.
    return { route, isOpen: open >= 0, parts: open >= 0 ? parts.slice(0, open) : parts };
  });
  const deepest = Math.max(0, ...known.map(({ parts }) => parts.length));
  const found = new Map<string, Candidates>();

  return (pathname) => {
    const segments = segmentsOf(pathname);
    if (!segments) return undefined;
    let left = known;
    const named: string[] = [];
    // One level deeper than any route, where all longer paths behave alike.
    for (let at = 0; at <= deepest; at++) {
      const word = segments[at];
      const isFixed =
        word !== undefined && left.some(({ parts }) => parts[at] === word && !VARIES.test(word));
      // All other words match the same routes, so share one shape: made-up URLs must not fill the memory.
      named.push(isFixed ? word : word === undefined ? "" : ":");
      left = left.filter(({ parts }) => {
        const part = parts[at];
        return (
          part === undefined || (word !== undefined && (VARIES.test(part) || (isFixed && part === word)))
        );
      });
    }
    const shape = named.join("/");
    const before = found.get(shape);
    if (before) return before;
    const meant = left.filter(
      ({ route, parts, isOpen }) => isPlace(route) && (isOpen || parts.length === segments.length),
    );
    const candidates = {
      shape,
      ids: withFrames(
        meant.map(({ route }) => route),
        routes,
      ),
    };
    found.set(shape, candidates);
    return candidates;
  };
}

/** Whether a route has a path of its own. Layouts have none; the outermost one handles unknown URLs. */
const isPlace = ({ path, index, parentId }: KnownRoute): boolean =>
  path !== undefined || index === true || parentId === undefined;

function withFrames(
  meant: readonly KnownRoute[],
  routes: Readonly<Record<string, KnownRoute | undefined>>,
): Set<string> {
  const ids = new Set<string>();
  for (const route of meant)
    for (let one: KnownRoute | undefined = route; one; one = one.parentId ? routes[one.parentId] : undefined)
      ids.add(one.id);
  for (const route of Object.values(routes)) if (route && route.parentId === undefined) ids.add(route.id);
  return ids;
}

function segmentsOf(pathname: string): string[] | undefined {
  if (pathname === "/") return [];
  const parts = pathname.slice(1).replace(/\/$/, "").split("/");
  try {
    const segments = parts.map((part) => decodeURIComponent(part).toLowerCase());
    return segments.every((word) => word && !word.includes("/")) ? segments : undefined;
  } catch {
    return undefined;
  }
}

/**
 * The framework's handler with only the routes that a URL may match. Per request it copies every route of the
 * build, some three times, and at two hundred routes that takes longer than the page (docs/decisions/0034).
 */
export function createNarrowHandler(build: ServerBuild, mode: string): RequestHandler {
  const candidatesOf = createCandidates(build.routes);
  const fullHandler = createRequestHandler(build, mode);
  const narrow = new Map<string, RequestHandler>();
  return (request, context) => {
    const candidates = candidatesOf(new URL(request.url).pathname.replace(DATA, ""));
    if (!candidates) return fullHandler(request, context);
    let handler = narrow.get(candidates.shape);
    if (!handler)
      narrow.set(candidates.shape, (handler = createRequestHandler(only(build, candidates.ids), mode)));
    return handler(request, context);
  };
}

function only(build: ServerBuild, ids: ReadonlySet<string>): ServerBuild {
  const of = <Route>(routes: Readonly<Record<string, Route>>) =>
    Object.fromEntries(Object.entries(routes).filter(([id]) => ids.has(id)));
  return { ...build, routes: of(build.routes), assets: { ...build.assets, routes: of(build.assets.routes) } };
}
