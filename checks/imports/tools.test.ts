import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import path from "node:path";
import { sql } from "drizzle-orm";
import { strToU8, zipSync } from "fflate";
import { beforeEach, describe, expect, it } from "vitest";
import { defineKinds } from "#app/record-kinds.ts";
import { grantTool } from "#ground/businesses/public.server.ts";
import { ensureSealingKey } from "#ground/evidence/public.server.ts";
import {
  allRecordsOfKind,
  findStoredRecord,
  shownFields,
  writeAsProduct,
} from "#ground/sync/public.server.ts";
import { photoOf } from "#ground/media/public.server.ts";
import { installation } from "#platform/config/installation.server.ts";
import { newId } from "#platform/db/ids.ts";
import { fileKey } from "#platform/files/file-store.ts";
import { ODD_PHOTOS } from "#platform/pictures/testing/odd-photos.ts";
import { listJobs } from "#trade/jobs/public.server.ts";
import { previewImport } from "#trade/imports/run/preview.server.ts";
import { runImport } from "#trade/imports/run/run.server.ts";
import { saveChoices, startImport } from "#trade/imports/start.server.ts";
import { withBusiness } from "../testing/follow-ups.ts";
import { asOwner, dropped, found, idOf, movedIn, movedOut, type Mover } from "../testing/move-in.ts";

// What tools make of the files of other products.

let mover: Mover;
withBusiness((opened) => {
  mover = {
    account: opened.account,
    user: { id: opened.ownerId, email: opened.email, emailVerified: true },
  };
});
beforeEach(async () => {
  defineKinds();
  await ensureSealingKey();
  for (const tool of ["logs", "photos", "checklists"] as const) await grantTool(mover.account, tool);
});

const file = (name: string) => readFileSync(path.join("checks/imports/files", name), "utf8");

const jobs = () => asOwner(mover, async (ctx) => listJobs(ctx, "", 1000, true));
const values = (kind: string) =>
  asOwner(mover, async (ctx) =>
    (await allRecordsOfKind(ctx, kind, {})).map(({ id, job, fields }) => ({
      id,
      job,
      ...shownFields(fields),
    })),
  ) as Promise<Record<string, unknown>[]>;

/** Adds a job by hand. */
async function job(name: string): Promise<string> {
  const id = newId();
  await asOwner(mover, (ctx) =>
    writeAsProduct(ctx, { id, kind: "jobs.job", job: id }, { name, status: "active" }),
  );
  return id;
}

/** Imports what is on a job that the file doesn't name. */
async function movedOnto(onto: string, content: string, name: string) {
  const id = idOf(await dropped(mover, content, name));
  expect((await found(mover, id)).preview!.needsJob).toBe(true);
  await expect(asOwner(mover, (ctx) => startImport(ctx, id))).rejects.toThrow(/Choose the job/);
  await asOwner(mover, (ctx) => saveChoices(ctx, id, { parts: ({ parts }) => parts, jobId: onto }));
  await previewImport(mover.account, id);
  await asOwner(mover, (ctx) => startImport(ctx, id));
  await runImport(mover.account, id);
  return found(mover, id);
}

describe("tasks of Fieldwire", () => {
  it("become issues on the job that the owner chose, once", async () => {
    const unit = await job("Harbor flats");
    const done = await movedOnto(unit, file("fieldwire-tasks.csv"), "tasks.csv");
    expect(done).toMatchObject({ added: { issues: 3 }, refused: 0 });
    expect(done.problems.map(({ problem }) => problem)).toEqual([
      "Without the due date “whenever”, which we can’t read.",
    ]);
    const issues = (await values("issues.issue")).toSorted((a, b) =>
      String(a["title"]).localeCompare(String(b["title"])),
    );
    expect(issues).toMatchObject([
      { job: unit, title: "Patch behind door", state: "closed", priority: "normal", trade: "Drywall" },
      { title: "Seal the tub", state: "open", where: "Unit 5" },
      { title: "T-stat conflicts with shelving", state: "working", priority: "urgent", due: "2026-12-04" },
    ]);
    expect(issues[2]!["details"]).toContain("Assigned to in the other product: andrew@example.com");
    expect(await movedOut(mover, done.id)).toMatchObject({ removed: 3, kept: 0 });
    expect((await values("issues.issue")).every(({ removed }) => removed === true)).toBe(true);
  });
});

