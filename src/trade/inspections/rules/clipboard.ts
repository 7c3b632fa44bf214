import { headingsIn } from "./sheet.ts";

// A spreadsheet copies its cells as HTML too, which says what is bold and indented. Read as text, never
// rendered: browsers refuse to parse a stranger's HTML without a policy.

interface Cell {
  readonly text: string;
  readonly isBold: boolean;
  readonly indent: number;
}

const BOLD = /font-weight:\s*(?:bold|[6-9]00)/i;
const INDENT = /mso-char-indent-count:\s*(\d)|padding-left:\s*(\d+)/i;
const ENTITIES: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', nbsp: " " };

const plainText = (html: string): string =>
  html
    .replaceAll(/\s+/g, " ")
    .replaceAll(/<br[^>]*>/gi, " ")
    .replaceAll(/<[^>]*>/g, "")
    .replaceAll(
      /&(?:#(x?)([\da-f]{1,6})|(\w{2,8}));/gi,
      (all: string, hex: string, code: string, name?: string) => {
        if (name) return ENTITIES[name.toLowerCase()] ?? all;
        const point = Number.parseInt(code, hex ? 16 : 10);
        return point > 0 && point < 0x11_00_00 ? String.fromCodePoint(point) : "";
      },
    )
    .replaceAll(/[\s\u00A0]+/g, " ")
    .trim();

/** Excel's styles by class: `.xl65 {font-weight:700;}`. */
const stylesOf = (html: string): ReadonlyMap<string, string> =>
  new Map([...html.matchAll(/\.(xl\d+)\s*\{([^}]*)\}/g)].map(([, name, style]) => [name!, style!]));

function rowsOf(html: string): Cell[][] {
  const styles = stylesOf(html);
  return [...html.matchAll(/<tr\b[^>]*>(.*?)(?=<tr\b|<\/tr>|<\/table>|$)/gis)].map(([, row = ""]) =>
    [...row.matchAll(/<t([dh])\b([^>]*)>(.*?)(?=<t[dh]\b|<\/t[dh]>|$)/gis)].flatMap(
      ([, tag, attributes = "", inside = ""]) => {
        const name = /class=["']?(xl\d+)/i.exec(attributes)?.[1] ?? "";
        const style = `${attributes} ${styles.get(name) ?? ""}`;
        const [, steps, pixels] = INDENT.exec(style) ?? [];
        const cell = {
          text: plainText(inside),
          isBold: tag === "h" || BOLD.test(style) || /<(?:b|strong)\b/i.test(inside),
          // Every cell of Excel has a pixel of padding.
          indent: steps ? Number(steps) : Number(pixels) >= 8 ? 1 : 0,
        };
        const span = Number(/colspan=["']?(\d{1,3})/i.exec(attributes)?.[1] ?? 1);
        return [cell, ...Array.from({ length: span - 1 }, () => ({ text: "", isBold: false, indent: 0 }))];
      },
    ),
  );
}

/**
 * The cells of a copied table as lines with tabs between, in which a bold row is a heading that ends with a
 * colon, and so is a row above indented ones.
 * @returns null if the HTML has no table
 */
export function textOfTable(html: string): string | null {
  const rows = rowsOf(html).filter((row) => row.some(({ text }) => text));
  if (rows.length === 0) return null;
  const filled = (row: readonly Cell[]) => row.filter(({ text }) => text);
  const isBold = (row: readonly Cell[]) => filled(row).every((cell) => cell.isBold);
  const indentOf = (row: readonly Cell[]) => filled(row)[0]!.indent;
  const body = rows.filter((row) => headingsIn(row.map(({ text }) => text)) === null);
  const mostAreBold = body.filter(isBold).length > body.length / 2;
  return rows
    .map((row, at) => {
      const cells = row.map(({ text }) => text);
      const next = rows[at + 1];
      const isHeading =
        headingsIn(cells) === null &&
        ((isBold(row) && !mostAreBold && next !== undefined) ||
          (next !== undefined && indentOf(next) > indentOf(row)));
      if (!isHeading) return cells.join("\t");
      const title = filled(row)
        .map(({ text }) => text)
        .reduce((best, one) => (one.length > best.length ? one : best));
      return `${title.replace(/:$/, "")}:`;
    })
    .join("\n");
}
