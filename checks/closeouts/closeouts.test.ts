// Long because each part of a package is made from what devices wrote, and each way it may leave is driven.
import { createHash } from "node:crypto";
import { writeFile } from "node:fs/promises";
import path from "node:path";
import { unzipSync } from "fflate";
import sharp from "sharp";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { Visitor } from "#ground/identity/testing/visits.ts";
import { drawDerivatives } from "#ground/media/derivatives.server.ts";
import { mediaOriginals } from "#ground/media/tables.server.ts";
import { closeLink, linksOf } from "#ground/shares/public.server.ts";
import { newLocalId } from "#ground/sync/store/ids.ts";
import { unsubscribeLead } from "#trade/leads/public.server.ts";
import { eraseClient } from "#trade/jobs/data.server.ts";
import * as client from "#trade/closeouts/client/page.tsx";
import { loader as clientFile } from "#trade/closeouts/client/file.ts";
import { loader as picture } from "#trade/closeouts/client/picture.ts";
import * as remind from "#trade/closeouts/client/remind.ts";
import { action as zip } from "#trade/closeouts/client/zip.ts";
import type { Snapshot } from "#trade/closeouts/content/snapshot.ts";
import * as manual from "#trade/closeouts/manuals/new.tsx";
import * as office from "#trade/closeouts/office/page.tsx";
import * as preview from "#trade/closeouts/office/preview.tsx";
import type { PackageView } from "#trade/closeouts/office/view.server.ts";
import { makeVersion } from "#trade/closeouts/paper/make.server.ts";
import { removeFilesTask } from "#trade/closeouts/tasks.server.ts";
import { ANSWER } from "#trade/inspections/rules/answers.ts";
import { answerId } from "#trade/inspections/rules/ids.ts";
import { RUN, rowsOf, runOf } from "#trade/inspections/rules/run.ts";
import { library } from "#trade/inspections/start/library.ts";
import { ISSUE } from "#trade/issues/rules/issue.ts";
import { PLAN, pageField, versionField } from "#trade/plans/rules.ts";
import { photoId } from "#tools/photos/rules/ids.ts";
import { PHOTO } from "#tools/photos/rules/photo.ts";
import { installation } from "#platform/config/installation.server.ts";
import { now, withAccount } from "#platform/db/scope.server.ts";
import { renderPdf } from "#platform/pdf/render.server.ts";
import { drawPlan, PLAN_SIZE } from "#app/demo/plan.ts";
import { drawScene, SCENES } from "#app/demo/scenes.ts";
import { defineReportLines } from "#app/report-lines.ts";
import { argsOf } from "../testing/changes.ts";
import { approve, db, fetched, job, send, shared, shop, withShop, written } from "../testing/estimates.ts";
import { hasPdfTools, pagesOf } from "../testing/pdf-text.ts";
import { type Screen, visit } from "../testing/screens.ts";

// The closeout package of a job, from what devices wrote to what a client has years later.

withShop("America/Denver");
beforeAll(() => defineReportLines());
beforeEach(async () => {
  await db.query("delete from closeouts_reminders");
});

const NOON = Date.parse("2026-11-20T19:00:00Z");
let shots = 0;

/** A photo on the server, of any bytes. @returns its hash */
async function stored(bytes: Buffer): Promise<string> {
  const sha256 = createHash("sha256").update(bytes).digest("hex");
  const accountId = shop.account;
  const { width = 0, height = 0 } = await sharp(bytes).metadata();
  const file = await installation().files.put(accountId, bytes, "photojpeg");
  await withAccount(accountId, (ctx) =>
    ctx.db
      .insert(mediaOriginals)
      .values({
        ...{ accountId, sha256, file, bytes: bytes.byteLength, kind: "jpeg", state: "waiting" },
        ...{ width, height, receivedAt: ctx.now, takenAt: ctx.now, latitude: 37.76667, longitude: -122.45 },
      })
      .onConflictDoNothing(),
  );
  await drawDerivatives(accountId, sha256);
  return sha256;
}

const held = { is: "held" };

/** A photo of the job. */
async function taken(sets: Record<string, unknown> = {}): Promise<string> {
  const at = shots++;
  const scene = await drawScene(SCENES[at % SCENES.length]!, at % 3);
  const sha256 = await stored(
    await sharp(scene)
      .resize(1200 - at, 900)
      .jpeg()
      .toBuffer(),
  );
  const first = { sha256, [`photos.${sha256}`]: { type: "image/jpeg", at: NOON + at * 60_000 }, ...sets };
  expect(await send(shop, photoId(job, sha256), first, PHOTO)).toMatchObject(held);
  return sha256;
}

