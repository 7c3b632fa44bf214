import sharp from "sharp";
import { beforeAll, expect, it } from "vitest";
import { nameConfidants } from "#ground/businesses/public.server.ts";
import { drawDerivatives } from "#ground/media/derivatives.server.ts";
import { loader as file } from "#ground/media/file.ts";
import { mediaJobs, mediaOriginals } from "#ground/media/tables.server.ts";
import { newestPhotos, photosOf } from "#ground/media/public.server.ts";
import { newLocalId } from "#ground/sync/store/ids.ts";
import { NEAR_MISS } from "#tools/safety/incidents/stored/near-miss.ts";
import { REQUEST } from "#tools/changes/requests/request.ts";
import { INJURY } from "#tools/safety/incidents/stored/injury.ts";
import { installation } from "#platform/config/installation.server.ts";
import { withAccount, withMember } from "#platform/db/scope.server.ts";
import { argsOf, sendChange, somebody, type Somebody } from "../testing/changes.ts";
import { sha256Of } from "../testing/device.ts";
import { db, guest, job, shop, withShop } from "../testing/estimates.ts";

// A photo of an injury is for those who read injuries, at every address that serves photos.

withShop("America/Denver");

let manager: Somebody;
let member: Somebody;
beforeAll(async () => {
  [manager, member] = [await somebody(db, "manager@photos.test"), await somebody(db, "member@photos.test")];
  for (const [one, role] of [
    [manager, "manager"],
    [member, "member"],
  ] as const)
    await db.query(
      "insert into businesses_members (account_id, user_id, role, created_at) values ($1, $2, $3, now())",
      [shop.account, one.who.id, role],
    );
});

let shade = 0;
/** A photo as it arrives: linked to the job by its upload, with its pictures drawn. */
async function uploaded(more: { readonly posterOf?: string; readonly kind?: "mp4" } = {}): Promise<string> {
  const bytes = await sharp({
    create: { width: 80 + shade++, height: 60, channels: 3, background: "#a33" },
  })
    .jpeg()
    .toBuffer();
  const [sha256, accountId] = [sha256Of(bytes), shop.account];
  const stored = await installation().files.put(accountId, bytes, "photojpeg");
  await withAccount(accountId, async ({ db: tx, now }) => {
    await tx.insert(mediaOriginals).values({
      ...{ accountId, sha256, file: stored, bytes: bytes.byteLength, receivedAt: now, width: 80, height: 60 },
      ...{ kind: more.kind ?? "jpeg", state: more.kind ? "ready" : "waiting" },
      ...{ posterOf: more.posterOf ?? null, uploadedBy: member.who.id },
    });
    await tx.insert(mediaJobs).values({ accountId, jobId: job, sha256 });
  });
  await drawDerivatives(accountId, sha256);
  return sha256;
}

const value = (type = "image/jpeg") => ({ type, at: 1_760_000_000_000 });
const INJURED = {
  when: { date: "2026-11-01", time: "23:50", zone: "America/Denver" },
  known: "2026-11-02T06:55:00Z",
  ...{ person: { name: "Luis Ortega", title: "Roofer" }, what: "Fell from the ladder." },
};
/** As a device sends it, which says in `media` what its values name. */
const write = (by: Somebody, kind: string, sets: object, sha256: string, type?: string) =>
  sendChange(by.visitor, {
    ...{ kind, record: newLocalId(), job, media: [sha256] },
    sets: { ...sets, [`photos.${sha256}`]: value(type) },
  });
const injure = async (sha256: string, type?: string) =>
  expect(await write(member, INJURY, INJURED, sha256, type)).toMatchObject({ is: "held" });
const nearMiss = (by: Somebody, sha256: string) =>
  write(by, NEAR_MISS, { when: INJURED.when, what: "A board slid." }, sha256);

async function statusOf(by: Somebody, sha256: string, what: string): Promise<number> {
  const answer = await file(argsOf(by.visitor.request(`/account/media/${sha256}/${what}`), { sha256, what }));
  await answer.body?.cancel();
  return answer.status;
}
const WHATS = ["thumb", "screen", "report", "original"];
const statuses = async (by: Somebody, sha256: string) =>
  new Set(await Promise.all(WHATS.map((what) => statusOf(by, sha256, what))));
