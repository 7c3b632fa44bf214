import { describe, expect, it } from "vitest";
import { textOfTable } from "./clipboard.ts";
import { sectionsOf } from "./items.ts";
import type { ListToStart } from "./lists.ts";
import { readListFile, toCsvFile, toJsonFile } from "./share.ts";
import { readTypedList } from "./sheet.ts";

const counter = () => {
  let last = 0;
  return () => `id${++last}`;
};
const itemsOf = (sections: ListToStart["sections"]) =>
  sectionsOf(Object.fromEntries(Object.entries(sections).map(([id, one]) => [`sections.${id}`, one])));
const read = (text: string) => {
  const { title, sections } = readTypedList(text, counter());
  return { title, sections: itemsOf(sections) };
};
const outline = (text: string) =>
  Object.fromEntries(read(text).sections.map(({ title, items }) => [title, items.map((one) => one.text)]));

describe("a pasted spreadsheet", () => {
  it("has its columns by their names, below a title, whatever their order", () => {
    const { title, sections } = read(
      [
        "Roof inspection checklist 2026\t\t\t\t\t",
        "\t\t\t\t\t",
        "No.\tCategory\tWhat to check\tType\tMin\tMax\tUnit\tRequired",
        "1\tDeck\tNails flush\tPass/Fail\t\t\t\tYes",
        "2\tDeck\tGap between sheets\tNumber\t1/8\t1/4\tin\tx",
        "3\tVents\tIs the ridge open?\tYes/No\t\t\t\tno",
        "4\tDeck\tMoisture\tNumeric\t\t19,5\t%\t",
      ].join("\r\n"),
    );
    expect(title).toBe("Roof inspection checklist 2026");
    expect(read("Roof QC:\nItem\tWhy\nDeck:\nNails flush\tWind").title).toBe("Roof QC");
    expect(sections.map(({ title: one, items }) => [one, items.length])).toEqual([
      ["Deck", 3],
      ["Vents", 1],
    ]);
    const [nails, gap, moisture] = sections[0]!.items;
    expect(nails).toMatchObject({ kind: "check", isRequired: true });
    expect(gap).toMatchObject({ kind: "number", low: 0.125, high: 0.25, unit: "in", isRequired: true });
    expect(moisture).toMatchObject({ kind: "number", low: null, high: 19.5, unit: "%" });
    expect(sections[1]!.items[0]).toMatchObject({ kind: "yes", isRequired: false });
  });

  it("needs no names: the longest words are items, words that repeat are sections, single cells headings", () => {
    expect(
      outline(
        "Kitchen\tDoors close\tOK\nKitchen\tCounter level\t\nBath\tFan runs to the outside\tOK\nBath\tNo drip\t",
      ),
    ).toEqual({ Kitchen: ["Doors close", "Counter level"], Bath: ["Fan runs to the outside", "No drip"] });
    expect(
      outline("EXTERIOR\t\t\n1\tGutters slope to the downspouts\t☐\n2\tSiding clear of grade\t☐"),
    ).toEqual({
      Exterior: ["Gutters slope to the downspouts", "Siding clear of grade"],
    });
    expect(outline("A\tSiding\n1\tCaulk at the windows\n2\tPaint touched up")).toEqual({
      "": ["Siding", "Caulk at the windows", "Paint touched up"],
    });
  });

  it("has cells with line breaks and quotes, choices, and headings named as a type", () => {
    const { sections } = read(
      'Item\tType\tOptions\nGarage\tSection\t\n"Fire door\ncloses by itself"\tDropdown\t"Yes, by itself; No; Not there"\n5/8" drywall\tCheckbox\t',
    );
    expect(sections[0]!.title).toBe("Garage");
    expect(sections[0]!.items.map(({ kind, text, choices }) => [kind, text, choices.length])).toEqual([
      ["one", "Fire door closes by itself", 4],
      ["check", '5/8" drywall', 0],
    ]);
  });

  it("is empty for nothing but numbers and marks, and survives 2,000 rows", () => {
    expect(read("1\t☐\n2\t☐").sections).toEqual([]);
    const rows = Array.from(
      { length: 2_000 },
      (_, at) => `Level ${Math.floor(at / 100)}\tOutlet ${at} has power`,
    );
    const { sections } = read(rows.join("\n"));
    expect(sections).toHaveLength(20);
    expect(sections.flatMap(({ items }) => items)).toHaveLength(2_000);
  });
});

