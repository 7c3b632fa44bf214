import { describe, expect, it } from "vitest";
import type { Fields, Json } from "#ground/sync/public.ts";
import {
  lastPlace,
  listRowsOf,
  type ListSets,
  moveItem,
  moveSection,
  placeBehind,
  removeSection,
  restoreSets,
  setItem,
  setSection,
  undoOf,
} from "./edit-list.ts";
import { itemField, placedSectionsOf } from "./items.ts";
import { inCommands, listOf, refuseSections } from "./lists.ts";
import { diffLists, RESTORED, versionsOf } from "./versions.ts";

const LIST: Record<string, unknown> = {
  title: "Roof",
  "sections.a": {
    at: 0,
    title: "Deck",
    items: [
      { id: "a1", text: "Nails" },
      { id: "a2", text: "Gaps" },
    ],
  },
  "sections.b": { at: 1, title: "Vents", items: [{ id: "b1", text: "Ridge" }] },
};
const outline = (values: Record<string, unknown>) =>
  placedSectionsOf(values).map(({ title, items }) => [title, ...items.map(({ stored }) => stored["text"])]);
const rows = (values: Record<string, unknown>) => listRowsOf(placedSectionsOf(values));
const section = (values: Record<string, unknown>, at: number) => placedSectionsOf(values)[at]!;

describe("a list that is edited", () => {
  it("has changed, added and deleted items where they belong", () => {
    const a = section(LIST, 0);
    const after = {
      ...LIST,
      ...setItem({ ...a.items[0]!, stored: { id: "a1", text: "Nails, six inches" } }),
      ...setItem({ stored: { id: "a3", text: "Rot" }, section: "a", at: lastPlace(a.items) }),
      ...setItem({
        stored: { id: "a4", text: "Between" },
        section: "a",
        at: placeBehind(a.items, a.items[0]!),
      }),
      [itemField("b1")]: null,
    };
    expect(outline(after)).toEqual([["Deck", "Nails, six inches", "Between", "Gaps", "Rot"], ["Vents"]]);
    expect(Object.keys(listOf("x", after).sections)).toEqual(["a"]);
  });

  it("has its items moved within a section and into another", () => {
    const moved = (from: number, to: number) => outline({ ...LIST, ...moveItem(rows(LIST), from, to) });
    expect(moved(2, 1)).toEqual([
      ["Deck", "Gaps", "Nails"],
      ["Vents", "Ridge"],
    ]);
    expect(moved(1, 4)).toEqual([
      ["Deck", "Gaps"],
      ["Vents", "Ridge", "Nails"],
    ]);
    // Over a heading is into its section.
    expect(moved(2, 3)).toEqual([
      ["Deck", "Nails"],
      ["Vents", "Gaps", "Ridge"],
    ]);
    expect(moved(4, 3)).toEqual([["Deck", "Nails", "Gaps", "Ridge"], ["Vents"]]);
    expect(moveItem(rows(LIST), 0, 2)).toEqual({});
    expect(moveItem(rows(LIST), 1, 0)).toEqual({});
  });

  it("is moved at random 500 times without losing or repeating an item, each time as shown", () => {
    let values = { ...LIST };
    let seed = 7;
    const random = (below: number) => (seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0) % below;
    for (let round = 0; round < 500; round++) {
      const [from, to] = [random(5), 1 + random(4)];
      const before = rows(values);
      const wanted = before.toSpliced(from, 1).toSpliced(to, 0, before[from]!);
      if (!before[from]!.item || from === to) continue;
      values = { ...values, ...moveItem(before, from, to) };
      expect(rows(values).map(({ item, section: { id } }) => item?.stored.id ?? id)).toEqual(
        wanted.map(({ item, section: { id } }) => item?.stored.id ?? id),
      );
    }
  });

  it("has sections that move, are renamed and deleted, and come back with undo", () => {
    const sections = placedSectionsOf(LIST);
    const up = moveSection(LIST, sections, 1, 0);
    expect(outline({ ...LIST, ...up }).map(([title]) => title)).toEqual(["Vents", "Deck"]);
    expect(moveSection(LIST, sections, 0, -1)).toEqual({});
    const edited = {
      ...LIST,
      ...setItem({ ...sections[0]!.items[0]!, stored: { id: "a1", text: "Screws" } }),
    };
    const deleted = removeSection(section(edited, 0));
    expect(outline({ ...edited, ...deleted })).toEqual([["Vents", "Ridge"]]);
    expect(outline({ ...edited, ...deleted, ...undoOf(edited, deleted) })).toEqual(outline(edited));
    const renamed = setSection(edited, { ...section(edited, 0), title: "Sheathing", repeats: true });
    expect(outline({ ...edited, ...renamed })[0]).toEqual(["Sheathing", "Screws", "Gaps"]);
  });

  it("keeps the item that one person adds to a section while another deletes it", () => {
    const deleted = removeSection(section(LIST, 0));
    const added = setItem({ stored: { id: "a9", text: "Rot" }, section: "a", at: 9 });
    expect(outline({ ...LIST, ...deleted, ...added })).toEqual([
      ["Vents", "Ridge"],
      ["", "Rot"],
    ]);
  });

  it("is stored in portions that fit, and read whole: 2,000 items with a reason each", () => {
    const items = Array.from({ length: 2_000 }, (_, at) => ({
      id: `i${at}`,
      text: `Item ${at}`,
      why: "é".repeat(100),
    }));
    const sections = {
      s: { at: 0, title: "All", items },
      t: { at: 1, title: "Last", items: [{ id: "z", text: "Z" }] },
    };
    const commands = inCommands(sections);
    for (const one of commands) expect(JSON.stringify(one).length).toBeLessThan(60_000);
    const read = placedSectionsOf(Object.assign({}, ...commands) as Record<string, unknown>);
    expect(read.flatMap((one) => one.items.map(({ stored }) => stored.id))).toEqual([
      ...items.map(({ id }) => id),
      "z",
    ]);
    expect(refuseSections("Large", sections)).toMatch(/at most 2,000 items/);
  });
});