describe("inspection items of SafetyCulture", () => {
  it("become one checklist, and a sealed copy of each inspection that nobody can change", async () => {
    const site = await job("Mill Rd deck");
    const done = await movedOnto(site, file("safetyculture-inspection-items.csv"), "inspection_items.csv");
    expect(done).toMatchObject({ added: { checklists: 1, inspections: 2 }, problems: [] });
    const [list] = await values("checklists.list");
    expect(list).toMatchObject({
      title: "SafetyCulture checklist abc123",
      "sections.s1": {
        title: "Scaffold",
        items: [
          { id: "i1", text: "Guardrails in place", kind: "yes", required: true },
          { id: "i2", text: "Tag color", kind: "one", choices: ["Green", "Red"], fails: ["Red"] },
        ],
      },
      "sections.s2": { title: "Weather", items: [{ text: "Temperature", kind: "number" }] },
      "sections.s3": { title: "Sign off", items: [{ text: "Inspector", kind: "signature" }] },
    });
    const copies = await values("checklists.imported");
    expect(new Set(copies.map(({ date }) => date))).toEqual(new Set(["2026-05-04", "2026-05-11"]));
    const first = copies.find(({ date }) => date === "2026-05-04")!;
    expect(first).toMatchObject({ program: "SafetyCulture", job: site, title: "Inspection" });
    expect(first["text"]).toContain("Guardrails in place: No (failed). Missing on the north side");
    await asOwner(mover, async (ctx) => {
      const record = (await findStoredRecord(ctx, String(first["id"])))!;
      await expect(writeAsProduct(ctx, record, { text: "All good" })).rejects.toThrow(/doesn’t change/);
    });
    // Nothing of it is a checklist that was finished here.
    expect(await values("checklists.run")).toEqual([]);
    const { rows } = await asOwner(mover, ({ db }) =>
      db.execute(sql`select 1 from evidence_seals where job_id = ${site}`),
    );
    expect(rows).toHaveLength(1);
  });

  it("and a template in JSON become a checklist", async () => {
    const template = {
      template_id: "template_x1",
      template_data: {
        metadata: { name: "Deck safety" },
        response_sets: { r: { responses: [{ label: "Good" }, { label: "Fair" }, { label: "Poor" }] } },
      },
      header_items: [{ item_id: "h", type: "textsingle", label: "Prepared by" }],
      items: [
        { item_id: "s", type: "section", label: "Stairs" },
        {
          item_id: "q",
          parent_id: "s",
          type: "question",
          label: "Treads",
          options: { response_set: "r", is_mandatory: true },
        },
      ],
    };
    const done = await movedIn(mover, JSON.stringify(template), "template.json");
    expect(done.added).toEqual({ checklists: 1 });
    expect(await values("checklists.list")).toMatchObject([
      {
        title: "Deck safety",
        "sections.s1": { title: "", items: [{ text: "Prepared by", kind: "text" }] },
        "sections.s2": { title: "Stairs", items: [{ text: "Treads", choices: ["Good", "Fair", "Poor"] }] },
      },
    ]);
  });
});

describe("daily logs of Raken", () => {
  it("become sealed copies by day on a job of that name, and no day of ours", async () => {
    const done = await movedIn(mover, file("raken-daily-reports.csv"), "raken.csv");
    expect(done).toMatchObject({ added: { logs: 2, "named-jobs": 1 }, refused: 1 });
    expect(done.problems).toMatchObject([
      { where: "Line 5", problem: "“someday” isn’t a day that we can read." },
    ]);
    const [deck] = await jobs();
    expect(deck).toMatchObject({ name: "Mill Rd deck", status: "active" });
    const logs = (await values("logs.imported")).toSorted((a, b) =>
      String(a["date"]).localeCompare(String(b["date"])),
    );
    expect(logs).toMatchObject([
      { date: "2026-05-04", title: "Daily log", by: "Ana Diaz", job: deck!.jobId, program: "Raken" },
      { date: "2026-05-05" },
    ]);
    expect(String(logs[0]!["text"])).toBe(
      [
        "Weather: Sunny, 61°F\nCompany: Lopez Paint\nPeople: 3\nHours: 24\nWork: Primed the rails\nCost Code: 09-900",
        "Company: Own crew\nPeople: 2\nHours: 16\nWork: Set the posts\nNotes: Inspector came at 2\nCost Code: 03-300",
      ].join("\n\n"),
    );
    expect(await values("logs.day")).toEqual([]);
    expect(
      await movedIn(
        mover,
        `${file("raken-daily-reports.csv")}Mill Rd deck,5/6/2026,,,,,Went home,,,`,
        "more.csv",
      ),
    ).toMatchObject({
      ...{ added: { logs: 1 }, known: 2 },
    });
    expect(await movedOut(mover, done.id)).toMatchObject({ removed: 2, kept: 1 });
    expect((await jobs()).map(({ name }) => name)).toEqual(["Mill Rd deck"]);
  });

  it("as PDFs in a ZIP are filed by the day in their names, and a broken one is named", async () => {
    const done = await movedIn(
      mover,
      zipSync({
        "Harbor flats/Daily Report 2026-05-04.pdf": onePagePdf("Poured the slab"),
        "Harbor flats/Daily Report 2026-05-05.pdf": strToU8("%PDF-1.7\nbroken"),
        "Harbor flats/Summary.pdf": onePagePdf("x"),
      }),
      "reports.zip",
    );
    expect(done).toMatchObject({ added: { "log-papers": 1, "named-jobs": 1 }, refused: 2 });
    expect(done.problems.map(({ where, problem }) => [where, problem])).toEqual([
      ["Harbor flats/Daily Report 2026-05-05.pdf", expect.stringMatching(/^This PDF is damaged/)],
      ["Harbor flats/Summary.pdf", expect.stringMatching(/no day in it/)],
    ]);
    const [log] = await values("logs.imported");
    expect(log).toMatchObject({ date: "2026-05-04", title: "Daily Report 2026-05-04" });
    expect(log!["text"]).toContain("Poured the slab");
    const { sha256, bytes } = log!["paper"] as { sha256: string; bytes: number };
    expect(await installation().files.size(fileKey(mover.account, sha256, "pdf"))).toBe(bytes);
  });
});

