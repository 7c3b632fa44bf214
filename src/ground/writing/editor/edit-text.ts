// Editing steps of a form, with or without script. Pure, and small enough for the browser.
import type { Items, Part, Tree } from "../outline.ts";

export type Fields = Readonly<Record<string, string | undefined>>;

const MOST_SHOWN = 99;
const below = (name: string, part: string | number) => (name === "" ? String(part) : `${name}.${part}`);
const asList = (value: unknown): readonly unknown[] => (Array.isArray(value) ? (value as unknown[]) : []);
const ofName = (value: unknown, name: string): unknown =>
  typeof value === "object" && value !== null && Object.hasOwn(value, name)
    ? (value as Record<string, unknown>)[name]
    : undefined;

/** Coerces any value to an outline's shape: missing parts become empty, extra ones are dropped. */
export function shaped(part: Part, value: unknown): Tree {
  switch (part.kind) {
    case "words":
    case "count":
      return typeof value === "string" ? value : typeof value === "number" ? String(value) : "";
    case "items":
      return asList(value)
        .slice(0, MOST_SHOWN)
        .map((each) => shaped(part.item, each));
    case "parts":
      return Object.fromEntries(
        Object.entries(part.parts).map(([name, each]) => [name, shaped(each, ofName(value, name))]),
      );
  }
}

/** Form fields of a text. */
export function fieldsOf(part: Part, tree: Tree, name = ""): Record<string, string> {
  switch (part.kind) {
    case "words":
    case "count":
      return { [name]: typeof tree === "string" ? tree : "" };
    case "items":
      return Object.assign(
        {},
        ...asList(tree).map((each, at) => fieldsOf(part.item, each as Tree, below(name, at))),
      ) as Record<string, string>;
    case "parts":
      return Object.assign(
        {},
        ...Object.entries(part.parts).map(([key, each]) =>
          fieldsOf(each, shaped(each, ofName(tree, key)), below(name, key)),
        ),
      ) as Record<string, string>;
  }
}

/** Reads a text from form fields; fields not in the outline are ignored. */
export function readTree(part: Part, fields: Fields): Tree {
  const counts = new Map<string, number>();
  for (const field of Object.keys(fields)) {
    const steps = field.split(".");
    for (const [at, step] of steps.entries()) {
      if (!/^\d{1,2}$/.test(step)) continue;
      const list = steps.slice(0, at).join(".");
      counts.set(list, Math.max(counts.get(list) ?? 0, Number(step) + 1));
    }
  }
  const read = (each: Part, name: string): Tree => {
    switch (each.kind) {
      case "words":
      case "count":
        return (Object.hasOwn(fields, name) && fields[name]) || "";
      case "items":
        return Array.from({ length: Math.min(counts.get(name) ?? 0, MOST_SHOWN) }, (_, at) =>
          read(each.item, below(name, at)),
        );
      case "parts":
        return Object.fromEntries(
          Object.entries(each.parts).map(([key, inner]) => [key, read(inner, below(name, key))]),
        );
    }
  };
  return read(part, "");
}

/** An editing step. `at` names the list to add to, or the affected item. */
export interface Edit {
  readonly do: "add" | "remove" | "up" | "down" | "insert";
  readonly at: string;
  readonly value?: unknown;
}

/** The text after a step, and the field to focus next. */
export interface Edited {
  readonly tree: Tree;
  readonly focus: string;
  /** The insert that undoes a removal. */
  readonly removed?: Edit;
}

/** Parses a button's value, such as `up sections.1`; undefined if invalid. */
export function readEdit(words: string | undefined): Edit | undefined {
  const found = /^(add|remove|up|down) ([a-zA-Z][a-zA-Z0-9.]{0,99})$/.exec(words ?? "");
  return found ? { do: found[1] as Edit["do"], at: found[2]! } : undefined;
}

