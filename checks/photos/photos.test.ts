import { createHash } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { shownFields } from "#ground/sync/public.server.ts";
import { newLocalId } from "#ground/sync/store/ids.ts";
import { loader as csv } from "#tools/photos/office/csv.ts";
import * as list from "#tools/photos/office/list.tsx";
import { photoId, shotsId } from "#tools/photos/rules/ids.ts";
import { PHOTO } from "#tools/photos/rules/photo.ts";
import { SHOTS } from "#tools/photos/rules/shots.ts";
import { argsOf, somebody, type Somebody } from "../testing/changes.ts";
import { db, fetched, guest, job, nextJob, send, shop, startShop, stopShop } from "../testing/estimates.ts";
import { visit } from "../testing/screens.ts";

// What devices write of photos, against the real database.

let member: Somebody;

beforeAll(async () => {
  await startShop();
  member = await somebody(db, "member@estimates.test");
  await db.query(
    "insert into businesses_members (account_id, user_id, role, created_at) values ($1, $2, 'member', now())",
    [shop.account, member.who.id],
  );
});
afterAll(stopShop);
beforeEach(nextJob);

const AT = Date.parse("2026-11-20T18:00:00Z");
let photos = 0;
const newPhoto = () => createHash("sha256").update(`photo ${++photos}`).digest("hex");
const shot = (sha256: string) => ({ sha256, [`photos.${sha256}`]: { type: "image/jpeg", at: AT } });

/** Somebody takes a photo. */
async function taken(by: Somebody, more: Record<string, unknown> = {}) {
  const sha256 = newPhoto();
  const record = photoId(job, sha256);
  const outcome = await send(by, record, { ...shot(sha256), ...more }, PHOTO);
  return { sha256, record, outcome };
}
const change = async (by: Somebody, record: string, sets: Record<string, unknown>, kind = PHOTO) =>
  await send(by, record, sets, kind, await fetched(by, record));
const officeOf = async (query: string) =>
  (await visit(shop.visitor, list, `/account/photos${query}`, {})).shown as unknown as {
    readonly items: readonly {
      readonly title: string;
      readonly details: readonly string[];
      readonly href: string;
    }[];
  };

describe("a photo", () => {
  it("is one record, whoever writes of it, and a photo of another tool gets its tags there", async () => {
    const { record, sha256, outcome } = await taken(member, { room: "Kitchen", stage: "before" });
    expect(outcome).toMatchObject({ is: "held" });
    expect(await change(shop, record, { "tags.tub-wall": true })).toMatchObject({ is: "held" });
    expect(shownFields((await fetched(shop, record))!.fields)).toMatchObject({
      ...{ sha256, room: "Kitchen", "tags.tub-wall": true },
    });
    const other = newPhoto();
    expect(await send(shop, photoId(job, other), { sha256: other, trade: "Tile" }, PHOTO)).toMatchObject({
      is: "held",
    });
  });

  it("is refused in the record of another photo, and without its hash", async () => {
    const sha256 = newPhoto();
    expect(await send(shop, newLocalId(), shot(sha256), PHOTO)).toMatchObject({ is: "refused" });
    expect(await send(shop, photoId(job, sha256), { caption: "x" }, PHOTO)).toMatchObject({ is: "refused" });
    expect(await send(shop, photoId(job, newPhoto()), shot(sha256), PHOTO)).toMatchObject({ is: "refused" });
  });

  it("is deleted and restored by owners and managers only, and never removed", async () => {
    const { record } = await taken(member);
    const now = new Date().toISOString();
    expect(await change(member, record, { trashedAt: now })).toMatchObject({ code: "forbidden" });
    expect(await change(shop, record, { trashedAt: now })).toMatchObject({ is: "held" });
    expect(await change(shop, record, { trashedAt: null })).toMatchObject({ is: "held" });
    expect(await change(shop, record, { removed: true })).toMatchObject({ code: "forbidden" });
    const long = new Date(Date.now() - 31 * 24 * 60 * 60_000).toISOString();
    expect(await change(shop, record, { trashedAt: long })).toMatchObject({ is: "held" });
    expect(await change(shop, record, { trashedAt: null })).toMatchObject({ code: "conflict" });
  });

  it("of a guest is theirs to tag; others’ photos aren’t", async () => {
    const own = await taken(guest);
    expect(own.outcome).toMatchObject({ is: "held" });
    expect(await change(guest, own.record, { room: "Roof" })).toMatchObject({ is: "held" });
    const { record } = await taken(shop);
    expect(await change(guest, record, { room: "Roof" })).toMatchObject({ code: "forbidden" });
    const other = newPhoto();
    expect(await send(guest, photoId(job, other), { sha256: other, room: "Roof" }, PHOTO)).toMatchObject({
      code: "forbidden",
    });
  });
});

