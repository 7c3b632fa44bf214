import { readFileSync } from "node:fs";
import path from "node:path";
import { sql } from "drizzle-orm";
import { strToU8, zipSync } from "fflate";
import { beforeEach, describe, expect, it } from "vitest";
import { defineKinds } from "#app/record-kinds.ts";
import { findStoredRecord, shownFields, writeAsProduct } from "#ground/sync/public.server.ts";
import { AppError } from "#platform/errors/app-error.ts";
import { listJobs } from "#trade/jobs/public.server.ts";
import { runImport } from "#trade/imports/run/run.server.ts";
import { startImport } from "#trade/imports/start.server.ts";
import { forgetImportTask } from "#trade/imports/tasks.server.ts";
import { newId } from "#platform/db/ids.ts";
import { type Business, withBusiness } from "../testing/follow-ups.ts";
import { imported } from "../testing/imports.ts";
import { asOwner, dropped, found, idOf, movedIn, movedOut, type Mover } from "../testing/move-in.ts";

// Jobs of other products: recognized, previewed, saved once, and undone.

let mover: Mover;
let shop: Business;
const clock = withBusiness((opened) => {
  shop = opened;
  // Real clocks are finer than what the database stores.
  clock.set("2026-11-20T17:00:00.123987654Z");
  mover = {
    account: opened.account,
    user: { id: opened.ownerId, email: opened.email, emailVerified: true },
  };
});
beforeEach(defineKinds);

const JOBBER = readFileSync(path.join("checks/imports/files/jobber-jobs.csv"), "utf8");

const jobs = () =>
  asOwner(mover, async (ctx) =>
    (await listJobs(ctx, "", 50_000, true)).toSorted((a, b) => a.name.localeCompare(b.name)),
  );

const refusal = async (content: string | Uint8Array, name: string): Promise<string> => {
  const error = await dropped(mover, content, name).catch((cause: unknown) => cause);
  expect(error).toBeInstanceOf(AppError);
  const { code, fields } = error as AppError;
  expect(code).toBe("invalid");
  return fields?.["file"] ?? "";
};

