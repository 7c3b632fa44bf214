import { writeFile } from "node:fs/promises";
import path from "node:path";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { offerOf, requestCertificate, requestIssueList } from "#tools/checklists/report/issues.server.ts";
import { definePhotos } from "#tools/photos/kinds.server.ts";
import { photoId } from "#tools/photos/rules/ids.ts";
import { PHOTO } from "#tools/photos/rules/photo.ts";
import { definePlans } from "#trade/plans/kinds.server.ts";
import { PLAN } from "#trade/plans/rules.ts";
import { numberIssueTask } from "#trade/issues/stored/save.server.ts";
import { defineIssues } from "#trade/issues/kinds.server.ts";
import { ISSUE } from "#trade/issues/rules/issue.ts";
import { REPLY } from "#trade/issues/rules/reply.ts";
import { getReport } from "#trade/reports/data.server.ts";
import { pageNow, photosShown } from "#trade/reports/book/shown-now.server.ts";
import { isItemsPage, picturesOf } from "#trade/reports/items/items-page.ts";
import { makeReport } from "#trade/reports/paper/make.server.ts";
import type { AccountContext } from "#platform/db/scope.server.ts";
import { installation } from "#platform/config/installation.server.ts";
import { newId } from "#platform/db/ids.ts";
import { formOf, type PostedForm } from "#platform/http/request/form.server.ts";
import { drawPlan } from "#app/demo/plan.ts";
import { drawScene, SCENES } from "#app/demo/scenes.ts";
import { hasPdfTools, pagesOf } from "../testing/pdf-text.ts";
import { openReportingShop, type ReportingShop } from "../testing/reports.ts";

// Lists of issues and closing certificates from what devices wrote to the stored file and its page.

let shop: ReportingShop;
let photos: string[];

beforeAll(async () => {
  shop = await openReportingShop();
  defineIssues();
  definePlans();
  definePhotos();
  photos = [];
  for (const [at, scene] of SCENES.slice(0, 4).entries())
    photos.push(
      await shop.photo(
        await sharp(await drawScene(scene, at % 3))
          .resize(800, 600)
          .jpeg()
          .toBuffer(),
      ),
    );
}, 60_000);
afterAll(() => shop?.close());

const AT = Date.parse("2026-11-20T15:00:00Z");
const shots = (...hashes: string[]) =>
  Object.fromEntries(hashes.map((one) => [`photos.${one}`, { type: "image/jpeg", at: AT }]));
const CRUZ = { kind: "firm", id: newId(), name: "Cruz Plumbing" };
const BELL = { kind: "firm", id: newId(), name: "Bell Drywall" };

/** An issue, with a number as if the task had given it. */
async function found(job: string, number: number, sets: object = {}): Promise<string> {
  const record = newId();
  await shop.send(
    job,
    { title: `Issue ${number}`, state: "open", priority: "normal", ...sets },
    { kind: ISSUE, record },
    "owner",
  );
  return record;
}
const move = (job: string, record: string, state: string) =>
  shop.send(job, { state }, { kind: ISSUE, record }, "owner");
const reply = (job: string, issue: string, sets: object) =>
  shop.send(job, { issue, type: "fixed", ...sets }, { kind: REPLY, record: newId() });

const FORM = { shown: "all", by: "where", photos: "yes", "show-firm": "yes" };
/** Asks for a report as its form does, and makes it. */
async function made(
  job: string,
  over: Record<string, string> = {},
  request: (ctx: AccountContext, form: PostedForm) => Promise<string> = requestIssueList,
) {
  const form = formOf(Object.entries({ ...FORM, job, ...over }));
  const id = (await shop.in((ctx) => request(ctx, form))).split("/").at(-1)!;
  await makeReport(shop.account, id);
  const report = await shop.in((ctx) => getReport(ctx, id));
  expect(report).toMatchObject({ state: "ready", problem: null });
  if (!isItemsPage(report.page)) throw new Error("This report isn’t a list.");
  const pdf = await installation().files.get(report.file!);
  const folder = process.env["SCREENSHOTS"];
  if (folder) await writeFile(path.join(folder, `issues-${over["name"] ?? "list"}.pdf`), pdf);
  return { report, page: report.page, pdf };
}
const titlesIn = ({ page }: Awaited<ReturnType<typeof made>>) =>
  page.groups.map(({ title, items }) => [title, items.map((item) => item.title)]);