describe("the clipboard of a spreadsheet program", () => {
  const EXCEL = `<html><head><style><!-- .xl65 {font-weight:700;} .xl66 {padding-left:12px; mso-char-indent-count:1;} --></style></head>
    <body><table><tr><td class=xl65>Framing</td><td></td></tr>
    <tr><td class=xl66>Headers &amp; beams<br>as drawn</td><td>R602</td></tr>
    <tr><td class=xl66>Joist hangers&nbsp;nailed</td><td>&#8220;all holes&#8221;</td></tr>
    <tr><td class=xl65>Stairs</td><td></td></tr><tr><td class=xl66>Rise 7 3/4 at most</td><td></td></tr></table></body></html>`;

  it("says what is bold or indented, so that headings are headings", () => {
    expect(outline(textOfTable(EXCEL)!)).toEqual({
      Framing: ["Headers & beams as drawn", "Joist hangers nailed"],
      Stairs: ["Rise 7 3/4 at most"],
    });
    const sheets = `<google-sheets-html-origin><table><tbody><tr><td style="font-weight:bold;">Item</td><td style="font-weight:bold;">Why</td></tr>
      <tr><td style="font-weight:bold;" colspan="2">Yard</td></tr><tr><td>Gate latches</td><td>Pool code</td></tr></tbody></table>`;
    expect(textOfTable(sheets)).toBe("Item\tWhy\nYard:\nGate latches\tPool code");
    expect(read(textOfTable(sheets)!).sections[0]).toMatchObject({
      title: "Yard",
      items: [{ text: "Gate latches", why: "Pool code" }],
    });
  });

  it("has no headings when everything is bold, and is nothing without a table", () => {
    expect(textOfTable("<table><tr><td><b>One</b></td></tr><tr><td><b>Two</b></td></tr></table>")).toBe(
      "One\nTwo",
    );
    expect(textOfTable("<p>Hello</p>")).toBeNull();
  });
});

describe("a list as a file", () => {
  const list = {
    title: "Deck",
    trade: "Decks",
    sections: {
      b: {
        at: 1,
        title: "Each room",
        repeats: true,
        items: [{ id: "x", text: "=Floor", showIf: { item: "y", is: ["pass"] } }],
      },
      a: {
        at: 0,
        title: "Frame",
        items: [
          { id: "y", text: "Ledger, bolted", why: "It’s what fails", onFail: ["note"], weight: 5 },
          { id: "z", kind: "number", text: "Post", unit: "in", low: 5.5, photos: 2, required: false },
          { id: "w", kind: "one", text: "Wood", choices: ["Wet", "Dry"], fails: ["Wet"] },
          { id: "i", kind: "read", text: "Latch the gate", picture: "c".repeat(64) },
          { id: "r", kind: "readings", text: "Torque", choices: ["A", "B"], high: 12 },
        ],
      },
    },
  };
  const bytes = (text: string) => new TextEncoder().encode(text);

  it("is the same list in another business", () => {
    const opened = readListFile(bytes(toJsonFile(list)), counter());
    expect(opened).toMatchObject({ title: "Deck", trade: "Decks" });
    const plain = (sections: ListToStart["sections"]) =>
      itemsOf(sections).map(({ title, repeats, items }) => ({
        ...{ title, repeats },
        // Another business doesn’t have the picture.
        items: items.map((item) => ({ ...item, picture: null })),
      }));
    expect(toJsonFile(list)).not.toContain("ccc");
    expect(plain(opened.sections)).toEqual(plain(list.sections));
  });

  it("is the same items as a spreadsheet", () => {
    const opened = itemsOf(readListFile(bytes(toCsvFile(list)), counter()).sections);
    const plain = (sections: typeof opened) =>
      sections.map(({ title, items }) => [
        title,
        items.map((item) => ({ ...item, id: "", showIf: null, picture: null })),
      ]);
    expect(plain(opened)).toEqual(plain(itemsOf(list.sections)));
  });

  it("is refused in words when it isn’t one, and a stranger’s is read with care", () => {
    expect(() => readListFile(new Uint8Array([0x50, 0x4b, 3, 4]), counter())).toThrow(/copy its cells/);
    expect(() => readListFile(bytes("  \n"), counter())).toThrow(/no items/);
    const wild = {
      sections: [
        null,
        { items: [{ id: "a", text: "A", low: "x", choices: [1] }, { id: "a", text: "B" }, 5] },
      ],
    };
    const [section] = itemsOf(readListFile(bytes(JSON.stringify(wild)), counter()).sections);
    expect(section!.items.map(({ text }) => text)).toEqual(["A", "B"]);
    expect(new Set(section!.items.map(({ id }) => id)).size).toBe(2);
    const latin = new Uint8Array([...bytes("Item;Why\nFa"), 0xe7, ...bytes("ade;Wind\n")]);
    expect(itemsOf(readListFile(latin, counter()).sections)[0]!.items[0]).toMatchObject({
      text: "Façade",
      why: "Wind",
    });
  });
});