const hide = async (sha256: string) => {
  const record = photoId(job, sha256);
  expect(await send(shop, record, { hidden: "Blurry" }, PHOTO, await fetched(shop, record))).toMatchObject(
    held,
  );
};

/** Starts one of our lists and finishes it. */
async function walked(key: string, state: "open" | "finished" = "finished") {
  const list = library.find((one) => one.key === key)!;
  const run = newLocalId();
  const sections = Object.fromEntries(
    Object.entries(list.sections).map(([id, one]) => [`sections.${id}`, one as never]),
  );
  const sets = { title: list.title, from: key, place: "Unit 4", state: "open", ...sections };
  expect(await send(shop, run, sets, RUN)).toMatchObject(held);
  for (const { key: item, item: asked } of rowsOf(runOf(sets)).slice(0, 6))
    await send(
      shop,
      answerId(run, item),
      { run, item, answer: asked.kind === "check" ? "pass" : "yes", note: "Looks good." },
      ANSWER,
    );
  if (state === "finished") {
    // Finishing asks for every answer; how a list gets there is tested where lists are.
    await db.query(
      `update sync_records set fields = jsonb_set(fields, '{state,values,0,value}', '"finished"') where id = $1`,
      [run],
    );
  }
  return run;
}

/** A plan with an issue pinned on it. */
async function pinned(): Promise<string> {
  const sha256 = await stored(
    await sharp(await drawPlan())
      .jpeg()
      .toBuffer(),
  );
  const [plan, version] = [newLocalId(), newLocalId()];
  expect(
    await send(
      shop,
      plan,
      {
        title: "First floor",
        [versionField(version)]: { at: NOON, count: 1, file: "plan.pdf" },
        [pageField(version, 0)]: { sha256, ...PLAN_SIZE },
      },
      PLAN,
    ),
  ).toMatchObject(held);
  expect(
    await send(
      shop,
      newLocalId(),
      {
        ...{ title: "Paint touch-up at the stairs", state: "open", priority: "normal", where: "Hall" },
        ...{ costTo: "Cruz Painting", pin: { plan, page: 0, x: 0.4, y: 0.5 } },
      },
      ISSUE,
    ),
  ).toMatchObject(held);
  return sha256;
}

const pathOf = (rest = "") => `/account/closeouts/${job}${rest}`;
const officeOf = async () =>
  (await visit(shop.visitor, office, pathOf(), { closeoutJobId: job })).shown as unknown as PackageView & {
    form: string;
  };

/** Submits the form of the package, as it is shown, with some of it changed. */
async function submitted(intent: string, over: Record<string, string> = {}) {
  const { letter, contacts, saw, groups, form } = await officeOf();
  const fields: Record<string, string> = { intent, letter, contacts, saw, form, yearly: "yes" };
  for (const { id, isIn } of groups.flatMap(({ choices }) => choices)) {
    fields[`asked ${id}`] = "yes";
    if (isIn) fields[`part ${id}`] = "yes";
  }
  return visit(shop.visitor, office, pathOf(), { closeoutJobId: job }, { ...fields, ...over });
}

async function published(over: Record<string, string> = {}) {
  const answer = await submitted("publish", over);
  expect(answer).toMatchObject({ status: 303 });
  const { rows } = await db.query<{ id: string }>(
    "select id from closeouts_versions where job_id = $1 order by version desc limit 1",
    [job],
  );
  await makeVersion(shop.account, rows[0]!.id);
  const { rows: made } = await db.query<{
    state: string;
    problem: string | null;
    file: string;
    page: Snapshot;
  }>("select state, problem, file, page from closeouts_versions where id = $1", [rows[0]!.id]);
  expect(made[0]).toMatchObject({ state: "ready", problem: null });
  return { id: rows[0]!.id, ...made[0]! };
}

/** Makes a link in the office. @returns its token */
async function linked(): Promise<string> {
  const { shown } = await visit(shop.visitor, office, pathOf(), { closeoutJobId: job }, { intent: "share" });
  return new URL((shown as { link?: string }).link ?? "http://none/").pathname.split("/")[2] ?? "";
}

