import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import { parseSync } from "oxc-parser";

/** A text that a person can meet, as the source has it; `{}` is a value that is filled in. */
export interface FoundString {
  readonly file: string;
  readonly line: number;
  readonly text: string;
}

interface Node {
  readonly type: string;
  readonly start: number;
  readonly [key: string]: unknown;
}

const isNode = (value: unknown): value is Node =>
  typeof value === "object" && value !== null && typeof (value as Node).type === "string";

/** Elements that continue the sentence around them. */
const INLINE = new Set([
  ...["a", "abbr", "b", "bdi", "br", "code", "data", "em", "i", "kbd", "span", "strong", "time", "Link"],
  ...["NavLink", "Moment", "Num"],
]);
/** Attributes whose strings are read or heard, even a single word in lower case. */
const READ_ATTRIBUTES =
  /^(alt|aria-(description|label|roledescription|valuetext)|description|empty|heading|hint|label|legend|note|placeholder|summary|title)$/;
/** Attributes and properties that hold no words. */
const NOT_READ =
  /class(Name)?$|^(action|autoComplete|d|form|formAction|href|id|key|name|path|query|rel|sql|src|style|to|type|value)$/i;
const NOT_READ_CALLS =
  /^(sql|route|index|layout|import|require|querySelector(All)?|addEventListener|removeEventListener|dispatchEvent|getElementById|matchMedia|closest|createElement|setAttribute|getAttribute|emit|on|fetch|RegExp|URL|Error|TypeError|RangeError|assert|invariant|glob|globSync|join|resolve|startsWith|endsWith|includes|has|split|replaceAll?|indexOf|pgTable|index|uniqueIndex|check|text|varchar|uuid|timestamp|classes|cx|clsx)$/;
const SQL =
  /^\s*(select|insert into|update \w+ set|delete from|with \w+ as|create |alter |drop |grant |revoke |set |lock |vacuum|analyze|explain|begin|commit|notify|listen)\b/i;

