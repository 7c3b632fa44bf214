import { randomBytes } from "node:crypto";
import { readFile } from "node:fs/promises";
import sharp from "sharp";
import { z } from "zod";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { withPicturesOnDisk } from "#ground/media/on-disk.server.ts";
import { photosToShare } from "#ground/media/shared-photos.server.ts";
import { papersAnswers } from "#ground/papers/tables.server.ts";
import { defineKind } from "#ground/sync/public.server.ts";
import { requestPhotoReport } from "#tools/photos/report/new.server.ts";
import { photoId } from "#tools/photos/rules/ids.ts";
import { definePhotos } from "#tools/photos/kinds.server.ts";
import { ALBUM, PHOTO } from "#tools/photos/rules/photo.ts";
import type { BookPage } from "#trade/reports/book/book-page.ts";
import { pageNow, photosShown } from "#trade/reports/book/shown-now.server.ts";
import { getReport, listReports, photosOfAnswered } from "#trade/reports/data.server.ts";
import { makeReport } from "#trade/reports/paper/make.server.ts";
import { installation } from "#platform/config/installation.server.ts";
import { newId } from "#platform/db/ids.ts";
import { formOf } from "#platform/http/request/form.server.ts";
import { hasPdfTools, textOf } from "../testing/pdf-text.ts";
import { openReportingShop, type ReportingShop } from "../testing/reports.ts";

// Photo reports from what devices wrote to the stored file and its page, with the real database and renderer.

let shop: ReportingShop;

beforeAll(async () => {
  shop = await openReportingShop();
  definePhotos();
});
afterAll(() => shop?.close());

const AT = Date.parse("2026-11-20T15:00:00Z");

/** A photo of a job with its facts. @param minutes after 8 AM */
async function taken(job: string, minutes: number, facts: object = {}, jpeg?: Buffer): Promise<string> {
  const sha256 = await shop.photo(jpeg);
  const shot = { type: "image/jpeg", at: AT + minutes * 60_000 };
  await shop.send(
    job,
    { sha256, [`photos.${sha256}`]: shot, ...facts },
    { kind: PHOTO, record: photoId(job, sha256) },
    // Members may not hide photos.
    "owner",
  );
  return sha256;
}
/** A photo without two pixels alike. */
const noisy = (): Promise<Buffer> => {
  const noise = { type: "gaussian", mean: 128, sigma: 60 } as const;
  const create = { width: 1000, height: 750, channels: 3, background: "#888", noise } as const;
  return sharp({ create }).jpeg({ quality: 80 }).toBuffer();
};
const pair = async (job: string, one: string, other: string) => {
  for (const [sha256, its] of [
    [one, other],
    [other, one],
  ] as const)
    await shop.send(job, { sha256, pair: its }, { kind: PHOTO, record: photoId(job, sha256) });
};

const FORM = { title: "Before we closed the walls", perPage: "4", order: "album", time: "yes" };
const asked = (job: string, over: Record<string, string> = {}) =>
  shop.in((ctx) => requestPhotoReport(ctx, formOf(Object.entries({ ...FORM, job, ...over }))));
/** Asks for a report as its form does, and makes it. */
async function made(job: string, over: Record<string, string> = {}) {
  const id = (await asked(job, over)).split("/").at(-1)!;
  await makeReport(shop.account, id);
  const report = await shop.in((ctx) => getReport(ctx, id));
  expect(report).toMatchObject({ state: "ready", problem: null });
  return { report, bytes: await installation().files.get(report.file!) };
}
type Report = Awaited<ReturnType<typeof made>>["report"];
const bookOf = ({ page }: Pick<Report, "page">) => (page as BookPage | null)!;
const shownIn = (report: Pick<Report, "page">) =>
  bookOf(report).groups.map(({ title, shown }) => [
    title,
    shown.map((photos) => photos.map(({ sha256 }) => sha256)),
  ]);

