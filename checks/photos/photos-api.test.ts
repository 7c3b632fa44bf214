import { createHash } from "node:crypto";
import sharp from "sharp";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { linkToJob } from "#ground/media/public.server.ts";
import { drawDerivatives } from "#ground/media/derivatives.server.ts";
import { mediaOriginals } from "#ground/media/tables.server.ts";
import { newLocalId } from "#ground/sync/store/ids.ts";
import { answerCall } from "#faces/api/answer-call.server.ts";
import { photoId, shotsId } from "#tools/photos/rules/ids.ts";
import { PHOTO } from "#tools/photos/rules/photo.ts";
import { SHOTS } from "#tools/photos/rules/shots.ts";
import type { Scope } from "#platform/api/endpoint.ts";
import { installation } from "#platform/config/installation.server.ts";
import { withAccount } from "#platform/db/scope.server.ts";
import { RouterContextProvider } from "react-router";
import { ask as askPlainly, keyFor } from "../testing/api.ts";
import { askByDocument as ask } from "../testing/api-document.ts";
import type { Somebody } from "../testing/changes.ts";
import { fetched, guest, job, nextJob, send, shop, startShop, stopShop } from "../testing/estimates.ts";

// Photos as other programs read and hear of them, against the real database. Every answer is checked
// against the document.

let key: string;
const keyWith = (...scopes: Scope[]) =>
  keyFor({ account: shop.account, owner: shop.who }, scopes.length > 0 ? scopes : undefined);

beforeAll(async () => {
  await startShop();
  key = await keyWith();
});
afterAll(stopShop);
beforeEach(nextJob);

const AT = "2026-11-20T18:00:00.000Z";
let photos = 0;

/** Somebody takes a photo. */
async function taken(by: Somebody = shop, more: Record<string, unknown> = {}, at = AT) {
  const sha256 = createHash("sha256").update(`api ${++photos}`).digest("hex");
  const record = photoId(job, sha256);
  const shot = { type: "image/jpeg", at: Date.parse(at) };
  const outcome = await send(by, record, { sha256, [`photos.${sha256}`]: shot, ...more }, PHOTO);
  expect(outcome).toMatchObject({ is: "held" });
  return { sha256, record };
}
const change = async (by: Somebody, record: string, sets: Record<string, unknown>, kind = PHOTO) =>
  expect(await send(by, record, sets, kind, await fetched(by, record))).toMatchObject({ is: "held" });

const DENVER = { latitude: 39.74, longitude: -104.98 };

/** A red photo that reached us, taken in Denver, says its camera. */
async function arrived(more: Record<string, unknown> = {}) {
  const bytes = await sharp({
    create: { width: 400, height: 300, channels: 3, background: { r: 200, g: 20, b: ++photos } },
  })
    .jpeg()
    .toBuffer();
  const sha256 = createHash("sha256").update(bytes).digest("hex");
  const record = photoId(job, sha256);
  const shot = { type: "image/jpeg", at: Date.parse(AT) };
  expect(await send(shop, record, { sha256, [`photos.${sha256}`]: shot, ...more }, PHOTO)).toMatchObject({
    is: "held",
  });
  const { files } = installation();
  const file = await files.put(shop.account, bytes, "photojpeg");
  await withAccount(shop.account, async (ctx) => {
    await ctx.db.insert(mediaOriginals).values({
      ...{ accountId: shop.account, sha256, file, bytes: bytes.length, kind: "jpeg", state: "waiting" },
      ...{ width: 400, height: 300, receivedAt: ctx.now, ...DENVER },
    });
    await linkToJob(ctx, sha256, job);
  });
  await drawDerivatives(shop.account, sha256);
  return { sha256, record };
}

async function fileOf(record: string, query: string, by = key, headers: Record<string, string> = {}) {
  const path = `photos/${record}/file`;
  const request = new Request(`http://localhost:3000/api/v1/${path}?${query}`, {
    headers: { Authorization: `Bearer ${by}`, ...headers },
  });
  return answerCall({ request, params: { "*": path }, context: new RouterContextProvider() } as never);
}

/** Types of the events of a photo or shot list, oldest first. */
async function eventsOf(id: string, by = key) {
  const all: { type: string; data: Record<string, unknown> }[] = [];
  for (let cursor = "", more = true; more;) {
    const { body } = await ask(by, `/events?limit=100${cursor && `&cursor=${cursor}`}`);
    all.push(...(body.data as typeof all));
    ({ next: cursor, more } = body as { next: string; more: boolean });
  }
  return all.filter(({ data }) => data["photoId"] === id || data["shotListId"] === id);
}

