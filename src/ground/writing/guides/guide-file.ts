import { z } from "zod";
import { type Block, type Inline, wordsOf } from "#platform/markdown/blocks.ts";
import { readMarkdown } from "#platform/markdown/read-markdown.server.ts";
import { readYamlHead } from "#platform/markdown/yaml-head.ts";
import type { GuideSection } from "./whole-guide-schema.ts";

// One file of content/guides: a head in YAML, and a text in Markdown. content/guides/README.md says how to
// write one.

export const GUIDE_TONES = ["plain", "warm", "expert", "direct", "playful"] as const;
export type GuideTone = (typeof GUIDE_TONES)[number];

export const GUIDE_ASKS = ["visit", "call", "estimate", "papers", "reply"] as const;
export type GuideAsk = (typeof GUIDE_ASKS)[number];

export const GUIDE_READERS = [
  "homeowner",
  "landlord",
  "seller",
  "buyer",
  "board",
  "manager",
  "builder",
  "tenant",
] as const;
export type GuideReader = (typeof GUIDE_READERS)[number];

const text = z.string().trim().min(1);
const each = <K extends string, T extends z.ZodType>(names: readonly K[], item: T) =>
  z.strictObject(Object.fromEntries(names.map((name) => [name, item])) as Record<K, T>);

const headSchema = z.strictObject({
  title: text,
  /** Other true titles. */
  titles: z.array(text).min(2),
  /** What people type who should get it. */
  answers: z.array(text).min(6),
  /** Words of a product or topic that it isn't about, such as "metal" for a guide to shingles. */
  notFor: z.array(text),
  readers: z.strictObject({
    fits: z.array(z.enum(GUIDE_READERS)).min(1),
    not: z.array(text),
    /** The line on the cover, where none of the readers' own says it: "For owners of small businesses". */
    line: text.optional(),
  }),
  /** What the reader has at the end; the promise on the cover. */
  deliverable: text,
  /** The heading of the part that keeps the title's promise. */
  keptBy: text,
  sources: z.array(
    z.strictObject({
      figure: text,
      source: text,
      year: z.union([z.int(), z.literal("undated")]),
      where: z.string(),
    }),
  ),
  tones: each(GUIDE_TONES, z.strictObject({ opening: text, ask: text })),
  asks: each(GUIDE_ASKS, z.strictObject({ heading: text, text })),
});

export type GuideHead = z.output<typeof headSchema>;

export interface GuidePart extends GuideSection {
  /** Readers it is only for; null for everyone. */
  readonly only: readonly GuideReader[] | null;
}

export interface Guide extends GuideHead {
  /** "roofer/repair-or-replace". */
  readonly id: string;
  /** Its folder. */
  readonly trade: string;
  /** Paragraphs before the first heading. */
  readonly lead: readonly string[];
  readonly parts: readonly GuidePart[];
  /** Number of parts before the ask. */
  readonly askAfter: number;
}

const ONLY = /\s*\{only: ([a-z, ]+)\}$/;
/** Marks a part that is set apart, because it can't wait. */
const URGENT = /\s*\{urgent\}$/;

/**
 * Reads a guide.
 * @param id "roofer/repair-or-replace"
 * @throws Error that names the file and what is wrong with it
 */
