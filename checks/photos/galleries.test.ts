// Long because each way a photo can leave by a link is driven, and each way it must not.
import { createHash } from "node:crypto";
import { unzipSync } from "fflate";
import sharp from "sharp";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { Visitor } from "#ground/identity/testing/visits.ts";
import { drawDerivatives } from "#ground/media/derivatives.server.ts";
import { forgetMedia, removeFiles } from "#ground/media/originals.server.ts";
import { mediaOriginals } from "#ground/media/tables.server.ts";
import { findPerson } from "#ground/identity/public.server.ts";
import * as locked from "#ground/shares/shared.tsx";
import { loader as sharedFile } from "#ground/shares/file.ts";
import { newLocalId } from "#ground/sync/store/ids.ts";
import { ANSWER } from "#trade/inspections/rules/answers.ts";
import { answerId } from "#trade/inspections/rules/ids.ts";
import { RUN, rowsOf, runOf } from "#trade/inspections/rules/run.ts";
import { library } from "#trade/inspections/start/library.ts";
import { ISSUE } from "#trade/issues/rules/issue.ts";
import { REPLY } from "#trade/issues/rules/reply.ts";
import { action as download } from "#tools/photos/client/download.ts";
import * as page from "#tools/photos/client/page.tsx";
import * as photoPage from "#tools/photos/client/photo.tsx";
import { loader as picture } from "#tools/photos/client/picture.ts";
import type { GalleryPage } from "#tools/photos/client/view.server.ts";
import * as office from "#tools/photos/sharing/gallery.tsx";
import type { GalleryView } from "#tools/photos/sharing/gallery.server.ts";
import * as list from "#tools/photos/sharing/list.tsx";
import * as create from "#tools/photos/sharing/new.tsx";
import { photoId } from "#tools/photos/rules/ids.ts";
import { ALBUM, PHOTO } from "#tools/photos/rules/photo.ts";
import { installation } from "#platform/config/installation.server.ts";
import { withAccount } from "#platform/db/scope.server.ts";
import { argsOf } from "../testing/changes.ts";
import {
  db,
  fetched,
  guest,
  job,
  mayMail,
  nextJob,
  send,
  shop,
  startShop,
  stopShop,
} from "../testing/estimates.ts";
import { visit } from "../testing/screens.ts";

// From the photos of a job to a client without an account, and what they may and may not see.

beforeAll(async () => {
  await startShop();
  await mayMail("America/Denver");
});
afterAll(stopShop);
beforeEach(async () => {
  await nextJob();
  await db.query("delete from mail_messages");
});

const NOON = Date.parse("2026-11-20T19:00:00Z");
let shots = 0;

/** A photo with the place where it was taken, on the server. @returns its hash */
async function taken(sets: Record<string, unknown> = {}, { isLarge = false } = {}): Promise<string> {
  const shade = ++shots % 200;
  const at = NOON + shots * 60_000;
  const noise = { type: "gaussian", mean: 128, sigma: 60 } as const;
  const background = { r: shade, g: 90, b: (shots * 7) % 250 };
  const bytes = await sharp({
    create: { width: 900, height: 600, channels: 3, background, ...(isLarge ? { noise } : {}) },
  })
    .withExif({ IFD0: { Make: "Acme" }, IFD3: { GPSLatitude: "37/1 46/1 0/1", GPSLatitudeRef: "N" } })
    .jpeg()
    .toBuffer();
  const sha256 = createHash("sha256").update(bytes).digest("hex");
  const accountId = shop.account;
  const file = await installation().files.put(accountId, bytes, "photojpeg");
  await withAccount(accountId, (ctx) =>
    ctx.db
      .insert(mediaOriginals)
      .values({
        ...{ accountId, sha256, file, bytes: bytes.byteLength, kind: "jpeg", state: "waiting" },
        ...{ width: 900, height: 600, receivedAt: ctx.now, camera: "Acme", takenAt: ctx.now },
        ...{ latitude: 37.76667, longitude: -122.45, accuracy: 5 },
      })
      .onConflictDoNothing(),
  );
  await drawDerivatives(accountId, sha256);
  const record = photoId(job, sha256);
  const first = { sha256, [`photos.${sha256}`]: { type: "image/jpeg", at }, ...sets };
  expect(await send(shop, record, first, PHOTO)).toMatchObject({ is: "held" });
  return sha256;
}