describe("photos for other programs", () => {
  it("are what the office sees: facts, marks, albums and hashes", async () => {
    const album = newLocalId();
    await send(shop, album, { name: "Punch list", rule: null }, "photos.album");
    const { sha256, record } = await taken(guest, {
      ...{ caption: "Shutoff", room: "Kitchen", trade: "Plumbing", stage: "rough-in", "tags.tub-wall": true },
      ...{ [`album.${album}`]: true, heading: 90, place: { lat: 40, lon: -105, accuracy: 8 } },
      marks: [{ id: "a", kind: "arrow", color: "red", from: [0.1, 0.2], to: [0.5, 0.5], text: "" }],
    });
    const { body } = await ask(key, `/photos/${record}`);
    expect(body).toEqual({
      ...{ id: record, jobId: job, sha256, date: "2026-11-20", takenAt: "2026-11-20T18:00:00Z" },
      ...{ clock: "device", takenBy: guest.who.id, caption: "Shutoff", room: "Kitchen", trade: "Plumbing" },
      ...{ stage: "rough-in", tags: ["tub wall"], pair: null, file: null, shot: null, heading: 90 },
      albums: [{ id: album, name: "Punch list" }],
      marks: [{ kind: "arrow", color: "red", from: { x: 0.1, y: 0.2 }, to: { x: 0.5, y: 0.5 }, text: "" }],
      place: { latitude: 40, longitude: -105, accuracy: 8 },
    });
    const noPlace = await keyWith("photos:read");
    expect((await ask(noPlace, `/photos/${record}`)).body).toMatchObject({ id: record, place: null });
  });

  it("are listed in pages, by job, stage, tag and day", async () => {
    const records: string[] = [];
    for (let at = 0; at < 5; at++)
      records.push(
        (await taken(shop, { caption: `Wall ${at}`, room: at < 2 ? "Powder room" : "Hall" })).record,
      );
    await change(shop, records[0]!, { stage: "before" });
    const seen: string[] = [];
    for (let cursor = "", more = true; more;) {
      const { body } = await ask(key, `/photos?jobId=${job}&limit=2${cursor && `&cursor=${cursor}`}`);
      expect(body.data.length).toBeLessThanOrEqual(2);
      seen.push(...(body.data as { id: string }[]).map(({ id }) => id));
      cursor = (body.next as string | null) ?? "";
      more = cursor !== "";
    }
    expect(seen.toSorted()).toEqual(records.toSorted());
    const found = async (query: string) =>
      ((await ask(key, `/photos?jobId=${job}&${query}`)).body.data as { caption: string }[])
        .map(({ caption }) => caption)
        .toSorted();
    expect(await found("stage=before")).toEqual(["Wall 0"]);
    expect(await found("tag=powder%20ROOM")).toEqual(["Wall 0", "Wall 1"]);
    expect(await found("tag=powder")).toEqual([]);
    expect(await found("to=2026-11-19")).toEqual([]);
    expect(await found("from=2026-11-20&to=2026-11-20")).toHaveLength(5);
    expect((await ask(key, "/photos?from=2026-12-31&to=2026-01-01")).status).toBe(422);
    expect(await found("stage=Punch%20list")).toEqual([]);
    expect((await ask(key, `/photos?stage=${"x".repeat(61)}`)).status).toBe(422);
  });

  it("are gone once hidden or deleted, with their job, and for keys without the scope", async () => {
    const { record } = await taken();
    for (const nothing of ["not-an-id", newLocalId(), job])
      expect((await ask(key, `/photos/${nothing}`)).status).toBe(404);
    const blind = await keyWith("jobs:read", "photos:place");
    expect((await ask(blind, "/photos")).status).toBe(403);
    expect((await ask(blind, `/photos/${record}`)).status).toBe(403);
    expect((await fileOf(record, "size=thumb", blind)).status).toBe(403);
    expect((await askPlainly(key, "/photos", { body: { jobId: job } })).status).toBe(405);
    for (const sets of [
      { hidden: "Shows the client" },
      { hidden: null, trashedAt: new Date().toISOString() },
    ]) {
      await change(shop, record, sets);
      expect((await ask(key, `/photos/${record}`)).status).toBe(404);
      expect((await fileOf(record, "size=thumb")).status).toBe(404);
      expect((await ask(key, `/photos?jobId=${job}`)).body.data).toEqual([]);
    }
    await change(shop, record, { trashedAt: null });
    expect((await ask(key, `/photos/${record}`)).status).toBe(200);
    await send(shop, job, { removed: true }, "jobs.job", await fetched(shop, job));
    expect((await ask(key, `/photos/${record}`)).status).toBe(404);
    expect((await ask(key, `/photos?jobId=${job}`)).body.data).toEqual([]);
  });

  it("are downloaded with their marks in them, and with their place only by a key that may know it", async () => {
    const { record } = await arrived({
      marks: [{ id: "a", kind: "box", color: "blue", from: [0.1, 0.1], to: [0.9, 0.9], text: "" }],
    });
    expect((await ask(key, `/photos/${record}`)).body).toMatchObject({
      file: { kind: "jpeg", width: 400, height: 300 },
      place: DENVER,
    });
    for (const [query, type] of [
      ["", "image/webp"],
      ["size=thumb", "image/webp"],
      ["size=report", "image/jpeg"],
      ["size=full", "image/jpeg"],
    ] as const) {
      const answer = await fileOf(record, query);
      expect([answer.status, answer.headers.get("content-type")], query).toEqual([200, type]);
      expect(answer.headers.get("content-security-policy")).toContain("sandbox");
      const { data, info } = await sharp(Buffer.from(await answer.arrayBuffer()))
        .raw()
        .toBuffer({ resolveWithObject: true });
      const blue = Array.from({ length: info.width * info.height }, (_, at) => at * info.channels).filter(
        (at) => data[at + 2]! > 120 && data[at]! < 120,
      );
      expect(blue.length, query).toBeGreaterThan(100);
    }
    const exifOf = async (by: string) =>
      (await sharp(Buffer.from(await (await fileOf(record, "size=full", by)).arrayBuffer())).metadata()).exif;
    expect(await exifOf(key)).toBeDefined();
    expect(await exifOf(await keyWith("photos:read"))).toBeUndefined();
    const tag = (await fileOf(record, "size=thumb")).headers.get("etag")!;
    expect((await fileOf(record, "size=thumb", key, { "If-None-Match": tag })).status).toBe(304);
    expect((await fileOf(record, "size=huge")).status).toBe(422);
    expect((await fileOf((await taken()).record, "size=thumb")).status).toBe(404);
  });
});