interface Opened {
  readonly content: {
    readonly page: Snapshot;
    readonly version: number;
    readonly isNewest: boolean;
    readonly refused: string | null;
    readonly others: readonly { version: number }[];
    readonly yearly: { readonly isAsked: boolean; readonly to: string; readonly wording: string } | null;
  };
  readonly message?: string;
}
async function opened(token: string, query = "") {
  const { shown, ...answer } = await visit(new Visitor(), client, `/s/${token}/closeout${query}`, { token });
  return { ...answer, ...(shown as unknown as Opened) };
}

async function unzipped(token: string) {
  const request = new Visitor().request(`/s/${token}/closeout/zip`, {
    method: "POST",
    body: new URLSearchParams(),
  });
  const answer = await zip(argsOf(request, { token }));
  expect(answer.status).toBe(200);
  const files = unzipSync(new Uint8Array(await answer.arrayBuffer()));
  return { files, list: Buffer.from(files["Contents.txt"] ?? []).toString() };
}

const got = async (token: string, fileId: string) => {
  const answer = await clientFile(
    argsOf(new Visitor().request(`/s/${token}/closeout/files/${fileId}`), { token, fileId }),
  );
  return { status: answer.status, bytes: Buffer.from(await answer.arrayBuffer()) };
};

const aPdf = async (words = "A manual") =>
  Buffer.from(
    await renderPdf({
      template: "platform/pdf/fixtures/letter.typ",
      createdAt: now(),
      data: { title: words, lines: [words] },
    }),
  );

async function upload(bytes: Buffer, { name = "", file = "heater.pdf", form = newLocalId() } = {}) {
  const body = new FormData();
  body.append("form", form);
  body.append("name", name);
  body.append("file", new File([new Uint8Array(bytes)], file));
  const screen: Screen = {
    action: ({ params, context }) =>
      manual.action({
        request: shop.visitor.request(pathOf("/manuals/new"), { method: "POST", body }),
        params,
        context,
      } as never),
  };
  const answer = await visit(shop.visitor, screen, pathOf("/manuals/new"), { closeoutJobId: job }, {});
  return { ...answer, errors: (answer.shown as { errors?: Record<string, string> }).errors ?? {} };
}

/** For people who look at it: `SCREENSHOTS=folder`. */
async function lookAt(file: string, name: string): Promise<void> {
  const folder = process.env["SCREENSHOTS"];
  if (folder) await writeFile(path.join(folder, `${name}.pdf`), await installation().files.get(file));
}

const named = (sets: Record<string, unknown>) => async () =>
  send(shop, job, sets, "jobs.job", await fetched(shop, job));

