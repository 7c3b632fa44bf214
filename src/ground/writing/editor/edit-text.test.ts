import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { checkEdited } from "./validate-text.ts";
import { differences, placedSentences } from "../versions/differences.ts";
import { dripBriefSchema } from "../drip/schema.ts";
import {
  applyEdit,
  type Edit,
  fieldsOf,
  partAt,
  readEdit,
  readRemoved,
  readTree,
  shaped,
} from "./edit-text.ts";
import { adviceOn, checkMagnetEdit, drawableMagnet, notesOnMagnet } from "./check-edit.server.ts";
import { dripOutline, magnetOutlineOf, type Outline, type Part, type Tree } from "../outline.ts";
import { writeDrip, writeGuide } from "../public.server.ts";
import { composedGuide } from "../testing/composed-guides.ts";
import type { WholeGuide } from "../guides/whole-guide-schema.ts";
import { magnetBriefSchema, magnetTextSchema } from "../schema.ts";

const brief = magnetBriefSchema.parse({
  name: "Maria Lopez",
  email: "maria@example.com",
  company: "O'Brien Decks",
  product: "cedar decks",
});
const magnet = composedGuide(brief);
const drip = writeDrip(
  dripBriefSchema.parse({
    name: "Maria",
    email: "m@example.com",
    company: "Lopez Decks",
    product: "cedar decks",
    leadType: "demo",
  }),
);
const magnetOutline = magnetOutlineOf({ version: 1 });
const magnetTree = shaped(magnetOutline.root, magnet);
const dripTree = shaped(dripOutline.root, drip);
const TEXTS: readonly [string, Outline, Tree][] = [
  ["a magnet", magnetOutline, magnetTree],
  ["a drip", dripOutline, dripTree],
];

/** Names of all lists and items of a text, plus some invalid ones. */
function namesIn(part: Part, tree: Tree, name = ""): string[] {
  const below = (key: string | number) => (name === "" ? String(key) : `${name}.${key}`);
  if (part.kind === "items")
    return [
      name,
      ...(tree as Tree[]).flatMap((each, at) => [below(at), ...namesIn(part.item, each, below(at))]),
    ];
  if (part.kind === "parts")
    return Object.entries(part.parts).flatMap(([key, each]) =>
      namesIn(each, (tree as Record<string, Tree>)[key]!, below(key)),
    );
  return [];
}

const words = (part: Part, tree: Tree) => Object.values(fieldsOf(part, tree)).filter((text) => text !== "");
const counted = (list: readonly string[]) => [...list].toSorted();

