import { writeFile } from "node:fs/promises";
import path from "node:path";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { requestRunReport } from "#tools/checklists/report/run.server.ts";
import { ANSWER } from "#trade/inspections/rules/answers.ts";
import { answerId } from "#trade/inspections/rules/ids.ts";
import { RUN, runOf, rowsOf } from "#trade/inspections/rules/run.ts";
import { defineInspections } from "#trade/inspections/kinds.server.ts";
import { library } from "#trade/inspections/start/library.ts";
import { getReport } from "#trade/reports/data.server.ts";
import { isItemsPage } from "#trade/reports/items/items-page.ts";
import { makeReport } from "#trade/reports/paper/make.server.ts";
import { installation } from "#platform/config/installation.server.ts";
import { newId } from "#platform/db/ids.ts";
import { formOf } from "#platform/http/request/form.server.ts";
import { drawScene, SCENES } from "#app/demo/scenes.ts";
import { hasPdfTools, textOf } from "../testing/pdf-text.ts";
import { openReportingShop, type ReportingShop } from "../testing/reports.ts";

// Reports of checklists from what devices wrote to the stored file and its page, with the real database and
// renderer.

let shop: ReportingShop;

beforeAll(async () => {
  shop = await openReportingShop();
  defineInspections();
});
afterAll(() => shop?.close());

const AT = Date.parse("2026-11-20T15:00:00Z");
const shots = (hashes: readonly string[]) =>
  Object.fromEntries(
    hashes.map((one, at) => [`photos.${one}`, { type: "image/jpeg", at: AT + at * 60_000 }]),
  );

/** Starts one of our lists. */
async function started(job: string, key: string, over: object = {}) {
  const list = library.find((one) => one.key === key)!;
  const run = newId();
  const sections = Object.fromEntries(
    Object.entries(list.sections).map(([id, one]) => [`sections.${id}`, one as never]),
  );
  const sets = { title: list.title, from: key, place: "Unit 4", state: "open", ...sections, ...over };
  await shop.send(job, sets, { kind: RUN, record: run });
  return { run, rows: rowsOf(runOf(sets)) };
}
const mark = (job: string, run: string, item: string, sets: object) =>
  shop.send(job, { run, item, ...sets }, { kind: ANSWER, record: answerId(run, item) });

/** Asks for a report as its form does, and makes it. */
async function made(run: string, over: Record<string, string> = {}) {
  const form = formOf(Object.entries({ items: "all", photos: "yes", authors: "", ...over }));
  const id = (await shop.in((ctx) => requestRunReport(ctx, run, form))).split("/").at(-1)!;
  await makeReport(shop.account, id);
  const report = await shop.in((ctx) => getReport(ctx, id));
  expect(report).toMatchObject({ state: "ready", problem: null });
  if (!isItemsPage(report.page)) throw new Error("This report isn’t a list.");
  return { report, page: report.page };
}

/** For people who look at it: `SCREENSHOTS=folder`. */
async function lookAt(file: string, name: string): Promise<void> {
  const folder = process.env["SCREENSHOTS"];
  if (folder) await writeFile(path.join(folder, `${name}.pdf`), await installation().files.get(file));
}