describe("what webhooks hear of photos", () => {
  it("is what happened to one, once, and of a guest’s too", async () => {
    const { record } = await taken(guest, { room: "Kitchen" });
    await change(guest, record, { caption: "Behind the sink" });
    await change(shop, record, { hidden: "Shows the client" });
    await change(shop, record, { hidden: null });
    const events = await eventsOf(record);
    expect(events.map(({ type, data }) => [type, data["companyId"]])).toEqual([
      ["photo.added", guest.who.id],
      ["photo.changed", guest.who.id],
      ["photo.hidden", shop.account],
      ["photo.restored", shop.account],
    ]);
    for (const { data } of events)
      expect(data).toMatchObject({ leadId: null, lead: null, jobId: job, photoId: record });
    expect(JSON.stringify(events)).not.toMatch(/Kitchen|sink|client"/);
    expect(await eventsOf(record, await keyWith("events:read", "jobs:read"))).toEqual([]);
  });

  it("is nothing of what was refused", async () => {
    const { record } = await taken();
    const refused = await send(guest, record, { caption: "Mine" }, PHOTO, await fetched(guest, record));
    expect(refused).toMatchObject({ is: "refused" });
    expect((await eventsOf(record)).map(({ type }) => type)).toEqual(["photo.added"]);
  });

  it("is a shot list that is done", async () => {
    const list = shotsId(job, "footing");
    await send(shop, list, { title: "Footing", shots: ["Depth"] }, SHOTS);
    await taken(shop, { shot: { list, shot: 0 } });
    expect(await eventsOf(list)).toEqual([]);
    await change(shop, list, { done: true }, SHOTS);
    expect(await eventsOf(list)).toMatchObject([
      { type: "shot_list.done", data: { shotListId: list, jobId: job, leadId: null } },
    ]);
  });
});