/** Whether a string reads as words, not as a class list, a key, an address or code. */
function isProse(text: string): boolean {
  const trimmed = text.trim();
  if (!/\p{L}{2}/u.test(trimmed.replaceAll("{}", ""))) return false;
  if (
    SQL.test(trimmed) ||
    /^[./#@]|^\w+:\/\/|^<|^--|[{};]\s*$|=>|&&|\$\{|\(\?[:!=<]/.test(trimmed.replaceAll("{}", "x"))
  )
    return false;
  const tokens = trimmed.split(/\s+/);
  if (tokens.length === 1) return /^[A-Z][a-z]+([’'][a-z]+)?[.…?!:]?$/.test(trimmed);
  const codes = tokens.filter((token) =>
    /[a-z0-9]-[a-z0-9[(]|^[a-z]+:|[[\]=]|_|^\d*$|\w\/\w|^(flex|grid|block|hidden|grow|border|italic|underline|sr-only)$/.test(
      token,
    ),
  );
  if (codes.length * 2 >= tokens.length && !/[.?!]$/.test(trimmed)) return false;
  // Two or more ordinary words.
  return (trimmed.match(/(^|[\s“"(])[A-Za-z]['’A-Za-z]*(?=$|[\s.,:;?!…”")])/g) ?? []).length >= 2;
}

const literalOf = (node: Node): string | null => {
  if (node.type === "Literal" && typeof node["value"] === "string") return node["value"];
  if (node.type !== "TemplateLiteral") return null;
  const quasis = node["quasis"] as { value: { cooked: string | null; raw: string } }[];
  return quasis.map(({ value }) => value.cooked ?? value.raw).join("{}");
};

const nameOf = (node: unknown): string => {
  if (!isNode(node)) return "";
  if (node.type === "MemberExpression") return nameOf(node["property"]);
  return typeof node["name"] === "string" ? node["name"] : "";
};

class Finder {
  readonly found: FoundString[] = [];
  readonly file: string;
  readonly #lines: readonly number[];

  constructor(file: string, source: string) {
    this.file = file;
    this.#lines = [...source.matchAll(/\n/g)].map(({ index }) => index);
  }

  add(node: Node, text: string): void {
    const before = this.#lines.findIndex((at) => at >= node.start);
    const line = (before === -1 ? this.#lines.length : before) + 1;
    this.found.push({ file: this.file, line, text: text.replaceAll(/\s+/g, " ").trim() });
  }

  /** The text of an element with those inside it that continue its sentence. */
  textOf(element: Node): string {
    const parts = (element["children"] as Node[]).map((child) => {
      if (child.type === "JSXText") return String(child["value"]).replaceAll(/\s*\n\s*/g, "\n");
      if (child.type === "JSXExpressionContainer") {
        const inner = child["expression"] as Node;
        return inner.type === "JSXEmptyExpression" ? "" : (literalOf(inner) ?? "{}");
      }
      return isInline(child) ? this.textOf(child) : "\u0000";
    });
    return parts.join("").replaceAll(/^\n|\n$/g, "");
  }

  visit(value: unknown, isContinued = false): void {
    if (Array.isArray(value)) return value.forEach((one) => this.visit(one));
    if (!isNode(value)) return;
    const node = value;
    if (/^(TS(?!As|Satisfies|NonNull)|Import|ExportAll)/.test(node.type)) return;
    if (node.type === "JSXElement" || node.type === "JSXFragment")
      return this.visitElement(node, isContinued);
    if (node.type === "JSXAttribute") return this.visitAttribute(node);
    if (node.type === "TaggedTemplateExpression" && /sql|css|html/i.test(nameOf(node["tag"]))) return;
    if (node.type === "ExpressionStatement" && node["directive"]) return;
    if (node.type === "BinaryExpression" && /^[!=]==?$/.test(String(node["operator"]))) return;
    if (node.type === "SwitchCase") return this.visit(node["consequent"]);
    if (node.type === "Property") {
      if (node["computed"]) this.visit(node["key"]);
      const isClass = /class(Name)?$|^(href|path|query|sql|src|to)$/i.test(nameOf(node["key"]));
      return isClass ? undefined : this.visit(node["value"]);
    }
    if (node.type === "CallExpression" || node.type === "NewExpression") {
      const called = nameOf(node["callee"]);
      if (NOT_READ_CALLS.test(called) || /^(query|execute|exec|prepare)$/.test(called)) {
        const nested = (node["arguments"] as Node[]).filter((one) => literalOf(one) === null);
        if (isNode(node["callee"])) this.visit(node["callee"]);
        return this.visit(nested);
      }
    }
    const text = literalOf(node);
    if (text !== null && isProse(text)) this.add(node, text);
    for (const [key, child] of Object.entries(node)) if (key !== "type") this.visit(child);
  }

  visitElement(element: Node, isContinued: boolean): void {
    if (!isContinued)
      for (const piece of this.textOf(element).split("\u0000"))
        if (/\p{L}{2}/u.test(piece.replaceAll("{}", ""))) this.add(element, piece);
    if (element.type === "JSXElement") this.visit((element["openingElement"] as Node)["attributes"]);
    for (const child of element["children"] as Node[]) {
      if (child.type === "JSXText") continue;
      if (child.type === "JSXExpressionContainer" && literalOf(child["expression"] as Node) !== null) {
        this.visit((child["expression"] as Node)["expressions"]);
        continue;
      }
      this.visit(child, isInline(child));
    }
  }

  visitAttribute(attribute: Node): void {
    const name = nameOf(attribute["name"]);
    const value = attribute["value"];
    if (!isNode(value) || NOT_READ.test(name)) return;
    if (value.type !== "Literal") return this.visit(value);
    const text = String(value["value"]);
    if (READ_ATTRIBUTES.test(name) ? /\p{L}{2}/u.test(text) : isProse(text)) this.add(value, text);
  }
}

const isInline = (node: Node): boolean =>
  node.type === "JSXElement" && INLINE.has(nameOf((node["openingElement"] as Node)["name"]));

/** The texts of one source file, in the order they stand in it. */
export function stringsOf(file: string, source: string): FoundString[] {
  const { program, errors } = parseSync(file, source);
  if (errors.length) throw new Error(`${file}: ${errors[0]?.message}`);
  const finder = new Finder(file, source);
  finder.visit(program.body);
  return finder.found;
}

/** The source files whose texts people can meet: not tests, and not the material that text is made from. */
const readFiles = (root: string, folder = "src"): string[] =>
  globSync(`${folder}/**/*.{ts,tsx}`, { cwd: root })
    .map((file) => file.replaceAll(path.sep, "/"))
    .filter(
      (file) => !/\.(test|bench)\.tsx?$|\/(testing|trades)\/|\.d\.ts$|schema(\.server)?\.ts$/.test(file),
    )
    .toSorted();

/** The texts of all of them, from the given folders on. */
export const allStrings = (root: string, folders: readonly string[] = ["src"]): FoundString[] =>
  folders
    .flatMap((folder) => (/\.tsx?$/.test(folder) ? [folder] : readFiles(root, folder)))
    .flatMap((file) => stringsOf(file, readFileSync(path.join(root, file), "utf8")));
