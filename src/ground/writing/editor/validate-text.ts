import type { Part, Tree, Words } from "../outline.ts";
import { cleanLine } from "../text/normalize.ts";

/** Typed text cleaned and in the schema's shape, with problems by field. */
export interface CheckedText {
  readonly value: unknown;
  readonly errors: Readonly<Record<string, string>>;
}

const number = (count: number) => count.toLocaleString("en-US");

/** Trims lines and allows at most one empty line between them. */
const cleanLines = (text: string) =>
  text
    .split(/\r\n|\r|\n/)
    .map(cleanLine)
    .join("\n")
    .replace(/\n{3,}/g, "\n\n")
    .trim();

const cleaned = (part: Words, text: string) => (part.lines ? cleanLines(text) : cleanLine(text));
const isEmpty = (tree: Tree): boolean =>
  typeof tree === "string"
    ? cleanLine(tree) === ""
    : Object.values(tree as Record<string, Tree>).every(isEmpty);

/**
 * Validates typed text against the outline. Emptied items are removed if the list may be shorter, and a
 * paragraph with an empty line is split if there is room.
 */
export function checkEdited(root: Part, tree: Tree): CheckedText {
  const errors: Record<string, string> = {};

  const check = (part: Part, value: Tree | undefined, name: string): unknown => {
    switch (part.kind) {
      case "words":
        return checkWords(part, typeof value === "string" ? value : "", name);
      case "count": {
        const typed = typeof value === "string" ? value.trim() : "";
        const count = /^\d{1,6}$/.test(typed) ? Number(typed) : Number.NaN;
        if (!(count >= part.least && count <= part.most))
          errors[name] = `Enter a whole number from ${part.least} to ${part.most}.`;
        return count;
      }
      case "parts":
        return Object.fromEntries(
          Object.entries(part.parts).map(([key, each]) => [
            key,
            check(
              each,
              (value as Record<string, Tree> | undefined)?.[key],
              name === "" ? key : `${name}.${key}`,
            ),
          ]),
        );
      case "items":
        return checkItems(part, Array.isArray(value) ? (value as readonly Tree[]) : [], name);
    }
  };

  const checkWords = (part: Words, typed: string, name: string): string => {
    const text = cleaned(part, typed);
    if (text === "" && !part.optional) errors[name] = "Write something here.";
    if (text.length > part.most)
      errors[name] =
        `Keep this under ${number(part.most + 1)} characters. It has ${number(text.length)} now.`;
    return text;
  };

  const checkItems = (
    part: Extract<Part, { kind: "items" }>,
    list: readonly Tree[],
    name: string,
  ): unknown[] => {
    const full = list.filter((each) => !isEmpty(each)).length;
    const mayDrop = !part.mayBeEmpty && full >= part.least;
    let room = part.most - (mayDrop ? full : list.length);
    const found = list.flatMap((each, at): unknown[] => {
      if (mayDrop && isEmpty(each)) return [];
      if (part.item.kind !== "words" || part.item.lines || typeof each !== "string")
        return [check(part.item, each, `${name}.${at}`)];
      const pieces = each.split(/(?:\r\n|\r|\n)[^\S\r\n]*(?:\r\n|\r|\n)/).filter((piece) => !isEmpty(piece));
      if (pieces.length < 2 || pieces.length - 1 > room) return [check(part.item, each, `${name}.${at}`)];
      room -= pieces.length - 1;
      return pieces.map((piece) => check(part.item, piece, `${name}.${at}`));
    });
    if (found.length > part.most)
      errors[name] = `${part.label}: ${part.most} at most. There are ${found.length} now.`;
    if (found.length < part.least) errors[name] = `${part.label}: ${part.least} at least.`;
    const by = part.orderedBy;
    return by === undefined ? found : found.toSorted((one, other) => orderOf(one, by) - orderOf(other, by));
  };

  return { value: check(root, tree, ""), errors };
}

const orderOf = (item: unknown, by: string): number => (item as Record<string, number>)[by] ?? 0;

/** Typed text completed for a preview: truncated to the limits, with marks for missing text. */
export function drawable(part: Part, tree: Tree): unknown {
  switch (part.kind) {
    case "words": {
      const text = cleaned(part, typeof tree === "string" ? tree : "").slice(0, part.most);
      return text === "" && !part.optional ? "…" : text;
    }
    case "count":
      return Math.min(part.most, Math.max(part.least, Math.trunc(Number(tree)) || part.least));
    case "items": {
      const list = (Array.isArray(tree) ? (tree as readonly Tree[]) : []).slice(0, part.most);
      const padded = [
        ...list,
        ...Array.from({ length: Math.max(0, part.least - list.length) }, (): Tree => ""),
      ];
      return padded.map((each) => drawable(part.item, each));
    }
    case "parts":
      return Object.fromEntries(
        Object.entries(part.parts).map(([key, each]) => [
          key,
          drawable(
            each,
            typeof tree === "object" && !Array.isArray(tree)
              ? ((tree as Record<string, Tree>)[key] ?? "")
              : "",
          ),
        ]),
      );
  }
}