describe("the package of a job", () => {
  it("has the letter, contacts, signed papers, photos by room, finished checklists, and plans with pins", async () => {
    await named({ clientName: "Dana Ruiz", clientEmail: "dana@client.test", address: "14 Elm Street" })();
    const estimate = await written();
    await approve((await shared(estimate.record)).token);
    const kitchen = await taken({ room: "Kitchen", caption: "New counters" });
    await taken({ room: "Kitchen" });
    await taken({ room: "Primary bath" });
    const hidden = await taken({ room: "Kitchen", caption: "Our mess" });
    await hide(hidden);
    await walked("final-walk");
    await walked("final-walk", "open");
    const plan = await pinned();
    expect(await upload(await aPdf(), { name: "Water heater" })).toMatchObject({ status: 303 });

    const { page, file } = await published();
    await lookAt(file, "closeout");
    expect(page).toMatchObject({
      ...{ job: "14 Elm Street", client: "Dana Ruiz", offersYearly: true },
      contacts: [
        { role: "Warranty and service", parts: ["Hale Decks"] },
        { role: "In an emergency", parts: ["911"] },
      ],
      papers: [
        {
          title: expect.stringContaining("Deck stairs") as string,
          details: expect.stringMatching(/^Approved by Dana Ruiz, /) as string,
        },
      ],
      manuals: [{ title: "Water heater", fileName: "Water heater.pdf" }],
    });
    expect(page.letter.join("\n")).toContain("Dear Dana Ruiz,");
    expect(page.letter.join("\n")).not.toContain("{{");
    expect(page.parts.map(({ section }) => section)).toEqual(["photos", "checklists", "plans"]);
    const rooms = page.parts[0]!.page.groups.map(({ title, items }) => [
      title,
      items.flatMap(({ photos }) => photos).length,
    ]);
    expect(rooms).toEqual([
      ["Kitchen", 2],
      ["Primary bath", 1],
    ]);
    expect(page.parts[2]!.page.plans).toMatchObject([{ title: "First floor", sha256: plan, pins: [{}] }]);
    const all = JSON.stringify(page);
    expect(all).not.toContain(hidden);
    // Who pays for a fix, and what a line costs, are the business's own matter.
    expect(all).not.toContain("Cruz Painting");
    if (hasPdfTools) {
      const pages = await pagesOf(await installation().files.get(file));
      const words = pages.join(" ");
      for (const said of [
        "Closeout package",
        "Dear Dana Ruiz",
        "Deck stairs",
        "Water heater",
        "Kitchen",
        "New counters",
        "First floor",
        "Paint touch-up",
      ])
        expect(words).toContain(said);
      expect(words).not.toContain("Our mess");
    }

    const token = await linked();
    const at = await opened(token);
    expect(at).toMatchObject({ status: 200, content: { version: 1, isNewest: true } });
    const paper = at.content.page.papers[0]!;
    expect((await got(token, paper.id)).bytes.subarray(0, 5).toString()).toBe("%PDF-");
    expect((await got(token, at.content.page.manuals[0]!.id)).status).toBe(200);
    expect(await got(token, newLocalId())).toMatchObject({ status: 404 });
    const pictureAt = async (sha256: string) =>
      (await picture(argsOf(new Visitor().request("/"), { token, sha256, size: "thumb" }))).status;
    expect(await pictureAt(kitchen)).toBe(200);
    expect(await pictureAt(plan)).toBe(200);
    expect(await pictureAt(hidden)).toBe(404);

    const { files, list } = await unzipped(token);
    expect(Object.keys(files).toSorted()).toEqual([
      "Closeout package.pdf",
      "Contents.txt",
      "Manuals/Water heater.pdf",
      "Photos/Kitchen/001 New counters.jpg",
      "Photos/Kitchen/002 Kitchen.jpg",
      "Photos/Primary bath/001 Primary bath.jpg",
      "Plans/First floor.jpg",
      expect.stringMatching(/^Signed papers\/EST-.*Deck stairs.*\.pdf$/) as string,
    ]);
    expect(list).not.toContain("MISSING");
    const { exif } = await sharp(files["Photos/Kitchen/001 New counters.jpg"]).metadata();
    expect(exif).toBeUndefined();
  }, 120_000);

  it("stays as it was published; a new version shows at the same link, and the old one beside it", async () => {
    await taken({ room: "Hall" });
    await published({ letter: "Warranty for {{job}}, version one." });
    const token = await linked();
    await taken({ room: "Hall" });
    await submitted("save", { letter: "Not published yet." });
    const first = await opened(token);
    expect(first.content.page.letter).toEqual(["Warranty for 14 Elm Street, version one."]);
    expect(first.content.page.parts[0]!.page.groups[0]!.items).toHaveLength(1);
    const now = (await visit(shop.visitor, preview, pathOf("/preview"), { closeoutJobId: job }))
      .shown as unknown as {
      page: Snapshot;
    };
    expect(now.page.letter).toEqual(["Not published yet."]);
    expect(now.page.parts[0]!.page.groups[0]!.items).toHaveLength(2);

    await published();
    const second = await opened(token);
    expect(second).toMatchObject({ content: { version: 2, isNewest: true, others: [{ version: 1 }] } });
    expect(second.content.page.letter).toEqual(["Not published yet."]);
    const earlier = await opened(token, "?version=1");
    expect(earlier.content).toMatchObject({ isNewest: false, page: first.content.page });
    expect(await opened(token, "?version=9")).toMatchObject({ status: 404 });
  }, 60_000);

  it("leaves out what the office leaves out; a photo that is hidden later is gone from page and ZIP, which says so", async () => {
    const photo = await taken({ room: "Hall" });
    await published({ "part letter": "" });
    const token = await linked();
    expect((await opened(token)).content.page.letter).toEqual([]);
    await hide(photo);
    const { page } = (await opened(token)).content;
    expect(JSON.stringify(page.parts)).not.toContain(photo);
    expect(page.remarks.join()).toContain("1 photo was taken off this page");
    const { files, list } = await unzipped(token);
    expect(Object.keys(files)).toEqual(["Closeout package.pdf", "Contents.txt"]);
    expect(list).toMatch(/MISSING[^]*Photos\/Hall\/001 Hall\.jpg/);
  }, 60_000);

  it("names a file that is gone in the ZIP’s list, and sends the others", async () => {
    await upload(await aPdf("Gone soon"), { name: "Furnace" });
    const { page } = await published();
    const token = await linked();
    await installation().files.remove(page.manuals[0]!.file);
    const { files, list } = await unzipped(token);
    expect(Object.keys(files)).toEqual(["Closeout package.pdf", "Contents.txt"]);
    expect(list).toMatch(/MISSING[^]*Manuals\/Furnace\.pdf/);
  }, 60_000);

  it("publishes once however often its form is sent, and nothing that is empty", async () => {
    const { form } = await officeOf();
    const twice = [await submitted("publish", { form }), await submitted("publish", { form })];
    expect(twice.map(({ status }) => status)).toEqual([303, 303]);
    const count = async () =>
      (await db.query("select from closeouts_versions where job_id = $1", [job])).rows.length;
    expect(await count()).toBe(1);
    // Another one while it is made.
    expect(await submitted("publish")).toMatchObject({ status: 409 });
    expect(
      await visit(shop.visitor, office, pathOf(), { closeoutJobId: job }, { intent: "share" }),
    ).toMatchObject({
      status: 409,
      shown: { message: "Publish the package first. Then you can share it." },
    });
    await db.query("delete from closeouts_versions where job_id = $1", [job]);
    expect(await submitted("publish", { "part letter": "", "part contacts": "" })).toMatchObject({
      status: 422,
      shown: { errors: { parts: "This package would be empty. Choose at least one part." } },
    });
    expect(await count()).toBe(0);
  });

  it("refuses a letter with blanks that nothing fills, and keeps what was typed", async () => {
    const letter = "Dear {{clint}},";
    expect(await submitted("save", { letter })).toMatchObject({
      status: 422,
      shown: { values: { letter }, errors: { letter: expect.stringContaining("{{clint}}") as string } },
    });
    expect(await submitted("save", { letter: " " })).toMatchObject({ status: 422 });
  });

  it("tells somebody whose colleague saved meanwhile, and saves at the second try", async () => {
    const { saw } = await officeOf();
    await submitted("save", { letter: "Ours" });
    const late = await submitted("save", { letter: "Theirs", saw });
    expect(late).toMatchObject({ status: 409, shown: { values: { letter: "Theirs" } } });
    expect((await officeOf()).letter).toBe("Ours");
    expect(await submitted("save", { letter: "Theirs" })).toMatchObject({ status: 303 });
    expect((await officeOf()).letter).toBe("Theirs");
  });
});