const everybody = async (sha256: string) =>
  Promise.all([shop, manager, member, guest].map(async (by) => [...(await statuses(by, sha256))].join(", ")));

const name = (...people: Somebody[]) =>
  withMember(shop.account, shop.who, { role: "owner", jobId: null }, (ctx) =>
    nameConfidants(ctx, new Set(people.map(({ who }) => who.id))),
  );

it("of an injury goes to owners and the people they named, not to the crew, a manager or a guest", async () => {
  const [before, after, other] = [await uploaded(), await uploaded(), await uploaded()];
  expect(await everybody(before)).toEqual(["200", "200", "200", "200"]);
  for (const sha256 of [before, after]) await injure(sha256);
  expect(await everybody(before)).toEqual(["200", "404", "404", "404"]);
  expect(await everybody(after)).toEqual(["200", "404", "404", "404"]);
  expect(await everybody(other)).toEqual(["200", "200", "200", "200"]);
  await name(member);
  expect(await everybody(before)).toEqual(["200", "404", "200", "404"]);
  await name();
  // Documents and other programs read photos as the acting person.
  const found = (role: string) =>
    withMember(shop.account, manager.who, { role, jobId: null }, async (ctx) =>
      (await photosOf(ctx, [before, other])).map(({ sha256 }) => sha256),
    );
  expect(await found("manager")).toEqual([other]);
  expect(await found("owner")).toEqual([before, other]);
  // Nobody is offered one to publish.
  const newest = await withAccount(shop.account, (ctx) => newestPhotos(ctx, 100));
  expect([newest.includes(other), newest.includes(before)]).toEqual([true, false]);
});

it("that arrives after the report is for the same people", async () => {
  const bytes = await sharp({ create: { width: 50, height: 50, channels: 3, background: "#0a0" } })
    .jpeg()
    .toBuffer();
  await injure(sha256Of(bytes));
  const stored = await installation().files.put(shop.account, bytes, "photojpeg");
  await withAccount(shop.account, async ({ db: tx, now }) => {
    await tx.insert(mediaOriginals).values({
      ...{ accountId: shop.account, sha256: sha256Of(bytes), file: stored, bytes: bytes.byteLength },
      ...{ receivedAt: now, width: 50, height: 50, kind: "jpeg", state: "ready" },
    });
  });
  expect(await statusOf(manager, sha256Of(bytes), "original")).toBe(404);
  expect(await statusOf(shop, sha256Of(bytes), "original")).toBe(200);
});

it("that a record names which others read stays with them, whichever came first", async () => {
  const [first, last] = [await uploaded(), await uploaded()];
  expect(await nearMiss(member, first)).toMatchObject({ is: "held" });
  await injure(first);
  await injure(last);
  expect(await statusOf(manager, last, "thumb")).toBe(404);
  expect(await nearMiss(manager, last)).toMatchObject({ is: "held" });
  for (const sha256 of [first, last]) expect(await everybody(sha256)).toEqual(["200", "200", "200", "200"]);
});

it("can’t be opened by a guest who names it", async () => {
  const sha256 = await uploaded();
  await injure(sha256);
  const asked = { title: "Extra outlet", description: "In the hall", cents: 40_000 };
  expect(await write(guest, REQUEST, asked, sha256)).toMatchObject({ is: "held" });
  expect(await everybody(sha256)).toEqual(["200", "404", "404", "404"]);
});

it("isn’t seen through the first frame of a video either", async () => {
  const video = await uploaded({ kind: "mp4" });
  const frame = await uploaded({ posterOf: video });
  await injure(video, "video/mp4");
  expect(await statusOf(shop, frame, "thumb")).toBe(200);
  for (const by of [manager, member, guest])
    for (const sha256 of [video, frame]) expect(await statusOf(by, sha256, "thumb")).toBe(404);
});
