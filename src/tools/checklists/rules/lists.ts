import { readText, readTextOrNull, type Values } from "#ground/sync/public.ts";
import { LONGEST, MOST, sectionsOf } from "./items.ts";

/** A checklist that the business wrote, to use on any job. */
export const OWN_LIST = "checklists.list";

/** A list to start from, with the sections as records store them. */
export interface ListToStart {
  /** The name of its file, or the id of the business's own. */
  readonly key: string;
  readonly title: string;
  readonly trade: string | null;
  readonly about: string | null;
  readonly sections: Readonly<Record<string, StoredSection>>;
}

export interface StoredSection {
  readonly at: number;
  readonly title: string;
  readonly repeats?: boolean;
  readonly items: readonly Readonly<Record<string, unknown>>[];
}

/** Why a list can't be saved, or null. */
export function refuseList(values: Values): string | null {
  const sections = sectionsOf(values);
  const items = sections.flatMap((section) => section.items);
  if (!readText(values["title"])) return "Give the list a name.";
  if (items.length === 0) return "Write at least one item.";
  if (items.length > MOST.items)
    return `A list has at most ${MOST.items.toLocaleString("en-US")} items. Split it in two.`;
  if (sections.length > MOST.sections) return `A list has at most ${MOST.sections} sections.`;
  return new Set(items.map(({ id }) => id)).size < items.length ? "Two items have the same ID." : null;
}

/** A list of the business's own. */
export const listOf = (id: string, values: Values): ListToStart => ({
  key: id,
  title: readText(values["title"]) || "Checklist",
  trade: readTextOrNull(values["trade"]),
  about: null,
  sections: Object.fromEntries(
    Object.entries(values).flatMap(([field, value]) =>
      field.startsWith("sections.") && value !== null
        ? [[field.slice("sections.".length), value as StoredSection]]
        : [],
    ),
  ),
});

const BULLET = /^\s*(?:[-*•☐✓]|\[[ xX]?\]|\d+[.)])\s*/;

/** The cell with the words: the longest of a row that came from a spreadsheet. */
const longestCell = (row: string): string =>
  row.split("\t").reduce((best, cell) => (cell.trim().length > best.trim().length ? cell : best), "");

/**
 * Reads a list that was pasted from a message, a document or a column of a spreadsheet: a line that ends
 * with a colon, is in capitals, or has indented or bulleted lines below it, is a section; every other line
 * is an item.
 * @param newId makes ids that are unique within the list: letters, digits and hyphens
 * @returns the sections as records store them; empty without an item
 */
export function readPasted(text: string, newId: () => string): Record<string, StoredSection> {
  const lines = text
    .split(/\r?\n/)
    .map((row) => ({
      indent: /^[\s]*/.exec(row)![0].length,
      row: row.includes("\t") ? longestCell(row) : row,
    }))
    .filter(({ row }) => row.trim());
  const isBullet = ({ row }: { readonly row: string }) => BULLET.test(row);
  const hasBullets = lines.some(isBullet) && !lines.every(isBullet);
  const hasIndents = lines.some(({ indent }) => indent > 0) && lines.some(({ indent }) => indent === 0);
  const isTitle = (at: number): boolean => {
    const { row, indent } = lines[at]!;
    const said = row.trim();
    if (said.endsWith(":")) return true;
    if (/\p{L}{3}/u.test(said) && said === said.toUpperCase() && said !== said.toLowerCase()) return true;
    const next = lines[at + 1];
    if (!next) return false;
    return (
      (hasBullets && !isBullet({ row }) && isBullet(next)) ||
      (hasIndents && !hasBullets && indent === 0 && next.indent > 0)
    );
  };
  const sections: { title: string; items: { id: string; text: string }[] }[] = [];
  for (const [at, { row }] of lines.entries()) {
    const said = row.replace(BULLET, "").trim();
    if (isTitle(at)) sections.push({ title: tidy(said), items: [] });
    else {
      if (sections.length === 0) sections.push({ title: "", items: [] });
      const item = { id: newId(), text: said.slice(0, LONGEST.text) };
      if (item.text) sections.at(-1)!.items.push(item);
    }
  }
  return Object.fromEntries(
    sections
      .filter(({ items }) => items.length > 0)
      .map(({ title, items }, at) => [newId(), { at, title: title.slice(0, LONGEST.title), items }]),
  );
}

const tidy = (title: string): string => {
  const said = title.replace(/:$/, "").trim();
  return said === said.toUpperCase() && said.length > 4 ? said.charAt(0) + said.slice(1).toLowerCase() : said;
};