describe("a manual", () => {
  it("is a PDF that can be read; anything else is refused beside its field", async () => {
    expect((await upload(Buffer.from("PK not a pdf"), { file: "plan.docx" })).errors["file"]).toBe(
      "plan.docx isn’t a PDF. Save it as a PDF, then add that.",
    );
    expect((await upload(Buffer.from("%PDF-1.7 broken"))).errors["file"]).toMatch(/can’t be read/);
    expect((await upload(Buffer.alloc(0))).errors["file"]).toMatch(/^Choose a PDF/);
    expect((await upload(Buffer.alloc(51 * 1024 * 1024, 1))).errors["file"]).toMatch(/larger than 50/);
    const pdf = await aPdf("Once");
    const form = newLocalId();
    expect([await upload(pdf, { form }), await upload(pdf, { form })].map(({ status }) => status)).toEqual([
      303, 303,
    ]);
    expect((await upload(pdf)).errors["file"]).toContain("in the package already: “heater”");
    expect((await officeOf()).manuals).toMatchObject([{ name: "heater" }]);
  }, 60_000);
});

describe("the yearly check-up", () => {
  const runs = async () =>
    (
      await db.query<{ email: string; wording: string }>(
        `select l.email, c.wording from sequences_enrolments e
           join sequences s on s.account_id = e.account_id and s.id = e.sequence_id and s.play = 'yearly'
           join leads l on l.account_id = e.account_id and l.id = e.lead_id
           left join leads_consents c on c.account_id = e.account_id and c.lead_id = e.lead_id
          where l.email like $1`,
        [`%${job.slice(-6)}@client.test`],
      )
    ).rows;
  const asked = (token: string) => visit(new Visitor(), remind, `/s/${token}/closeout/remind`, { token }, {});

  it("starts once at the client’s request, with their consent in the words they saw", async () => {
    await named({ clientName: "Dana Ruiz", clientEmail: `dana-${job.slice(-6)}@client.test` })();
    await published();
    const token = await linked();
    const { yearly } = (await opened(token)).content;
    expect(yearly).toMatchObject({ isAsked: false, to: "d…@client.test" });
    const both = await Promise.all([asked(token), asked(token)]);
    expect(both.map(({ status }) => status)).toEqual([303, 303]);
    await asked(token);
    expect(await runs()).toEqual([{ email: `dana-${job.slice(-6)}@client.test`, wording: yearly!.wording }]);
    expect((await opened(token)).content.yearly).toMatchObject({ isAsked: true });
    expect((await officeOf()) as unknown).toMatchObject({ asked: { words: expect.any(String) as string } });
  }, 60_000);

  it("isn’t offered without the client’s address, or when the office turns it off", async () => {
    await published();
    expect((await opened(await linked())).content.yearly).toBeNull();
    await named({ clientName: "Dana", clientEmail: `off-${job.slice(-6)}@client.test` })();
    await published({ yearly: "" });
    const token = await linked();
    expect((await opened(token)).content.yearly).toBeNull();
    expect((await asked(token)).location).toBe(`/s/${token}/closeout?yearly=off#yearly`);
    expect(await runs()).toEqual([]);
  }, 60_000);

  it("says so to somebody who unsubscribed, and saves nothing", async () => {
    const email = `gone-${job.slice(-6)}@client.test`;
    await named({ clientName: "Dana", clientEmail: email })();
    await published();
    const token = await linked();
    await asked(token);
    const [{ id: lead }] = (await db.query<{ id: string }>("select id from leads where email = $1", [email]))
      .rows as [{ id: string }];
    await withAccount(shop.account, (ctx) => unsubscribeLead(ctx, lead));
    await db.query("delete from closeouts_reminders where job_id = $1", [job]);
    expect((await asked(token)).location).toContain("?yearly=unsubscribed");
    expect((await opened(token, "?yearly=unsubscribed")).content.refused).toMatch(/^You unsubscribed/);
    expect((await opened(token, "?yearly=constructor")).content.refused).toBeNull();
    const { rows } = await db.query("select from leads_consents where lead_id = $1", [lead]);
    expect(rows).toHaveLength(1);
    expect((await db.query("select from closeouts_reminders where job_id = $1", [job])).rows).toEqual([]);
  }, 60_000);
});

