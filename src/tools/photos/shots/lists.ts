import type { ShotList } from "../rules/shots.ts";

export interface NamedList extends ShotList {
  /** The name of its file: "roof". */
  readonly key: string;
}

const files = import.meta.glob<ShotList>("/content/shot-lists/*.json", { eager: true, import: "default" });

/** Every list of content/shot-lists, by title. */
export const shotLists: readonly NamedList[] = Object.entries(files)
  .map(([file, list]) => ({ ...list, key: file.replace("/content/shot-lists/", "").replace(".json", "") }))
  .toSorted((one, other) => one.title.localeCompare(other.title));
