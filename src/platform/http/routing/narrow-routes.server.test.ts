import fc from "fast-check";
import { type DataRouteObject, matchRoutes } from "react-router";
import { describe, expect, it } from "vitest";
import { times } from "#platform/testing/long-form.ts";
import { createCandidates } from "./narrow-routes.server.ts";

interface Known {
  readonly id: string;
  readonly parentId?: string;
  readonly path?: string;
  readonly index?: boolean;
}

const table = (...routes: readonly Known[]) => Object.fromEntries(routes.map((route) => [route.id, route]));

/** The same routes as the framework matches them. */
function treeOf(routes: Readonly<Record<string, Known>>, parentId?: string): DataRouteObject[] {
  return Object.values(routes)
    .filter((route) => route.parentId === parentId)
    .map(({ id, path, index }) =>
      index
        ? { id, index, ...(path === undefined ? {} : { path }) }
        : { id, ...(path === undefined ? {} : { path }), children: treeOf(routes, id) },
    );
}

/** The framework's match for a URL: routes, outermost first, and parameters. */
const shown = (routes: Readonly<Record<string, Known>>, pathname: string) =>
  matchRoutes(treeOf(routes), pathname)?.map(({ route, params, pathname: at }) => [route.id, params, at]) ??
  null;

const SITE = table(
  { id: "root", path: "" },
  { id: "site", parentId: "root" },
  { id: "home", parentId: "site", index: true },
  { id: "about", parentId: "site", path: "about" },
  { id: "post", parentId: "site", path: "blog/:slug" },
  { id: "lost", parentId: "site", path: "*" },
  { id: "account", parentId: "root" },
  { id: "leads", parentId: "account", path: "account/leads" },
  { id: "newest", parentId: "account", path: "account/leads/newest" },
  { id: "lead", parentId: "account", path: "account/leads/:id" },
  { id: "settings", parentId: "account" },
  { id: "business", parentId: "settings", path: "account/settings" },
  { id: "file", parentId: "root", path: "account/leads/:id.csv" },
  { id: "field", parentId: "root", path: "account/job/*" },
  { id: "paged", parentId: "root", path: "list/page?" },
  { id: "deep", parentId: "root", path: "deep" },
  { id: "deep-first", parentId: "deep", index: true },
  { id: "deep-one", parentId: "deep", path: ":one/edit" },
);
const WORDS = [
  "",
  "about",
  "About",
  "blog",
  "account",
  "leads",
  "newest",
  "settings",
  "job",
  "list",
  "page",
  "deep",
  "edit",
  "x",
  "7.csv",
  "a%20b",
  "%2F",
  "%",
  ":id",
  "*",
  "é",
  "K",
];

describe("the candidate routes of a URL", () => {
  const find = createCandidates(SITE);
  const narrowed = (pathname: string) => {
    const found = find(pathname);
    return found && Object.fromEntries(Object.entries(SITE).filter(([id]) => found.ids.has(id)));
  };

  it("are few", () => {
    expect([...find("/account/leads")!.ids].toSorted()).toEqual(["account", "leads", "lost", "root", "site"]);
    expect([...find("/account/leads/newest")!.ids].toSorted()).toEqual([
      "account",
      "file",
      "lead",
      "lost",
      "newest",
      "root",
      "site",
    ]);
    expect([...find("/")!.ids].toSorted()).toEqual(["home", "lost", "root", "site"]);
  });

  it("include the one that the framework matches, whatever the URL", () => {
    const address = fc.array(fc.oneof({ weight: 9, arbitrary: fc.constantFrom(...WORDS) }, fc.webSegment()), {
      maxLength: 6,
    });
    fc.assert(
      fc.property(address, fc.boolean(), (words, slash) => {
        const pathname = `/${words.join("/")}${slash ? "/" : ""}`;
        expect(shown(narrowed(pathname) ?? SITE, pathname)).toEqual(shown(SITE, pathname));
      }),
      { numRuns: times(3_000, 500) },
    );
  });

  it("are left to the framework for unusual URLs", () => {
    for (const odd of ["//about", "/blog//x", "/blog/%E0%A4%A", "/blog/a%2Fb"])
      expect(find(odd)).toBeUndefined();
  });

  it("take bounded memory, however many URLs are tried", () => {
    const shapes = new Set(Array.from({ length: 5_000 }, (_, at) => find(`/account/leads/${at}`)!.shape));
    expect(shapes.size).toBe(1);
    const deep = new Set(Array.from({ length: 50 }, (_, at) => find(`/deep${"/x".repeat(at + 1)}`)!.shape));
    expect(deep.size).toBeLessThan(8);
  });
});
