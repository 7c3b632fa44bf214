import sharp from "sharp";
import { describe, expect, it } from "vitest";
import { Visitor } from "#ground/identity/testing/visits.ts";
import { newLocalId } from "#ground/sync/store/ids.ts";
import { shownFields } from "#ground/sync/public.server.ts";
import * as ledger from "#tools/safety/chemicals/csv.ts";
import { CHEMICAL } from "#tools/safety/chemicals/chemical.ts";
import { loader as jobPdf } from "#tools/safety/sheet-field/pdf.ts";
import { loader as libraryCsv } from "#tools/safety/sheet-office/csv.ts";
import * as list from "#tools/safety/sheet-office/list.tsx";
import * as add from "#tools/safety/sheet-office/new.tsx";
import * as office from "#tools/safety/sheet-office/sheet.tsx";
import { loader as versionPdf } from "#tools/safety/sheet-office/version-pdf.ts";
import { loader as sharedPdf } from "#tools/safety/sheet-poster/file.ts";
import { linkToSheets } from "#tools/safety/sheet-poster/link.server.ts";
import * as page from "#tools/safety/sheet-poster/page.tsx";
import { loader as poster } from "#tools/safety/sheet-poster/pdf.ts";
import { copySheetTask } from "#tools/safety/sheets/save.server.ts";
import { findSheets, foundBy, SHEET, sheetOf, sheetRecord } from "#tools/safety/sheets/sheet.ts";
import { withAccount } from "#platform/db/scope.server.ts";
import { pdfOf } from "../../e2e/harness/pdfs.ts";
import { argsOf } from "../testing/changes.ts";
import { db, fetched, guest, job, send, shop, withShop } from "../testing/estimates.ts";
import { pagesOf } from "../testing/pdf-text.ts";
import { type Screen, visit } from "../testing/screens.ts";

// The library of a business, from an upload at the office to a poster on a wall, against the real database.

withShop("America/Denver");

/** Wide enough for a line of words: what is beside a page isn’t read. */
const LETTER = { width: 1700, height: 792 };
const pdf = (...texts: readonly string[]) => pdfOf(texts.map((text) => ({ ...LETTER, text })));
const fileOf = (bytes: Buffer, name: string) => new File([new Uint8Array(bytes)], name);
let made = 0;
/** A file that no other test has. */
const sheetPdf = (words: string) =>
  fileOf(pdf(`Sheet ${++made} ${words} and how to store it`), `sheet-${made}.pdf`);

interface Posted {
  readonly status: number;
  readonly location: string | null;
  readonly errors: Readonly<Record<string, string>>;
  readonly values: Readonly<Record<string, unknown>>;
  readonly message: string | null;
}

async function post(
  screen: Screen,
  path: string,
  params: Record<string, string>,
  fields: Record<string, string>,
  files: readonly File[],
): Promise<Posted> {
  const body = new FormData();
  for (const [name, value] of Object.entries(fields)) body.append(name, value);
  for (const file of files) body.append("files", file);
  const { url, headers } = shop.visitor.request(path);
  const args = argsOf(new Request(url, { method: "POST", headers, body }), params);
  const answer = (await screen.action!(args)) as Response & {
    readonly data?: Pick<Posted, "errors" | "values" | "message">;
    readonly init?: { readonly status: number };
  };
  const { errors = {}, values = {}, message = null } = answer.data ?? {};
  const status = answer.init?.status ?? answer.status;
  return { status, location: answer.headers?.get?.("location") ?? null, errors, values, message };
}

const NEW = "/account/safety/library/new";
const DETAILS = { name: "Acetone", type: "sds", maker: "Kirkland Chemical", language: "en" };
const upload = (files: readonly File[], fields: Record<string, string> = {}) =>
  post(add, NEW, {}, { ...DETAILS, form: newLocalId(), ...fields }, files);
/** @returns the id of a new sheet */
async function added(file: File, fields: Record<string, string> = {}): Promise<string> {
  const { location, errors, message } = await upload([file], fields);
  expect([errors, message]).toEqual([{}, null]);
  return location!.split("/")[4]!.split("?")[0]!;
}
const version = (id: string, files: readonly File[], fields: Record<string, string> = {}) =>
  post(office, `/account/safety/library/${id}`, { sheetId: id }, fields, files);
