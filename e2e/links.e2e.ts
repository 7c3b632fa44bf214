import { afterAll, beforeAll, expect, it } from "vitest";
import { publicPaths } from "../audit/addresses.ts";
import { LinkChecker } from "../audit/links.ts";
import { removeData, type RunningProduct, startProduct } from "./harness/product.ts";
import { ask } from "./harness/wire.ts";

let product: RunningProduct;
beforeAll(async () => void (product = await startProduct()));
afterAll(async () => {
  await product.stop();
  await removeData(product.dataDir);
});

it("every link, picture and file that any public page points at is there, and so is its place on the page", async () => {
  const checker = new LinkChecker({ url: product.url, product });
  const broken: string[] = [];
  let followed = 0;
  for (const path of await publicPaths(product.port)) {
    const html = (await ask(product.port, path)).body.toString();
    const targets = [...html.matchAll(/\s(?:href|src)="([^"]+)"/g)].map(
      ([, to]) => new URL(to!.replaceAll("&amp;", "&"), product.url + path).href,
    );
    followed += targets.length;
    broken.push(...(await checker.broken(path, targets)).map((why) => `${path}: ${why}`));
  }
  expect(broken).toEqual([]);
  // Every page has at least the links of its layout.
  expect(followed).toBeGreaterThan(500);
  expect(
    await checker.broken("/", [`${product.url}/no-such-link`, `${product.url}/privacy#nowhere`]),
  ).toHaveLength(2);
});