const change = async (sha256: string, sets: Record<string, unknown>) => {
  const record = photoId(job, sha256);
  expect(await send(shop, record, sets, PHOTO, await fetched(shop, record))).toMatchObject({ is: "held" });
};

/** Fills in the form of a new gallery. @returns its id, or what was wrong */
async function made(fields: Record<string, string> = {}) {
  const all = { form: newLocalId(), job, what: "all", title: "Kitchen", live: "yes", ...fields };
  const { location, shown } = await visit(shop.visitor, create, "/account/photos/galleries/new", {}, all);
  return { id: /galleries\/([^#]+)/.exec(location ?? "")?.[1] ?? "", shown };
}

const acted = (id: string, fields: Record<string, string>) =>
  visit(shop.visitor, office, `/account/photos/galleries/${id}`, { galleryId: id }, fields);

async function linkTo(id: string, fields: Record<string, string> = {}): Promise<string> {
  const { shown } = await acted(id, { intent: "share", days: "30", passcode: "", ...fields });
  return new URL((shown as { link?: string }).link ?? "http://none/").pathname.split("/")[2] ?? "";
}
const shared = async (fields: Record<string, string> = {}) => linkTo((await made(fields)).id);

const officeOf = async (id: string) =>
  (await visit(shop.visitor, office, `/account/photos/galleries/${id}`, { galleryId: id }))
    .shown as unknown as GalleryView;

async function opened(token: string, query = "", by = new Visitor()) {
  const answer = await visit(by, page, `/s/${token}/photos${query}`, { token });
  return { ...answer, ...(answer.shown as unknown as GalleryPage & { message?: string }) };
}
const photosOf = ({ content }: Pick<GalleryPage, "content">): string[] =>
  content.groups.flatMap(({ tiles }) => tiles.flat()).map(({ sha256 }) => sha256);
const seen = async (token: string) => photosOf(await opened(token)).toSorted();

const pictureAt = (token: string, sha256: string, size = "thumb") =>
  picture(argsOf(new Visitor().request(`/s/${token}/photos/${sha256}/${size}`), { token, sha256, size }));

function downloaded(token: string, photos: readonly string[] | "all"): Promise<Response> {
  const body = new URLSearchParams(photos === "all" ? { all: "yes" } : photos.map((one) => ["photo", one]));
  return download(
    argsOf(new Visitor().request(`/s/${token}/photos/download`, { method: "POST", body }), { token }),
  );
}

const GPS = /GPS|Acme|Exif/i;

describe("a gallery", () => {
  it("that is live shows what fits later; one that is fixed doesn’t; neither shows what was hidden or deleted", async () => {
    const [one, two] = [await taken({ room: "Kitchen" }), await taken({ room: "Kitchen" })];
    await taken({ room: "Roof" });
    const live = await shared({ what: "rule:room=Kitchen" });
    const fixed = await shared({ what: "rule:room=Kitchen", live: "no" });
    const both = [one, two].toSorted();
    expect([await seen(live), await seen(fixed)]).toEqual([both, both]);
    const three = await taken({ room: "Kitchen" });
    expect([await seen(live), await seen(fixed)]).toEqual([[...both, three].toSorted(), both]);
    await change(one, { hidden: "Not ours" });
    await change(two, { trashedAt: new Date().toISOString() });
    expect([await seen(live), await seen(fixed)]).toEqual([[three], []]);
    for (const token of [live, fixed])
      for (const gone of [one, two]) {
        expect((await pictureAt(token, gone)).status).toBe(404);
        expect((await downloaded(token, [gone])).status).toBe(303);
      }
    expect((await pictureAt(live, three)).status).toBe(200);
    expect((await pictureAt(fixed, three)).status).toBe(404);
    await change(one, { hidden: null });
    expect(await seen(fixed)).toEqual([one]);
  });

  it("of an album shows its photos, grouped by album where a reader asks, and a pair side by side", async () => {
    const album = newLocalId();
    await send(shop, album, { name: "Tub wall", rule: null }, ALBUM);
    const [before, after] = [await taken({ stage: "before", [`album.${album}`]: true }), await taken()];
    await change(after, { pair: before, [`album.${album}`]: true });
    await taken();
    const token = await shared({ what: `album:${album}` });
    const { content } = await opened(token, "?by=album");
    expect(content.groups.map(({ title, tiles }) => [title, tiles.length])).toEqual([["Tub wall", 1]]);
    expect(photosOf({ content })).toEqual([before, after]);
  });

  it("of photos chosen by hand shows these and no others, and refuses 5,001 or none", async () => {
    const [one] = [await taken(), await taken()];
    expect(await seen(await shared({ what: "list", photos: `${one},${one},../../etc` }))).toEqual([one]);
    const many = Array.from({ length: 5_001 }, (_, at) => at.toString(16).padStart(64, "0")).join(",");
    expect((await made({ what: "list", photos: many })).shown).toMatchObject({
      errors: { what: expect.stringContaining("5,000") as string },
    });
    expect((await made({ what: "list", photos: "nonsense" })).shown).toMatchObject({
      errors: { what: expect.any(String) as string },
    });
  });

  it("shows photos of other tools, except what they have for the business alone", async () => {
    const [own, estimate] = [await taken(), newLocalId()];
    const [shown, hidden] = ["a", "b"].map((one) => one.repeat(64)) as [string, string];
    const value = { type: "image/jpeg", at: NOON };
    await send(shop, newLocalId(), { text: "Delivered", [`photos.${shown}`]: value }, "jobs.note");
    await send(shop, estimate, {
      title: "Deck",
      [`photos.${hidden}`]: { ...value, line: newLocalId(), isHidden: true },
    });
    expect(await seen(await shared())).toEqual([own, shown].toSorted());
  });

  it("has a photo of a failed safety check only if somebody selected it", async () => {
    const [own, run, action] = [await taken(), newLocalId(), newLocalId()];
    const [failed, fixed, punch] = ["c", "d", "e"].map((one) => one.repeat(64)) as [string, string, string];
    const shot = (sha256: string) => ({ [`photos.${sha256}`]: { type: "image/jpeg", at: NOON } });
    const list = library.find(({ key }) => key === "equipment-check")!;
    const sections = Object.fromEntries(
      Object.entries(list.sections).map(([id, one]) => [`sections.${id}`, one as never]),
    );
    const sets = { title: list.title, from: list.key, safety: true, state: "open", ...sections };
    const [row] = rowsOf(runOf(sets)).filter(({ item }) => item.kind === "check");
    const held = { is: "held" };
    expect(await send(shop, run, sets, RUN)).toMatchObject(held);
    const answered = { run, item: row!.key, answer: "fail", note: "Cut", ...shot(failed) };
    expect(await send(shop, answerId(run, row!.key), answered, ANSWER)).toMatchObject(held);
    const found = { title: "Failed: cords are whole", state: "open", priority: "normal" };
    expect(await send(shop, action, { ...found, safety: true }, ISSUE)).toMatchObject(held);
    const fix = { issue: action, type: "fixed", ...shot(fixed) };
    expect(await send(shop, newLocalId(), fix, REPLY)).toMatchObject(held);
    const scratch = { ...found, title: "Scratch on the door", ...shot(punch) };
    expect(await send(shop, newLocalId(), scratch, ISSUE)).toMatchObject(held);
    expect(await seen(await shared())).toEqual([own, punch].toSorted());
    expect(await seen(await shared({ what: "list", photos: failed }))).toEqual([failed]);
    const { shown } = await visit(shop.visitor, create, `/account/photos/galleries/new?job=${job}`, {});
    expect(shown).toMatchObject({ kept: 2 });
  });

  it("is made once, however often its form is submitted", async () => {
    await taken();
    const form = newLocalId();
    const [one, two] = await Promise.all([made({ form }), made({ form })]);
    expect(one.id).toBe(two.id);
    const { shown } = await visit(shop.visitor, list, `/account/photos/galleries?job=${job}`);
    expect((shown as { galleries: unknown[] }).galleries).toHaveLength(1);
  });

  it("is the business’s own matter: a guest of the job makes and reads none", async () => {
    await taken();
    const { id } = await made();
    const fields = { form: newLocalId(), job, what: "all", title: "Mine" };
    await expect(
      visit(guest.visitor, create, "/account/photos/galleries/new", {}, fields),
    ).resolves.toMatchObject({ location: expect.not.stringContaining("galleries") as string | null });
    const { rows } = await db.query("select count(*)::int from photos_galleries where job_id = $1", [job]);
    expect(rows).toEqual([{ count: 1 }]);
    const read = await visit(guest.visitor, office, `/account/photos/galleries/${id}`, {
      galleryId: id,
    }).catch(() => ({ shown: {} }));
    expect(read.shown).not.toHaveProperty("links");
    expect(await findPerson(guest.visitor.request("/account"))).not.toBeNull();
  });
});

describe("what leaves by a gallery", () => {
  it("has neither time, place nor camera unless the sender chose it, in the page and in every file", async () => {
    const sha256 = await taken({
      caption: "Behind the tub wall",
      place: { lat: 37.5, lon: -122.5, accuracy: 4 },
    });
    for (const full of ["", "yes"]) {
      const token = await shared({ full });
      const { content, view } = await opened(token);
      expect(JSON.stringify({ content, view })).not.toMatch(/37\.|122\.|Acme|\d\s[AP]M|uploadedBy|author/);
      const one = await visit(new Visitor(), photoPage, `/s/${token}/photos/${sha256}`, { token, sha256 });
      expect(JSON.stringify(one.shown)).not.toMatch(/37\.|122\.|Acme|12:\d\d/);
      for (const size of ["thumb", "screen"])
        expect(
          Buffer.from(await (await pictureAt(token, sha256, size)).arrayBuffer()).toString("latin1"),
        ).not.toMatch(GPS);
      await taken();
      const zip = Buffer.from(await (await downloaded(token, "all")).arrayBuffer());
      expect(zip.toString("latin1")).not.toMatch(GPS);
      for (const file of Object.values(unzipSync(zip)))
        expect((await sharp(file).metadata()).exif).toBeUndefined();
    }
  });

  it("has them where they were chosen, this time only", async () => {
    const sha256 = await taken();
    const token = await shared({ full: "yes", place: "yes", time: "yes" });
    const { content } = await opened(token);
    expect(content.groups[0]!.tiles[0]![0]).toMatchObject({
      place: "37.76667, -122.45000",
      time: expect.stringMatching(/^1?\d:\d\d [AP]M$/) as string,
    });
    const file = Buffer.from(await (await downloaded(token, [sha256])).arrayBuffer());
    expect((await sharp(file).metadata()).exif?.toString("latin1")).toContain("N\0");
    const [tile] = (await opened(await shared())).content.groups[0]!.tiles;
    expect(tile![0]).toMatchObject({ place: null, time: null });
  });

  it("has what is drawn on it later in all of its files, live or fixed", async () => {
    const sha256 = await taken();
    const tokens = [await shared({ full: "yes" }), await shared({ live: "no" })];
    const bytesAt = async (token: string) =>
      Buffer.from(await (await pictureAt(token, sha256, "screen")).arrayBuffer());
    const before = await Promise.all(tokens.map(bytesAt));
    const arrow = { id: "a", kind: "arrow", color: "red", from: [0.1, 0.5], to: [0.9, 0.5], text: "" };
    await change(sha256, { marks: [arrow] });
    for (const [at, token] of tokens.entries()) {
      expect((await bytesAt(token)).equals(before[at]!)).toBe(false);
      const file = Buffer.from(await (await downloaded(token, [sha256])).arrayBuffer());
      const { channels } = await sharp(file).stats();
      // The photo is one color; the arrow isn't.
      expect(Math.max(...channels.map(({ stdev }) => stdev))).toBeGreaterThan(10);
    }
  });

  it("has names that every system can read: day, place in order, caption; nothing climbs out", async () => {
    await taken({ caption: "../../etc/passwd" });
    await taken({ caption: "Tub wall: “before” / after\u202e?" });
    const response = await downloaded(await shared({ title: "../Kitchen" }), "all");
    expect(response.headers.get("content-disposition")).toContain('filename="Kitchen.zip"');
    const names = Object.keys(unzipSync(new Uint8Array(await response.arrayBuffer())));
    expect(names).toEqual([
      "2026-11-20 001 .. .. etc passwd.webp",
      "2026-11-20 002 Tub wall “before” after.webp",
    ]);
  });

  it("is without a photo that is erased while the ZIP is sent, and ends once the link is closed", async () => {
    // Large ones: small ones would all be read before the first is received.
    const photos: string[] = [];
    for (let at = 0; at < 8; at++) photos.push(await taken({}, { isLarge: true }));
    const { id } = await made();
    const token = await linkTo(id);
    const reading = (await downloaded(token, "all")).body!.getReader();
    const parts = [(await reading.read()).value!];
    const files = await withAccount(shop.account, (ctx) => forgetMedia(ctx, [photos[7]!]));
    await removeFiles(files);
    // As between finding a photo and reading its file.
    const { rows } = await db.query<{ file: string }>(
      "select file from media_derivatives where sha256 = $1 and name = 'screen'",
      [photos[6]],
    );
    await removeFiles(rows.map(({ file }) => file));
    for (let next = await reading.read(); !next.done; next = await reading.read()) parts.push(next.value);
    expect(Object.keys(unzipSync(new Uint8Array(Buffer.concat(parts))))).toHaveLength(6);

    const second = (await downloaded(token, "all")).body!.getReader();
    await second.read();
    const [link] = (await officeOf(id)).links;
    await Promise.all([
      acted(id, { intent: "close", link: link!.id }),
      acted(id, { intent: "close", link: link!.id }),
    ]);
    const rest = async () => {
      for (;;) if ((await second.read()).done) return "whole";
    };
    await expect(rest()).rejects.toThrow("closed by the business");
  });
});

describe("a link", () => {
  it("opens nothing once it is closed, for the page, its pictures and downloads, and the history says so once", async () => {
    const sha256 = await taken();
    const { id } = await made();
    const token = await linkTo(id);
    await opened(token);
    const [link] = (await officeOf(id)).links;
    await Promise.all([1, 2].map(() => acted(id, { intent: "close", link: link!.id })));
    expect(await opened(token)).toMatchObject({ status: 404, message: expect.stringContaining("closed") });
    expect((await pictureAt(token, sha256)).status).toBe(404);
    expect((await downloaded(token, "all")).status).toBe(404);
    const { rows } = await db.query(
      "select kind from evidence_entries where job_id = $1 and kind ~ 'shares|papers' order by number",
      [job],
    );
    expect(rows.map(({ kind }) => kind as string)).toEqual(["papers.shared", "shares.closed"]);
    await acted(id, { intent: "reopen", link: link!.id });
    expect(await seen(token)).toEqual([sha256]);
    expect((await officeOf(id)).links[0]).toMatchObject({ state: "open" });
  });

  it("of another gallery isn’t closed here", async () => {
    await taken();
    const [one, other] = [await made(), await made({ title: "Other" })];
    await linkTo(one.id);
    const token = await linkTo(other.id);
    const [link] = (await officeOf(other.id)).links;
    const { shown } = await acted(one.id, { intent: "close", link: link!.id });
    expect(shown).toMatchObject({ message: "That link no longer exists." });
    expect((await opened(token)).content.count).toBe(1);
  });

  it("with a passcode shows nothing before it, and takes no guess after ten wrong ones", async () => {
    const sha256 = await taken();
    const token = await shared();
    const lockedToken = await linkTo((await made()).id, { passcode: "elm tree" });
    expect((await opened(lockedToken)).location).toBe(`/s/${lockedToken}`);
    expect((await pictureAt(lockedToken, sha256)).status).toBe(404);
    expect((await downloaded(lockedToken, "all")).status).toBe(404);
    const guess = (by: Visitor, passcode: string) =>
      visit(by, locked, `/s/${lockedToken}`, { token: lockedToken }, { do: "unlock", passcode });
    const client = new Visitor();
    expect((await guess(client, "Elm Tree")).location).toBe(`/s/${lockedToken}`);
    expect((await opened(lockedToken, "", client)).content.count).toBe(1);
    const stranger = new Visitor();
    for (let at = 0; at < 10; at++) await guess(stranger, `wrong ${at}`);
    expect((await guess(stranger, "elm tree")).shown).toMatchObject({
      errors: { passcode: expect.stringContaining("Too many") as string },
    });
    expect((await opened(token)).content.count).toBe(1);
  });

  it("has no document behind it", async () => {
    await taken();
    const token = await shared();
    const answer = await sharedFile(argsOf(new Visitor().request(`/s/${token}/file`), { token }));
    expect([answer.status, await answer.text()]).toEqual([404, "Page not found.\n"]);
  });

  it("is emailed to people of the job, each with their own, and sending twice emails once", async () => {
    await taken();
    const { id } = await made();
    const fields = {
      intent: "send",
      form: newLocalId(),
      to: "dana@client.test",
      days: "7",
      words: "Have a look",
    };
    await acted(id, fields);
    await acted(id, fields);
    const { rows } = await db.query("select subject, text from mail_messages");
    expect(rows).toEqual([
      {
        subject: "Photos: Kitchen",
        text: expect.stringContaining("Anyone with the link can see the photos.") as string,
      },
    ]);
    expect((await officeOf(id)).links).toMatchObject([
      { to: "dana@client.test", by: expect.any(String) as string },
    ]);
  });

  it("ends after 30 downloads in a row, so that drawing photos can’t keep the server busy", async () => {
    const sha256 = await taken();
    const token = await shared();
    for (let at = 0; at < 30; at++) expect((await downloaded(token, [sha256])).status).toBe(200);
    const refused = await downloaded(token, [sha256]);
    expect([refused.status, refused.headers.get("retry-after")]).toEqual([429, expect.any(String)]);
    expect((await opened(token)).content.count).toBe(1);
  });

  it("sends one ZIP of a link at a time, and another once the reader has it or went away", async () => {
    const photos = [await taken(), await taken()];
    const token = await shared();
    const first = await downloaded(token, photos);
    expect((await downloaded(token, photos)).status).toBe(429);
    await first.body!.cancel();
    await expect.poll(async () => (await downloaded(token, photos)).status).toBe(200);
  });
});

describe("a question about a photo", () => {
  it("reaches the business once, and names the photo", async () => {
    await taken();
    const sha256 = await taken({ caption: "Crack above the tub" });
    const { id } = await made();
    const token = await linkTo(id);
    const asked = { do: "ask", form: newLocalId(), name: "Dana Ruiz", words: "Is that new?" };
    const at = `/s/${token}/photos/${sha256}`;
    for (let times = 0; times < 2; times++)
      expect((await visit(new Visitor(), photoPage, at, { token, sha256 }, asked)).location).toBe(
        `${at}?did=asked#answer`,
      );
    expect((await officeOf(id)).questions).toMatchObject([
      {
        name: "Dana Ruiz",
        words: "Is that new?",
        about: { photo: sha256, called: "Photo 2, “Crack above the tub”" },
      },
    ]);
    const { rows } = await db.query("select text from notifications_events where job_id = $1", [job]);
    expect(rows.map(({ text }) => text as unknown)).toEqual([
      expect.objectContaining({
        title: "Dana Ruiz asked about: Photo 2, “Crack above the tub”, in Kitchen",
        path: `/account/photos/galleries/${id}`,
      }),
    ]);
    const history = await db.query(
      "select kind from evidence_entries where job_id = $1 and kind ~ '^papers' order by number",
      [job],
    );
    // Who asks has it before them.
    expect(history.rows.map(({ kind }) => kind as string)).toEqual([
      "papers.shared",
      "papers.viewed",
      "papers.asked",
    ]);
  });

  it("isn’t taken about a photo that was hidden meanwhile", async () => {
    const sha256 = await taken();
    const token = await shared();
    await change(sha256, { hidden: "Not ours" });
    const asked = { do: "ask", form: newLocalId(), name: "Dana", words: "Is that new?" };
    const { shown } = await visit(
      new Visitor(),
      photoPage,
      `/s/${token}/photos/${sha256}`,
      { token, sha256 },
      asked,
    );
    expect(shown).toMatchObject({ message: expect.stringContaining("isn’t shown any more") as string });
  });
});