describe("a ZIP of CompanyCam", () => {
  it("brings the photos of each project’s folder with their time, once, and an undo moves them to the trash", async () => {
    const harbor = await job("Harbor flats");
    const photo = Uint8Array.from(await ODD_PHOTOS["a time zone"]());
    const south = Uint8Array.from(await ODD_PHOTOS["southern and western GPS"]());
    const zip = zipSync({
      "photos/Harbor Flats/IMG_1.jpg": photo,
      "photos/Elm St roof/2026-05-04_8.jpg": south,
      "photos/Elm St roof/broken.jpg": strToU8("no photo"),
    });
    const done = await movedIn(mover, zip, "photos.zip");
    expect(done).toMatchObject({ added: { photos: 2, "named-jobs": 1 }, refused: 1 });
    const taken = await values("photos.photo");
    const sha256 = createHash("sha256").update(photo).digest("hex");
    expect(taken.find((one) => one["job"] === harbor)).toMatchObject({
      [`photos.${sha256}`]: { type: "image/jpeg", at: Date.parse("2026-10-03T13:09:58Z"), clock: "camera" },
    });
    // Places stay with the original, as with every photo.
    const placed = await asOwner(mover, (ctx) =>
      photoOf(ctx, createHash("sha256").update(south).digest("hex")),
    );
    expect(placed!.position).toMatchObject({
      latitude: expect.closeTo(-33.45),
      longitude: expect.closeTo(-70.65),
    });
    const again = idOf(await dropped(mover, zip, "again.zip"));
    expect((await found(mover, again)).preview!.counts).toMatchObject([{ added: 1, known: 2 }]);
    expect(await movedOut(mover, done.id)).toMatchObject({ removed: 3, kept: 0 });
    expect((await values("photos.photo")).every(({ trashedAt }) => typeof trashedAt === "string")).toBe(true);
    expect((await jobs()).map(({ name }) => name)).toEqual(["Harbor flats"]);
    expect(await movedIn(mover, zip, "photos.zip")).toMatchObject({ added: { photos: 2 } });
    expect((await values("photos.photo")).every(({ trashedAt }) => trashedAt === null)).toBe(true);
  });
});

/** A PDF with one line of text. */
function onePagePdf(text: string): Uint8Array {
  const stream = `BT /F1 24 Tf 72 720 Td (${text}) Tj ET`;
  const objects = [
    "<</Type/Catalog/Pages 2 0 R>>",
    "<</Type/Pages/Kids[3 0 R]/Count 1>>",
    "<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]/Contents 4 0 R/Resources<</Font<</F1 5 0 R>>>>>>",
    `<</Length ${stream.length}>>stream\n${stream}\nendstream`,
    "<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>",
  ];
  let pdf = "%PDF-1.4\n";
  const places = objects.map((object, at) => {
    const place = pdf.length;
    pdf += `${at + 1} 0 obj${object}endobj\n`;
    return place;
  });
  const start = pdf.length;
  pdf += `xref\n0 6\n0000000000 65535 f \n${places.map((place) => `${String(place).padStart(10, "0")} 00000 n \n`).join("")}trailer<</Size 6/Root 1 0 R>>\nstartxref\n${start}\n%%EOF`;
  return strToU8(pdf);
}
