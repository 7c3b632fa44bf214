import { createRequestHandler, type RequestHandler, type ServerBuild } from "react-router";

/** What is known of a route where addresses are compared; the framework's own has more. */
interface KnownRoute {
  readonly id: string;
  readonly parentId?: string | undefined;
  readonly path?: string | undefined;
  readonly index?: boolean | undefined;
}

/** Which routes could be meant by an address, named once for all addresses of the same shape. */
export interface Candidates {
  /** The same for all addresses that the same routes could be meant by. */
  readonly shape: string;
  readonly ids: ReadonlySet<string>;
}

/**
 * Decides of a path, without `.data` at its end, which routes could be meant; nothing where only the
 * framework itself can tell.
 */
export type FindCandidates = (pathname: string) => Candidates | undefined;

/** A part of an address that isn't the same letters each time: `:id`, `:id.csv`, `*`, `page?`. */
const VARIES = /[:*?]/;
const DATA = /(?:\/_)?\.data$/;

/**
 * Sorts routes by the fixed words of their addresses. A route is left out only where one of its own fixed
 * words stands where the path has another one; everything finer, order and parameters included, stays the
 * framework's.
 * @param routes by id, as the framework's build has them
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
    // Behind a part that stands for any number of them, no other has its place.
    return { route, isOpen: open >= 0, parts: open >= 0 ? parts.slice(0, open) : parts };
  });
  const deepest = Math.max(0, ...known.map(({ parts }) => parts.length));
  const found = new Map<string, Candidates>();

  return (pathname) => {
    const words = wordsOf(pathname);
    if (!words) return undefined;
    let left = known;
    const named: string[] = [];
    // One further than any address goes, where all that is longer is the same.
    for (let at = 0; at <= deepest; at++) {
      const word = words[at];
      const isFixed =
        word !== undefined && left.some(({ parts }) => parts[at] === word && !VARIES.test(word));
      // Any other word means the same routes, so that nobody fills the memory with shapes.
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
      ({ route, parts, isOpen }) => isPlace(route) && (isOpen || parts.length === words.length),
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

/**
 * Whether a route has an address of its own. Frames around others have none; the outermost one stands for
 * what is nowhere.
 */
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

function wordsOf(pathname: string): string[] | undefined {
  if (pathname === "/") return [];
  const parts = pathname.slice(1).replace(/\/$/, "").split("/");
  try {
    const words = parts.map((part) => decodeURIComponent(part).toLowerCase());
    return words.every((word) => word && !word.includes("/")) ? words : undefined;
  } catch {
    return undefined;
  }
}

/**
 * The framework's handler, asked with those routes only that an address could mean. For each page it makes an
 * entry for every route of the build, some of them three times, and at two hundred of them that takes longer
 * than the page (docs/decisions/0034).
 */
export function createNarrowHandler(build: ServerBuild, mode: string): RequestHandler {
  const candidatesOf = createCandidates(build.routes);
  const whole = createRequestHandler(build, mode);
  const narrow = new Map<string, RequestHandler>();
  return (request, context) => {
    const candidates = candidatesOf(new URL(request.url).pathname.replace(DATA, ""));
    if (!candidates) return whole(request, context);
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