/** Parses a removed item from its form field; undefined if invalid. */
export function readRemoved(words: string | undefined): Edit | undefined {
  try {
    const found = JSON.parse(words ?? "") as Partial<Edit> | null;
    return typeof found?.at === "string" ? { do: "insert", at: found.at, value: found.value } : undefined;
  } catch {
    return undefined;
  }
}

/** The outline's part with that name; undefined if there is none. */
export function partAt(root: Part, name: string): Part | undefined {
  let part: Part | undefined = root;
  for (const step of name === "" ? [] : name.split("."))
    part =
      part?.kind === "parts" && Object.hasOwn(part.parts, step)
        ? part.parts[step]
        : part?.kind === "items" && /^\d{1,2}$/.test(step)
          ? part.item
          : undefined;
  return part;
}

function blank(part: Part): Tree {
  switch (part.kind) {
    case "words":
      return "";
    case "count":
      return String(part.least);
    case "items":
      return Array.from({ length: part.least }, () => blank(part.item));
    case "parts":
      return Object.fromEntries(Object.entries(part.parts).map(([name, each]) => [name, blank(each)]));
  }
}

function withList(
  tree: Tree,
  steps: readonly string[],
  change: (list: readonly Tree[]) => readonly Tree[],
): Tree {
  const [step, ...rest] = steps;
  if (step === undefined) return change(asList(tree) as readonly Tree[]);
  if (Array.isArray(tree))
    return (tree as readonly Tree[]).map((each, at) =>
      String(at) === step ? withList(each, rest, change) : each,
    );
  if (typeof tree !== "object" || !Object.hasOwn(tree, step)) return tree;
  const named = tree as Readonly<Record<string, Tree>>;
  return { ...named, [step]: withList(named[step]!, rest, change) };
}

const treeAt = (tree: Tree, steps: readonly string[]): unknown =>
  steps.reduce<unknown>((value, step) => ofName(value, step), tree);

/** Applies an editing step. One the outline doesn't allow changes nothing. */
export function applyEdit(root: Part, tree: Tree, edit: Edit): Edited {
  const steps = edit.at.split(".");
  const listSteps = edit.do === "add" ? steps : steps.slice(0, -1);
  const list = partAt(root, listSteps.join("."));
  const found = treeAt(tree, listSteps);
  // The parent was removed or never existed.
  if (!Array.isArray(found)) return { tree, focus: edit.at };
  const before = found as readonly Tree[];
  const at = edit.do === "add" ? before.length : Number(steps.at(-1));
  const outcome =
    list?.kind === "items" && Number.isInteger(at) ? changed(list, before, at, edit) : undefined;
  if (!outcome) return { tree, focus: edit.at };
  const focusAt = Math.min(outcome.focus, outcome.list.length - 1);
  return {
    tree: withList(tree, listSteps, () => outcome.list),
    focus: focusAt < 0 ? listSteps.join(".") : [...listSteps, focusAt].join("."),
    ...(edit.do === "remove" ? { removed: { do: "insert", at: edit.at, value: before[at] } } : {}),
  };
}

function changed(
  part: Items,
  list: readonly Tree[],
  at: number,
  edit: Edit,
): { list: readonly Tree[]; focus: number } | undefined {
  const canMove = part.orderedBy === undefined;
  switch (edit.do) {
    case "add":
      return list.length < part.most ? { list: [...list, blank(part.item)], focus: at } : undefined;
    case "insert":
      return list.length < part.most && at >= 0
        ? { list: list.toSpliced(at, 0, shaped(part.item, edit.value)), focus: at }
        : undefined;
    case "remove":
      return list.length > part.least && at < list.length
        ? { list: list.toSpliced(at, 1), focus: at }
        : undefined;
    case "up":
      return canMove && at > 0 && at < list.length
        ? { list: swapped(list, at - 1), focus: at - 1 }
        : undefined;
    case "down":
      return canMove && at + 1 < list.length ? { list: swapped(list, at), focus: at + 1 } : undefined;
  }
}

const swapped = (list: readonly Tree[], at: number) => list.toSpliced(at, 2, list[at + 1]!, list[at]!);
