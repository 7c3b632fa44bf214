import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { PUBLIC_ROUTES, TOOL_PAGES } from "./harness/public-pages.ts";
import { Reader } from "./harness/reader.ts";

// The website's contract, line by line: the tools' waitlist pages, the articles, and what machines read.

let reader: Reader;
beforeAll(async () => void (reader = await Reader.start()), 120_000);
afterAll(() => reader?.stop());

describe("2. Waitlist pages", () => {
  it.each(TOOL_PAGES)("$path: '$title'", async ({ path, title }) => {
    await reader.open(path);
    expect(await reader.page.title()).toBe(title);
    expect((await reader.description()).length).toBeGreaterThan(40);
  });

  it("Each has a search-engine title and description (most have keywords)", async () => {
    let some = 0;
    for (const { path } of TOOL_PAGES) {
      await reader.open(path);
      const keywords = reader.page.locator('meta[name="keywords"]');
      if ((await keywords.count()) && (await keywords.getAttribute("content"))) some++;
    }
    expect(some).toBeGreaterThanOrEqual(4);
  });

  it.each(TOOL_PAGES)(
    "$path: a heading, intro paragraph, a why-use-it bullet list, key-features bullet list, closing paragraph and waitlist block",
    async ({ path }) => {
      await reader.open(path);
      expect(await reader.page.locator("h1").count()).toBe(1);
      expect(
        ((await reader.page.locator("main p:not(.label)").first().textContent()) ?? "").length,
        "intro",
      ).toBeGreaterThan(40);
      expect(await reader.listUnder(/^why/i).count(), "why use it").toBeGreaterThanOrEqual(3);
      expect(await reader.listUnder(/key features/i).count(), "key features").toBeGreaterThanOrEqual(4);
      const form = reader.page.locator('main form:has(input[name="email"][type="email"][required])');
      expect(await form.count(), "waitlist block").toBe(1);
      // The closing paragraph is the last one before the waitlist block: about this tool, and neither a list
      // item nor a label.
      const closing = await form
        .locator('xpath=(preceding::p[not(ancestor::*[@id="waitlist"])])[last()]')
        .innerText();
      expect(closing.split(/\s+/).length, closing).toBeGreaterThan(20);
      expect(closing, "closing paragraph").toContain((await reader.page.title()).split(" ")[0]);
      expect(closing).toMatch(/\.$/);
    },
  );

  it("ChangeLog: also a 'Perfect for' list: general contractors and project managers, clients needing visibility into changes, insurance documentation and disputes", async () => {
    await reader.open("/changeorder");
    const items = (await reader.listUnder(/perfect for/i).allTextContents()).map((one) => one.toLowerCase());
    for (const wanted of [
      "general contractors and project managers",
      "clients needing visibility into changes",
      "insurance documentation and disputes",
    ])
      expect(
        items.some((one) => one.includes(wanted)),
        `${wanted} in ${items.join(" | ")}`,
      ).toBe(true);
  });

  it.each(TOOL_PAGES)(
    "$path: the waitlist block's texts, and its source '$source'",
    async ({ path, source }) => {
      await reader.open(path);
      const form = reader.page.locator("main form", { has: reader.page.locator('input[name="email"]') });
      expect(((await form.locator("button").textContent()) ?? "").trim()).toBe("Join Waitlist");
      expect(await reader.words()).toContain("No spam — just early access and updates.");
      expect(await reader.page.locator('main [name="source"]').getAttribute("value")).toBe(source);
    },
  );

  it("Waitlist block: headline (default 'Get Early Access'), subtext (default 'Join the waitlist and be the first to try it.'), default source 'generic-cta' under articles", async () => {
    for (const path of reader.articles) {
      await reader.open(path);
      expect(await reader.texts("main h2, main h3"), path).toContain("Get Early Access");
      expect(await reader.words(), path).toContain("Join the waitlist and be the first to try it.");
      expect(await reader.words(), path).toContain("No spam — just early access and updates.");
      expect(await reader.page.locator('main [name="source"]').getAttribute("value")).toBe("generic-cta");
      expect(await reader.page.locator('main form input[name="email"][type="email"][required]').count()).toBe(
        1,
      );
    }
  });
});

