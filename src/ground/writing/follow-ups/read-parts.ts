import { z } from "zod";
import type { Block, ListItem } from "#platform/markdown/blocks.ts";
import { readMarkdown } from "#platform/markdown/read-markdown.server.ts";
import { readYamlHead } from "#platform/markdown/yaml-head.ts";
import { marked } from "../guides/guide-file.ts";

// What the files of content/follow-ups have in common: a head, and parts with a heading each.

/** What an email or a call asks for. `finish`: a yes, a no, or the point that's still open. */
export const GOALS = ["visit", "quote", "call", "reply", "finish"] as const;
export type Goal = (typeof GOALS)[number];

/** The request of an email or a call, by goal. */
export type Asks = Readonly<Partial<Record<Goal, string>>>;

export const sourcesSchema = z.array(
  z.strictObject({
    figure: z.string().trim().min(1),
    source: z.string().trim().min(1),
    year: z.union([z.int(), z.literal("undated")]),
    where: z.string(),
  }),
);
export type Sources = z.output<typeof sourcesSchema>;

/** Throws an error that names the file. */
export type Refuse = (why: string) => never;

export const refuseIn =
  (file: string): Refuse =>
  (why) => {
    throw new Error(`${file} can't be used. ${why}`);
  };

export interface Part {
  /** The words of its heading. */
  readonly heading: string;
  readonly blocks: readonly Block[];
}

/** What is filled in: the lead's name when it is sent, and the names of the business when it is written. */
const SLOTS = ["first_name", "company", "sender"];

/** Lines that stand by themselves, even without a blank line around them. */
const OWN_LINE = /^(?:\{tone [a-z]+\}|also:|when:|subject:).*$/gm;

/**
 * Splits a file into its head and its parts.
 * @throws Error that names the file and what is wrong with it
 */
export function readParts<T>(
  source: string,
  { file, schema, refuse }: { file: string; schema: z.ZodType<T>; refuse: Refuse },
): { readonly head: T; readonly parts: readonly Part[] } {
  const found = readYamlHead(source, file);
  const head = schema.safeParse(found.head);
  if (!head.success)
    return refuse(head.error.issues.map(({ path, message }) => `${path.join(".")}: ${message}`).join("; "));
  const blocks = readMarkdown(found.body.replaceAll(OWN_LINE, "\n$&\n"), file, SLOTS);
  const parts: { heading: string; blocks: Block[] }[] = [];
  for (const block of blocks) {
    if (block.kind !== "heading") (parts.at(-1) ?? refuse("It begins with a heading.")).blocks.push(block);
    else if (block.level === 1) parts.push({ heading: textOf(block, refuse), blocks: [] });
    else refuse(`Headings have one #: ${textOf(block, refuse)}`);
  }
  return { head: head.data, parts };
}

/**
 * The words of a paragraph, a heading or a line, on one line. The names of the business are written with two
 * braces in the file, like the lead's, and become slots of `fill`.
 */
export function textOf(block: Block, refuse: Refuse): string {
  if (!("children" in block)) return refuse(`It has something that follow-ups don’t have: ${block.kind}.`);
  const words = marked(block.children);
  if (words.includes("**")) refuse(`An email has no bold words: ${words}`);
  return words.replaceAll(/\s+/g, " ").replaceAll(/\{\{(company|sender)\}\}/g, "{$1}");
}

/** The paragraphs of a `>` block. */
export const quoted = (block: Block & { kind: "quote" }, refuse: Refuse): string =>
  block.blocks.map((inner) => textOf(inner, refuse)).join("\n");

/** The value of the paragraph that begins with a key, such as `when:`, and the other blocks. */
export function takeKey(
  blocks: readonly Block[],
  key: string,
  refuse: Refuse,
): { readonly values: readonly string[]; readonly rest: readonly Block[] } {
  const valueOf = (block: Block): string | undefined => {
    if (block.kind !== "paragraph") return undefined;
    const words = textOf(block, refuse);
    return words.startsWith(`${key}:`) ? words.slice(key.length + 1).trim() : undefined;
  };
  return {
    values: blocks.flatMap((block) => valueOf(block) ?? []),
    rest: blocks.filter((block) => valueOf(block) === undefined),
  };
}

/** The first line of a point. */
export const lineOf = ({ blocks: [line] }: ListItem, refuse: Refuse): string =>
  line ? textOf(line, refuse) : refuse("It has an empty point.");

/** Reads `- visit: …` points. */
export function readAsks(items: readonly ListItem[], refuse: Refuse): Asks {
  const asks: Partial<Record<Goal, string>> = {};
  for (const item of items) {
    const line = lineOf(item, refuse);
    const [, name = "", words = ""] = /^([a-z]+): (.+)$/.exec(line) ?? [];
    const goal = GOALS.find((one) => one === name) ?? refuse(`An ask begins with a goal: ${line}`);
    if (asks[goal] !== undefined) refuse(`It asks twice for ${goal}: ${line}`);
    asks[goal] = words;
  }
  return asks;
}
