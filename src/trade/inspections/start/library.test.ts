import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { ITEM_KINDS, LONGEST, readItem, sectionField, sectionsOf } from "../rules/items.ts";
import { inCommands, isSafetyList, refuseList } from "../rules/lists.ts";
import { isSafetyKey } from "../rules/run.ts";
import { library } from "./library.ts";

// The lists of content/checklists: each is read whole, and nothing in it is lost on the way to a run.

const folder = path.resolve(import.meta.dirname, "../../../../content/checklists");
interface WrittenItem extends Record<string, unknown> {
  readonly id: string;
  readonly text: string;
}
interface WrittenList {
  readonly title: string;
  readonly about: string;
  readonly trade: string;
  readonly sources: readonly { readonly name: string; readonly year: number }[];
  readonly sections: readonly { readonly title: string; readonly items: readonly WrittenItem[] }[];
}
const files = readdirSync(folder).filter((name) => name.endsWith(".json"));
const FIELDS = "id kind text why code required choices fails unit low high photos showIf onFail".split(" ");

it("there are lists, each with a name of its own", () => {
  expect(library.length).toBe(files.length);
  expect(new Set(library.map(({ title }) => title)).size).toBe(files.length);
});

it("has a list for each safety topic", () => {
  const safety = library.filter(isSafetyList).map(({ key }) => key);
  expect(safety.length).toBeGreaterThanOrEqual(15);
  // A run is known by the key of its list, whatever version of the app started it.
  expect(safety).toEqual(library.flatMap(({ key }) => (isSafetyKey(key) ? [key] : [])));
  const all = safety.join(" ");
  for (const topic of [
    ...["fall-protection", "ladders", "scaffold", "excavation", "power", "fire", "housekeeping", "silica"],
    ...["hot-work", "crane", "rigging", "forklift", "confined-space", "ppe", "heat", "first-aid"],
  ])
    expect(all).toContain(topic);
});

describe.each(files)("%s", (name) => {
  const text = readFileSync(path.join(folder, name), "utf8");
  const list = JSON.parse(text) as WrittenList;
  const items = list.sections.flatMap((section) => section.items);
  const stored = library.find(({ key }) => `${key}.json` === name)!;
  const values = Object.fromEntries(
    Object.entries(stored.sections).map(([id, section]) => [sectionField(id), section]),
  );

  it("can be started: every item is read, none twice, and it fits in a few commands", () => {
    expect(refuseList({ title: list.title, ...values })).toBeNull();
    expect(sectionsOf(values).flatMap((section) => section.items.map(({ id }) => id))).toEqual(
      items.map(({ id }) => id),
    );
    expect(inCommands(stored.sections).length).toBeLessThanOrEqual(3);
  });

  it("says when to walk it and what its author read", () => {
    expect(list.about).toMatch(/[.!?]$/);
    expect(list.sources.length).toBeGreaterThan(0);
    for (const { name: source, year } of list.sources) {
      expect(source.length).toBeGreaterThan(3);
      expect(year).toBeGreaterThan(1970);
    }
  });

  it.each(items.map((item) => [item.id, item] as const))("%s is whole", (_, item) => {
    const read = readItem(item)!;
    expect(Object.keys(item).filter((field) => !FIELDS.includes(field))).toEqual([]);
    expect(ITEM_KINDS).toContain(item["kind"] ?? "check");
    expect(read.text.length).toBeLessThanOrEqual(160);
    expect((read.why ?? "").length).toBeLessThanOrEqual(LONGEST.why);
    if (read.kind === "one" || read.kind === "many") expect(read.choices.length).toBeGreaterThan(1);
    else expect(read.choices).toEqual([]);
    for (const fail of read.fails) expect(read.kind === "yes" ? ["yes", "no"] : read.choices).toContain(fail);
    if (read.low !== null && read.high !== null) expect(read.low).toBeLessThan(read.high);
    if (read.low !== null || read.high !== null || read.unit !== null) expect(read.kind).toBe("number");
    if (read.showIf) {
      const asked = items.find(({ id }) => id === read.showIf!.item);
      expect(asked, "the item it depends on").toBeDefined();
      const other = readItem(asked)!;
      const answers =
        { check: ["pass", "fail", "na"], yes: ["yes", "no", "na"] }[other.kind as string] ?? other.choices;
      for (const one of read.showIf.is) expect(answers).toContain(one);
    }
  });

  it("is set with curly quotes", () => {
    const words = [list.title, list.about, ...items.flatMap((item) => [item.text, item["why"] ?? ""])];
    for (const one of words) expect(one).not.toMatch(/['"]/);
  });
});
