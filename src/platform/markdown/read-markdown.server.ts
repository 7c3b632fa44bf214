import { Marked, type Token, type Tokens } from "marked";
import { type Block, type Inline, type ListItem, type TableCell, wordsOf } from "./blocks.ts";

const marked = new Marked({ gfm: true });

interface Reading {
  readonly file: string;
  readonly slots: readonly string[];
  /** How often each id was used, so that duplicates get another. */
  readonly ids: Map<string, number>;
  heading: string | null;
}

/**
 * Parses GitHub-flavored Markdown: tables, task lists, strikethrough, autolinks. Rejects pictures and HTML.
 * @param file named in errors
 * @param slots allowed names for `{{name}}` in the text
 * @throws Error that names the file and the unsupported part
 */
export function readMarkdown(source: string, file: string, slots: readonly string[] = []): Block[] {
  return readBlocks(marked.lexer(source), { file, slots, ids: new Map(), heading: null });
}

function refuse(reading: Reading, why: string): never {
  throw new Error(`${reading.file} can't be used. ${why}`);
}

function readBlocks(tokens: readonly Token[], reading: Reading): Block[] {
  return tokens.flatMap((token) => readBlock(token as Tokens.Generic, reading) ?? []);
}

function readBlock(token: Tokens.Generic, reading: Reading): Block | undefined {
  switch (token.type) {
    case "space":
    case "checkbox":
    case "def":
      return undefined;
    case "heading": {
      const children = readInlines(token.tokens, reading);
      const id = nextId(wordsOf(children), reading);
      reading.heading = id;
      return { kind: "heading", level: (token as Tokens.Heading).depth, id, children };
    }
    case "paragraph":
      return { kind: "paragraph", children: readInlines(token.tokens, reading) };
    case "text":
      return { kind: "line", children: readInlines(token.tokens ?? [token], reading) };
    case "list":
      return readList(token as Tokens.List, reading);
    case "table":
      return readTable(token as Tokens.Table, reading);
    case "blockquote":
      return { kind: "quote", blocks: readBlocks(token.tokens ?? [], reading) };
    case "code":
      return { kind: "code", text: (token as Tokens.Code).text };
    case "hr":
      return { kind: "rule" };
    case "html":
      return refuse(reading, `It holds HTML, and only Markdown is read: ${token.raw.trim()}`);
    default:
      return refuse(reading, `It holds something that is not read (${token.type}): ${token.raw.trim()}`);
  }
}

function readList(list: Tokens.List, reading: Reading): Block {
  const { heading } = reading;
  const items = list.items.map((item): ListItem => {
    const blocks = readBlocks(item.tokens, reading);
    return item.task ? { checked: item.checked === true, blocks } : { blocks };
  });
  return {
    kind: "list",
    start: list.ordered ? Number(list.start) : null,
    tasks: list.items.length > 0 && list.items.every(({ task }) => task),
    heading,
    items,
  };
}

function readTable(table: Tokens.Table, reading: Reading): Block {
  const cell = ({ tokens, align }: Tokens.TableCell): TableCell => ({
    align,
    children: readInlines(tokens, reading),
  });
  return {
    kind: "table",
    heading: reading.heading,
    head: table.header.map(cell),
    rows: table.rows.map((row) => row.map(cell)),
  };
}

function readInlines(tokens: readonly Token[] | undefined, reading: Reading): Inline[] {
  return (tokens ?? []).flatMap((token) => readInline(token as Tokens.Generic, reading) ?? []);
}

function readInline(token: Tokens.Generic, reading: Reading): Inline | Inline[] | undefined {
  const { text = "" } = token as { text?: string };
  switch (token.type) {
    case "checkbox":
      return undefined;
    case "text":
    case "escape":
      if (/&(?:#\w+|[a-z]\w*);/i.test(text)) refuse(reading, `Write the character itself: ${text}`);
      return filled(text, reading);
    case "strong":
    case "em":
    case "del":
      return { kind: token.type, children: readInlines(token.tokens, reading) };
    case "codespan":
      return { kind: "code", text };
    case "br":
      return { kind: "break" };
    case "link": {
      const { href } = token as Tokens.Link;
      // A path of ours, a fragment, another site, an email address. Never a script URL.
      if (!/^(?:\/(?![/\\])|#|https?:\/\/|mailto:)/.test(href))
        refuse(reading, `This link leads nowhere a page may link to: ${href}`);
      return { kind: "link", href, children: readInlines(token.tokens, reading) };
    }
    case "html":
      return refuse(reading, `It holds HTML, and only Markdown is read: ${token.raw.trim()}`);
    default:
      return refuse(reading, `It holds something that is not read (${token.type}): ${token.raw.trim()}`);
  }
}

function filled(text: string, reading: Reading): Inline[] {
  // Text and slot names alternate.
  return text.split(/\{\{(.*?)\}\}/).flatMap((part, place): Inline | Inline[] => {
    if (place % 2 === 0) return part ? { kind: "text", text: part } : [];
    return reading.slots.includes(part)
      ? { kind: "slot", name: part }
      : refuse(reading, `Nothing stands for {{${part}}}.`);
  });
}

function nextId(words: string, reading: Reading): string {
  const id =
    words
      .toLowerCase()
      .normalize("NFKD")
      .replaceAll(/[’'\p{M}]/gu, "")
      .replaceAll(/[^a-z0-9]+/g, "-")
      .replaceAll(/^-|-$/g, "") || "part";
  const before = reading.ids.get(id) ?? 0;
  reading.ids.set(id, before + 1);
  return before ? `${id}-${before + 1}` : id;
}