describe("the report of a checklist", () => {
  it("has what failed first, then each item once with its answer, and its photos once", async () => {
    const job = await shop.newJob("Hale kitchen");
    const toRead = { id: "stay", kind: "read", text: "Wear shoe covers", why: "The floors are new." };
    const { run, rows } = await started(job, "final-walk", {
      "sections.first": { at: -1, title: "Before you start", items: [toRead] },
      "units.a": { at: 0, name: "Kitchen" },
      "units.b": { at: 1, name: "Bath 1" },
      "units.c": { at: 2, name: "Bath 2" },
    });
    const sizes = [
      [1600, 1200],
      [1200, 1600],
      [1600, 900],
    ] as const;
    const photos: string[] = [];
    for (const [at, scene] of SCENES.entries())
      photos.push(
        await shop.photo(
          await sharp(await drawScene(scene, at % 3))
            .resize(...sizes[at % 3]!)
            .jpeg()
            .toBuffer(),
        ),
      );
    const asked = rows.filter(({ item }) => item.kind !== "note");
    const failed = new Set([3, 9, 17]);
    for (const [at, { key, item }] of asked.entries()) {
      if (at > asked.length - 3) continue;
      const answer = {
        check: failed.has(at) ? "fail" : at % 11 === 5 ? "na" : "pass",
        yes: "yes",
        one: item.choices[0],
        many: item.choices.slice(0, 1),
        number: 118,
        read: "read",
        text: "Mrs. Hale wants the pantry door to swing the other way. We told her it’s a change order.",
        date: "2026-12-01",
      }[item.kind as string];
      const own = failed.has(at) ? photos.slice(0, 2) : at % 9 === 4 ? [photos[(at % 5) + 2]!] : [];
      await mark(job, run, key, {
        ...(answer === undefined ? {} : { answer }),
        ...(failed.has(at)
          ? { note: "Drip below the kitchen sink, at the trap. Tighten the slip nut." }
          : {}),
        ...shots(own),
      });
    }
    const { report, page } = await made(run);
    await lookAt(report.file!, "run-report");
    const [first, ...sections] = page.groups;
    expect(first).toMatchObject({ title: "Failed" });
    expect(first!.items).toHaveLength(3);
    expect(first!.items[0]).toMatchObject({ number: "4", mark: "Fail", tone: "bad" });
    expect(first!.items[0]!.lines[0]).toContain("Drip below");
    expect(sections.flatMap(({ items }) => items)).toHaveLength(rows.length);
    const printed = page.groups.flatMap(({ items }) => items).flatMap(({ photos: own }) => own);
    expect(printed.filter(({ sha256 }) => sha256 === photos[0])).toHaveLength(3);
    expect(page.figures.map(({ value, name }) => `${value} ${name}`)).toEqual(
      expect.arrayContaining(["3 Failed", "1 Read", "2 Not answered"]),
    );
    expect(sections[0]!.items).toMatchObject([
      { number: "1", title: "Wear shoe covers", mark: "Read", tone: "plain", lines: ["The floors are new."] },
    ]);
    expect(page.rows).toHaveLength(asked.length + 1);
    if (hasPdfTools) {
      const text = await textOf(report.file!);
      expect(text.indexOf("Drip below")).toBeLessThan(text.indexOf("Walls and ceiling"));
      expect(text).toContain("Unit 4");
    }
  }, 120_000);

  /** A list of weighted items that a client signs. */
  const signedList = async (answers: readonly string[], over: object = {}) => {
    const job = await shop.newJob("Hale bath");
    const items = [
      { id: "sink", text: "Sinks drain", weight: 3 },
      { id: "tap", text: "Hot water at the tap", weight: 1.5 },
      { id: "doors", text: "Doors latch" },
      { id: "client", text: "The client accepts the work", kind: "signature" },
      { id: "super", text: "Superintendent", kind: "signature", required: false },
    ];
    const run = newId();
    const sets = {
      ...{ title: "Turnover", place: "Unit 4", state: "open" },
      "sections.a": { at: 0, title: "Bath", items },
      ...over,
    };
    await shop.send(job, sets as never, { kind: RUN, record: run });
    for (const [at, answer] of answers.entries()) await mark(job, run, items[at]!.id, { answer });
    const stroke = Array.from({ length: 40 }, (_, at) => [
      20 + at * 9,
      70 + Math.round(38 * Math.sin(at / 2.2)) - (at % 5) * 3,
      at * 16,
    ]);
    const drawing = { width: 420, height: 140, strokes: [stroke] };
    await mark(job, run, "client", { answer: { name: "June Hale", drawing } });
    await mark(job, run, "super", { answer: { name: "Luis Ortega", drawing: null } });
    return { job, run };
  };

  it("has the score from the answers, not from a device, and who signed", async () => {
    const { job, run } = await signedList(["pass", "fail", "pass"]);
    const open = await made(run);
    expect(open.page.figures[0]).toEqual({ value: "67%", name: "Score so far", tone: "plain" });
    await shop.send(job, { state: "finished", score: 100 }, { kind: RUN, record: run });
    const { report, page } = await made(run);
    await lookAt(report.file!, "run-signed");
    expect(page.figures[0]).toEqual({ value: "67%", name: "Score", tone: "plain" });
    const [drawn, typed] = page.groups.at(-1)!.items.slice(-2);
    expect(drawn).toMatchObject({
      ...{ mark: "Signed", tone: "good" },
      signature: { name: "June Hale", details: "Nov 20, 2026, 9:00 AM" },
    });
    expect(drawn!.signature!.drawing!.strokes).toHaveLength(1);
    expect(typed!.signature).toEqual({
      ...{ name: "Luis Ortega", drawing: null },
      details: "Typed as their signature, Nov 20, 2026, 9:00 AM",
    });
    // Photos of items without a signature don’t gain an empty one.
    expect(page.groups[0]!.items[0]).not.toHaveProperty("signature");
    expect(page.rows[0]!.slice(-2)).toEqual(["Weight", "Points"]);
    expect(page.rows.slice(1).map((row) => row.slice(-2))).toEqual([
      ["3", "3"],
      ["1.5", "0"],
      ["", ""],
      ["", ""],
      ["", ""],
      ["4.5", "3"],
    ]);
    expect(page.rows.at(-1)!.slice(3, 6)).toEqual(["Score", "", "67%"]);
    if (hasPdfTools) {
      const text = await textOf(report.file!);
      expect(text).toMatch(/67%/);
      expect(text.match(/June Hale/g)).toHaveLength(1);
      expect(text).toContain("Typed as their signature, Nov 20, 2026");
      expect(text).not.toContain("100%");
    }
  }, 60_000);

  it("has who signed in a short report too, and no score without weights", async () => {
    const { run } = await signedList(["pass", "pass", "pass"]);
    const { page } = await made(run, { items: "short" });
    expect(page.groups.map(({ title, items }) => [title, items.length])).toEqual([["Signatures", 2]]);
    const items = [{ id: "sink", text: "Sinks drain" }];
    const plain = await signedList(["pass"], {
      "sections.a": {
        at: 0,
        title: "Bath",
        items: [...items, { id: "client", text: "x", kind: "signature" }],
      },
    });
    const other = await made(plain.run);
    expect(other.page.figures.map(({ name }) => name)).toEqual(["Passed", "Failed"]);
    expect(other.page.rows[0]!.at(-1)).toBe("At");
  }, 60_000);
});