const act = (id: string, fields: Record<string, string>) =>
  visit(shop.visitor, office, `/account/safety/library/${id}`, { sheetId: id }, fields);
const copied = (id: string) =>
  copySheetTask.run({ accountId: shop.account, sheetId: id }, Temporal.Now.instant());
const onJob = async (id: string, by = shop as typeof guest) => {
  const record = await fetched(by, sheetRecord(job, id));
  return record ? sheetOf(shownFields(record.fields)) : null;
};
const searched = async (words: string) => {
  const path = `/account/safety/library?q=${encodeURIComponent(words)}`;
  const { sheets } = (await visit(shop.visitor, list, path)).shown as {
    sheets: { id: string; about: string }[];
  };
  return sheets.map(({ id }) => id);
};
const textOf = async (answer: Response) => [answer.status, await answer.text()] as const;

describe("the library", () => {
  it("finds a PDF by its name, its maker, and the words and numbers in it", async () => {
    const id = await added(sheetPdf("Flammable liquid CAS 67-64-1 eye irritation"), { name: "Ácetone Pro" });
    for (const words of ["acetone", "kirkland", "flamm irritat", "67-64-1", "FLAMMABLE kirkland"])
      expect(await searched(words), words).toContain(id);
    expect(await searched("flammable dynamite")).not.toContain(id);
    expect(await searched("67-64-2")).not.toContain(id);
  });

  it("says that a scan has no text, and finds it by its name", async () => {
    const scan = await sharp({ create: { width: 900, height: 1200, channels: 3, background: "#ddd" } })
      .jpeg()
      .toBuffer();
    const other = await sharp({ create: { width: 800, height: 1200, channels: 3, background: "#ccd" } })
      .png()
      .toBuffer();
    const { location } = await upload([fileOf(scan, "IMG_1.jpg"), fileOf(other, "IMG_2.png")], {
      name: "Zinc primer",
    });
    const id = location!.split("/")[4]!.split("?")[0]!;
    expect(await searched("zinc")).toContain(id);
    const { shown } = await visit(shop.visitor, office, `/account/safety/library/${id}`, { sheetId: id });
    expect(shown).toMatchObject({ hasText: false, about: expect.stringContaining("2 pages") });
    const sent = await versionPdf(
      argsOf(shop.visitor.request(`/account/safety/library/${id}/1/sheet.pdf`), {
        sheetId: id,
        version: "1",
      }),
    );
    expect(
      Buffer.from(await sent.arrayBuffer())
        .subarray(0, 5)
        .toString(),
    ).toBe("%PDF-");
  });

  it("reads a plan of 400 pages, and refuses a longer one", async () => {
    const pages = Array.from({ length: 400 }, (_, at) => `Page ${at + 1} of the plan: word${at}x`);
    const id = await added(fileOf(pdf(...pages), "plan.pdf"), { name: "Site safety plan", type: "plan" });
    expect(await searched("word399x")).toContain(id);
    const { errors } = await upload([fileOf(pdf(...pages, "One more"), "long.pdf")]);
    expect(errors).toEqual({ files: "This PDF has 401 pages. A sheet has 400 at most: split it." });
  }, 60_000);

  it("refuses what it can’t read, beside the field, and keeps what was typed", async () => {
    const refused = async (files: readonly File[], fields: Record<string, string> = {}) =>
      (await upload(files, fields)).errors;
    expect(await refused([fileOf(Buffer.from("<html>"), "acetone.pdf")])).toEqual({
      files: "acetone.pdf isn’t a PDF or a photo. Choose the PDF, or photos of its pages.",
    });
    expect((await refused([fileOf(Buffer.from("%PDF-1.7 broken"), "a.pdf")]))["files"]).toMatch(/damaged/);
    expect(
      (await refused([fileOf(pdfOf([{ ...LETTER, text: "x" }], { isLocked: true }), "a.pdf")]))["files"],
    ).toMatch(/password/);
    expect((await refused([]))["files"]).toMatch(/^Choose a PDF/);
    expect((await refused([sheetPdf("a"), sheetPdf("b")]))["files"]).toMatch(/^Choose one PDF/);
    const large = fileOf(Buffer.concat([pdf("Large"), Buffer.alloc(51 * 1024 * 1024)]), "large.pdf");
    expect((await refused([large]))["files"]).toMatch(/^That file is larger than 50/);
    const wrong = await upload([sheetPdf("c")], {
      name: "",
      reviewOn: "0226-01-01",
      revisedOn: "2091-01-01",
    });
    expect(Object.keys(wrong.errors).toSorted()).toEqual(["name", "reviewOn", "revisedOn"]);
    expect(wrong.values).toMatchObject({ maker: DETAILS.maker, reviewOn: "0226-01-01" });
  }, 60_000);

  it("has the same file once, and the same form once", async () => {
    const [file, form] = [sheetPdf("Toluene"), newLocalId()];
    const first = await upload([file], { form });
    const second = await upload([file], { form });
    expect([first.status, second.status, second.location]).toEqual([303, 303, first.location]);
    expect((await upload([file])).errors["files"]).toMatch(/in the library already: “Acetone”/);
  });

  it("gives a job the sheet and each newer version, and keeps the older ones", async () => {
    const id = await added(sheetPdf("Xylene oldword"), { job, pinned: "yes", reviewOn: "2020-01-01" });
    expect(await onJob(id)).toMatchObject({ name: "Acetone", version: 1, pinned: true, hasText: true });
    expect(await onJob(id, guest)).toMatchObject({ name: "Acetone" });
    const before = await onJob(id);
    const file = sheetPdf("Xylene newword");
    expect((await version(id, [file], { revisedOn: "2025-03-01" })).status).toBe(303);
    expect((await version(id, [file])).errors["files"]).toBe(
      "This file is version 2 already. Choose the new one.",
    );
    await act(id, { ...DETAILS, do: "edit", name: "Xylene" });
    await copied(id);
    const revision = (await fetched(shop, sheetRecord(job, id)))!.revision;
    await copied(id);
    expect((await fetched(shop, sheetRecord(job, id)))!.revision).toBe(revision);
    const after = (await onJob(id))!;
    expect(after).toMatchObject({ name: "Xylene", version: 2, revisedOn: "2025-03-01", pinned: true });
    expect(after.file!.sha256).not.toBe(before!.file!.sha256);
    const shown = [{ sheet: after, found: foundBy(after) }];
    expect(["newword", "oldword"].map((word) => findSheets(shown, word).length)).toEqual([1, 0]);
    const old = await versionPdf(argsOf(shop.visitor.request("/x"), { sheetId: id, version: "1" }));
    const record = sheetRecord(job, id);
    const now = await jobPdf(argsOf(guest.visitor.request("/x"), { recordId: record }));
    const texts = await Promise.all(
      [old, now].map(async (one) => (await pagesOf(Buffer.from(await one.arrayBuffer()))).join(" ")),
    );
    expect([texts[0]!.includes("oldword"), texts[1]!.includes("newword")]).toEqual([true, true]);
    expect((await libraryCsvText()).includes("Xylene,SDS,Kirkland Chemical,English,2,2025-03-01")).toBe(true);
  }, 60_000);

  it("stays while a job has it, and refuses a removed job", async () => {
    const id = await added(sheetPdf("Epoxy"), { job });
    expect((await act(id, { do: "remove" })).shown["message"]).toMatch(/is on a job\. Take it off first/);
    expect((await act(newLocalId(), { do: "off", job })).status).toBe(404);
    expect((await act(id, { do: "off", job })).status).toBe(303);
    expect((await act(id, { do: "remove" })).status).toBe(303);
    expect(await searched("epoxy")).not.toContain(id);
    expect((await act(id, { do: "restore" })).status).toBe(303);
    await send(shop, job, { removed: true }, "jobs.job", await fetched(shop, job));
    expect((await act(id, { do: "put", job })).shown["errors"]).toEqual({
      job: "That job was removed. Choose another one.",
    });
  });
});