describe("the form of a list of issues", () => {
  it("offers each place, trade and sub once, and names what is still open", async () => {
    const job = await shop.newJob("Offered house");
    const places = ["Bath 10", "Bath 2", "Bath 2", null];
    for (const [at, where] of places.entries())
      await found(job, at + 1, { where, trade: "Plumbing", assignee: at === 0 ? CRUZ : null });
    const closed = await found(job, 5, { where: "Attic" });
    await move(job, closed, "closed");
    const gone = await found(job, 6, { where: "Garage", assignee: BELL });
    await shop.send(job, { removed: true }, { kind: ISSUE, record: gone }, "owner");
    expect(await shop.in((ctx) => offerOf(ctx, job))).toMatchObject({
      ...{ job, count: 5 },
      places: [{ value: "Attic" }, { value: "Bath 2" }, { value: "Bath 10" }],
      trades: [{ value: "Plumbing" }],
      firms: [{ value: CRUZ.id, label: CRUZ.name }],
      refusal: "4 issues aren’t closed yet: “Issue 1”, “Issue 2”, “Issue 3”, “Issue 4”. Close them first.",
    });
    const empty = await shop.newJob("Empty house");
    expect(await shop.in((ctx) => offerOf(ctx, empty))).toMatchObject({
      ...{ count: 0, places: [], refusal: "This job has no issues, so there’s nothing to certify." },
    });
  });
});

describe("a list of issues", () => {
  it("stands under places, trades, who fixes them or statuses; a sub gets only theirs", async () => {
    const job = await shop.newJob("Hale kitchen");
    const sink = await found(job, 1, {
      ...{ title: "Sink drips at the trap", where: "Kitchen", trade: "Plumbing", assignee: CRUZ },
      ...{ due: "2026-11-18", costTo: "Cruz Plumbing", details: "A pan is under it.", priority: "high" },
      ...shots(photos[0]!, photos[1]!),
    });
    await found(job, 2, {
      title: "Nail pops by the door",
      where: "Bath 2",
      assignee: BELL,
      trade: "Drywall",
    });
    const tile = await found(job, 3, { title: "Loose tile", where: "Bath 10", ...shots(photos[2]!) });
    await found(job, 4, { title: "Missing screen", ...shots(photos[3]!) });
    await reply(job, tile, { note: "Set it again with new thinset.", ...shots(photos[3]!) });
    await move(job, tile, "ready");
    await move(job, tile, "closed");
    await reply(job, sink, { type: "cannot", note: "Waiting for the part." });

    const all = await made(job, { "show-due": "yes", "show-priority": "yes", name: "all" });
    expect(titlesIn(all)).toEqual([
      ["Bath 2", ["Nail pops by the door"]],
      ["Bath 10", ["Loose tile"]],
      ["Kitchen", ["Sink drips at the trap"]],
      ["No place", ["Missing screen"]],
    ]);
    const closed = all.page.groups[1]!.items[0]!;
    expect(closed).toMatchObject({ mark: "Closed", tone: "good" });
    expect(closed.photos.map(({ label }) => label)).toEqual(["Before", "After"]);
    const late = all.page.groups[2]!.items[0]!;
    expect(late).toMatchObject({ mark: "Overdue", tone: "bad" });
    expect(late.details).toContain("due Nov 18, 2026");
    expect(late.lines.join()).toContain("Waiting for the part.");
    // Who is charged isn’t the client’s business.
    expect(JSON.stringify(all.page)).not.toContain("charged to");
    expect(all.page.rows[0]).not.toContain("Charged to");
    if (hasPdfTools) expect((await pagesOf(all.pdf)).join(" ")).not.toContain("charged");
    expect((await made(job, { "show-cost": "yes" })).page.rows[0]).toContain("Charged to");

    expect(titlesIn(await made(job, { firm: CRUZ.id, name: "sub" }))).toEqual([
      ["Kitchen", ["Sink drips at the trap"]],
    ]);
    expect(titlesIn(await made(job, { by: "state", shown: "open" })).map(([title]) => title)).toEqual([
      "Open",
    ]);
    expect(titlesIn(await made(job, { by: "firm" })).map(([title]) => title)).toEqual([
      "Bell Drywall",
      "Cruz Plumbing",
      "Not assigned",
    ]);
    await expect(made(job, { where: "Attic" })).rejects.toMatchObject({ code: "invalid" });
  }, 120_000);

  it("that is short never ends on a page with a line or two", async () => {
    const job = await shop.newJob("Short");
    for (let at = 0; at < 13; at++) await found(job, at, { where: "Kitchen" });
    let turned = 0;
    for (let at = 13; at < 19; at++) {
      await found(job, at, { where: "Kitchen", ...(at % 3 === 0 ? shots(photos[0]!) : {}) });
      const { pdf } = await made(job, { "show-firm": "", name: "short" });
      if (!hasPdfTools) continue;
      const pages = await pagesOf(pdf);
      if (pages.length === 1) continue;
      turned++;
      expect(pages.at(-1)!.match(/Found Nov/g)!.length).toBeGreaterThanOrEqual(4);
    }
    expect(turned).toBeGreaterThan(hasPdfTools ? 0 : -1);
  }, 120_000);

  it("of thousands of issues is made too", async () => {
    const job = await shop.newJob("Tower");
    for (let at = 0; at < 300; at++)
      await found(job, at, {
        where: `Unit ${(at % 40) + 1}`,
        details: "Paint is scuffed. Touch up and clean.",
      });
    const list = await made(job, { name: "many" });
    expect(list.report.entries).toBe(300);
    expect(list.page.rows).toHaveLength(301);
  }, 120_000);
});

