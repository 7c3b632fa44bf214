import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { z } from "zod";
import { type Block, textsOf } from "#platform/markdown/blocks.ts";
import { readFrontMatter } from "#platform/markdown/front-matter.ts";
import { readMarkdown } from "#platform/markdown/read-markdown.server.ts";
import type { ScreenName } from "../pictures/screens.ts";
import { logViews } from "./log-views.ts";
import { articleScreens } from "./screens.ts";

const line = z.string().trim().min(1);

/** The front matter of an article. */
const headSchema = z.strictObject({
  title: line.max(80),
  /** Defaults to the beginning of the text. */
  description: line.max(160).optional(),
  keywords: line,
  slug: z.string().regex(/^[a-z0-9]+(?:-[a-z0-9]+)*$/, "lower-case words with hyphens between them"),
  /** The tool that the article belongs to: its page, and the label in the list. */
  product: z.enum(["buildlog"]),
  date: z.iso.date(),
});

export interface ArticleEntry {
  readonly slug: string;
  /** `/blog/{slug}` */
  readonly path: string;
  readonly title: string;
  readonly description: string;
  /** Whether the description was written, or is the beginning of the text. */
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
  /** 1200×630: part of a log made by BuildLog, or a drawing with the article's point. */
  readonly image: string;
  /** Alternative text of the picture; empty for a decorative drawing. */
  readonly imageAlt: string;
  /** 1200×630, with its title, for link previews. */
  readonly social: string;
  readonly blocks: readonly Block[];
  /** A screen of the demonstration, and its caption. */
  readonly screen?: readonly [name: ScreenName, caption: string] | undefined;
}

const WORDS_A_MINUTE = 230;
const DESCRIPTION_CHARACTERS = 150;

let loaded: readonly Article[] | undefined;

/**
 * Every article in content/articles, validated, newest first; read once.
 * @throws Error that names the file and the invalid part
 */
export function articles(): readonly Article[] {
  return (loaded ??= readArticles(path.resolve("content/articles")));
}

/** Reads and validates the articles of a folder, newest first. */
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
    screen: articleScreens[slug],
  };
}

/** Counts words; a dash or list number on its own isn't a word. */
export function countWords(text: string): number {
  return text.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word)).length;
}

/** The first 150 characters of a text, without its markup. */
function beginningOf(blocks: readonly Block[]): string {
  return textsOf(blocks).join(" ").replaceAll(/\s+/g, " ").slice(0, DESCRIPTION_CHARACTERS).trim();
}

/** The article of a slug, if there is one. */
export function findArticle(slug: string | undefined): Article | undefined {
  return articles().find((article) => article.slug === slug);
}

/** The list's fields of an article. */
export function entryOf({
  keywords: _keywords,
  image: _image,
  imageAlt: _imageAlt,
  social: _social,
  blocks: _blocks,
  screen: _screen,
  ...entry
}: Article): ArticleEntry {
  return entry;
}