describe("jobs of Jobber", () => {
  it("are shown before anything is saved, with what is unclear", async () => {
    const id = idOf(await dropped(mover, JOBBER, "jobs.csv"));
    const { parts, preview, state } = await found(mover, id);
    expect(state).toBe("ready");
    expect(parts).toMatchObject([{ format: "jobs", program: "Jobber", rows: 5, path: null }]);
    expect(preview!.counts).toEqual([{ format: "jobs", added: 3, known: 0, repeated: 1, refused: 1 }]);
    expect(preview!.rows[0]).toMatchObject({
      title: "Cedar deck",
      details: "Dana Ruiz · 12 Mill Rd, Denver, CO 80202 · Mon, May 4, 2026",
      isKnown: false,
    });
    expect(preview!.problems.map(({ where, problem, isTaken }) => [where, problem, isTaken])).toEqual([
      ["Line 4", "Without the start “sometime”, the status “Frobnicated”, which we can’t read.", true],
      ["Line 6", "This row has no name, client, or address.", false],
    ]);
    expect(await jobs()).toEqual([]);
  });

  it("become jobs of the people who are here, the same file adds nothing, and an undo removes them", async () => {
    await imported(shop.account, "Name,Email\nDana Ruiz,dana.jb@client.example\n");
    const done = await movedIn(mover, JOBBER, "jobs.csv");
    expect(done).toMatchObject({ state: "done", added: { jobs: 3 }, repeated: 1, refused: 1, file: null });
    const [back, cedar, tan] = await jobs();
    expect(cedar).toMatchObject({
      ...{ name: "Cedar deck", address: "12 Mill Rd, Denver, CO 80202", status: "done" },
      ...{ startsOn: "2026-05-04", finishesOn: "2026-05-22", contractCents: 1_840_000 },
      leadId: expect.stringMatching(/-/),
    });
    expect(back).toMatchObject({
      name: "Back fence",
      status: "active",
      contractCents: 615_050,
      leadId: null,
    });
    expect(tan).toMatchObject({ name: "Cy Tan, Job 103", status: "planned", startsOn: null });
    const record = await asOwner(mover, (ctx) => findStoredRecord(ctx, back!.jobId));
    expect(shownFields(record!.fields)).toMatchObject({
      ...{ clientName: "Bo Lind", clientEmail: "bo.jb@client.example", clientPhone: "(303) 555-0143" },
    });

    const again = idOf(await dropped(mover, JOBBER, "jobs again.csv"));
    expect((await found(mover, again)).preview!.counts).toMatchObject([{ added: 0, known: 3 }]);
    await expect(asOwner(mover, (ctx) => startImport(ctx, again))).rejects.toThrow(/here already/);

    expect(await movedOut(mover, done.id)).toMatchObject({ state: "undone", removed: 3, kept: 0 });
    expect(await jobs()).toEqual([]);
    // Once more, after the undo: the same records come back.
    expect(await movedIn(mover, JOBBER, "jobs.csv")).toMatchObject({ added: { jobs: 3 } });
    expect((await jobs()).map(({ jobId }) => jobId)).toEqual([back, cedar, tan].map((one) => one!.jobId));
  });

  it("stay after an undo where someone has changed or used them", async () => {
    const done = await movedIn(mover, JOBBER, "jobs.csv");
    const [fence, deck] = await jobs();
    await asOwner(mover, async (ctx) => {
      const later = { ...ctx, now: ctx.now.add({ minutes: 5 }) };
      await writeAsProduct(later, (await findStoredRecord(ctx, fence!.jobId))!, { name: "Side fence" });
      await writeAsProduct(
        later,
        { id: newId(), kind: "jobs.note", job: deck!.jobId },
        { text: "Client called." },
      );
    });
    expect(await movedOut(mover, done.id)).toMatchObject({ removed: 1, kept: 2 });
    expect((await jobs()).map(({ name }) => name)).toEqual(["Cedar deck", "Side fence"]);
  });

  it("are forgotten: a file that nobody imported after 7 days, and what an undo needs after 30", async () => {
    const waiting = idOf(await dropped(mover, JOBBER, "waiting.csv"));
    const done = await movedIn(mover, JOBBER, "jobs.csv");
    const forget = (importId: string) =>
      forgetImportTask.run({ accountId: mover.account, importId }, Temporal.Now.instant());
    await forget(waiting);
    await expect(found(mover, waiting)).rejects.toThrow(/doesn’t exist/);
    await forget(done.id);
    expect((await found(mover, done.id)).problems).toHaveLength(2);
    clock.set("2026-12-20T18:00:00Z");
    await forget(done.id);
    expect((await found(mover, done.id)).problems).toEqual([]);
    await expect(movedOut(mover, done.id)).rejects.toThrow(/can be undone for 30 days/);
    expect(await jobs()).toHaveLength(3);
  });

  it("stop with their person’s right to import", async () => {
    const id = idOf(await dropped(mover, JOBBER, "jobs.csv"));
    await asOwner(mover, (ctx) => startImport(ctx, id));
    const other = newId();
    await asOwner(mover, async ({ db }) => {
      await db.execute(sql`update imports set by_id = ${other} where id = ${id}`);
    });
    await runImport(mover.account, id);
    const stopped = await found(mover, id);
    expect(stopped).toMatchObject({ state: "done", position: 0, added: {} });
    expect(stopped.trouble).toMatch(/isn’t an owner or manager anymore/);
    expect(await jobs()).toEqual([]);
  });

  it("go on where an import was interrupted", async () => {
    const many = `Project Name,Project ID,Street Address 1\n${Array.from({ length: 60 }, (_, at) => `Job ${at},${at},${at} Elm St`).join("\n")}`;
    const id = idOf(await dropped(mover, many, "projects.csv"));
    expect((await found(mover, id)).parts).toMatchObject([{ program: "CompanyCam" }]);
    await asOwner(mover, (ctx) => startImport(ctx, id));
    expect(await runImport(mover.account, id, () => false)).toBe("more");
    expect(await found(mover, id)).toMatchObject({ position: 25, added: { jobs: 25 }, state: "running" });
    await Promise.all([runImport(mover.account, id), runImport(mover.account, id)]);
    expect(await found(mover, id)).toMatchObject({ position: 60, added: { jobs: 60 }, state: "done" });
    expect(await jobs()).toHaveLength(60);
  });
});

