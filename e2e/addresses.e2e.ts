import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startServerPostgres, type ServerPostgres } from "./harness/postgres.ts";
import { removeData, type RunningProduct, startProduct, tempFolder } from "./harness/product.ts";
import { ask, speak, statusOf } from "./harness/wire.ts";

// All spellings of an address, valid and malicious, over the wire. The database is down throughout: none of
// this may need it.

let postgres: ServerPostgres;
let product: RunningProduct;

beforeAll(async () => {
  postgres = await startServerPostgres();
  product = await startProduct({
    DATABASE_URL: postgres.ownerUrl,
    SECRET: "a".repeat(40),
    DATA_DIR: await tempFolder("data"),
  });
  await postgres.stop();
}, 120_000);

afterAll(async () => {
  await product?.stop();
  await postgres?.remove();
  if (product) await removeData(product.dataDir);
});

describe("the one address of a page", () => {
  it.each([
    ["/terms", "/termsofservice"],
    ["/Terms/?from=mail", "/termsofservice?from=mail"],
    ["/generate/lead-magnet", "/genLeadMagnet"],
    ["/generate/lead-drip?a=1&b=%2F", "/genLeadDrip?a=1&b=%2F"],
    ["/leadmagnet", "/leadMagnet"],
    ["/ARTICLES/", "/articles"],
    ["/about//", "/about"],
    ["//", "/"],
    ["/Blog/How-To-Log-Weather/", "/blog/how-to-log-weather"],
    ["/LOGIN?next=//evil.example", "/login?next=//evil.example"],
    ["/Privacy", "/privacy"],
    ["/SITEMAP.XML", "/sitemap.xml"],
  ])("%s leads to %s for good", async (from, to) => {
    for (const method of ["GET", "HEAD"]) {
      const answer = await ask(product.port, from, { method });
      expect([answer.status, answer.headers.location]).toEqual([301, to]);
      expect(answer.headers["x-content-type-options"]).toBe("nosniff");
      expect((await ask(product.port, to, { method })).status).toBe(200);
    }
  });

  it("is no reason to lose what was sent", async () => {
    const headers = { "Sec-Fetch-Site": "same-origin", "Content-Type": "application/x-www-form-urlencoded" };
    const answer = await ask(product.port, "/LOGIN/", {
      method: "POST",
      headers,
      body: "email=a%40b.test&password=c",
    });
    expect(answer.status).toBe(503);
    expect(answer.headers.location).toBeUndefined();
  });
});

const NO_PAGES = [
  "//evil.example",
  "//evil.example/about/",
  "///about",
  "/%2f%2fevil.example/",
  "/%5Cevil.example/",
  "/blog/%2F%2Fevil.example/",
  "/about%00",
  "/about%0d%0aSet-Cookie:a=b/",
  "/%",
  "/about%",
  "/%E0%A4%A/",
  "/%c0%af/",
  "/.%2e/%2e%2e/etc/passwd",
  "/blog/nope",
  "/blog/nope.data",
  "/blog",
  `/${"a".repeat(12_000)}/`,
];
it.each(NO_PAGES.map((path) => [path.slice(0, 40), path] as const))(
  "answers %s with the not-found page",
  async (_, path) => {
    const answer = await ask(product.port, path);
    expect(answer.status).toBe(404);
    expect(answer.headers.location).toBeUndefined();
    if (!path.endsWith(".data")) expect(answer.body.toString()).toContain("Page not found");
  },
);

it.each([
  "GET /\\evil.example HTTP/1.1",
  "GET http://evil.example/ABOUT/ HTTP/1.1",
  "GET /about\tb HTTP/1.1",
  "GET about HTTP/1.1",
])("leads nobody away who asks with %s", async (line) => {
  const { text } = await speak(product.port, `${line}\r\nHost: localhost\r\nConnection: close\r\n\r\n`);
  expect([301, 400, 404]).toContain(statusOf(text));
  const to = /^location: (.*)\r$/im.exec(text)?.[1];
  if (to !== undefined) expect(to).toBe("/about");
});

it("has articles, feed, sitemap and robots while the database is away", async () => {
  const text = async (path: string) => {
    const answer = await ask(product.port, path);
    expect(answer.status, path).toBe(200);
    return answer.body.toString();
  };
  expect(await text("/robots.txt")).toContain(`Sitemap: ${product.url}/sitemap.xml`);
  const listed = [...(await text("/sitemap.xml")).matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, url]) => url!);
  expect(listed.length).toBeGreaterThan(20);
  for (const url of listed) {
    expect(url.startsWith(`${product.url}/`), url).toBe(true);
    const page = await text(url.slice(product.url.length));
    expect(page, url).toContain(`<link rel="canonical" href="${url}"/>`);
    expect(page, url).not.toContain("noindex");
  }
  const feed = await text("/articles/feed.xml");
  expect(feed.match(/<item>/g)).toHaveLength(6);
  expect(feed).not.toContain("__");
  expect(await text("/blog/how-to-log-weather")).toContain('type="application/rss+xml"');
});
