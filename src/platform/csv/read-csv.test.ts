import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { csvLine } from "./csv.ts";
import {
  createCsvReader,
  type CsvRecord,
  csvRecords,
  type Delimiter,
  guessDialect,
  MOST_CELLS,
  MOST_RECORD,
} from "./read-csv.ts";

/** Reads a text in chunks that end at the given offsets. */
function read(text: string, delimiter: Delimiter = ",", cuts: readonly number[] = []): CsvRecord[] {
  const reader = createCsvReader(delimiter);
  const records: CsvRecord[] = [];
  let from = 0;
  for (const cut of [...cuts].sort((a, b) => a - b)) {
    records.push(...reader.push(text.slice(from, cut)));
    from = Math.max(from, cut);
  }
  return [...records, ...reader.push(text.slice(from)), ...reader.end()];
}

const cells = (text: string, delimiter?: Delimiter) => read(text, delimiter).map((record) => record.cells);

describe("a record", () => {
  it.each([
    [
      "plain",
      "a,b\nc,d\n",
      [
        ["a", "b"],
        ["c", "d"],
      ],
    ],
    [
      "without a last line end",
      "a,b\nc,d",
      [
        ["a", "b"],
        ["c", "d"],
      ],
    ],
    [
      "of Windows",
      "a,b\r\nc,d\r\n",
      [
        ["a", "b"],
        ["c", "d"],
      ],
    ],
    [
      "of an old Mac",
      "a,b\rc,d\r",
      [
        ["a", "b"],
        ["c", "d"],
      ],
    ],
    [
      "with a line break in a cell",
      'a,"two\r\nlines"\r\nc,d',
      [
        ["a", "two\r\nlines"],
        ["c", "d"],
      ],
    ],
    ["with quotes in a cell", 'a,"say ""go"""\n', [["a", 'say "go"']]],
    [
      "with a quote where none belongs",
      'a,5" pipe\nb,"x"y\n',
      [
        ["a", '5" pipe'],
        ["b", "xy"],
      ],
    ],
    [
      "with empty cells",
      ",,\na,,\n",
      [
        ["", "", ""],
        ["a", "", ""],
      ],
    ],
    ["after Excel's line", "sep=,\r\na,b", [["a", "b"]]],
  ])("%s", (_, text, expected) => expect(cells(text)).toEqual(expected));

  it("is separated by the file's own separator", () => {
    expect(cells("a;b,c", ";")).toEqual([["a", "b,c"]]);
    expect(cells("a\tb;c", "\t")).toEqual([["a", "b;c"]]);
  });

  it("has its line number; blank lines count but are no records", () => {
    expect(read('a\n\n"b\nc"\nd').map(({ line, cells: [first] }) => [line, first])).toEqual([
      [1, "a"],
      [3, "b\nc"],
      [5, "d"],
    ]);
  });
});

describe("a hostile file", () => {
  it("loses one line to an unclosed quote", () => {
    const rows = Array.from({ length: 5_000 }, (_, at) => `name ${at},n${at}@x.test`);
    rows[10] = '"name 10,n10@x.test';
    const records = read(rows.join("\n"));
    expect(records).toHaveLength(5_000);
    expect(records.filter(({ fault }) => fault)).toEqual([
      { line: 11, cells: ['"name 10', "n10@x.test"], fault: "open-quote" },
    ]);
    expect(records.at(-1)).toEqual({ line: 5_000, cells: ["name 4999", "n4999@x.test"] });
  });

  it.each([
    ["a megabyte in one cell", `a,${"x".repeat(1_000_000)}\nb,c\n`],
    ["a megabyte in one quoted cell", `a,"${"x".repeat(1_000_000)}"\nb,c\n`],
  ])("skips %s and reads on", (_, text) => {
    const [first, second] = read(text);
    expect(first).toMatchObject({ line: 1, fault: "too-long" });
    expect(first!.cells.join("").length).toBeLessThan(1_000);
    expect(second).toEqual({ line: 2, cells: ["b", "c"] });
  });

  it("cuts off ten thousand columns", () => {
    const [first, second] = read(`${"x,".repeat(10_000)}\na,b`);
    expect([first!.cells.length, first!.fault, second!.cells]).toEqual([
      MOST_CELLS,
      "too-many-cells",
      ["a", "b"],
    ]);
  });

  it("reads NULs unchanged, and empty input as empty", () => {
    expect(cells("a\0b,c")).toEqual([["a\0b", "c"]]);
    expect(cells("")).toEqual([]);
    expect(cells("\n\r\n\r")).toEqual([]);
  });

  it("takes time linear in its length", () => {
    // Each line opens a quote that the next one closes, or does not.
    const text = 'a,"x\nb,"""y\n'.repeat(100_000);
    const began = performance.now();
    const records = read(text);
    expect(records.length).toBeGreaterThan(10_000);
    const plain = performance.now();
    read("a,x\nb,y\n".repeat(100_000));
    expect(plain - began).toBeLessThan(50 * (performance.now() - plain) + 2_000);
  });
});