describe.each(TEXTS)("%s as a form", (_name, { root }, tree) => {
  test("round-trips", () => {
    expect(readTree(root, fieldsOf(root, tree))).toEqual(tree);
    expect(checkEdited(root, tree).errors).toEqual({});
  });

  test("loses no text in any sequence of moving, adding, removing and undoing", () => {
    const anyEdit = (at: Tree) =>
      fc.record({
        do: fc.constantFrom("add", "remove", "up", "down"),
        at: fc.constantFrom(...namesIn(root, at), "nowhere", "sections.77", "constructor.0"),
      });
    fc.assert(
      fc.property(fc.array(anyEdit(tree), { maxLength: 12 }), (edits) => {
        let current = tree;
        const removals: Edit[] = [];
        for (const edit of edits) {
          const before = words(root, current);
          const edited = applyEdit(root, current, edit);
          if (edited.removed) {
            removals.push(edited.removed);
            // Undoing a removal immediately restores the text.
            expect(applyEdit(root, edited.tree, edited.removed).tree).toEqual(current);
          } else
            expect(counted(words(root, edited.tree).filter((text) => text !== "0"))).toEqual(
              counted(before.filter((text) => text !== "0")),
            );
          current = edited.tree;
          expect(readTree(root, fieldsOf(root, current))).toEqual(current);
        }
        for (const edit of removals.toReversed()) {
          const carried = readRemoved(JSON.stringify(edit));
          const back = applyEdit(root, current, carried!);
          if (back.tree !== current)
            for (const text of words(partAt(root, edit.at)!, shaped(partAt(root, edit.at)!, edit.value)))
              expect(words(root, back.tree)).toContain(text);
        }
      }),
      { numRuns: 60 },
    );
  });

  test("stays within its bounds whatever is pressed", () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom(...namesIn(root, tree)), { maxLength: 30 }),
        fc.constantFrom("add", "remove"),
        (names, step) => {
          let current = tree;
          for (const at of names) current = applyEdit(root, current, { do: step, at }).tree;
          const bounds = (part: Part, value: Tree): void => {
            if (part.kind === "items") {
              expect((value as Tree[]).length).toBeGreaterThanOrEqual(part.least);
              expect((value as Tree[]).length).toBeLessThanOrEqual(part.most);
              for (const each of value as Tree[]) bounds(part.item, each);
            } else if (part.kind === "parts")
              for (const [key, each] of Object.entries(part.parts))
                bounds(each, (value as Record<string, Tree>)[key]!);
          };
          bounds(root, current);
        },
      ),
      { numRuns: 30 },
    );
  });

  test("reads any fields safely", () => {
    const field = fc.oneof(
      fc.constantFrom(
        "sections.0.heading",
        "sections.99.points.99.title",
        "__proto__.x",
        "constructor",
        "emails.3.day",
        "a.b.c.d",
        "",
      ),
      fc.string(),
    );
    fc.assert(
      fc.property(fc.dictionary(field, fc.string()), (fields) => {
        const read = readTree(root, fields);
        expect(shaped(root, read)).toEqual(read);
        checkEdited(root, read);
      }),
    );
  });
});

test("parses what a button says and nothing else", () => {
  expect(readEdit("up sections.1")).toEqual({ do: "up", at: "sections.1" });
  for (const words of [
    undefined,
    "",
    "save",
    "up",
    "drop sections.1",
    "up ../x",
    "up 1",
    `up ${"a".repeat(200)}`,
  ])
    expect(readEdit(words)).toBeUndefined();
  for (const words of [undefined, "", "{", "null", "[]", '{"at":3}'])
    expect(readRemoved(words)).toBeUndefined();
});

describe("validating typed text", () => {
  const typed = (fields: Record<string, string>) =>
    checkMagnetEdit(
      readTree(magnetOutline.root, { ...fieldsOf(magnetOutline.root, magnetTree), ...fields }),
      magnet,
    );

  test("accepts the text unchanged", () => expect(typed({}).text).toEqual(magnet));

  test("cleans it: one line, no control or direction marks", () =>
    expect(typed({ title: "  Nine\r\n questions \u0007 \u202Eto  ask\0 " }).text?.title).toBe(
      "Nine questions to ask",
    ));

  test("treats markup as plain text", () =>
    expect(typed({ title: "<b>{x}</b> #set" }).text?.title).toBe("<b>{x}</b> #set"));

  test("names each field that is empty, too long or not an address", () => {
    const { errors } = typed({
      title: " ",
      promise: "x".repeat(2001),
      "nextStep.contact.email": "no",
      "sections.1.heading": "",
    });
    expect(errors).toEqual({
      title: "Write something here.",
      promise: "Keep this under 2,001 characters. It has 2,001 now.",
      "sections.1.heading": "Write something here.",
      "nextStep.contact.email": expect.stringContaining("name@example.com"),
    });
  });

  test("removes an emptied item, and splits a paragraph at an empty line", () => {
    const group = magnet.checklist.groups[0]!;
    const shorter = typed({ "checklist.groups.0.items.0": " " }).text;
    expect(shorter?.checklist.groups[0]?.items).toEqual(group.items.slice(1));
    const parted = typed({ "about.paragraphs.0": "One thought.\r\n\r\nAnother one." }).text;
    expect(parted?.about.paragraphs.slice(0, 2)).toEqual(["One thought.", "Another one."]);
  });

  test("refuses a checklist of fewer than ten boxes", () => {
    const tree = {
      ...(magnetTree as Record<string, Tree>),
      checklist: { heading: "C", intro: "i", groups: [{ heading: "G", items: ["one"] }] },
    };
    expect(checkMagnetEdit(tree, magnet).errors).toEqual({
      "checklist.groups": expect.stringContaining("ten boxes"),
    });
  });

  test("produces text valid by the schema, or says where it isn't", () => {
    const anyWords = fc.oneof(
      fc.string(),
      fc.constant(""),
      fc.constant("x".repeat(2001)),
      fc.constant("A fine sentence."),
    );
    const names = Object.keys(fieldsOf(magnetOutline.root, magnetTree));
    fc.assert(
      fc.property(fc.dictionary(fc.constantFrom(...names), anyWords, { maxKeys: 5 }), (fields) => {
        const { text, errors } = typed(fields);
        if (text) expect(magnetTextSchema.safeParse(text).success).toBe(true);
        else expect(Object.keys(errors).length).toBeGreaterThan(0);
      }),
    );
  });

  test("can preview half-typed text", () => {
    const half = drawableMagnet(readTree(magnetOutline.root, { title: "Half" }), magnet);
    expect(half.title).toBe("Half");
    expect(half.sections).toHaveLength(3);
    expect(half.opening.paragraphs).toEqual(["…"]);
  });
});

