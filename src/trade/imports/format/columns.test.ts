import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { columnErrors, exportOf, guessColumns, lineOf, recognize, rowOf, textOf } from "./columns.ts";
import { dayIn } from "./dates.ts";
import type { ImportFormat } from "./format.ts";

const format = (id: string, columns: ImportFormat["columns"], more: Partial<ImportFormat> = {}) =>
  ({
    ...{ id, label: id, nouns: [id, id], order: 0, isOnJob: false, exports: [], columns },
    ...more,
  }) as ImportFormat;

const jobs = format(
  "jobs",
  [
    { name: "name", label: "Job name", words: [/^(job|project) name$/, /^name$/], isRequired: true },
    { name: "address", label: "Address", words: [/^address$/] },
    { name: "status", label: "Status", words: [/^status$/] },
  ],
  { exports: [{ program: "CompanyCam", heads: ["Project ID", "Project Name"] }] },
);
const tasks = format("tasks", [
  { name: "title", label: "Title", words: [/^title$/, /^name$/], isRequired: true },
  { name: "due", label: "Due", words: [/^due date$/] },
  { name: "status", label: "Status", words: [/^status$/] },
  { name: "plan", label: "Plan", words: [/^plan$/] },
]);

describe("a table", () => {
  it("has its columns found by their surest words, each once", () => {
    expect(guessColumns(jobs, ["Name", "Project_Name", "ADDRESS"])).toEqual({ name: 1, address: 2 });
    expect(guessColumns(jobs, ["Name", "name"])).toEqual({ name: 0 });
  });

  it("is an export that we know, else what most of its columns fit, else unknown", () => {
    const all = [jobs, tasks];
    const ids = (headers: string[]) => recognize(all, headers).map(({ id }) => id);
    expect(exportOf(jobs, ["project id", "PROJECT NAME", "x"])?.program).toBe("CompanyCam");
    expect(ids(["Project ID", "Project Name"])).toEqual(["jobs"]);
    expect(ids(["Title", "Due date", "Status"])).toEqual(["tasks"]);
    expect(ids(["Name", "Status", "Address"])).toEqual(["jobs"]);
    // Two names and nothing else may be anything.
    expect(ids(["Name", "Status"])).toEqual([]);
    expect(ids(["Foo", "Bar"])).toEqual([]);
  });

  it("needs its required columns", () => {
    expect(columnErrors(jobs, { address: 0 })).toEqual({ name: "Choose the column for “Job name”." });
    expect(columnErrors(jobs, { name: 0 })).toEqual({});
  });
});

describe("a row", () => {
  it("has its cells by column, and the others with their headers", () => {
    const row = rowOf({ line: 2, cells: [" Deck ", "x\0", ""] }, { name: 0 }, ["Name", "Code", "Empty"]);
    expect([row.of("name"), row.of("missing"), row.others()]).toEqual(["Deck", "", [["Code", "x"]]]);
  });

  it("becomes text that is never too long, and that PostgreSQL can store", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 300 }), (text) => {
        const row = rowOf({ line: 1, cells: [text] }, { a: 0 }, ["A"]);
        const line = lineOf(row.of("a"), 50);
        const lines = textOf(row.of("a"), 50);
        expect(line ?? "x").not.toMatch(/[\n\0]|^\s|\s$/);
        expect((line ?? "").length).toBeLessThanOrEqual(50);
        expect((lines ?? "").length).toBeLessThanOrEqual(50);
        for (const one of [line, lines]) expect(one?.isWellFormed() ?? true).toBe(true);
      }),
    );
  });
});

it.each([
  ["5/4/2026", false, "2026-05-04"],
  ["5/4/2026", true, "2026-04-05"],
  ["2030-01-31", false, "2030-01-31"],
  ["May 4, 2026", false, "2026-05-04"],
  ["2026-05-04T23:30:00Z", false, "2026-05-04"],
  ["", false, null],
  ["2/30/2026", false, undefined],
  ["soon", false, undefined],
])("the day in %j, day first %s, is %s", (text, dayFirst, day) => {
  expect(dayIn(text, { dayFirst, zone: "America/Denver" })).toBe(day);
});