describe("2. and 3. Articles", () => {
  const dates = () =>
    reader.page.locator("main time").evaluateAll((all) => all.map((one) => one.getAttribute("datetime")!));

  it("/articles: article list, newest first; each item has link to /blog/{slug}, title, date, product label in uppercase", async () => {
    await reader.open("/articles");
    const shown = await dates();
    expect(shown).toHaveLength(6);
    for (const date of shown) expect(date).toMatch(/^\d{4}-\d{2}-\d{2}/);
    expect(shown).toEqual(shown.toSorted().reverse());
    expect(reader.articles).toHaveLength(6);
    // Upper case in the HTML itself, not by a style.
    expect(((await reader.words()).match(/BUILDLOG/g) ?? []).length).toBeGreaterThanOrEqual(6);
  });

  it("/blog/{slug}: shows title, date, an image at /images/blog/{slug}.png and the body as markdown with GFM extensions", async () => {
    const tables: string[] = [];
    for (const path of reader.articles) {
      await reader.open(path);
      const slug = path.slice("/blog/".length);
      const title = (await reader.page.locator("h1").innerText()).trim();
      expect(title.length).toBeGreaterThan(10);
      expect((await dates()).length).toBeGreaterThanOrEqual(1);
      const picture = reader.page.locator(`main img[src="/images/blog/${slug}.png"]`);
      expect(await picture.count(), path).toBe(1);
      const file = await fetch(`${reader.product.url}/images/blog/${slug}.png`);
      expect(file.status, path).toBe(200);
      expect(file.headers.get("content-type")).toBe("image/png");
      const body = await reader.words();
      expect(body.length, path).toBeGreaterThan(2000);
      expect(body, "no raw markdown").not.toMatch(/\*\*|\]\(|^#{1,6} |\|---/m);
      expect(await reader.page.locator("main h2").count(), path).toBeGreaterThanOrEqual(2);
      if (await reader.page.locator("main table, main input[type=checkbox], main del").count())
        tables.push(path);
    }
    expect(tables.length, "GFM is put to use").toBeGreaterThanOrEqual(1);
  });

  it("Page title and description come from the article", async () => {
    for (const path of reader.articles) {
      await reader.open(path);
      const heading = (await reader.page.locator("h1").innerText()).trim();
      expect((await reader.page.title()).toLowerCase(), path).toContain(heading.toLowerCase());
      expect((await reader.description()).length, path).toBeGreaterThan(40);
      expect(await reader.page.locator('meta[property="og:type"]').getAttribute("content")).toBe("article");
    }
  });
});

describe("Machines read it too", () => {
  it("sitemap equal to the set of indexable routes", async () => {
    const answer = await fetch(`${reader.product.url}/sitemap.xml`);
    expect(answer.status).toBe(200);
    const listed = [...(await answer.text()).matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, url]) => url!);
    const indexable: string[] = [];
    for (const path of [...PUBLIC_ROUTES, ...reader.articles]) {
      await reader.open(path);
      if (!(await reader.page.locator('meta[name="robots"][content*="noindex"]').count()))
        indexable.push(reader.product.url + path);
    }
    expect(listed.toSorted()).toEqual(indexable.toSorted());
  });

  it("absolute self-canonical, Open Graph image 1200×630 that answers 200", async () => {
    const seen = new Set<string>();
    for (const path of [...PUBLIC_ROUTES, ...reader.articles]) {
      await reader.open(path);
      expect(await reader.page.locator('link[rel="canonical"]').getAttribute("href"), path).toBe(
        reader.product.url + path,
      );
      const content = (name: string) =>
        reader.page.locator(`meta[property="${name}"]`).getAttribute("content");
      expect([await content("og:image:width"), await content("og:image:height")], path).toEqual([
        "1200",
        "630",
      ]);
      seen.add((await content("og:image"))!);
    }
    for (const url of seen) {
      const picture = Buffer.from(await (await fetch(url)).arrayBuffer());
      // A PNG's size follows its name.
      expect([picture.readUInt32BE(16), picture.readUInt32BE(20)], url).toEqual([1200, 630]);
    }
  });

  it("robots.txt, and an RSS feed for articles", async () => {
    const robots = await fetch(`${reader.product.url}/robots.txt`);
    expect(robots.status).toBe(200);
    expect(await robots.text()).toContain(`Sitemap: ${reader.product.url}/sitemap.xml`);
    const feed = await fetch(`${reader.product.url}/articles/feed.xml`);
    expect(feed.status).toBe(200);
    const text = await feed.text();
    for (const path of reader.articles) expect(text).toContain(`${reader.product.url}${path}`);
  });

  it("JSON-LD (Organization and WebSite on home, BreadcrumbList, Article, SoftwareApplication; ratings never invented)", async () => {
    const kinds = async (path: string) => {
      await reader.open(path);
      const all = await reader.page.locator('script[type="application/ld+json"]').allTextContents();
      expect(all.join(""), path).not.toMatch(/aggregateRating|reviewCount|"review"/i);
      return all.map((one) => (JSON.parse(one) as Record<string, unknown>)["@type"]);
    };
    expect(await kinds("/")).toEqual(expect.arrayContaining(["Organization", "WebSite"]));
    for (const { path } of TOOL_PAGES) expect(await kinds(path), path).toContain("SoftwareApplication");
    for (const path of reader.articles) {
      const found = (await kinds(path)).join(" ");
      expect(found, path).toMatch(/Article|BlogPosting/);
      expect(found, path).toContain("BreadcrumbList");
    }
  });
});