describe("chunks", () => {
  const sign = fc.constantFrom("a", ",", '"', "\r", "\n", ";", " ", "é", "\u{1f600}", "\0");

  it("of any size give the same records", () => {
    fc.assert(
      fc.property(
        fc.array(sign, { maxLength: 60 }),
        fc.array(fc.nat(70), { maxLength: 8 }),
        (signs, cuts) => {
          const text = signs.join("");
          expect(read(text, ",", cuts)).toEqual(read(text));
        },
      ),
      { numRuns: 2_000 },
    );
  });

  it("of any size give the same records around the longest allowed", () => {
    fc.assert(
      fc.property(
        fc.array(sign, { maxLength: 8 }),
        fc.integer({ min: -4, max: 4 }),
        fc.array(sign, { maxLength: 12 }),
        fc.array(fc.integer({ min: MOST_RECORD - 20, max: MOST_RECORD + 20 }), { maxLength: 3 }),
        (before, more, after, cuts) => {
          const text = `${before.join("")}${"x".repeat(MOST_RECORD + more - before.length)}${after.join("")}`;
          expect(read(text, ",", cuts)).toEqual(read(text));
        },
      ),
      { numRuns: 60 },
    );
  });

  it.each([
    ["after a CR inside quotes", `"${"x".repeat(MOST_RECORD - 2)}\rnext`, { line: 2, cells: ["next"] }],
    ["before a quote", `"a\n",${"x".repeat(MOST_RECORD - 6)},"yy\nnext`, { line: 3, cells: ["next"] }],
  ])("that end at the longest allowed, %s, give the same records", (_, text, next) => {
    const records = read(text, ",", [MOST_RECORD]);
    expect(records).toEqual(read(text));
    expect(records).toEqual([expect.objectContaining({ line: 1, fault: "too-long" }), next]);
  });

  it("of bytes may end inside a character", async () => {
    const bytes = Buffer.from("name\nDäna ü\u{1f600}\n");
    const one = async function* () {
      for (const byte of bytes) yield Uint8Array.of(byte);
    };
    const found = (
      await Array.fromAsync(csvRecords(one(), { encoding: "utf-8", delimiter: ",", quoting: "double" }))
    ).flat();
    expect(found.map((record) => record.cells)).toEqual([["name"], ["Däna ü\u{1f600}"]]);
  });

  it("of our own output give the original", () => {
    const cell = fc
      .string({ unit: "binary" })
      .filter((text) => text === text.toWellFormed() && !/^[=+\-@\t\r\n]/.test(text));
    fc.assert(
      fc.property(
        fc.array(fc.array(cell, { minLength: 2, maxLength: 4 }), { minLength: 1, maxLength: 5 }),
        (rows) => {
          const isSeparatorLine = /^"?sep=.?"?$/i.test(csvLine(rows[0]!).trim());
          expect(isSeparatorLine ? rows : cells(rows.map((row) => csvLine(row)).join(""))).toEqual(rows);
        },
      ),
    );
  });
});

it.each([
  ["Name,Email\nDana,d@x.test\n", ","],
  ["Name;Email\nRuiz, Dana;d@x.test\n", ";"],
  ["Name\tEmail\nRuiz, Dana\td@x.test", "\t"],
  ["sep=;\nName,Email;Phone", ";"],
  ['"Ruiz; Dana";"a;b"\n"x";"y"\n', ";"],
  ["Email\nd@x.test", ","],
  ["", ","],
])("the separator of %j is %j", (head, expected) => expect(guessDialect(head).delimiter).toBe(expected));

it.each([
  ["bars", "Name|Email\nDana|dana@x.test\n", ["Dana", "dana@x.test"]],
  ["rows quoted whole", '"Name,Email,Note"\n"Dana,dana@x.test,""a, b"""\n', ["Dana", "dana@x.test", "a, b"]],
  [
    "quotes behind backslashes",
    '"Name","Note"\n"Dana \\"Dee\\" Ruiz","said \\"go\\", twice, C:\\\\"\n',
    ['Dana "Dee" Ruiz', 'said "go", twice, C:\\'],
  ],
  ["a path at the end of a cell", '"Name","Note"\n"Dana","C:\\"\n', ["Dana", "C:\\"]],
  ["title lines", "Customer list\nExported today\nName;Email\nDana;dana@x.test\n", ["Dana", "dana@x.test"]],
])("a file with %s is read", (_, text, last) => {
  const { delimiter, quoting } = guessDialect(text);
  for (const size of [1, 3, 1000]) {
    const reader = createCsvReader(delimiter, quoting);
    const records: CsvRecord[] = [];
    for (let at = 0; at < text.length; at += size) records.push(...reader.push(text.slice(at, at + size)));
    expect([...records, ...reader.end()].at(-1)!.cells).toEqual(last);
  }
});
