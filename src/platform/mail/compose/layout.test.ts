import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { layOutMail, plainOf } from "./layout.ts";

const FOOTER = {
  reason: "You asked Ridge & Beam for a price.",
  postalAddress: "12 Main Street\nSpringfield, IL 62701",
  unsubscribe: { label: "Unsubscribe", url: "https://plumbline.example/u/abc?a=1&b=2" },
};

describe("layOutMail", () => {
  it("has the same content in text and HTML, in the same order", () => {
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

  it("uses a business's colors and logo, and reads the same without them", () => {
    const parts = {
      paragraphs: ["Hi, see https://x.example"],
      action: { label: "Open", url: "https://x.example/s" },
      signature: ["Pat"],
    };
    const logo = { url: "https://x.example/logo/a.png", alt: 'Ridge & "Beam"' };
    const dressed = layOutMail({ ...parts, logo, colors: { ground: "#ffee00", text: "#000000" } });
    expect(dressed.text).toBe(layOutMail(parts).text);
    expect(dressed.html).toContain('bgcolor="#ffee00"');
    expect(dressed.html).toContain("a.button{color:#000000!important}");
    expect(dressed.html).toContain('<a href="https://x.example" style="color:#1d4ed8">');
    expect(dressed.html).toContain(
      'src="https://x.example/logo/a.png" alt="Ridge &amp; &quot;Beam&quot;" height="56"',
    );
    expect(dressed.html.indexOf("Pat")).toBeLessThan(dressed.html.indexOf("<img"));
    const dark = layOutMail({
      ...parts,
      colors: { ground: "#14532f", text: "#ffffff", link: "#14532f" },
    }).html;
    expect(dark).toContain('<a href="https://x.example" style="color:#14532f">');
    expect(layOutMail(parts).html).not.toMatch(/<img|ffee00|14532f/);
  });

  it("lists items with their actions", () => {
    const links = [
      { label: "Yes", url: "https://x.example/a?b=1&c=2" },
      { label: "No", url: "https://x.example/d" },
    ];
    const { text, html } = layOutMail({
      paragraphs: ["Hi"],
      list: [{ title: "Dana <b>", text: "9 & 10", links }],
      closing: ["Bye"],
    });
    expect(text).toBe(
      "Hi\n\nDana <b>\n9 & 10\nYes: https://x.example/a?b=1&c=2\nNo: https://x.example/d\n\nBye\n",
    );
    expect(html).toContain("<strong>Dana &lt;b&gt;</strong><br>9 &amp; 10<br>");
    expect(html).toContain('href="https://x.example/a?b=1&amp;c=2"');
    expect(html.indexOf("Hi")).toBeLessThan(html.indexOf("Dana"));
    expect(html.indexOf(">No</a>")).toBeLessThan(html.indexOf("Bye"));
  });

  it("links URLs in the text, without a period after them", () => {
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
        fc.constantFrom(
          "<script>alert(1)</script>",
          '"><img src=x onerror=alert(1)>',
          "</style><b>",
          "&lt;",
          "'",
        ),
        (typed, nasty) => {
          const words = `${typed}${nasty}`;
          const { html } = layOutMail({
            paragraphs: [words],
            signature: [words],
            logo: { url: `https://x.example/${nasty}`, alt: words },
            action: { label: words, url: `https://x.example/${nasty}` },
            footer: { reason: words, unsubscribe: { label: words, url: nasty } },
          });
          const bare = layOutMail({
            paragraphs: ["x"],
            signature: ["x"],
            logo: { url: "https://x.example/", alt: "x" },
            action: { label: "x", url: "https://x.example/" },
            footer: { reason: "x", unsubscribe: { label: "x", url: "x" } },
          }).html;
          const tags = (markup: string) =>
            (markup.match(/<\/?[a-z!][^>]*>/gi) ?? [])
              .map((tag) => tag.replace(/ .*/s, ""))
              .filter((tag) => tag !== "<br>");
          expect(tags(html)).toEqual(tags(bare));
        },
      ),
    );
  });
});