const libraryCsvText = async () =>
  (await libraryCsv(argsOf(shop.visitor.request("/account/safety/library/library.csv")))).text();

describe("a job’s sheets", () => {
  it("are pinned by people of the business, and nobody makes one up", async () => {
    const id = await added(sheetPdf("Lacquer"), { job });
    const record = sheetRecord(job, id);
    const before = await fetched(shop, record);
    const pin = (by: typeof guest) => send(by, record, { pinned: true }, SHEET, before);
    expect(await pin(guest)).toMatchObject({ is: "refused", code: "forbidden" });
    expect(await pin(shop)).toMatchObject({ is: "held" });
    const other = { sha256: "a".repeat(64), bytes: 1, pages: 1 };
    for (const sets of [{ file: other }, { name: "Water" }, { sheet: newLocalId() }])
      expect(await send(shop, record, sets, SHEET, await fetched(shop, record))).toMatchObject({
        is: "refused",
      });
    expect(await send(shop, newLocalId(), { pinned: true }, SHEET)).toMatchObject({ is: "refused" });
  });

  it("are on the poster’s page: SDS of this job, found by a word, each with its PDF, and nothing else", async () => {
    await db.query("update jobs set removed_at = null where job_id = $1", [job]);
    const sds = await added(sheetPdf("Methylene strippers"), { name: "Stripper", job });
    const plan = await added(sheetPdf("Fall protection"), { name: "Fall plan", type: "plan", job });
    const elsewhere = await added(sheetPdf("Elsewhere"), { name: "Elsewhere" });
    const { address } = await withAccount(shop.account, (ctx) => linkToSheets(ctx, job));
    const again = await withAccount(shop.account, (ctx) => linkToSheets(ctx, job));
    expect(again.address).toBe(address);
    const token = new URL(address).pathname.split("/")[2]!;
    const open = (query = "") => visit(new Visitor(), page, `/s/${token}/sheets${query}`, { token });
    const { shown } = await open();
    expect(shown["sheets"]).toMatchObject([{ name: "Stripper" }]);
    expect(JSON.stringify(shown)).not.toMatch(/owner@|Fall plan|Elsewhere/);
    expect((await open("?q=methylene")).shown["sheets"]).toHaveLength(1);
    expect((await open("?q=dynamite")).shown["sheets"]).toHaveLength(0);
    expect(shown).toMatchObject({ language: "en" });
    expect((await open("?lang=es")).shown).toMatchObject({
      language: "es",
      sheets: [{ name: "Stripper", about: expect.stringMatching(/^Hoja de datos, .* 1 página$/) }],
    });
    const get = (id: string) =>
      sharedPdf(argsOf(new Visitor().request("/x"), { token, recordId: sheetRecord(job, id) }));
    expect((await get(sds)).headers.get("content-type")).toBe("application/pdf");
    expect((await textOf(await get(plan)))[0]).toBe(404);
    expect((await textOf(await get(elsewhere)))[0]).toBe(404);
    const drawn = await poster(argsOf(shop.visitor.request(`/account/safety/library/poster.pdf?job=${job}`)));
    const [words] = await pagesOf(Buffer.from(await drawn.arrayBuffer()));
    expect(words).toContain("Safety data sheets");
    expect(words).toContain("14 Elm Street");
    await send(shop, job, { removed: true }, "jobs.job", await fetched(shop, job));
    expect((await open()).status).toBe(404);
    expect((await textOf(await get(sds)))[0]).toBe(404);
  }, 60_000);
});

