import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { bannedPhrases, readingGrade } from "#ground/writing/public.server.ts";
import { type Block, textsOf, wordsOf } from "#platform/markdown/blocks.ts";
import { articles, countWords, findArticle, readArticles } from "./articles.server.ts";

const made: string[] = [];
afterAll(() => made.forEach((folder) => rmSync(folder, { recursive: true, force: true })));

/** A temporary folder of articles. */
function folderOf(files: Readonly<Record<string, string>>): string {
  const folder = mkdtempSync(path.join(tmpdir(), "plumbline-articles-"));
  made.push(folder);
  for (const [name, text] of Object.entries(files)) writeFileSync(path.join(folder, name), text);
  return folder;
}

const HEAD = {
  title: '"A title"',
  description: '"What it says."',
  keywords: "a, b",
  slug: "a-title",
  product: "buildlog",
  date: "2025-07-09",
};
const file = (head: Readonly<Record<string, string | undefined>>, body = "Some text.") =>
  `---\n${Object.entries({ ...HEAD, ...head })
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `${name}: ${value}`)
    .join("\n")}\n---\n\n${body}\n`;

const proseOf = (blocks: readonly Block[]): string[] =>
  blocks.flatMap((block) => {
    if (block.kind === "paragraph") return [wordsOf(block.children)];
    if (block.kind === "list") return block.tasks ? [] : block.items.flatMap((item) => textsOf(item.blocks));
    return [];
  });

describe("the articles of this site", () => {
  it("are the files of the folder, newest first", () => {
    const files = readdirSync("content/articles").map((name) => name.replace(/\.md$/, ""));
    expect(
      articles()
        .map(({ slug }) => slug)
        .toSorted(),
    ).toEqual(files.toSorted());
    expect(articles()).toHaveLength(6);
    const dates = articles().map(({ date }) => date.iso);
    expect(dates).toEqual(dates.toSorted().toReversed());
  });

  it("came out over weeks, each on a day of its own", () => {
    const days = articles().map(({ date }) => Temporal.PlainDate.from(date.iso));
    expect(new Set(days.map(String)).size).toBe(days.length);
    for (const [at, day] of days.slice(1).entries())
      expect(day.until(days[at]!).total("days"), String(day)).toBeGreaterThanOrEqual(7);
  });

  it("have titles and descriptions of their own, all about the daily log", () => {
    for (const field of ["title", "description", "keywords"] as const)
      expect(new Set(articles().map((article) => article[field])).size, field).toBe(articles().length);
    for (const article of articles()) {
      expect(article).toMatchObject({
        label: "BUILDLOG",
        labelPath: "/buildlog",
        path: `/blog/${article.slug}`,
        isDescribed: true,
      });
      expect(article.description.length, article.slug).toBeGreaterThan(90);
    }
  });

  describe.each(articles())("$slug", ({ title, description, keywords, blocks, minutes }) => {
    const words = countWords(textsOf(blocks).join(" "));

    it("is 900 to 1,500 words long, and says truly how long that takes", () => {
      expect(words).toBeGreaterThanOrEqual(900);
      expect(words).toBeLessThanOrEqual(1500);
      expect(minutes).toBe(Math.round(words / 230));
    });

    it("reads at grade 6 to 8.5", () => {
      const grade = readingGrade(proseOf(blocks));
      expect(grade).toBeGreaterThanOrEqual(6);
      expect(grade).toBeLessThanOrEqual(8.5);
    });

    it("has a table and a checklist, and headings that begin below the title", () => {
      expect(blocks.some(({ kind }) => kind === "table")).toBe(true);
      const lists = blocks.flatMap((block) => (block.kind === "list" && block.tasks ? [block.items] : []));
      expect(lists.length).toBe(1);
      expect(lists[0]!.length).toBeGreaterThanOrEqual(8);
      expect(lists[0]!.every(({ checked }) => checked === false)).toBe(true);
      const levels = blocks.flatMap((block) => (block.kind === "heading" ? [block.level] : []));
      expect(new Set(levels)).toEqual(new Set([2]));
    });

    it("says nothing worn", () => {
      const lines = [title, description, keywords, ...textsOf(blocks)];
      expect(lines.filter((line) => bannedPhrases(line).length > 0)).toEqual([]);
    });

    it("says what the tool captures, and that there is a waitlist", () => {
      const all = textsOf(blocks).join(" ");
      for (const claim of [
        /notes/,
        /photos/,
        /video/,
        /time, date and location/,
        /project and day/,
        /share/,
        /weather/,
        /automatically/,
        /waitlist/,
      ])
        expect(all).toMatch(claim);
      expect(all).not.toMatch(/—|!|\p{Extended_Pictographic}/u);
    });
  });
});

describe("a file", () => {
  it("is told by its slug", () => {
    expect(findArticle("how-to-log-weather")?.title).toBe("How to Log Weather So It Counts");
    for (const slug of [undefined, "", "nope", "constructor", "how-to-log-weather.md", "../legal/terms"])
      expect(findArticle(slug)).toBeUndefined();
  });

  it("without a description is described by its first 150 characters, without their marks", () => {
    const body = `## A heading\n\nSome **bold** [words](/about) and \`code\`,\nthen ~~more~~ words. ${"Long. ".repeat(40)}`;
    const [article] = readArticles(folderOf({ "a-title.md": file({ description: undefined }, body) }));
    const whole = `A heading Some bold words and code, then more words. ${"Long. ".repeat(40)}`;
    expect(article).toMatchObject({ isDescribed: false, description: whole.slice(0, 150).trim() });
    expect(article!.description.length).toBeGreaterThan(140);
  });

  it.each([
    ["a slug that is not its name", { slug: "other" }, "slug: it is other, and the file has another name"],
    ["a slug in capitals", { slug: "A-Title" }, "slug: lower-case words with hyphens between them"],
    ["no title", { title: undefined }, "title: "],
    ["an empty description", { description: '""' }, "description: "],
    ["a date as people write it", { date: "July 9, 2025" }, "date: "],
    ["a day that there was not", { date: "2025-02-30" }, "date: "],
    ["another product", { product: "fieldwire" }, "product: "],
    ["a field nobody knows", { author: "me" }, "author"],
  ])("is refused with %s, by name", (_, head, why) => {
    const folder = folderOf({ "a-title.md": file(head) });
    expect(() => readArticles(folder)).toThrow(/^content\/articles\/a-title\.md can't be used\./);
    expect(() => readArticles(folder)).toThrow(why);
  });

  it("stands in the list by its date, whatever it is called", () => {
    const one = (slug: string, date: string) => [`${slug}.md`, file({ slug, date })] as const;
    const folder = folderOf(
      Object.fromEntries([one("a", "2025-02-01"), one("b", "2025-10-01"), one("c", "2024-12-31")]),
    );
    expect(readArticles(folder).map(({ slug }) => slug)).toEqual(["b", "a", "c"]);
  });
});