describe("adviceOn", () => {
  test("names a guarantee, a worn phrase and a blank, but no name that is filled in", () => {
    const advice = adviceOn("Hi {{first_name}},\n\nWe guarantee it. Don’t hesitate to call [your number].");
    expect(advice.join("\n")).toMatch(/guarantee[^]*hesitate|hesitate[^]*guarantee/);
    expect(advice.join("\n")).toContain("[your number]");
    expect(adviceOn("Hi {{first_name}},\n\nThe boards came today.\n\n{{business}}")).toEqual([]);
  });
});

describe("differences", () => {
  test("are empty between a text and itself", () => {
    for (const [, outline, tree] of TEXTS) expect(differences(outline, tree, tree)).toEqual([]);
  });

  test("name the place, the old and the new text", () => {
    const changed = structuredClone(magnet);
    changed.title = "Another title";
    changed.promise = "Another promise.";
    changed.sections[1]!.paragraphs[0] = `${changed.sections[1]!.paragraphs[0]} One more sentence.`;
    changed.checklist.groups[0]!.items.shift();
    expect(differences(magnetOutline, magnet, changed)).toEqual([
      { place: "Title", before: [magnet.title], after: ["Another title"] },
      { place: "Promise", before: [magnet.promise], after: ["Another promise."] },
      { place: "Section 2, paragraph 1", before: [], after: ["One more sentence."] },
      { place: "Checklist, group 1, box 1", before: [magnet.checklist.groups[0]!.items[0]], after: [] },
    ]);
  });

  test("contain every sentence that only one of the two has", () => {
    const other = composedGuide(brief, 1);
    const found = differences(magnetOutline, magnet, other);
    const [old, fresh] = [magnet, other].map((text) =>
      placedSentences(magnetOutline, text).map((each) => each.words),
    );
    for (const [all, others, side] of [
      [old!, fresh!, "before"],
      [fresh!, old!, "after"],
    ] as const) {
      const listed = found.flatMap((each) => each[side]);
      for (const sentence of all.filter((each) => !others.includes(each))) expect(listed).toContain(sentence);
      for (const sentence of listed) expect(all).toContain(sentence);
    }
  });
});

describe("notes", () => {
  test("are at the field with the words, and there are none for our writer's own text", () => {
    expect(notesOnMagnet(magnet, brief)).toEqual({});
    const bold = structuredClone(magnet);
    bold.promise = "We guarantee peace of mind, whatever cedar does.";
    const notes = notesOnMagnet(bold, brief);
    expect(Object.keys(notes)).toEqual(["promise"]);
    expect(notes["promise"]!.join(" ")).toMatch(/guarantee.*peace of mind|peace of mind.*guarantee/s);
  });
});

