import { expect, it } from "vitest";
import { readFrontMatter } from "./front-matter.ts";

const text = (head: string) => `---\n${head}\n---\n\nThe text.\n`;

it("reads plain and quoted values, and returns the text unchanged", () => {
  const { head, body } = readFrontMatter(
    text('title: "Say \\"when\\": a guide"\nslug: say-when\ndate:   2025-07-09  '),
    "a.md",
  );
  expect(head).toEqual({ title: 'Say "when": a guide', slug: "say-when", date: "2025-07-09" });
  expect(body.trim()).toBe("The text.");
  expect(readFrontMatter(text("a: b").replaceAll("\n", "\r\n"), "a.md").head).toEqual({ a: "b" });
});

it.each([
  ["no head at all", "The text.", "begin with a head"],
  ["a head that does not end", "---\ntitle: a\n", "begin with a head"],
  ["a line that says nothing", text("title"), 'no "name: value": title'],
  ["a list", text("tags:\n  - a"), 'no "name: value"'],
  ["a name twice", text("slug: a\nslug: b"), "has slug twice"],
  [
    "quotes that do not close",
    text('title: "a'),
    'quotes of this line do not close, or one inside lacks its backslash: title: "a',
  ],
])("names the file for %s", (_, source, why) => {
  expect(() => readFrontMatter(source, "content/a.md")).toThrow(/^content\/a\.md can't be used\./);
  expect(() => readFrontMatter(source, "content/a.md")).toThrow(why);
});
