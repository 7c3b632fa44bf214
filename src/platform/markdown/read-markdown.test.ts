import { describe, expect, it } from "vitest";
import { linksOf, textsOf } from "./blocks.ts";
import { readMarkdown } from "./read-markdown.server.ts";

const read = (source: string, slots: string[] = []) => readMarkdown(source, "content/a.md", slots);
const text = (words: string) => ({ kind: "text", text: words });

describe("supported Markdown", () => {
  it("has headings with unique ids", () => {
    const ids = read("## Your data\n\n## What’s *new*, and why?\n\n## Your data\n\n### Café 2\n\n## …").map(
      (block) => "id" in block && block.id,
    );
    expect(ids).toEqual(["your-data", "whats-new-and-why", "your-data-2", "cafe-2", "part"]);
  });

  it("has GitHub's strikethrough, code, breaks and autolinks", () => {
    expect(read("A ~~b~~ **c** *d* `e<f` \\* g  \nh https://a.example/b?c=1&d=2")).toEqual([
      {
        kind: "paragraph",
        children: [
          text("A "),
          { kind: "del", children: [text("b")] },
          text(" "),
          { kind: "strong", children: [text("c")] },
          text(" "),
          { kind: "em", children: [text("d")] },
          text(" "),
          { kind: "code", text: "e<f" },
          text(" "),
          text("*"),
          text(" g"),
          { kind: "break" },
          text("h "),
          {
            kind: "link",
            href: "https://a.example/b?c=1&d=2",
            children: [text("https://a.example/b?c=1&d=2")],
          },
        ],
      },
    ]);
  });

  it("has task lists with states, under their heading", () => {
    expect(read("## The list\n\n- [ ] a [b](/c)\n- [x] d")[1]).toEqual({
      kind: "list",
      start: null,
      tasks: true,
      heading: "the-list",
      items: [
        {
          checked: false,
          blocks: [
            { kind: "line", children: [text("a "), { kind: "link", href: "/c", children: [text("b")] }] },
          ],
        },
        { checked: true, blocks: [{ kind: "line", children: [text("d")] }] },
      ],
    });
    expect(read("- a\n- [ ] b")[0]).toMatchObject({ tasks: false });
    expect(read("3. a\n4. b")[0]).toMatchObject({ start: 3, tasks: false });
  });

  it("has tables with their alignment, named after their heading", () => {
    const [, table] = read("## Wind\n\n| See | Miles |\n| --- | ---: |\n| a \\| b | **4–7** |");
    expect(table).toMatchObject({
      kind: "table",
      heading: "wind",
      head: [{ align: null }, { align: "right" }],
    });
    expect(textsOf([table!])).toEqual(["See", "Miles", "a | b", "4–7"]);
  });

  it("has slots for the page to fill", () => {
    expect(read("Ask {{who}}.", ["who"])).toEqual([
      { kind: "paragraph", children: [text("Ask "), { kind: "slot", name: "who" }, text(".")] },
    ]);
  });

  it("lists its words and its links", () => {
    const blocks = read(
      "# A *b*\n\nc [d](/e)\n\n> f [g](#h)\n\n1. i\n\n   j\n\n| k |\n| - |\n| [l](https://m.example) |",
    );
    expect(textsOf(blocks)).toEqual(["A b", "c d", "f g", "i", "j", "k", "l"]);
    expect(linksOf(blocks)).toEqual(["/e", "#h", "https://m.example"]);
  });
});

describe("unsupported Markdown, refused with the file's name", () => {
  it.each([
    ["HTML in a line", "a <b>c</b>", "It holds HTML, and only Markdown is read: <b>"],
    ["a script", "<script>alert(1)</script>", "It holds HTML"],
    ["a comment", "<!-- a -->", "It holds HTML"],
    ["HTML in a table", "| a |\n| - |\n| <br> |", "It holds HTML"],
    ["an entity", "a &nbsp; b", "Write the character itself"],
    [
      "a link that runs",
      "[a](javascript:alert(1))",
      "This link leads nowhere a page may link to: javascript:",
    ],
    ["a link to another site in disguise", "[a](//evil.example)", "This link leads nowhere"],
    ["the same with a backslash", "[a](</\\\\evil.example>)", "This link leads nowhere"],
    ["a link that depends on where it stands", "[a](b)", "This link leads nowhere"],
    ["a picture", "![a](/b.png)", "something that is not read (image)"],
    ["a place nobody fills", "{{who}}", "Nothing stands for {{who}}."],
  ])("%s", (_, source, why) => {
    expect(() => read(source)).toThrow(`content/a.md can't be used. `);
    expect(() => read(source)).toThrow(why);
  });
});
