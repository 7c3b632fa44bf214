import fc from "fast-check";
import { expect, test } from "vitest";
import { readPlainBlocks } from "./plain-blocks.server.ts";

test("reads headings, paragraphs, lists, tables and quotes as words, with bold and blanks", () => {
  const source = [
    "# What a *roof* costs",
    "See [our page](https://example.com) and `this`.\nNext line with **bold words**.",
    "- [ ] Look up.\n- Look down.\n  - And **again**.",
    "1. First\n2. Second",
    "| What | Price |\n| --- | --- |\n| A patch | $300 |\n| Yours | ____ |",
    "> My roof is ____ years old.\n>\n> It leaks at ____.",
    "Signed: ____ Date: ____",
    "---",
    "______",
  ].join("\n\n");
  expect(readPlainBlocks(source)).toEqual([
    { kind: "heading", level: 1, text: "What a roof costs" },
    { kind: "paragraph", text: "See our page and this.\nNext line with **bold words**." },
    { kind: "list", isNumbered: false, items: ["Look up.", "Look down. And **again**."] },
    { kind: "list", isNumbered: true, items: ["First", "Second"] },
    {
      kind: "table",
      columns: ["What", "Price"],
      rows: [
        ["A patch", "$300"],
        ["Yours", "____"],
      ],
    },
    { kind: "quote", paragraphs: ["My roof is ____ years old.", "It leaks at ____."] },
    { kind: "paragraph", text: "Signed: ____ Date: ____" },
    { kind: "paragraph", text: "____" },
  ]);
});

test("leaves HTML as the characters that it is, so that checks see it", () => {
  expect(JSON.stringify(readPlainBlocks("<b>Roofs</b> and <script>alert(1)</script>"))).toContain("<script>");
});

test("never throws", () => {
  fc.assert(fc.property(fc.string({ maxLength: 400 }), (text) => Array.isArray(readPlainBlocks(text))));
  expect(readPlainBlocks("")).toEqual([]);
});
