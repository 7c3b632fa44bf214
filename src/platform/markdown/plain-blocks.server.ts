import { Marked, type Token, type Tokens } from "marked";

/** A block of Markdown as plain text. Bold keeps its `**`, a blank to write on is `____`. */
export type PlainBlock =
  | { readonly kind: "heading"; readonly level: number; readonly text: string }
  | { readonly kind: "paragraph"; readonly text: string }
  | { readonly kind: "list"; readonly isNumbered: boolean; readonly items: readonly string[] }
  | {
      readonly kind: "table";
      readonly columns: readonly string[];
      readonly rows: readonly (readonly string[])[];
    }
  | { readonly kind: "quote"; readonly paragraphs: readonly string[] };

const marked = new Marked({ gfm: true });

// Markdown reads a row of underscores as a rule or as bold.
const BLANK = "____";
const HELD_BLANK = "\u{E000}";

/**
 * Reads Markdown that a stranger wrote, of which only the words, their order and bold are wanted: links,
 * italics and code lose their marks, and HTML stays as the characters that it is. Never throws.
 */
export function readPlainBlocks(source: string): PlainBlock[] {
  const held = source.replace(/\\?_{3,}/g, HELD_BLANK);
  return marked.lexer(held).flatMap((token) => blocksOf(token as Tokens.Generic));
}

function blocksOf(token: Tokens.Generic): PlainBlock[] {
  switch (token.type) {
    case "space":
    case "hr":
    case "def":
      return [];
    case "heading":
      return [{ kind: "heading", level: (token as Tokens.Heading).depth, text: wordsOf(token.tokens) }];
    case "list": {
      const { ordered, items } = token as Tokens.List;
      return [{ kind: "list", isNumbered: ordered, items: items.map((item) => itemWords(item.tokens)) }];
    }
    case "table": {
      const { header, rows } = token as Tokens.Table;
      const words = ({ tokens }: Tokens.TableCell) => wordsOf(tokens);
      return [{ kind: "table", columns: header.map(words), rows: rows.map((row) => row.map(words)) }];
    }
    case "blockquote": {
      const inside = (token.tokens ?? []).flatMap((inner) => blocksOf(inner as Tokens.Generic));
      return [{ kind: "quote", paragraphs: inside.flatMap(blockLines) }];
    }
    default: {
      const text = token.tokens ? wordsOf(token.tokens) : restored((token as { text?: string }).text ?? "");
      return text.trim() === "" ? [] : [{ kind: "paragraph", text }];
    }
  }
}

/** The words of a block: items, paragraphs, rows or its text. */
export function blockLines(block: PlainBlock): readonly string[] {
  if (block.kind === "list") return block.items;
  if (block.kind === "quote") return block.paragraphs;
  return block.kind === "table" ? block.rows.map((row) => row.join(": ")) : [block.text];
}

/** A list inside an item continues its sentence. */
const itemWords = (tokens: readonly Token[]): string =>
  tokens
    .filter(({ type }) => type !== "checkbox")
    .flatMap((token) => blocksOf(token as Tokens.Generic))
    .flatMap(blockLines)
    .join(" ");

const wordsOf = (tokens: readonly Token[] | undefined): string =>
  restored(
    (tokens ?? [])
      .filter(({ type }) => type !== "checkbox")
      .map((token) => inlineWords(token as Tokens.Generic))
      .join(""),
  );

function inlineWords(token: Tokens.Generic): string {
  if (token.type === "br") return "\n";
  if (token.type === "strong") return `**${wordsOf(token.tokens)}**`;
  return token.tokens ? wordsOf(token.tokens) : ((token as { text?: string }).text ?? "");
}

const restored = (text: string): string => text.replaceAll(HELD_BLANK, BLANK);