describe("a link", () => {
  it("that is closed, or was never one, opens nothing and says why", async () => {
    await published();
    const token = await linked();
    const [link] = await withAccount(shop.account, (ctx) => linksOf(ctx, { jobId: job }));
    await withAccount(shop.account, (ctx) => closeLink(ctx, link!.id));
    expect(await opened(token)).toMatchObject({
      status: 404,
      message: "This link was closed by the business that sent it. Ask them for a new one.",
    });
    for (const garbage of ["x", "a".repeat(46), `${token.slice(0, -3)}abc`])
      expect(await opened(garbage)).toMatchObject({ status: 404 });
    const request = new Visitor().request(`/s/${token}/closeout/zip`, {
      method: "POST",
      body: new URLSearchParams(),
    });
    expect((await zip(argsOf(request, { token }))).status).toBe(404);
    expect(await visit(new Visitor(), remind, `/s/${token}/closeout/remind`, { token }, {})).toMatchObject({
      status: 404,
    });
  }, 60_000);

  it("goes with a client who asks to be erased, and so does what was published to them", async () => {
    await named({ clientName: "Dana Ruiz" })();
    const { file } = await published({ letter: "Dear {{client}}, keep this." });
    const lead = newLocalId();
    await db.query("update jobs set lead_id = $1 where job_id = $2", [lead, job]);
    await withAccount(shop.account, (ctx) => eraseClient(ctx, lead));
    expect((await db.query("select from closeouts_versions where job_id = $1", [job])).rows).toEqual([]);
    expect((await db.query("select letter from closeouts_packages where job_id = $1", [job])).rows).toEqual([
      { letter: null },
    ]);
    await removeFilesTask.run({ accountId: shop.account, files: [file] }, now());
    expect(await installation().files.exists(file)).toBe(false);
  }, 60_000);
});
