import path from "node:path";
import { pathToFileURL } from "node:url";
import type { RouteConfigEntry } from "@react-router/dev/routes";
import type { MetaDescriptor } from "react-router";
import { describe, expect, it } from "vitest";
import { articles } from "#faces/site/articles/articles.server.ts";
import { contentsOf } from "#faces/site/prose.tsx";
import { readLegalText } from "#faces/site/legal/legal.server.ts";
import { createCanonicalPaths } from "#platform/http/routing/canonical-path.server.ts";
import { readXml, textsNamed } from "#platform/http/testing/xml.ts";
import { linksOf } from "#platform/markdown/blocks.ts";
import { indexable } from "./indexable.server.ts";
import { moved, prerendered, prerenderedFiles } from "./prerendered.ts";
import routes from "../../routes.ts";
import { loader } from "./sitemap.ts";

interface Screen {
  readonly default?: unknown;
  readonly meta?: (args: { loaderData: undefined }) => MetaDescriptor[];
}

/** Pages for signed-in people only. */
const PRIVATE = /(?:account-layout|operator\/layout)\.tsx$/;

/** Public routes that have a path, with the path and the module's file. */
function publicRoutes(entries: readonly RouteConfigEntry[], above = ""): { path: string; file: string }[] {
  return entries
    .filter(({ file }) => !PRIVATE.test(file))
    .flatMap(({ path: own, index, file, children = [] }) => {
      const full = own === undefined ? above : `${above}/${own}`;
      return [
        ...(own !== undefined || index ? [{ path: full || "/", file }] : []),
        ...publicRoutes(children, full),
      ];
    });
}

const all = publicRoutes(routes);
const listed = indexable().map((entry) => entry.path);

it("lists exactly the public pages that may be indexed, each once", async () => {
  const pages: string[] = [];
  for (const { path: address, file } of all.filter((one) => !/[:*]/.test(one.path))) {
    const screen = (await import(pathToFileURL(path.resolve("src", file)).href)) as Screen;
    const isIndexed = !screen
      .meta?.({ loaderData: undefined })
      .some((one) => "name" in one && one.name === "robots");
    if (screen.default && isIndexed) pages.push(address);
  }
  const blog = articles().map(({ slug }) => `/blog/${slug}`);
  expect(listed.toSorted()).toEqual([...pages, ...blog].toSorted());
  expect(new Set(listed).size).toBe(listed.length);
});

it("is XML that a search engine reads", async () => {
  const answer = loader();
  expect(answer.headers.get("content-type")).toMatch(/^application\/xml/);
  const sitemap = readXml(await answer.text());
  expect(sitemap).toMatchObject({
    name: "urlset",
    attributes: { xmlns: "http://www.sitemaps.org/schemas/sitemap/0.9" },
  });
  expect(textsNamed(sitemap, "loc")).toEqual(listed.map((address) => `__PUBLIC_URL__${address}`));
  expect(textsNamed(sitemap, "lastmod")).toEqual(articles().map(({ date }) => date.iso));
});

describe("every address that is promised", () => {
  const known = new Set([...all.map((one) => one.path), ...listed]);

  it("has a route", () => {
    const routed = all.map((one) => one.path);
    for (const address of [...prerendered, ...prerenderedFiles, ...Object.values(moved)])
      expect(routed).toContain(address);
    for (const address of Object.keys(moved)) expect(known, address).not.toContain(address);
  });

  it("is spelled the one way", () => {
    const canonical = createCanonicalPaths(known, moved);
    for (const address of [...listed, ...prerenderedFiles]) {
      expect(canonical(address), address).toBeUndefined();
      if (address !== "/") expect(canonical(`${address.toUpperCase()}/`), address).toBe(address);
    }
  });

  it("is one that the texts link to, place on the page included", () => {
    const [terms, privacy] = [readLegalText("terms"), readLegalText("privacy")];
    const places = new Map([
      ...[...articles()].map(({ path: address, blocks }) => [address, blocks] as const),
      ["/termsofservice", terms.blocks] as const,
      ["/privacy", privacy.blocks] as const,
    ]);
    const isThere = (from: string, link: string) => {
      const [to = "", place] = link.split("#");
      if (to && !known.has(to)) return false;
      return !place || contentsOf(places.get(to || from) ?? []).some(({ id }) => id === place);
    };
    const broken = [...places].flatMap(([from, blocks]) =>
      linksOf(blocks)
        .filter((link) => !link.startsWith("https:") && !isThere(from, link))
        .map((link) => `${from} links to ${link}`),
    );
    expect(broken).toEqual([]);
  });
});
