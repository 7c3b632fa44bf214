import { writeFile } from "node:fs/promises";
import path from "node:path";
import sharp from "sharp";
import { afterAll, beforeAll, expect, it } from "vitest";
import { requestInspectionReport } from "#tools/safety/inspections/report.server.ts";
import { ANSWER } from "#trade/inspections/rules/answers.ts";
import { answerId } from "#trade/inspections/rules/ids.ts";
import { RUN } from "#trade/inspections/rules/run.ts";
import { defineInspections } from "#trade/inspections/kinds.server.ts";
import { actionId } from "#trade/issues/rules/action.ts";
import { ISSUE } from "#trade/issues/rules/issue.ts";
import { REPLY } from "#trade/issues/rules/reply.ts";
import { defineIssues } from "#trade/issues/public.server.ts";
import { getReport } from "#trade/reports/data.server.ts";
import { isItemsPage } from "#trade/reports/items/items-page.ts";
import { makeReport } from "#trade/reports/paper/make.server.ts";
import { installation } from "#platform/config/installation.server.ts";
import { newId } from "#platform/db/ids.ts";
import { formOf } from "#platform/http/request/form.server.ts";
import { drawScene, SCENES } from "#app/demo/scenes.ts";
import { hasPdfTools, textOf } from "../testing/pdf-text.ts";
import { openReportingShop, type ReportingShop } from "../testing/reports.ts";

// The report of one safety inspection, from what devices wrote to the stored PDF and its page.

let shop: ReportingShop;

beforeAll(async () => {
  shop = await openReportingShop();
  defineInspections();
  defineIssues();
});
afterAll(() => shop?.close());

const form = (over: Record<string, string> = {}) =>
  formOf(Object.entries({ items: "all", photos: "yes", authors: "", ...over }));
const shot = (sha256: string, at: string) => ({
  [`photos.${sha256}`]: { type: "image/jpeg", at: Date.parse(at) },
});
const ITEMS: Readonly<Record<string, string>>[] = [
  {
    id: "rails",
    text: "Rails, rungs and steps are whole",
    why: "A cracked rail folds.",
    code: "29 CFR 1926.1053",
  },
  { id: "feet", text: "Feet are on firm, level ground" },
  { id: "super", text: "Superintendent", kind: "signature" },
];

async function walked(sets: object = { safety: true }): Promise<{ job: string; run: string }> {
  const [job, run] = [await shop.newJob("Hale kitchen"), newId()];
  const list = { title: "Ladders", place: "Level 2", state: "open" };
  const sections = { "sections.a": { at: 0, title: "Every ladder", items: ITEMS } };
  await shop.send(job, { ...list, ...sections, ...sets }, { kind: RUN, record: run });
  return { job, run };
}

it("has what failed, the actions with photos before and after, and who signed", async () => {
  const { job, run } = await walked();
  const photos: string[] = [];
  for (const scene of SCENES.slice(0, 2))
    photos.push(
      await shop.photo(
        await sharp(await drawScene(scene, 1))
          .resize(1200, 900)
          .jpeg()
          .toBuffer(),
      ),
    );
  const [before, after] = photos as [string, string];
  const mark = (item: string, sets: object) =>
    shop.send(job, { run, item, ...sets }, { kind: ANSWER, record: answerId(run, item) });
  await mark("rails", {
    answer: "fail",
    note: "Rung 4 is cracked.",
    ...shot(before, "2026-11-20T15:00:00Z"),
  });
  await mark("feet", { answer: "pass" });
  await mark("super", { answer: { name: "Luis Ortega", drawing: null } });
  const action = actionId(answerId(run, "rails"));
  const from = { kind: ANSWER, record: answerId(run, "rails") };
  await shop.send(
    job,
    {
      ...{ title: `Failed: ${ITEMS[0]!["text"]}`, state: "open", priority: "urgent", safety: true },
      ...{ due: "2026-11-19", from },
    },
    { kind: ISSUE, record: action },
  );
  const fix = { issue: action, type: "fixed", note: "Cut it up, new ladder." };
  await shop.send(
    job,
    { ...fix, ...shot(after, "2026-11-20T15:30:00Z") },
    {
      ...{ kind: REPLY, record: newId() },
    },
  );

  const id = (await shop.in((ctx) => requestInspectionReport(ctx, run, form()))).split("/").at(-1)!;
  await makeReport(shop.account, id);
  const report = await shop.in((ctx) => getReport(ctx, id));
  expect(report).toMatchObject({ state: "ready", problem: null, shape: "inspection" });
  const { page } = report;
  if (!isItemsPage(page)) throw new Error("This report isn’t a list.");
  expect(page.groups.map(({ title }) => title)).toEqual(["Failed", "Actions", "Every ladder"]);
  const [failed, actions, items] = page.groups;
  expect(failed!.items).toMatchObject([{ mark: "Fail", lines: ["Rung 4 is cracked.", "Action: open"] }]);
  expect(actions!.items).toMatchObject([
    {
      ...{ title: `Failed: ${ITEMS[0]!["text"]}`, mark: "Overdue", tone: "bad" },
      details: expect.stringContaining("Due Nov 19, 2026 · Urgent priority") as string,
      lines: [expect.stringContaining("Cut it up, new ladder.") as string],
    },
  ]);
  expect(actions!.items[0]!.photos.map(({ sha256, label }) => [sha256, label])).toEqual([
    [before, "Before"],
    [after, "After"],
  ]);
  expect(items!.items.at(-1)).toMatchObject({ mark: "Signed", signature: { name: "Luis Ortega" } });
  expect(page.figures.map(({ value, name }) => `${value} ${name}`)).toContain("1 Open action");
  const folder = process.env["SCREENSHOTS"];
  if (folder)
    await writeFile(path.join(folder, "inspection-report.pdf"), await installation().files.get(report.file!));
  if (hasPdfTools) {
    const text = (await textOf(report.file!)).replaceAll(/\s+/g, " ");
    for (const words of ["Ladders", "Rung 4 is cracked.", "Cut it up, new ladder.", "Luis Ortega"])
      expect(text).toContain(words);
  }
}, 120_000);

it("is only of safety inspections", async () => {
  const { run } = await walked({});
  await expect(shop.in((ctx) => requestInspectionReport(ctx, run, form()))).rejects.toMatchObject({
    ...{ code: "not_found", message: expect.stringContaining("That inspection doesn’t exist") as string },
  });
  const other = await walked();
  await expect(
    shop.in((ctx) => requestInspectionReport(ctx, other.run, form({ items: "some" }))),
  ).rejects.toMatchObject({ code: "invalid", fields: { items: "Choose what it shows." } });
}, 60_000);