describe("a file", () => {
  it("for a tool that the business doesn’t have is refused row by row, before anything is saved", async () => {
    const logs = readFileSync("checks/imports/files/raken-daily-reports.csv", "utf8");
    const id = idOf(await dropped(mover, logs, "raken.csv"));
    const { preview } = await found(mover, id);
    expect(preview!.counts).toMatchObject([{ format: "logs", added: 0, refused: 3 }]);
    expect(preview!.problems[0]!.problem).toMatch(/doesn’t have the tool for daily logs/);
    await expect(asOwner(mover, (ctx) => startImport(ctx, id))).rejects.toThrow(/Nothing/);
  });

  it("in Windows-1252 with semicolons, a title and days first is read", async () => {
    const text =
      "Export of 1 May\r\nProjekt;Project name;Address;Start date\r\n1;Müller Dach;Hauptstraße 1;13/2/2026\r\n2;Jörg Zaun;Hauptstraße 2;1/2/2026\r\n";
    const done = await movedIn(mover, Buffer.from(text, "latin1"), "jobs.csv");
    expect(done.added).toEqual({ jobs: 2 });
    expect((await jobs()).map(({ name, startsOn }) => [name, startsOn])).toEqual([
      ["Jörg Zaun", "2026-02-01"],
      ["Müller Dach", "2026-02-13"],
    ]);
  });

  it("with dates in two formats loses no row, and says which dates it can’t read", async () => {
    const done = await movedIn(
      mover,
      "Job name,Address,Start date\nA,1 Elm,13/2/2026\nB,2 Elm,2/13/2026\nC,3 Elm,2026-03-01\n",
      "jobs.csv",
    );
    expect((await jobs()).map(({ startsOn }) => startsOn)).toEqual(["2026-02-13", null, "2026-03-01"]);
    expect(done.problems).toEqual([
      expect.objectContaining({
        ...{ where: "Line 3", isTaken: true },
        problem: "Without the start “2/13/2026”, which we can’t read.",
      }),
    ]);
  });

  it("that nobody can read is refused in words, and nothing is stored", async () => {
    const rows = (many: number) => `Job name,Address\n${"Deck,1 Elm\n".repeat(many)}`;
    expect(await refusal(rows(100_000), "jobs.csv")).toMatch(/more than 20,000 rows.*Nothing was saved/);
    expect(await refusal(Buffer.from("%PDF-1.7\n1 0 obj"), "report.pdf")).toMatch(/isn’t a CSV file/);
    expect(await refusal("Job name,Address\n", "jobs.csv")).toMatch(/no rows/);
    expect(await refusal(zipSync({ "xl/workbook.xml": strToU8("x") }), "jobs.xlsx")).toMatch(
      /Excel workbook/,
    );
    expect(await refusal(zipSync({ "../../etc/jobs.csv": strToU8(rows(1)) }), "up.zip")).toMatch(
      /leads out of its folder/,
    );
    expect(
      await refusal(zipSync({ "jobs.csv": new Uint8Array(60 * 1024 * 1024) }, { level: 9 }), "bomb.zip"),
    ).toMatch(/larger than 50 MB/);
    const zip = zipSync({ "jobs.csv": strToU8(rows(10)) });
    expect(await refusal(zip.subarray(0, zip.length - 30), "half.zip")).toMatch(/damaged ZIP/);
    expect(await refusal(zipSync({ "notes.docx": strToU8("x") }), "docs.zip")).toMatch(/no table, photo/);
    expect(await refusal('{"items": [', "template.json")).toMatch(/damaged/);
  });

  it("with people goes to the import of leads, alone or in a ZIP with jobs", async () => {
    const people = readFileSync("checks/testing/lists/jobber.csv", "utf8");
    expect(await dropped(mover, people, "clients.csv")).toMatch(/^\/account\/leads\/import\//);
    const page = await dropped(
      mover,
      zipSync({ "export/clients.csv": strToU8(people), "export/jobs.csv": strToU8(JOBBER) }),
      "jobber.zip",
    );
    const { parts, preview } = await found(mover, idOf(page));
    expect(parts.map(({ path: at, format }) => [at, format])).toEqual([
      ["export/clients.csv", "people"],
      ["export/jobs.csv", "jobs"],
    ]);
    expect(parts[0]!.people).toMatch(/-/);
    expect(preview!.counts).toMatchObject([{ format: "jobs", added: 3 }]);
    expect(preview!.problems[0]!.where).toBe("export/jobs.csv, line 4");
  });
});