describe("the office", () => {
  it("lists photos of other tools too, until they’re removed there or hidden here", async () => {
    const [note, sha256, other] = [newLocalId(), newPhoto(), newPhoto()];
    const value = { type: "image/jpeg", at: AT };
    const [one, two] = [`photos.${sha256}`, `photos.${other}`];
    expect(
      await send(shop, note, { text: "Delivered", [one]: value, [two]: value }, "jobs.note"),
    ).toMatchObject({ is: "held" });
    const listed = async () =>
      (await officeOf(`?job=${job}`)).items.map(({ href }) => href.split("=")[1] ?? "");
    expect((await listed()).toSorted()).toEqual([sha256, other].toSorted());
    expect(await change(shop, note, { [two]: null }, "jobs.note")).toMatchObject({ is: "held" });
    expect(await listed()).toEqual([sha256]);
    // Once it has a record of its own, that says what is listed.
    const record = photoId(job, sha256);
    expect(await send(shop, record, { sha256, caption: "Delivered tile" }, PHOTO)).toMatchObject({
      is: "held",
    });
    expect((await officeOf(`?job=${job}`)).items).toMatchObject([{ title: "Delivered tile" }]);
    expect(await change(shop, record, { hidden: "Blurry" })).toMatchObject({ is: "held" });
    expect(await change(shop, note, { text: "Delivered late" }, "jobs.note")).toMatchObject({ is: "held" });
    expect(await listed()).toEqual([]);
  });

  it("finds a photo by its caption, tags and person, and not once it is hidden or deleted", async () => {
    const { record, sha256 } = await taken(member, {
      ...{
        caption: "Shutoff behind the vanity",
        room: "Powder room",
        stage: "rough-in",
        "tags.copper": true,
      },
    });
    for (const query of [
      "?q=vanity",
      "?q=powder+copper",
      "?q=rough",
      "?q=member+vanity",
      `?q=vanity&job=${job}`,
    ]) {
      const { items } = await officeOf(query);
      expect(
        items.map(({ title }) => title),
        query,
      ).toEqual(["Shutoff behind the vanity"]);
    }
    const { items } = await officeOf("?q=vanity");
    expect(items[0]!.details).toEqual(
      expect.arrayContaining(["14 Elm Street", "Powder room", "copper", "Rough-in"]),
    );
    expect(items[0]!.href).toBe(`/account/job/${job}/photos?photo=${sha256}`);
    const file = await csv(argsOf(shop.visitor.request("/account/photos/photos.csv?q=vanity")));
    expect(await file.text()).toContain(`2026-11-20,14 Elm Street,Shutoff behind the vanity`);
    for (const sets of [
      { hidden: "Shows the client" },
      { hidden: null, trashedAt: new Date().toISOString() },
    ]) {
      expect(await change(shop, record, sets)).toMatchObject({ is: "held" });
      expect((await officeOf("?q=vanity")).items).toEqual([]);
    }
  });
});

describe("a search for a word of many photos", () => {
  it("finds the newest, in the order of the list, as the whole search does", async () => {
    // More than are looked through before the index.
    await db.query(
      `insert into worklist_items (account_id, id, kind, job_id, date, title, person, tags, photos, words)
       select $1, gen_random_uuid(), $2, $3, date '2019-01-01' + n * 7 % 2500, 'Gable ' || n, $4, '{}', array[repeat('b', 64)],
              case when n % 3 = 0 then 'soffit' else 'gable vent' end
         from generate_series(1, 2600) n`,
      [shop.account, PHOTO, job, member.who.id],
    );
    for (const query of ["?q=gable", `?q=vent+member&job=${job}`, "?q=gable&from=2020-02-01&to=2021-03-15"]) {
      const { items } = await officeOf(query);
      const file = await csv(argsOf(shop.visitor.request(`/account/photos/photos.csv${query}`)));
      const all = (await file.text())
        .split("\r\n")
        .flatMap((one) => one.split(",")[2] ?? [])
        .slice(1);
      expect(all.length, query).toBeGreaterThan(30);
      expect(
        items.map(({ title }) => title),
        query,
      ).toEqual(all.slice(0, 50));
    }
  });
});

describe("a shot list", () => {
  it("isn’t done before each shot is on file or doesn’t apply, on the server too", async () => {
    const record = shotsId(job, "footing");
    const shots = ["Depth", "Rebar", "Ticket"];
    expect(await send(shop, record, { title: "Footing", shots }, SHOTS)).toMatchObject({ is: "held" });
    await taken(member, { shot: { list: record, shot: 0 } });
    const refused = await change(member, record, { done: true }, SHOTS);
    expect(refused).toMatchObject({ code: "conflict" });
    expect((refused as { why: string }).why).toContain("2 photos are missing: “Rebar”, “Ticket”");
    const rebar = await taken(guest, { shot: { list: record, shot: 1 } });
    expect(await change(shop, record, { "skips.2": "Mixed on site" }, SHOTS)).toMatchObject({ is: "held" });
    expect(await change(shop, rebar.record, { trashedAt: new Date().toISOString() })).toMatchObject({
      is: "held",
    });
    expect(await change(shop, record, { done: true }, SHOTS)).toMatchObject({ code: "conflict" });
    expect(await change(shop, rebar.record, { trashedAt: null })).toMatchObject({ is: "held" });
    expect(await change(shop, record, { done: true }, SHOTS)).toMatchObject({ is: "held" });
  });

  it("has shots that don’t change, and isn’t a guest’s to change", async () => {
    const record = shotsId(job, "roof");
    const shots = ["Deck", "Ridge"];
    expect(await send(guest, record, { title: "Roof", shots }, SHOTS)).toMatchObject({ code: "forbidden" });
    expect(await send(shop, record, { title: "Roof", shots }, SHOTS)).toMatchObject({ is: "held" });
    expect(await change(shop, record, { shots: ["Deck"] }, SHOTS)).toMatchObject({ code: "conflict" });
  });
});