describe("the versions of a list", () => {
  /** As `ground/sync` stores what somebody who has seen everything sets. */
  const write = (fields: Fields, sets: ListSets, at: number, author = "ana"): Fields => ({
    ...fields,
    ...Object.fromEntries(
      Object.entries(sets).map(([field, value]) => {
        const { values, gone, earlier = [] } = fields[field] ?? { values: [], gone: [] };
        const past = [...values, ...earlier].slice(0, 3);
        return [
          field,
          {
            values: [{ value, by: `c${at}`, at, author }],
            gone: [...gone, ...values.map(({ by }) => by)],
            earlier: past,
          },
        ];
      }),
    ),
  });
  const HOUR = 3_600_000;

  it("say in words what each person added, deleted, changed and moved", () => {
    let fields = write({}, LIST as ListSets, 0);
    const a = section(LIST, 0);
    fields = write(
      fields,
      setItem({ ...a.items[0]!, stored: { id: "a1", text: "Nails", kind: "number", low: 6, unit: "in" } }),
      HOUR,
      "luis",
    );
    fields = write(fields, { [itemField("b1")]: null }, HOUR + 60_000, "luis");
    fields = write(fields, { title: "Roof deck" }, 2 * HOUR);
    const values = Object.fromEntries(
      Object.entries(fields).map(([field, one]): [string, Json] => [field, one.values[0]!.value]),
    );
    fields = write(fields, moveItem(rows(values), 2, 1), 2 * HOUR + 1);
    expect(versionsOf(fields)).toMatchObject([
      {
        at: 2 * HOUR + 1,
        author: "ana",
        changes: ["Renamed the list from “Roof” to “Roof deck”.", "Moved “Gaps” up or down."],
      },
      {
        at: HOUR + 60_000,
        author: "luis",
        changes: [
          "Changed “Nails”. Asks: A number (was Pass, fail, or N/A). Range: at least 6 in.",
          "Deleted “Ridge”.",
        ],
      },
      { at: 0, author: "ana", changes: ["Started with 3 items."] },
    ]);
  });

  it("begin with what the list was started with, however soon its items change", () => {
    const item = section(LIST, 0).items[0]!;
    const change = setItem({ ...item, stored: { id: "a1", text: "Nails, six inches" } });
    const fields = write(write({}, LIST as ListSets, 0), change, 60_000);
    expect(versionsOf(fields).map(({ changes }) => changes)).toEqual([
      ["Reworded “Nails” to “Nails, six inches”."],
      ["Started with 3 items."],
    ]);
  });

  it("begin with the oldest text that an often reworded item remembers", () => {
    let fields = write({}, LIST as ListSets, 0);
    for (let at = 1; at <= 6; at++)
      fields = write(
        fields,
        setItem({ stored: { id: "a1", text: `Text ${at}` }, section: "a", at: 0 }),
        at * HOUR,
      );
    expect(versionsOf(fields).map(({ changes }) => changes[0])).toEqual([
      ...[
        "Reworded “Text 5” to “Text 6”.",
        "Reworded “Text 4” to “Text 5”.",
        "Reworded “Text 3” to “Text 4”.",
      ],
      "Started with 3 items.",
    ]);
  });

  const valuesOf = (fields: Fields) =>
    Object.fromEntries(
      Object.entries(fields).map(([field, one]): [string, Json] => [field, one.values[0]!.value]),
    );

  it("are restored: after 40 random edits each, every version whose texts are known comes back whole", () => {
    let seed = 7;
    const random = (below: number) => {
      seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
      // The low bits repeat soon.
      return (seed >>> 12) % below;
    };
    let [restored, forgotten] = [0, 0];
    for (let round = 0; round < 12; round++) {
      let fields = write({}, LIST as ListSets, 0);
      const shown = new Map([[0, outline(LIST)]]);
      for (let at = 1; at <= 40; at++) {
        const values = valuesOf(fields);
        const [own, all] = [placedSectionsOf(values), rows(values)];
        const items = own.flatMap((one) => one.items);
        const some = own[random(own.length)];
        const item = items[random(items.length)];
        const edits: (() => ListSets)[] = [
          () => (item ? setItem({ ...item, stored: { ...item.stored, text: `Text ${at}` } }) : {}),
          () => (item ? { [itemField(item.stored.id)]: null } : {}),
          () => moveItem(all, 1 + random(all.length), 1 + random(all.length)),
          () =>
            some ? setItem({ stored: { id: `n${at}`, text: "New" }, section: some.id, at: random(9) }) : {},
          () => (some ? setSection(values, { ...some, title: `Title ${at}`, repeats: at % 2 === 0 }) : {}),
          () => (some && own.length > 1 ? removeSection(some) : {}),
          () => setSection(values, { id: `s${at}`, at: at, title: "Added", repeats: false, items: [] }),
          () => ({ title: `Roof ${at}` }),
        ];
        fields = write(fields, edits[random(edits.length)]!(), at * HOUR);
        shown.set(at * HOUR, outline(valuesOf(fields)));
      }
      const now = valuesOf(fields);
      for (const version of versionsOf(fields)) {
        if (version.values === null) forgotten++;
        else {
          restored++;
          expect(outline(version.values)).toEqual(shown.get(version.at));
          expect(diffLists(version.values, { ...now, ...restoreSets(now, version.values) })).toEqual([]);
          expect(outline({ ...now, ...restoreSets(now, version.values) })).toEqual(outline(version.values));
        }
      }
    }
    expect([restored > 100, forgotten > 10]).toEqual([true, true]);
  });

  it("have a restored one by itself, even right after what it takes back", () => {
    const item = section(LIST, 0).items[0]!;
    let fields = write({}, LIST as ListSets, 0);
    fields = write(fields, setItem({ ...item, stored: { id: "a1", text: "Screws" } }), HOUR);
    const [, first] = versionsOf(fields);
    const sets = { [RESTORED]: first!.at, ...restoreSets(valuesOf(fields), first!.values!) };
    fields = write(fields, sets, HOUR + 1);
    fields = write(fields, { title: "Roof deck" }, HOUR + 2);
    expect(versionsOf(fields).map(({ changes, restored }) => [restored, ...changes])).toEqual([
      [null, "Renamed the list from “Roof” to “Roof deck”."],
      [0, "Reworded “Screws” to “Nails”."],
      [null, "Reworded “Nails” to “Screws”."],
      [null, "Started with 3 items."],
    ]);
  });

  it("say that an item got a picture, another one, or none", () => {
    const item = section(LIST, 0).items[0]!;
    const shown = (picture?: string) => ({
      ...LIST,
      ...setItem({
        ...item,
        stored: { id: "a1", kind: "read", text: "Nails", ...(picture ? { picture } : {}) },
      }),
    });
    const [one, other] = ["a".repeat(64), "b".repeat(64)];
    expect(diffLists(shown(), shown(one))).toEqual(["Changed “Nails”. Picture: Yes."]);
    expect(diffLists(shown(one), shown(other))).toEqual(["Replaced the picture of “Nails”."]);
    expect(diffLists(shown(one), shown())).toEqual(["Changed “Nails”. Picture: none (was Yes)."]);
  });

  it("say what happens to sections, and count what is too much to name", () => {
    const added = setSection(LIST, { id: "c", at: 2, title: "Edges", repeats: false, items: [] });
    expect(diffLists(LIST, { ...LIST, ...added })).toEqual(["Added the section “Edges”."]);
    const renamed = setSection(LIST, { ...section(LIST, 1), title: "Openings", repeats: true, at: -1 });
    expect(diffLists(LIST, { ...LIST, ...renamed })).toEqual([
      "Renamed the section “Vents” to “Openings”.",
      "“Openings” repeats for each room or unit.",
      "Moved the section “Openings”.",
    ]);
    expect(diffLists(LIST, { ...LIST, ...removeSection(section(LIST, 1)) })).toEqual([
      "Deleted the section “Vents”.",
      "Deleted “Ridge”.",
    ]);
    const many = Object.fromEntries(
      Array.from(
        { length: 150 },
        (_, at) =>
          Object.entries(setItem({ stored: { id: `n${at}`, text: `N ${at}` }, section: "a", at: 5 }))[0]!,
      ),
    );
    expect(diffLists(LIST, { ...LIST, ...many }).at(-1)).toBe("And 50 more changes.");
  });
});
