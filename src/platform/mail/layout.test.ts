import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { layOutMail, plainOf } from "./layout.ts";

const FOOTER = {
  reason: "You asked Ridge & Beam for a price.",
  postalAddress: "12 Main Street\nSpringfield, IL 62701",
  unsubscribe: { label: "Unsubscribe", url: "https://plumbline.example/u/abc?a=1&b=2" },
};

describe("layOutMail", () => {
  it("says the same in text and HTML, in the same order", () => {
    const { text, html } = layOutMail({
      brand: "Plumbline",
      paragraphs: ["Hi Dana,", "one\ntwo"],
      action: { label: "Pick a time", url: "https://plumbline.example/s/abc" },
      closing: ["Bye"],
      signature: ["Sam O'Neill", "Ridge & Beam"],
      footer: FOOTER,
    });
    const order = [
      "Plumbline",
      "Hi Dana,",
      "one",
      "two",
      "Pick a time",
      "Bye",
      "Sam O'Neill",
      "Ridge & Beam",
      "You asked",
      "12 Main Street",
      "Springfield",
      "Unsubscribe",
    ];
    for (const form of [text, plainOf(html)]) {
      const places = order.map((words) => form.indexOf(words));
      expect(places).not.toContain(-1);
      expect(places).toEqual(places.toSorted((a, b) => a - b));
    }
    expect(text).toContain("Pick a time:\nhttps://plumbline.example/s/abc\n");
    expect(text).toContain("Unsubscribe: https://plumbline.example/u/abc?a=1&b=2");
    expect(html).toContain('href="https://plumbline.example/u/abc?a=1&amp;b=2"');
  });

  it("links web addresses in what was written, without the full stop after them", () => {
    const linksOf = (paragraph: string) =>
      [...layOutMail({ paragraphs: [paragraph] }).html.matchAll(/href="([^"]*)"/g)].map(([, url]) => url);
    expect(linksOf("See https://x.example/a?b=1&c=2. Or (http://y.example)!")).toEqual([
      "https://x.example/a?b=1&amp;c=2",
      "http://y.example",
    ]);
    expect(linksOf("javascript:alert(1) www.x.example ftp://x.example")).toEqual([]);
  });

  it("shows what people typed and never runs it", () => {
    fc.assert(
      fc.property(
        fc.string({ unit: "grapheme" }),
        fc.constantFrom("<script>alert(1)</script>", '"><img src=x onerror=alert(1)>', "</style><b>", "&lt;", "'"),
        (typed, nasty) => {
          const words = `${typed}${nasty}`;
          const { html } = layOutMail({
            paragraphs: [words],
            signature: [words],
            action: { label: words, url: `https://x.example/${nasty}` },
            footer: { reason: words, unsubscribe: { label: words, url: nasty } },
          });
          const bare = layOutMail({
            paragraphs: ["x"],
            signature: ["x"],
            action: { label: "x", url: "https://x.example/" },
            footer: { reason: "x", unsubscribe: { label: "x", url: "x" } },
          }).html;
          const tags = (markup: string) =>
            (markup.match(/<\/?[a-z!][^>]*>/gi) ?? []).map((tag) => tag.replace(/ .*/s, "")).filter((tag) => tag !== "<br>");
          expect(tags(html)).toEqual(tags(bare));
        },
      ),
    );
  });
});