describe("plans and hidden photos in a list of issues", () => {
  /** Each picture of a page is another one. */
  let drawn = 0;
  /** A plan; returns its record and the hashes of its pages. */
  async function plan(job: string, title: string, pages: number, sets: object = {}) {
    const record = newId();
    const hashes: string[] = [];
    for (let at = 0; at < pages; at++)
      hashes.push(
        await shop.photo(
          await sharp(await drawPlan())
            .resize({ width: 1500 + drawn++ })
            .jpeg()
            .toBuffer(),
        ),
      );
    await addVersion(job, record, "v1", AT, hashes, { title, ...sets });
    return { record, hashes };
  }
  const addVersion = (
    job: string,
    record: string,
    version: string,
    at: number,
    hashes: readonly string[],
    sets: object,
  ) =>
    shop.send(
      job,
      {
        ...Object.fromEntries(
          hashes.map((sha256, page) => [`pages.${version}-${page}`, { sha256, width: 3000, height: 2000 }]),
        ),
        [`versions.${version}`]: { at, count: hashes.length },
        ...sets,
      },
      { kind: PLAN, record },
      "owner",
    );
  const PLANS = { ...FORM, plans: "yes", "show-firm": "" };

  /** An issue with its number. */
  async function numbered(job: string, at: number, sets: object) {
    const id = await found(job, at, sets);
    await numberIssueTask.run({ accountId: shop.account, id }, shop.clock.now());
  }

  it("shows the pages that its issues are on, with their numbers, and a sub’s list only theirs", async () => {
    const job = await shop.newJob("Hale addition");
    const floor = await plan(job, "Floor plan", 2, { level: "Level 1" });
    const roof = await plan(job, "Roof plan", 1);
    const empty = await plan(job, "Site plan", 1);
    const pin = (record: string, page: number, x: number, y: number) => ({
      pin: { plan: record, page, x, y },
    });
    await numbered(job, 1, {
      ...{ title: "Sink drips", where: "Kitchen", assignee: CRUZ, due: "2026-11-18" },
      ...pin(floor.record, 0, 0.2, 0.3),
    });
    await numbered(job, 2, {
      title: "Nail pops",
      assignee: BELL,
      ...pin(floor.record, 0, 0.22, 0.31),
    });
    await numbered(job, 3, {
      title: "Vent boot",
      assignee: BELL,
      ...pin(roof.record, 0, 0.7, 0.4),
    });
    await numbered(job, 4, { title: "Gone", ...pin(newId(), 0, 0.5, 0.5) });
    const { page, pdf, report } = await made(job, { ...PLANS, name: "plans" });
    expect(
      page.plans.map(({ title, sha256, pins }) => [title, sha256, pins.map(({ number }) => number)]),
    ).toEqual([
      ["Floor plan, Level 1, page 1", floor.hashes[0], ["1", "2"]],
      ["Roof plan", roof.hashes[0], ["3"]],
    ]);
    expect(page.plans[0]!.pins[0]).toMatchObject({ tone: "bad", x: 0.2, y: 0.3 });
    expect(JSON.stringify(page)).not.toContain(empty.hashes[0]!);
    expect(
      page.groups.flatMap(({ items }) => items).find(({ number }) => number === "PL-003")!.details,
    ).toContain("Pin 3 on Roof plan");
    const [names, ...rows] = page.rows;
    const at = ["Number", "Plan page", "Pin"].map((name) => names!.indexOf(name));
    expect(rows.map((row) => at.map((one) => row[one]))).toEqual([
      ["PL-001", "Floor plan, Level 1, page 1", "1"],
      ["PL-002", "Floor plan, Level 1, page 1", "2"],
      ["PL-003", "Roof plan", "3"],
      ["PL-004", "", ""],
    ]);
    // Pages of plans aren’t photos of issues.
    expect(report).toMatchObject({ photos: 0, absent: 0 });
    if (hasPdfTools) expect((await pagesOf(pdf)).join(" ")).toContain("Floor plan, Level 1, page 1");

    const sub = await made(job, { ...PLANS, firm: CRUZ.id, photos: "", name: "plans-sub" });
    expect(sub.page.plans.map(({ title, pins }) => [title, pins.length])).toEqual([
      ["Floor plan, Level 1, page 1", 1],
    ]);
    expect(JSON.stringify(sub.page)).not.toContain(roof.hashes[0]!);
    expect((await made(job, FORM)).page.plans).toEqual([]);
  }, 120_000);

  it("takes photos that were hidden off its page and leaves them out of new lists", async () => {
    const job = await shop.newJob("Hale porch");
    const floor = await plan(job, "Porch", 1);
    const [shown, hidden] = [await shop.photo(), await shop.photo()];
    await numbered(job, 1, {
      ...{ title: "Loose rail", pin: { plan: floor.record, page: 0, x: 0.5, y: 0.5 } },
      ...shots(shown, hidden),
    });
    const { report } = await made(job, PLANS);
    const now = () => shop.in((ctx) => pageNow(ctx, report));
    const hashesIn = ({ page }: Awaited<ReturnType<typeof now>>) => [...picturesOf(page)].toSorted();
    const all = [floor.hashes[0]!, shown, hidden];
    expect(await now()).toMatchObject({ left: 0 });
    expect(hashesIn(await now())).toEqual(all.toSorted());
    const hide = (why: string | null) =>
      shop.send(job, { sha256: hidden, hidden: why }, { kind: PHOTO, record: photoId(job, hidden) }, "owner");
    await hide("Shows the neighbor’s kids");
    expect(await now()).toMatchObject({ left: 1 });
    expect(hashesIn(await now())).toEqual([floor.hashes[0]!, shown].toSorted());
    expect(await shop.in((ctx) => photosShown(ctx, report, [hidden, shown]))).toEqual(new Set([shown]));
    const later = await made(job, PLANS);
    expect(later.report.photos).toBe(1);
    expect(JSON.stringify(later.page)).not.toContain(hidden);
    await hide(null);
    expect(await now()).toMatchObject({ left: 0 });
  }, 60_000);
});

