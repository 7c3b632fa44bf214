import type { ImportFormat, ImportUndo } from "./format.ts";

const formats = new Map<string, ImportFormat>();

/** Registers what a kind of file becomes. Called once per process and format. */
export function defineImport(format: ImportFormat): void {
  formats.set(format.id, format);
}

/** Finds a format; undefined if this version doesn’t have it anymore. */
export const formatOf = (id: string | null): ImportFormat | undefined =>
  id === null ? undefined : formats.get(id);

/** All formats, in the order in which they are imported. */
export const definedFormats = (): ImportFormat[] =>
  [...formats.values()].toSorted((a, b) => a.order - b.order);

/** How a record of this kind is undone. */
export const undoOf = (kind: string): Pick<ImportUndo, "sets" | "back" | "isDone"> =>
  [...formats.values()].find(({ undo }) => undo?.kind === kind)?.undo ?? REMOVAL;

const REMOVAL: Pick<ImportUndo, "sets" | "back" | "isDone"> = {
  sets: () => ({ removed: true }),
  back: { removed: false },
  isDone: (values) => values["removed"] === true,
};
