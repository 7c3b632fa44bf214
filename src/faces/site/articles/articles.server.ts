import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { z } from "zod";
import { type Block, textsOf } from "#platform/markdown/blocks.ts";
import { readFrontMatter } from "#platform/markdown/front-matter.ts";
import { readMarkdown } from "#platform/markdown/read-markdown.server.ts";
import { logViews } from "./log-views.ts";

const line = z.string().trim().min(1);

/** What stands at the head of an article's file. */
const headSchema = z.strictObject({
  title: line.max(80),
  /** Left out: the beginning of the text stands for it. */
  description: line.max(160).optional(),
  keywords: line,
  slug: z.string().regex(/^[a-z0-9]+(?:-[a-z0-9]+)*$/, "lower-case words with hyphens between them"),
  /** The tool that the article belongs to: its page, and the label in the list. */
  product: z.enum(["buildlog"]),
  date: z.iso.date(),
});

/** An article as it is listed. */
export interface ArticleEntry {
  readonly slug: string;
  /** `/blog/{slug}` */
  readonly path: string;
  readonly title: string;
  readonly description: string;
  /** Whether somebody wrote the description, or it is the beginning of the text. */
  readonly isDescribed: boolean;
  /** The product in upper case. */
  readonly label: string;
  /** Of the product's page. */
  readonly labelPath: string;
  readonly date: { readonly iso: string; readonly words: string };
  /** Reading time at 230 words a minute. */
  readonly minutes: number;
}

export interface Article extends ArticleEntry {
  readonly keywords: string;
  /** 1200×630: part of a log as BuildLog makes it, or a drawing with the article's point. */
  readonly image: string;
  /** What that picture says; empty for a drawing beside the words. */
  readonly imageAlt: string;
  /** 1200×630, with its title, for link previews. */
  readonly social: string;
  readonly blocks: readonly Block[];
}

const WORDS_A_MINUTE = 230;
const DESCRIPTION_CHARACTERS = 150;

let loaded: readonly Article[] | undefined;

/**
 * Every article in content/articles, checked, newest first, read once.
 * @throws Error that names the file and the part of it that is wrong
 */
export function articles(): readonly Article[] {
  return (loaded ??= readArticles(path.resolve("content/articles")));
}

/** Reads and checks the articles of a folder, newest first. */
export function readArticles(folder: string): Article[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith(".md"))
    .toSorted()
    .map((name) => readArticle(readFileSync(path.join(folder, name), "utf8"), name))
    .toSorted((a, b) => (a.date.iso < b.date.iso ? 1 : a.date.iso > b.date.iso ? -1 : 0));
}

function readArticle(text: string, name: string): Article {
  const file = `content/articles/${name}`;
  const { head, body } = readFrontMatter(text, file);
  const checked = headSchema.safeParse(head);
  if (!checked.success) {
    const problems = checked.error.issues
      .map(({ path: at, message }) => `${at.join(".") || "head"}: ${message}`)
      .join("; ");
    throw new Error(`${file} can't be used. ${problems}`);
  }
  const { title, description, keywords, slug, product, date } = checked.data;
  if (`${slug}.md` !== name)
    throw new Error(`${file} can't be used. slug: it is ${slug}, and the file has another name`);
  const blocks = readMarkdown(body, file);
  const words = textsOf(blocks).join(" ");
  return {
    slug,
    path: `/blog/${slug}`,
    title,
    description: description ?? beginningOf(blocks),
    isDescribed: description !== undefined,
    keywords,
    label: product.toUpperCase(),
    labelPath: `/${product}`,
    date: { iso: date, words: Temporal.PlainDate.from(date).toLocaleString("en-US", { dateStyle: "long" }) },
    minutes: Math.max(1, Math.round(countWords(words) / WORDS_A_MINUTE)),
    image: `/images/blog/${slug}.png`,
    imageAlt: logViews[slug]?.alt ?? "",
    social: `/images/social/${slug}.png`,
    blocks,
  };
}

/** Words as a person counts them: a dash or a list number on its own is none. */
export function countWords(text: string): number {
  return text.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word)).length;
}

/** The first 150 characters of a text, without its markup. */
function beginningOf(blocks: readonly Block[]): string {
  return textsOf(blocks).join(" ").replaceAll(/\s+/g, " ").slice(0, DESCRIPTION_CHARACTERS).trim();
}

/** The article of an address, if there is one. */
export function findArticle(slug: string | undefined): Article | undefined {
  return articles().find((article) => article.slug === slug);
}

/** What a list shows of an article. */
export function entryOf({
  keywords: _keywords,
  image: _image,
  imageAlt: _imageAlt,
  social: _social,
  blocks: _blocks,
  ...entry
}: Article): ArticleEntry {
  return entry;
}
