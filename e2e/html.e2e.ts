import { afterAll, beforeAll, expect, it } from "vitest";
import { htmlProblems } from "../audit/valid-html.ts";
import { removeData, type RunningProduct, startProduct } from "./harness/product.ts";
import { articlePaths, PUBLIC_ROUTES } from "./harness/public-pages.ts";

let product: RunningProduct;
beforeAll(async () => void (product = await startProduct()));
afterAll(async () => {
  await product.stop();
  await removeData(product.dataDir);
});

const problems = async (path: string, init?: RequestInit) =>
  htmlProblems(await (await fetch(product.url + path, init)).text());

it.each([...PUBLIC_ROUTES, "/forgot", "/login/link", "/nothing-here"])(
  "answers %s with valid HTML",
  async (path) => {
    expect(await problems(path)).toEqual([]);
  },
);

it("answers every article with valid HTML", async () => {
  const paths = await articlePaths(product.url);
  expect(paths.length).toBeGreaterThan(0);
  for (const path of paths) expect(await problems(path), path).toEqual([]);
});

it.each(["/contact", "/buildlog", "/genLeadMagnet", "/genLeadDrip", "/login", "/register"])(
  "answers a refused form of %s with valid HTML",
  async (path) => {
    const body = new URLSearchParams({ name: "<b>", email: "no & no" });
    expect(
      await problems(path, { method: "POST", body, headers: { "Sec-Fetch-Site": "same-origin" } }),
    ).toEqual([]);
  },
);
