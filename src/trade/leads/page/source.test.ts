import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { lines, oneLine } from "../plain-text.ts";
import { sourceFrom, sourceOf, sourceOfSender, describeSource } from "./source.ts";

const from = (given: object) => sourceFrom(JSON.stringify(given));

describe("a visit's source", () => {
  it("contains campaign and click ids, and nothing else of the URL", () => {
    const url = new URL(
      "https://x.test/p/summit?utm_source=google&utm_medium=cpc&gclid=Cj0KCQ_a-b&email=dana@client.test&token=abc",
    );
    expect(sourceOf(url, "https://www.google.com/search?q=decks+near+me")).toEqual({
      utm_source: "google",
      utm_medium: "cpc",
      gclid: "Cj0KCQ_a-b",
      referrer: "www.google.com",
    });
  });

  it.each([
    ["caf%E9", "café"],
    ["caf%C3%A9", "café"],
    ["100%", "100%"],
    ["p%F8lse+%26+m%E4h", "pølse & mäh"],
  ])("reads the campaign %s as %s", (written, words) => {
    expect(sourceOf(new URL(`https://x.test/p/summit?utm_campaign=${written}`), null)).toEqual({
      utm_campaign: words,
    });
  });

  it.each([
    ["https://ridge.example/", "ridge.example"],
    ["https://ridge.example/contact/?session=abc#top", "ridge.example/contact"],
    ["https://ridge.example/2026/05/our-cedar-decks.html", "ridge.example/2026/05/our-cedar-decks.html"],
    ["https://ridge.example/u/dana@client.test/edit", "ridge.example/u/…/edit"],
    ["https://ridge.example/u/dana%40client.test", "ridge.example/u/…"],
    ["https://ridge.example/s/3f2b8c1e-9a4d-4f6e-8b7a-1c2d3e4f5a6b", "ridge.example/s/…"],
    ["https://ridge.example/reset/eyJhbGciOiJIUzI1NiJ9.abc", "ridge.example/reset/…"],
    ["https://user:secret@ridge.example/a", "ridge.example/a"],
    ["javascript:alert(1)", undefined],
    ["file:///home/dana/site.html", undefined],
    ["nonsense", undefined],
  ])("reduces the page %s to %s", (page, kept) => {
    expect(from({ page })["page"]).toBe(kept);
  });

  it("contains no email address, even in a campaign", () => {
    expect(from({ utm_term: "for dana@client.test now", utm_content: "dana%40client.test" })).toEqual({
      utm_term: "for … now",
      utm_content: "…",
    });
  });

  it.each([
    null,
    [],
    1,
    '"',
    { gclid: "a b" },
    { gclid: "<script>" },
    { other: "x" },
    { utm_source: 5 },
    { page: "" },
  ])("is empty for %j", (given) => {
    expect(sourceFrom(JSON.stringify(given))).toEqual({});
  });

  it("is the sending page for a plain form, unless it is ours", () => {
    expect(sourceOfSender("https://ridge.example/contact?x=1", ["https://plumbline.test"])).toEqual({
      page: "ridge.example/contact",
    });
    for (const own of ["https://plumbline.test/p/summit", null, "nonsense"])
      expect(sourceOfSender(own, ["https://plumbline.test"])).toEqual({});
  });

  it("is described in one line", () => {
    expect(
      describeSource({
        utm_source: "google",
        utm_medium: "cpc",
        gclid: "x",
        referrer: "www.google.com",
        page: "ridge.example/contact",
      }),
    ).toBe("google, cpc · Google ad · came from www.google.com · form on ridge.example/contact");
    expect(describeSource({})).toBe("");
  });

  it("can be stored for any text", () => {
    fc.assert(
      fc.property(
        fc.dictionary(
          fc.constantFrom("utm_source", "gclid", "referrer", "page"),
          fc.string({ unit: "binary", maxLength: 400 }),
        ),
        (given) => {
          for (const value of Object.values(from(given))) {
            expect(value.length).toBeLessThanOrEqual(256);
            expect(value.isWellFormed()).toBe(true);
            expect(value).not.toMatch(/[\p{Cc}\u202a-\u202e\u2066-\u2069]/u);
          }
        },
      ),
    );
  });
});

it("lines() retains line breaks and removes bidi controls", () => {
  expect(oneLine(" a\r\nb\t\u202ec\u2069 ")).toBe("a b c");
  expect(lines(" a \r\n\r\n\r\n\r\nb\u0000\tc\u2028d\u202e ")).toBe("a\n\nb c\nd");
});