describe("the ledger of chemicals", () => {
  const line = { sheet: newLocalId(), name: "Acetone", maker: "Kirkland", place: "Paint shed" };

  it("has where and when, for people of the business, and is downloaded", async () => {
    const id = newLocalId();
    const sets = { ...line, from: "2026-02-01", until: null };
    expect(await send(guest, newLocalId(), sets, CHEMICAL)).toMatchObject({ is: "refused" });
    expect(await send(shop, id, sets, CHEMICAL)).toMatchObject({ is: "held" });
    expect(await send(shop, id, { until: "2026-03-01" }, CHEMICAL, await fetched(shop, id))).toMatchObject({
      is: "held",
    });
    expect(await fetched(guest, id)).toBeUndefined();
    const csv = await ledger.loader(argsOf(shop.visitor.request("/account/safety/chemicals/chemicals.csv")));
    expect(await csv.text()).toContain("Acetone,Kirkland,14 Elm Street,Paint shed,2026-02-01,2026-03-01,");
  });

  it.each([
    ["no place", { place: " " }],
    ["a last day before the first", { until: "2026-01-01" }],
    ["a day to come", { from: "2099-01-01" }],
    ["a year that was mistyped", { from: "0226-01-01" }],
  ])("refuses %s", async (_, sets) => {
    const whole = { ...line, from: "2026-02-01", until: null, ...sets };
    expect(await send(shop, newLocalId(), whole, CHEMICAL)).toMatchObject({ is: "refused", code: "invalid" });
  });
});
