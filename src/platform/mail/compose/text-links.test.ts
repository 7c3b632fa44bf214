import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { findLinks } from "./text-links.ts";
import { layOutMail } from "./layout.ts";

describe("URLs in a text", () => {
  it.each([
    ["See https://en.example/wiki/Deck_(building)", ["https://en.example/wiki/Deck_(building)"]],
    ["See https://en.example/wiki/Deck_(building).", ["https://en.example/wiki/Deck_(building)"]],
    ["(see https://en.example/wiki/Deck_(building))", ["https://en.example/wiki/Deck_(building)"]],
    ["(see https://en.example/wiki/Deck_(building), or call)", ["https://en.example/wiki/Deck_(building)"]],
    ["(https://x.example/a)", ["https://x.example/a"]],
    ["(https://x.example/a).", ["https://x.example/a"]],
    ["[https://x.example/a]", ["https://x.example/a"]],
    ["https://x.example/a(b)c", ["https://x.example/a(b)c"]],
    ["https://x.example/((a))", ["https://x.example/((a))"]],
    ["https://x.example/a) and https://x.example/b", ["https://x.example/a", "https://x.example/b"]],
    ["Is it https://x.example/a?", ["https://x.example/a"]],
    ["https://x.example/a?b=1&c=2#d!", ["https://x.example/a?b=1&c=2#d"]],
    [
      "https://maps.example/@39.7,-104.9,15z/data=!3m1!1e3",
      ["https://maps.example/@39.7,-104.9,15z/data=!3m1!1e3"],
    ],
    ["“https://x.example/a”", ["https://x.example/a"]],
    ["'https://x.example/a'", ["https://x.example/a"]],
    ["<https://x.example/a>", ["https://x.example/a"]],
    ['"https://x.example/a"', ["https://x.example/a"]],
    ["https://müller.example/straße.", ["https://müller.example/straße"]],
    ["https://x.example/a\nhttps://x.example/b", ["https://x.example/a", "https://x.example/b"]],
    ["HTTPS://X.example/a", ["HTTPS://X.example/a"]],
    ["https:// and http://?", []],
    ["mailto:a@x.test and ftp://x.example", []],
    ["https://x.example/a (", ["https://x.example/a"]],
    ["https://x.example/list_", ["https://x.example/list"]],
  ])("%j", (text, found) => expect(findLinks(text).map(({ url }) => url)).toEqual(found));

  it("are at their offsets, and lose none of the text around them", () => {
    const piece = fc.constantFrom(
      "https://x.example/a",
      "(",
      ")",
      ".",
      " ",
      "[",
      "]",
      "http://",
      "b",
      "\n",
      "'",
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 14 }), (pieces) => {
        const text = pieces.join("");
        for (const { index, url } of findLinks(text)) expect(text.slice(index, index + url.length)).toBe(url);
        const html = layOutMail({ paragraphs: [`x${text}`] }).html;
        expect(html.split("</a>").length - 1).toBe(findLinks(`x${text}`.trim()).length);
      }),
    );
  });

  it("are complete links in a mail", () => {
    const { html } = layOutMail({ paragraphs: ["(see https://en.example/wiki/Deck_(building))."] });
    expect(html).toMatch(
      /href="https:\/\/en\.example\/wiki\/Deck_\(building\)"[^>]*>https:\/\/en\.example\/wiki\/Deck_\(building\)<\/a>\)\./,
    );
  });
});
