import { Parser } from "htmlparser2";

/** Nobody types half a megabyte. */
const MAX_HTML = 512 * 1024;
const MAX_TEXT = 256 * 1024;
const CHUNK = 8 * 1024;
/** Ten times as deep as a browser parses. */
const MAX_DEPTH = 5_000;

const HIDDEN = new Set(["style", "script", "title", "template"]);
const BLOCKS = new Set(
  "address article aside blockquote center dd div dl dt fieldset figure footer form h1 h2 h3 h4 h5 h6 header hr li main nav ol p pre section table tr ul".split(
    " ",
  ),
);
const VOID = new Set("area base br col embed hr img input link meta source track wbr o:p".split(" "));

/** Mail programs' names for the box around a quotation; some put the attribution inside. */
const QUOTE_BOX =
  /\b(?:yahoo_quoted|gmail_extra_quote|protonmail_quote|tutanota_quote|zmail_extra|moz-forward-container|ms-outlook-mobile-reference-message|mail_quote|replyforwardcontainer)\b/i;
/** Where Outlook's quotation begins, without a box: everything after it is quoted. */
const QUOTE_START =
  /\b(?:divrplyfwdmsg|appendonsend|stopspelling|mail-editor-reference-message-container|olk_src_body_section|oriMsgHtmlSeperator)\b/i;
const QUOTE_CLASS = /quote|cite/i;
const LEFT_BORDER = /border-left(?:-width)?\s*:\s*(?!0|none|medium none)[^;]*(?:\d|solid|thin|medium)/i;
const NOT_SHOWN = /display\s*:\s*none|mso-hide\s*:\s*all|(?:^|;)\s*font-size\s*:\s*0(?:px|pt)?\s*(?:;|$)/i;
/** An attribution in any language: has a digit or an address, and ends with a colon. */
const ATTRIBUTION = /(?:\d|@)[^]*[:：]\s*$/u;

type Opened = { readonly name: string; readonly quotes: boolean; readonly hides: boolean };

/**
 * The text of a mail's HTML with its lines, and `> ` before each quoted line; for reading, never for showing
 * as HTML. A `<blockquote>` that only indents is the writer's own.
 */
export function htmlToText(html: string): string {
  const writer = new LineWriter();
  const open: Opened[] = [];
  let hidden = 0;
  let quoted = 0;
  let pre = 0;
  const close = () => {
    const gone = open.pop()!;
    if (BLOCKS.has(gone.name)) writer.endLine(gone.name === "p");
    if (gone.hides) hidden--;
    if (gone.quotes) writer.depth = --quoted;
    if (gone.name === "pre") pre--;
  };
  const parser = new Parser(
    {
      onopentag(name, attributes) {
        const isQuoteBehind = QUOTE_START.test(attributes["id"] ?? "");
        if (BLOCKS.has(name)) writer.endLine(name === "p" || name === "table");
        if (name === "br") writer.breakLine();
        if (name === "td" || name === "th") writer.space();
        if (hidden === 0 && name === "li") writer.write("- ");
        if (isQuoteBehind && quoted === 0 && hidden === 0) {
          // Never closed: applies until the end.
          writer.depth = ++quoted;
        }
        if (VOID.has(name)) return;
        const style = attributes["style"] ?? "";
        const quotes = hidden === 0 && isQuote(name, attributes, style, () => writer.lastLine());
        const hides = HIDDEN.has(name) || NOT_SHOWN.test(style) || "hidden" in attributes;
        open.push({ name, quotes, hides });
        if (quotes) writer.depth = ++quoted;
        if (hides) hidden++;
        if (name === "pre") pre++;
      },
      ontext(text) {
        if (hidden === 0) writer.write(pre ? text : text.replace(/[^\S\u00a0]+/g, " "), pre > 0);
      },
      onclosetag(name) {
        const at = open.findLastIndex((one) => one.name === name);
        if (at < 0 || VOID.has(name)) return;
        while (open.length > at) close();
      },
    },
    { decodeEntities: true, lowerCaseTags: true },
  );
  // In chunks, because the parser's time grows with nesting depth.
  for (let at = 0; at < Math.min(html.length, MAX_HTML) && open.length < MAX_DEPTH; at += CHUNK)
    parser.write(html.slice(at, Math.min(at + CHUNK, MAX_HTML)));
  parser.end();
  return writer.text();
}

function isQuote(
  name: string,
  attributes: Readonly<Record<string, string>>,
  style: string,
  before: () => string,
): boolean {
  const { id = "", class: classes = "", type = "", cite } = attributes;
  if (name === "blockquote")
    return (
      /^cite$/i.test(type) ||
      cite !== undefined ||
      QUOTE_CLASS.test(classes) ||
      /quote/i.test(id) ||
      LEFT_BORDER.test(style) ||
      ATTRIBUTION.test(before())
    );
  if (name !== "div" && name !== "section" && name !== "table") return false;
  return (
    QUOTE_BOX.test(classes) ||
    QUOTE_BOX.test(id) ||
    /^quote$/i.test(attributes["name"] ?? "") ||
    (LEFT_BORDER.test(style) && ATTRIBUTION.test(before()))
  );
}

/** Builds lines with marks for quoted ones; visits each character once. */
class LineWriter {
  depth = 0;
  readonly #lines: string[] = [];
  #pieces: string[] = [];
  #endsInSpace = true;
  #blank = false;
  #length = 0;
  #last = "";

  write(text: string, asIs = false): void {
    if (!asIs) return this.#add(text);
    const [first = "", ...rest] = text.split(/\r?\n/);
    this.#add(first);
    for (const line of rest) {
      this.breakLine();
      this.#add(line);
    }
  }

  #add(text: string): void {
    if (this.#length > MAX_TEXT) return;
    const more = this.#endsInSpace && text.startsWith(" ") ? text.replace(/^ +/, "") : text;
    if (!more) return;
    this.#pieces.push(more);
    this.#endsInSpace = more.endsWith(" ");
    this.#length += more.length;
  }

  /** Separates the cells of a table. */
  space(): void {
    if (!this.#endsInSpace) this.#add(" ");
  }

  /** Ends the line if there is one; a paragraph has an empty line around it. */
  endLine(isParagraph: boolean): void {
    if (this.#pieces.length) {
      const wasBlank = this.#blank;
      const before = this.#lines.length;
      this.breakLine();
      // Spaces alone don't count as a line here.
      if (this.#lines.length === before) this.#blank = wasBlank;
    }
    if (isParagraph && this.#lines.length) this.#blank = true;
  }

  breakLine(): void {
    const line = this.#pieces.join("").replaceAll("\u00a0", " ").trimEnd();
    this.#pieces = [];
    this.#endsInSpace = true;
    if (!line.trim()) {
      this.#blank = this.#lines.length > 0;
      return;
    }
    const mark = this.depth > 0 ? "> " : "";
    if (this.#blank) this.#lines.push(mark.trimEnd());
    this.#blank = false;
    this.#last = line;
    this.#lines.push(mark + line);
  }

  /** The words of the last line that has any; of a long one its end. */
  lastLine(): string {
    const line = this.#pieces.slice(-MAX_LINES_CHECKED).join("").trim();
    return (line || this.#last).slice(-MAX_LENGTH_CHECKED);
  }

  text(): string {
    this.endLine(false);
    return this.#lines.join("\n").trim();
  }
}

const MAX_LINES_CHECKED = 50;
const MAX_LENGTH_CHECKED = 500;
