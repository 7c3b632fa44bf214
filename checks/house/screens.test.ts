import { readFileSync } from "node:fs";
import path from "node:path";
import type { RouteConfigEntry } from "@react-router/dev/routes";
import { matchRoutes } from "react-router";
import { describe, expect, it } from "vitest";
import { SCREENS } from "../../e2e/harness/screens.ts";
import routes from "../../src/routes.ts";

// The journeys e2e/access-*.e2e.ts check every screen of one list. It must be complete.

interface Place {
  readonly id: string;
  readonly path: string;
}

/** Every address in the route table. Layout routes have none. */
const places = (entries: readonly RouteConfigEntry[]): Place[] =>
  entries.flatMap(({ path: own, index, file, children }) => [
    ...(own === undefined && !index ? [] : [{ id: file, path: `/${own ?? ""}` }]),
    ...places(children ?? []),
  ]);

const isScreen = ({ id }: Place) =>
  id.endsWith(".tsx") && /^export default /m.test(readFileSync(path.join("src", id), "utf8"));

describe("the list of screens that axe looks at", () => {
  const all = places(routes);
  const screens = all.filter(isScreen);
  const routeOf = (address: string) =>
    matchRoutes(all, new URL(address, "http://localhost").pathname)?.at(-1)?.route.path;
  const seen = new Set(SCREENS.map(({ address, leadsTo }) => routeOf(leadsTo ?? address())));

  it("has every screen of the route table", () => {
    expect(screens.length).toBeGreaterThan(70);
    expect(screens.filter(({ path: one }) => !seen.has(one))).toEqual([]);
  });

  it("has no address that leads nowhere, but the one that is meant to", () => {
    const lost = SCREENS.filter(({ address, leadsTo }) =>
      [undefined, "/*"].includes(routeOf(leadsTo ?? address())),
    );
    expect(lost.map(({ name }) => name)).toEqual(["not found"]);
  });
});