describe("a closing certificate", () => {
  it("is refused in words while an issue is open, then one page says what was found and fixed", async () => {
    const job = await shop.newJob("Hale bath");
    await expect(made(job, {}, requestCertificate)).rejects.toMatchObject({
      message: "This job has no issues, so there’s nothing to certify.",
    });
    const all: string[] = [];
    for (let at = 1; at <= 28; at++)
      all.push(await found(job, at, { title: `Touch up the paint at wall ${at}`, where: "Bath" }));
    for (const one of all.slice(1)) await move(job, one, "closed");
    await expect(made(job, {}, requestCertificate)).rejects.toMatchObject({
      code: "conflict",
      message: expect.stringMatching(
        /^1 issue isn’t closed yet: “Touch up the paint at wall 1”\. Close it first\.$/,
      ),
    });
    await move(job, all[0]!, "closed");
    const { page, pdf } = await made(job, { name: "certificate" }, requestCertificate);
    expect(page).toMatchObject({ title: "Closing certificate", isToSign: true });
    expect(page.groups[0]!.items).toHaveLength(28);
    if (hasPdfTools) {
      const pages = await pagesOf(pdf);
      expect(pages).toHaveLength(1);
      expect(pages[0]).toContain("All 28 issues found on this job were fixed");
    }
  }, 120_000);

  it("stays on one page for hundreds of issues", async () => {
    const job = await shop.newJob("Tower two");
    for (let at = 0; at < 120; at++) {
      const one = await found(job, at, { where: `Unit ${(at % 60) + 1}` });
      await move(job, one, "closed");
    }
    const { page, pdf } = await made(job, { name: "certificate-many" }, requestCertificate);
    expect(page.groups[0]!.items).toHaveLength(50);
    if (hasPdfTools) expect(await pagesOf(pdf)).toHaveLength(1);
  }, 120_000);
});
