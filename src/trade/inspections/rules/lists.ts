import { readText, readTextOrNull, type Values } from "#ground/sync/public.ts";
import {
  LONGEST,
  MOST,
  picturesOf,
  placedSectionsOf,
  sectionField,
  sectionsOf,
  type StoredItem,
} from "./items.ts";

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

/** The trade of safety lists: those of content/checklists, and those of the business that name it. */
const SAFETY = "Safety";
export const isSafetyList = ({ trade }: Pick<ListToStart, "trade">): boolean =>
  trade?.trim().toLowerCase() === SAFETY.toLowerCase();

export interface StoredSection {
  readonly at: number;
  readonly title: string;
  readonly repeats?: boolean;
  readonly items: readonly StoredItem[];
}

/** Why a list can't be saved, or null. */
export function refuseList(values: Values): string | null {
  const sections = sectionsOf(values);
  const items = sections.flatMap((section) => section.items);
  if (!readText(values["title"])) return "Give the list a name.";
  if (items.length === 0) return "Write at least one item.";
  if (items.length > MOST.items)
    return `A list has at most ${MOST.items.toLocaleString("en-US")} items. Split it in two.`;
  if (picturesOf(sections).length > MOST.pictures)
    return `A list has at most ${MOST.pictures} pictures. Split it in two.`;
  if (sections.length > MOST.sections) return `A list has at most ${MOST.sections} sections.`;
  return new Set(items.map(({ id }) => id)).size < items.length ? "Two items have the same ID." : null;
}

/** `refuseList` for a list that isn't a record yet. */
export const refuseSections = (title: string, sections: ListToStart["sections"]): string | null =>
  refuseList({
    title,
    ...Object.fromEntries(Object.entries(sections).map(([id, one]) => [sectionField(id), one])),
  });

/** A list of the business's own, or a run, to start again. */
export const listOf = (id: string, values: Values): ListToStart => ({
  key: id,
  title: readText(values["title"]) || "Checklist",
  trade: readTextOrNull(values["trade"]),
  about: null,
  sections: Object.fromEntries(
    placedSectionsOf(values)
      .filter(({ items }) => items.length > 0)
      .map(({ id: section, title, repeats, items }, at) => [
        section,
        { at, title, ...(repeats ? { repeats } : {}), items: items.map(({ stored }) => stored) },
      ]),
  ),
});

/** Bytes of JSON in one command, below what the server takes. */
const MOST_BYTES = 40_000;
const bytesOf = (value: unknown): number => new TextEncoder().encode(JSON.stringify(value)).length;

/** Splits the sections that are larger than a command may be; their parts have one title. */
const splitLarge = (sections: ListToStart["sections"]): ListToStart["sections"] =>
  Object.fromEntries(
    Object.entries(sections).flatMap(([id, section]) => {
      const parts: StoredItem[][] = [[]];
      let bytes = 0;
      for (const item of section.items) {
        const size = bytesOf(item) + 1;
        if (bytes + size > MOST_BYTES) [bytes] = [0, parts.push([])];
        parts.at(-1)!.push(item);
        bytes += size;
      }
      return parts.map((items, part) => [
        part === 0 ? id : `${id}-${part + 1}`,
        { ...section, at: section.at + part / 1_000, items },
      ]);
    }),
  );

/** The fields of a list's sections, in as few commands as they fit in. */
export const inCommands = (sections: ListToStart["sections"]): Record<string, StoredSection>[] =>
  inPortions(
    Object.fromEntries(
      Object.entries(splitLarge(sections)).map(([id, section]) => [sectionField(id), section]),
    ),
  );

/** Fields in as few commands as they fit in, in their order. */
export function inPortions<Value>(sets: Readonly<Record<string, Value>>): Record<string, Value>[] {
  const commands: Record<string, Value>[] = [{}];
  let size = 0;
  for (const [field, value] of Object.entries(sets)) {
    const bytes = bytesOf(value);
    if (size > 0 && size + bytes > MOST_BYTES) [size] = [0, commands.push({})];
    commands.at(-1)![field] = value;
    size += bytes;
  }
  return commands;
}

const BULLET = /^\s*(?:[-*•☐✓]|\[[ xX]?\]|\d+[.)])\s*/;

/** Whether a line is a heading by itself: it ends with a colon, or is in capitals. */
export const isHeadingText = (text: string): boolean =>
  text.endsWith(":") ||
  (/\p{L}{3}/u.test(text) && text === text.toUpperCase() && text !== text.toLowerCase());

/**
 * Reads a list of one column, such as one from a message or a document: a line that ends
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
      row,
    }))
    .filter(({ row }) => row.trim());
  const isBullet = ({ row }: { readonly row: string }) => BULLET.test(row);
  const hasBullets = lines.some(isBullet) && !lines.every(isBullet);
  const hasIndents = lines.some(({ indent }) => indent > 0) && lines.some(({ indent }) => indent === 0);
  const isTitle = (at: number): boolean => {
    const { row, indent } = lines[at]!;
    if (isHeadingText(row.trim())) return true;
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
    if (isTitle(at)) sections.push({ title: tidyTitle(said), items: [] });
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

/** Without its colon, and not in capitals. */
export const tidyTitle = (title: string): string => {
  const said = title.replace(/:$/, "").trim();
  return said === said.toUpperCase() && said.length > 4 ? said.charAt(0) + said.slice(1).toLowerCase() : said;
};