describe("a whole guide", () => {
  const whole = writeGuide(
    magnetBriefSchema.parse({
      name: "Pat",
      email: "pat@example.com",
      product: "roofs",
      topic: "hail damage",
    }),
  );
  test("has no notes as we wrote it, and one on what its owner promises", () => {
    const asked = magnetBriefSchema.parse({
      ...{ name: "Pat", email: "pat@example.com", product: "roofs", topic: "hail damage" },
    });
    const isClaim = (one: string) => one.includes("guarantee or a statistic");
    const claimed = (text: typeof whole) => Object.values(notesOnMagnet(text, asked)).flat().filter(isClaim);
    for (const version of [1, 2, 3]) expect(claimed(writeGuide(asked, version))).toEqual([]);
    const bold = { ...whole, promise: "We guarantee that cedar lasts, and 9 of 10 roofs leak." };
    expect(notesOnMagnet(bold, asked)["promise"]!.filter(isClaim)).not.toEqual([]);
  });
  const outline = magnetOutlineOf(whole);
  const tree = shaped(outline.root, whole);
  const typed = (fields: Record<string, string>) =>
    checkMagnetEdit(readTree(outline.root, { ...fieldsOf(outline.root, tree), ...fields }), whole);
  const sectionWithTable = whole.sections.findIndex(
    (section) => "table" in section && section.table.rows.length > 0,
  );

  test("is of the library, and the same after editing nothing", () => {
    expect(whole.version).toBe(2);
    expect(typed({})).toEqual({ text: whole });
    expect(differences(outline, whole, whole)).toEqual([]);
  });

  test.each(["hail damage", "is my roof too old", "comparing two bids"])(
    "on %s is the same after editing nothing, empty cells included",
    (topic) => {
      const text = writeGuide(
        magnetBriefSchema.parse({ name: "Pat", email: "pat@example.com", product: "roofs", topic }),
      );
      const { root } = magnetOutlineOf(text);
      expect(checkMagnetEdit(readTree(root, fieldsOf(root, shaped(root, text))), text)).toEqual({ text });
    },
  );

  test("keeps a cell that was emptied", () => {
    const at = sectionWithTable;
    const { text } = typed({ [`sections.${at}.table.rows.0.1`]: "" });
    expect(text && "table" in text.sections[at]! && text.sections[at].table.rows[0]![1]).toBe("");
  });

  test("keeps numbers, what is urgent and the ask with their sections when one moves", () => {
    const stored = {
      ...whole,
      askAfter: 2,
      sections: whole.sections.map((section, at) => ({
        ...section,
        heading: `Part ${at}`,
        isNumbered: at === 1,
        isUrgent: at === 1 ? true : undefined,
      })),
    } as WholeGuide;
    const moved = applyEdit(outline.root, shaped(outline.root, stored), {
      do: "up",
      at: "sections.1",
    }).tree;
    const { text } = checkMagnetEdit(moved, stored);
    expect(text?.sections.map(({ isNumbered }) => isNumbered).slice(0, 2)).toEqual([true, false]);
    expect(text?.sections.map(({ isUrgent }) => isUrgent).slice(0, 2)).toEqual([true, undefined]);
    expect(text?.askAfter).toBe(2);
    const removed = applyEdit(outline.root, moved, { do: "remove", at: "sections.0" }).tree;
    expect(checkMagnetEdit(removed, stored).text?.askAfter).toBe(1);
  });

  test("takes a change in a table, and refuses one that leaves a row too short", () => {
    const at = sectionWithTable;
    const cell = `sections.${at}.table.rows.0.1`;
    const changed = typed({ [cell]: "My own words" }).text;
    expect(changed && "table" in changed.sections[at]! && changed.sections[at].table.rows[0]![1]).toBe(
      "My own words",
    );
    const { errors } = checkMagnetEdit(applyEdit(outline.root, tree, { do: "remove", at: cell }).tree, whole);
    expect(errors?.[`sections.${at}.table.rows`]).toContain("as many cells");
  });

  test("has no section without a heading at its beginning", () => {
    expect(typed({ "sections.0.heading": " " }).errors?.["sections.0.heading"]).toContain("heading");
    expect(typed({ "nextStep.contact.email": "no" }).errors).toBeDefined();
  });
});