export function readGuide(source: string, id: string): Guide {
  const file = `content/guides/${id}.md`;
  const refuse = (why: string): never => {
    throw new Error(`${file} can't be used. ${why}`);
  };
  const found = readYamlHead(source, file);
  const head = headSchema.safeParse(found.head);
  if (!head.success)
    return refuse(head.error.issues.map(({ path, message }) => `${path.join(".")}: ${message}`).join("; "));
  // Markdown takes what is between two blanks for bold text, if they touch other signs: "$____, ____."
  const blocks = readMarkdown(
    found.body.replaceAll(/_{3,}/g, (blank) => "\\_".repeat(blank.length)),
    file,
  );
  const parts: GuidePart[] = [];
  const lead: string[] = [];
  const askAfter: number[] = [];
  for (const block of blocks) {
    const part = parts.at(-1);
    if (block.kind === "paragraph" && wordsOf(block.children) === "{ask}") askAfter.push(parts.length);
    else if (askAfter.at(-1) === parts.length && block.kind !== "heading")
      refuse("After {ask} comes a heading, or nothing.");
    else if (block.kind === "heading") parts.push(newPart(block, refuse));
    else if (part && !isSecond(part, block)) addTo(part, block, refuse);
    else if (part) {
      // A second list, table or letter continues under the same heading.
      parts.push({ ...blankPart(part.only), heading: "" });
      addTo(parts.at(-1)!, block, refuse);
    } else if (block.kind === "paragraph") lead.push(marked(block.children));
    else refuse("Before its first heading there can only be paragraphs.");
  }
  if (askAfter.length !== 1) refuse("It must have one line {ask}.");
  return { ...head.data, id, trade: id.split("/")[0]!, lead, parts, askAfter: askAfter[0]! };
}

function newPart({ level, children }: Extract<Block, { kind: "heading" }>, refuse: (why: string) => never) {
  const words = marked(children);
  if (level !== 2) refuse(`Headings have two #: ${words}`);
  const only = ONLY.exec(words)?.[1]
    ?.split(",")
    .map((name) => name.trim());
  const readers = only?.map(
    (name) => GUIDE_READERS.find((one) => one === name) ?? refuse(`No reader is called ${name}.`),
  );
  return {
    ...blankPart(readers ?? null),
    heading: words.replace(ONLY, "").replace(URGENT, ""),
    ...(URGENT.test(words) ? { isUrgent: true as const } : {}),
  };
}

const blankPart = (only: GuidePart["only"]): GuidePart => ({
  ...{ only, heading: "", paragraphs: [], points: [], isNumbered: false },
  ...{ table: { columns: [], rows: [] }, letter: "", after: [] },
});

const isFilled = ({ points, table, letter }: GuidePart): boolean =>
  points.length > 0 || table.columns.length > 0 || letter !== "";
const isSecond = (part: GuidePart, block: Block): boolean => isFilled(part) && block.kind !== "paragraph";

function addTo(part: GuidePart, block: Block, refuse: (why: string) => never): void {
  const open = part as { -readonly [K in keyof GuidePart]: GuidePart[K] };
  if (block.kind === "paragraph") {
    (isFilled(part) ? open.after : open.paragraphs).push(marked(block.children));
    return;
  }
  if (block.kind === "list") {
    open.isNumbered = block.start !== null;
    open.points = block.items.map(({ blocks }) =>
      blocks
        .map((inner) =>
          inner.kind === "line" || inner.kind === "paragraph"
            ? marked(inner.children)
            : refuse(`A point of “${part.heading}” has more than text.`),
        )
        .join(" "),
    );
  } else if (block.kind === "table")
    open.table = {
      columns: block.head.map(({ children }) => marked(children)),
      rows: block.rows.map((row) => row.map(({ children }) => marked(children))),
    };
  else if (block.kind === "quote")
    open.letter = block.blocks
      .map((inner) =>
        inner.kind === "paragraph"
          ? marked(inner.children)
          : refuse(`The letter of “${part.heading}” has more than text.`),
      )
      .join("\n\n");
  else refuse(`“${part.heading}” has something that guides don’t have: ${block.kind}.`);
}

/** The text of a line, with `**` around what is bold. */
export const marked = (children: readonly Inline[]): string =>
  children
    .map((part) => {
      if (part.kind === "strong") return `**${wordsOf(part.children)}**`;
      if ("text" in part) return part.text;
      if (part.kind === "break") return "\n";
      return "children" in part ? wordsOf(part.children) : `{{${part.name}}}`;
    })
    .join("")
    .trim();