describe("a photo report", () => {
  it("shows what was chosen: an album, a filter, or a selection; never what is hidden or in the trash", async () => {
    const job = await shop.newJob();
    const album = newId();
    await shop.send(job, { name: "Kitchen walls" }, { kind: ALBUM, record: album });
    const wall = await taken(job, 0, { room: "Kitchen", [`album.${album}`]: true });
    const tub = await taken(job, 1, { room: "Bathroom" });
    const hidden = await taken(job, 2, { room: "Kitchen", hidden: "A face" });
    const trashed = await taken(job, 3, { [`album.${album}`]: true, trashedAt: "2026-11-20T15:30:00Z" });
    expect(shownIn((await made(job)).report)).toEqual([
      ["Kitchen walls", [[wall]]],
      ["More photos", [[tub]]],
    ]);
    expect(shownIn((await made(job, { album })).report)).toEqual([["", [[wall]]]]);
    expect(shownIn((await made(job, { room: "Bathroom" })).report)).toEqual([["", [[tub]]]]);
    const chosen = [tub, hidden, trashed].join(",");
    expect(shownIn((await made(job, { photos: chosen })).report)).toEqual([["", [[tub]]]]);
  });

  it("has no photo that is for the business alone, or that only its author and managers see", async () => {
    const job = await shop.newJob();
    const open = await taken(job, 0);
    const [line, asked] = [await shop.photo(), await shop.photo()];
    const shot = { type: "image/jpeg", at: AT };
    const fields = { "photos.*": z.looseObject({}) };
    defineKind({ kind: "tests.line", scope: "job", fields });
    defineKind({ kind: "tests.asked", scope: "job", fields, isPrivate: true });
    const sets = { [`photos.${line}`]: { ...shot, isHidden: true } };
    await shop.send(job, sets, { kind: "tests.line", record: newId() });
    await shop.send(job, { [`photos.${asked}`]: shot }, { kind: "tests.asked", record: newId() });
    const { report } = await made(job);
    expect(bookOf(report).groups.flatMap(({ shown }) => shown.flat().map(({ sha256 }) => sha256))).toEqual([
      open,
    ]);
  });

  it("has a before and after side by side with both dates, and its photos in their order", async () => {
    const job = await shop.newJob();
    const [before, other, after] = [await taken(job, 0), await taken(job, 1), await taken(job, 2 * 24 * 60)];
    await pair(job, before, after);
    const { report } = await made(job);
    expect(report).toMatchObject({ fromDay: "2026-11-20", toDay: "2026-11-22", photos: 3, entries: 0 });
    expect(shownIn(report)).toEqual([["", [[before, after], [other]]]]);
    const [both] = bookOf(report).groups[0]!.shown;
    expect(both!.map(({ label }) => label)).toEqual(["Before, Nov 20, 2026", "After, Nov 22, 2026"]);
  });

  it("has the before first where the file's date is wrong and people tagged which is which", async () => {
    const job = await shop.newJob();
    const [after, before] = [
      await taken(job, 0, { stage: "after" }),
      await taken(job, 5, { stage: "before" }),
    ];
    await pair(job, before, after);
    const [both] = bookOf((await made(job)).report).groups[0]!.shown;
    expect(both!.map(({ sha256, label }) => [sha256, label.split(",")[0]])).toEqual([
      [before, "Before"],
      [after, "After"],
    ]);
  });

  it("has photos of failed safety checks only if somebody selected them", async () => {
    const job = await shop.newJob();
    const [open, cord, both] = [await taken(job, 0), await shop.photo(), await taken(job, 1)];
    const shot = { type: "image/jpeg", at: AT };
    defineKind({
      ...{ kind: "tests.check", scope: "job", fields: { "photos.*": z.looseObject({}) } },
      staysInside: () => true,
    });
    const sets = { [`photos.${cord}`]: shot, [`photos.${both}`]: shot };
    await shop.send(job, sets, { kind: "tests.check", record: newId() });
    const hashes = async (over: Record<string, string> = {}) =>
      bookOf((await made(job, over)).report).groups.flatMap(({ shown }) =>
        shown.flat().map(({ sha256 }) => sha256),
      );
    expect(await hashes()).toEqual([open, both]);
    expect(await hashes({ photos: cord })).toEqual([cord]);
  });

  it.skipIf(!hasPdfTools)(
    "prints caption, tags and time, and place and author only if asked; its texts are read aloud",
    async () => {
      const job = await shop.newJob("Miller bath", { clientName: "June Miller" });
      const place = { lat: 43.61, lon: -116.2, accuracy: 8 };
      await taken(job, 0, { caption: "Behind the tub wall", room: "Bathroom", "tags.leak": true, place });
      await taken(job, 1);
      const { report } = await made(job);
      const text = await textOf(report.file!);
      for (const said of ["Before we closed the walls", "Miller bath", "June Miller", "418 Alder Street"])
        expect(text).toContain(said);
      expect(text).toMatch(/1\. Behind the tub wall .*\n.*Nov 20, 2026, 8:00 AM MST · Bathroom, leak/);
      expect(text).not.toContain("43.6");
      expect(bookOf(report).groups[0]!.shown[0]![0]!.alt).toBe(
        "Photo 1: Behind the tub wall. Bathroom, leak",
      );
      const all = await textOf((await made(job, { time: "", author: "yes", place: "yes" })).report.file!);
      expect(all).not.toContain("8:00 AM MST ·");
      expect(all).toMatch(/43\.61/);
    },
  );

  it("has the pictures with their marks and without a camera's data; later changes don't change it", async () => {
    const job = await shop.newJob();
    const sha256 = await taken(job, 0, { caption: "As it was" }, await noisy());
    const blur = { id: "b", kind: "blur", color: "red", from: [0.1, 0.1], to: [0.9, 0.9], text: "" };
    await shop.send(job, { sha256, marks: [blur] }, { kind: PHOTO, record: photoId(job, sha256) });
    const { report, bytes } = await made(job);
    const [photo] = await shop.in((ctx) => photosToShare(ctx, job, [sha256]));
    expect(photo!.overlay).not.toBeNull();
    const [marked, plain] = [await photo!.bytesOf("print"), photo!.fetchOriginal];
    const holds = (part: Uint8Array) => Buffer.from(bytes).includes(Buffer.from(part).subarray(200, -200));
    expect(holds(marked!)).toBe(true);
    expect(holds(await plain())).toBe(false);
    for (const word of ["Exif", "GPS"]) expect(Buffer.from(bytes).includes(word)).toBe(false);
    await shop.send(job, { sha256, caption: "Another" }, { kind: PHOTO, record: photoId(job, sha256) });
    const again = await shop.in((ctx) => getReport(ctx, report.id));
    expect(bookOf(again).groups[0]!.shown[0]![0]!.caption).toBe("As it was");
  });

  it("says at its form what is missing, and makes one report of a form that was sent twice", async () => {
    const job = await shop.newJob();
    await expect(asked(job)).rejects.toMatchObject({
      fields: { album: expect.stringContaining("No photos") },
    });
    await expect(asked(job, { photos: randomBytes(32).toString("hex") })).rejects.toMatchObject({
      fields: { photos: expect.stringContaining("haven’t uploaded") },
    });
    await taken(job, 0);
    await expect(asked(job, { title: " ", perPage: "3" })).rejects.toMatchObject({
      fields: { title: expect.any(String), perPage: expect.any(String) },
    });
    const report = newId();
    expect(await asked(job, { report })).toBe(await asked(job, { report }));
    expect(await shop.in((ctx) => listReports(ctx, job))).toHaveLength(1);
  });

  it("leaves out of its page what was hidden or deleted since, and the PDF stays", async () => {
    const job = await shop.newJob();
    const [before, after, other] = [await taken(job, 0), await taken(job, 1), await taken(job, 2)];
    await pair(job, before, after);
    const { report, bytes } = await made(job);
    const now = () => shop.in((ctx) => pageNow(ctx, report));
    expect(await now()).toEqual({ page: report.page, left: 0 });
    await taken(job, 3);
    for (const [sha256, sets] of [
      [after, { hidden: "The neighbor" }],
      [other, { trashedAt: "2026-11-20T15:30:00Z" }],
    ] as const)
      await shop.send(job, sets, { kind: PHOTO, record: photoId(job, sha256) }, "owner");
    const { page, left } = await now();
    expect([shownIn({ page }), left]).toEqual([[["", [[before]]]], 2]);
    const answer = (is: "asked" | "approved") =>
      shop.in(({ db, now: at }) =>
        db.insert(papersAnswers).values({
          ...{ accountId: shop.account, id: newId(), paperId: report.id, recipientId: newId() },
          ...{ answer: is, name: "June", words: "", at },
        }),
      );
    const held = () => shop.in((ctx) => photosOfAnswered(ctx, job));
    await answer("asked");
    expect(await held()).toEqual(new Set());
    await answer("approved");
    expect(await held()).toEqual(new Set([before, after, other]));
    const asked = [before, after, other, "0".repeat(64)];
    expect(await shop.in((ctx) => photosShown(ctx, report, asked))).toEqual(new Set([before]));
    const again = await shop.in((ctx) => getReport(ctx, report.id));
    expect(again).toEqual(report);
    expect(Buffer.from(await installation().files.get(again.file!)).equals(Buffer.from(bytes))).toBe(true);
  });

  it("says how many selected photos only a phone has yet", async () => {
    const job = await shop.newJob();
    const [here, away] = [await taken(job, 0), randomBytes(32).toString("hex")];
    const { report } = await made(job, { photos: `${here},${away}` });
    expect(report.photos).toBe(1);
    if (hasPdfTools) expect(await textOf(report.file!)).toContain("1 photo isn’t in this report");
  });
});

it("draws pictures smaller until all of a report are within its limit", async () => {
  const hashes = await Promise.all(Array.from({ length: 6 }, async () => shop.photo(await noisy())));
  const photos = await shop.in((ctx) => photosToShare(ctx, null, hashes));
  const sizes = (options: Parameters<typeof withPicturesOnDisk>[2]) =>
    withPicturesOnDisk(
      photos,
      async (paths) => {
        const all = await Promise.all([...paths.values()].map((path) => readFile(path)));
        const sides = await Promise.all(all.map(async (one) => (await sharp(one).metadata()).width));
        return { bytes: all.reduce((sum, one) => sum + one.byteLength, 0), sides: new Set(sides) };
      },
      options,
    );
  const whole = await sizes({});
  expect(whole.sides).toEqual(new Set([1000]));
  expect((await sizes({ picture: "print" })).sides).toEqual(new Set([700]));
  const most = whole.bytes / 3;
  expect((await sizes({ mostBytes: most })).bytes).toBeLessThanOrEqual(most);
  expect((await sizes({ mostBytes: whole.bytes })).sides).toEqual(new Set([1000]));
});
