import type { ListToStart, StoredSection } from "../rules/lists.ts";

/** A file of content/checklists. */
interface Written {
  readonly title: string;
  readonly trade: string;
  readonly about: string;
  readonly sections: readonly Omit<StoredSection, "at">[];
}

const files = import.meta.glob<Written>("/content/checklists/*.json", { eager: true, import: "default" });

/** Every list of content/checklists, by title. */
export const library: readonly ListToStart[] = Object.entries(files)
  .map(([file, { title, trade, about, sections }]) => ({
    key: file.replace("/content/checklists/", "").replace(".json", ""),
    ...{ title, trade, about },
    sections: Object.fromEntries(
      sections.map(({ title: heading, repeats, items }, at) => [
        `s${at + 1}`,
        { at, title: heading, ...(repeats ? { repeats } : {}), items },
      ]),
    ),
  }))
  .toSorted((one, other) => one.title.localeCompare(other.title));
