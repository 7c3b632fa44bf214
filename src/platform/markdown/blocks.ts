/** Rich text as data for pages, feeds and tests, without raw markup. */
export type Inline =
  | { readonly kind: "text" | "code"; readonly text: string }
  | { readonly kind: "strong" | "em" | "del"; readonly children: readonly Inline[] }
  | { readonly kind: "link"; readonly href: string; readonly children: readonly Inline[] }
  /** A slot that the page fills; `{{name}}` in the file. */
  | { readonly kind: "slot"; readonly name: string }
  | { readonly kind: "break" };

export interface Heading {
  readonly kind: "heading";
  readonly level: number;
  /** The fragment for links: the words, in lower case, with hyphens; unique in its text. */
  readonly id: string;
  readonly children: readonly Inline[];
}

export interface ListItem {
  /** Only for a checklist's task: whether it is done. */
  readonly checked?: boolean;
  readonly blocks: readonly Block[];
}

export interface TableCell {
  readonly align: "left" | "center" | "right" | null;
  readonly children: readonly Inline[];
}

export interface Table {
  readonly kind: "table";
  /** Id of the heading above it, which names it. */
  readonly heading: string | null;
  readonly head: readonly TableCell[];
  readonly rows: readonly (readonly TableCell[])[];
}

export type Block =
  | Heading
  | Table
  | { readonly kind: "paragraph"; readonly children: readonly Inline[] }
  /** The text of a tight list item, without a paragraph. */
  | { readonly kind: "line"; readonly children: readonly Inline[] }
  | {
      readonly kind: "list";
      /** Number of the first item; null for an unordered list. */
      readonly start: number | null;
      readonly tasks: boolean;
      /** Id of the heading above it. */
      readonly heading: string | null;
      readonly items: readonly ListItem[];
    }
  | { readonly kind: "quote"; readonly blocks: readonly Block[] }
  | { readonly kind: "code"; readonly text: string }
  | { readonly kind: "rule" };

/** The text of a line without markup. */
export function wordsOf(children: readonly Inline[]): string {
  return children
    .map((part) => {
      if ("text" in part) return part.text;
      return "children" in part ? wordsOf(part.children) : " ";
    })
    .join("");
}

/** The text of each heading, paragraph, item and cell in reading order, without markup. */
export function textsOf(blocks: readonly Block[]): string[] {
  return blocks.flatMap(textsIn);
}

function textsIn(block: Block): string[] {
  switch (block.kind) {
    case "heading":
    case "paragraph":
    case "line":
      return [wordsOf(block.children)];
    case "list":
      return block.items.flatMap((item) => textsOf(item.blocks));
    case "quote":
      return textsOf(block.blocks);
    case "table":
      return [block.head, ...block.rows].flatMap((row) => row.map((cell) => wordsOf(cell.children)));
    case "code":
      return [block.text];
    case "rule":
      return [];
  }
}

/** Every link target, in reading order. */
export function linksOf(blocks: readonly Block[]): string[] {
  const inLine = (children: readonly Inline[]): string[] =>
    children.flatMap((part) =>
      part.kind === "link" ? [part.href] : "children" in part ? inLine(part.children) : [],
    );
  return blocks.flatMap((block): string[] => {
    if (block.kind === "list") return block.items.flatMap((item) => linksOf(item.blocks));
    if (block.kind === "quote") return linksOf(block.blocks);
    if (block.kind === "table")
      return [block.head, ...block.rows].flatMap((row) => row.flatMap((cell) => inLine(cell.children)));
    return "children" in block ? inLine(block.children) : [];
  });
}
