import path from "node:path";
import { pathToFileURL } from "node:url";
import type { RouteConfigEntry } from "@react-router/dev/routes";
import { matchRoutes, type MetaDescriptor, type RouteObject } from "react-router";
import { expect, it } from "vitest";
import { articles } from "#faces/site/articles/articles.server.ts";
import { drawSheets } from "#faces/site/pictures/draw-pictures.ts";
import { publicUrl } from "#platform/config/brand.ts";
import { indexable } from "../pages/indexable.server.ts";
import routes from "../../routes.ts";

interface Screen {
  readonly meta?: (args: { loaderData: unknown }) => MetaDescriptor[];
}

const asObjects = (entries: readonly RouteConfigEntry[]): RouteObject[] =>
  entries.map(({ file, path, index, children }) =>
    index
      ? { id: file, index: true }
      : { id: file, ...(path ? { path } : {}), children: asObjects(children ?? []) },
  );

it("names for every page that may be indexed a picture that the build draws", async () => {
  const drawn = await drawSheets();
  const known = asObjects(routes);
  const named = new Map<string, string>();
  for (const { path: address } of indexable()) {
    const file = matchRoutes(known, address)?.at(-1)?.route.id ?? "";
    const screen = (await import(pathToFileURL(path.resolve("src", file)).href)) as Screen;
    const article = articles().find((one) => one.path === address);
    const tags = screen.meta?.({ loaderData: article ? { article } : {} }) ?? [];
    const image = tags.find((tag) => "property" in tag && tag.property === "og:image");
    const picture = image && "content" in image ? String(image.content) : "";
    expect(picture.startsWith(`${publicUrl}/images/social/`), `${address} names ${picture}`).toBe(true);
    named.set(address, picture.slice(publicUrl.length));
  }
  for (const [address, picture] of named)
    expect(drawn.has(picture), `${address} names ${picture}`).toBe(true);
  // One picture per page; the login and register pages share the home page's.
  const own = [...named]
    .filter(([address]) => !["/login", "/register"].includes(address))
    .map(([, picture]) => picture);
  expect(new Set(own).size).toBe(own.length);
});
