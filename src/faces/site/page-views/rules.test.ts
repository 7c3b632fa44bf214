import { describe, expect, test } from "vitest";
import { isCrawler, type PageView, strippedPath, strippedView } from "./rules.ts";

const SITE = "https://example.com";
const view = (part: Partial<PageView>) =>
  strippedView({ path: "/about", title: "About", location: `${SITE}/about`, referrer: "", ...part }, SITE);

describe("a page view", () => {
  test("keeps path, title, location and where the visitor came from", () => {
    expect(view({ referrer: "https://search.example/results" })).toEqual({
      path: "/about",
      title: "About",
      location: "https://example.com/about",
      referrer: "https://search.example/results",
    });
  });

  test.each([
    ["/s/Qm9iIGlzIGEgc2VjcmV0IHRva2Vu", "/s/:token"],
    ["/u/short", "/u/:token"],
    ["/join/AbCd_-9", "/join/:token"],
    ["/h/short", "/h/:token"],
    ["/u/a/b/c", "/u/:token"],
    ["/p/north-fork-decks", "/p/:slug"],
    ["/account/magnets/0199d2a4-0a5c-7c11-b6d2-4a1f6f0f6a55/link", "/account/magnets/:id/link"],
    ["/genLeadMagnet/pdf/dGhpcyBpcyBhIHRva2Vu", "/genLeadMagnet/pdf/:id"],
    ["/reset/8f14e45fceea167a5a36dedd4bea2543", "/reset/:id"],
    ["/x/dana@home.example", "/x/:email"],
    ["/x/dana%40home.example", "/x/:email"],
    ["/x/2085550142", "/x/:id"],
    ["/x/%E0%A4%A", "/x/:id"],
    [`/x/${"a".repeat(90)}`, "/x/:id"],
  ])("of %s becomes %s, without its title", (path, expected) => {
    expect(view({ path, location: SITE + path, title: "Dana Ruiz, deck" })).toMatchObject({
      path: expected,
      location: SITE + expected,
      title: "",
    });
  });

  test.each([
    "/",
    "/about",
    "/genLeadMagnet",
    "/termsofservice",
    "/account/dashboard",
    "/articles",
    "/blog/avoid-disputes-with-daily-logs",
    "/blog/seven-essential-daily-log-items",
    "/blog/7-things-2026",
    "/privacy/",
  ])("of %s keeps its path", (path) => {
    expect(strippedPath(path)).toBe(path);
  });

  test("keeps of the query the campaign alone, and of that no address", () => {
    const location = `${SITE}/about?token=abc&email=a@b.example&utm_source=mail&utm_campaign=spring-2026&utm_term=dana@home.example#top`;
    expect(view({ location }).location).toBe(`${SITE}/about?utm_source=mail&utm_campaign=spring-2026`);
    expect(view({ location: `${SITE}/reset?token=abc` }).location).toBe(`${SITE}/reset`);
    expect(
      view({ path: "/p/summit", location: `${SITE}/p/summit?mark=AAECAwQFBgcICQoLDA0ODw` }).location,
    ).toBe(`${SITE}/p/:slug`);
  });

  test("is of this site, whatever address it was reached at", () => {
    expect(view({ location: "http://127.0.0.1:3000/about?utm_source=x" }).location).toBe(
      `${SITE}/about?utm_source=x`,
    );
    expect(view({ location: "no address", path: "/contact" })).toMatchObject({
      path: "/contact",
      location: `${SITE}/contact`,
    });
  });

  test.each([
    ["https://user:pass@elsewhere.example/a?q=secret#x", "https://elsewhere.example/a"],
    ["https://example.com/s/abcdef?x=1", "https://example.com/s/:token"],
    ["https://example.com/p/summit?mark=AAECAwQFBgcICQoLDA0ODw", "https://example.com/p/:slug"],
    ["https://mail.example/u/0/dana@home.example", "https://mail.example/u/:token"],
    ["android-app://com.example", ""],
    ["javascript:alert(1)", ""],
    ["not an address", ""],
    ["", ""],
  ])("cuts the referrer %s to %s", (referrer, expected) => {
    expect(view({ referrer }).referrer).toBe(expected);
  });

  test("has no address in its title, and no second line", () => {
    expect(view({ title: "Write to dana@home.example\nnow" }).title).toBe("Write to :email now");
    expect(view({ title: "x".repeat(900) }).title).toHaveLength(200);
  });
});

test.each([
  ["Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)", true],
  ["facebookexternalhit/1.1", true],
  ["Mozilla/5.0 (Linux; Android 11) Chrome-Lighthouse", true],
  ["", true],
  [
    "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36",
    false,
  ],
  [
    "Mozilla/5.0 (iPhone; CPU iPhone OS 26_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.0 Mobile/15E148 Safari/604.1",
    false,
  ],
])("%s: a crawler is %s", (userAgent, expected) => {
  expect(isCrawler(userAgent)).toBe(expected);
});
