import { mkdtempSync, readdirSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { sql } from "drizzle-orm";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { enterOwnAccount } from "#ground/businesses/queries.server.ts";
import { findPerson } from "#ground/identity/public.server.ts";
import { openIdentity, signedIn } from "#ground/identity/testing/visits.ts";
import { defineJobs } from "#trade/jobs/kinds.server.ts";
import { loader as file } from "#ground/media/file.ts";
import { action as receipts } from "#ground/media/receipts.ts";
import { mediaTasks } from "#ground/media/tasks.server.ts";
import { setUploadFolder } from "#ground/media/uploads.server.ts";
import { applyCommands } from "#ground/sync/commands.server.ts";
import { installation, useInstallation } from "#platform/config/installation.server.ts";
import { newId } from "#platform/db/ids.ts";
import { type Person, withAccount, withMember, withPerson } from "#platform/db/scope.server.ts";
import { createLog } from "#platform/log/log.server.ts";
import { startTaskQueue, type TaskQueue } from "#platform/queue/queue.server.ts";
import { openDoor, Phone, refusalOf, sha256Of } from "../testing/device.ts";

// What a job guest can see and fetch of the business's photos, who can continue an unfinished upload, and the
// size limits.

type Visitor = Awaited<ReturnType<typeof signedIn>>;
const OURS = newId();
const ANOTHER = newId();
let identity: Awaited<ReturnType<typeof openIdentity>>;
let queue: TaskQueue;
let door: Awaited<ReturnType<typeof openDoor>>;
let folder: string;
let owner: Phone;
let guest: Phone;
let guestVisitor: Visitor;
let guestPerson: Person;

beforeAll(async () => {
  identity = await openIdentity();
  queue = await startTaskQueue({ tasks: mediaTasks, work: false, log: createLog("error") });
  folder = mkdtempSync(path.join(tmpdir(), "plumbline-uploads-"));
  setUploadFolder(folder);
  defineJobs();
  door = await openDoor();
  const visitor = await signedIn("owner@shop.test");
  const person = (await findPerson(visitor.request("/account")))!;
  const { accountId } = await withPerson(person.id, (ctx) => enterOwnAccount(ctx, person));
  owner = new Phone(door.url, visitor.cookieHeader, accountId);
  guestVisitor = await signedIn("sub@guest.test");
  guestPerson = (await findPerson(guestVisitor.request("/account")))!;
  await withAccount(accountId, ({ db }) =>
    db.execute(sql`insert into businesses_members (account_id, user_id, role, job_id, created_at)
      values (${accountId}, ${guestPerson.id}, 'guest', ${OURS}, now())`),
  );
  guest = new Phone(door.url, guestVisitor.cookieHeader, accountId);
});
afterAll(async () => {
  await door?.close();
  await queue?.stop();
  await identity?.drop();
});

let made = 0;
const photo = () =>
  sharp({
    create: { width: 200 + made, height: 48, channels: 3, background: { r: made++ % 256, g: 90, b: 140 } },
  })
    .jpeg()
    .toBuffer();

const reads = async (sha256: string) => {
  const request = guestVisitor.request(`/account/media/${sha256}/original`);
  const answer = await file({
    request,
    context: guestVisitor.context(),
    params: { sha256, what: "original" },
  } as never);
  return answer.status;
};

const heldFor = async (...hashes: string[]) => {
  const init = {
    method: "POST",
    body: JSON.stringify({ hashes }),
    headers: { "content-type": "application/json" },
  };
  const request = guestVisitor.request("/account/media/receipts", init);
  const answer = await receipts({ request, context: guestVisitor.context(), params: {} } as never);
  return ((await answer.json()) as { held: string[] }).held;
};

/** What the guest's device writes when a note names photos. */
const name = (...media: string[]) =>
  withMember(owner.account, guestPerson, { role: "guest", jobId: OURS }, (ctx) =>
    applyCommands(ctx, newId(), [
      {
        id: newId(),
        kind: "jobs.note",
        record: newId(),
        job: OURS,
        sets: Object.fromEntries(media.map((sha256) => [`photos.${sha256}`, { type: "image/jpeg", at: 1 }])),
        replaces: {},
        capturedAt: Date.now(),
        skew: 0,
        zone: "America/Denver",
        media,
      },
    ]),
  );

describe("a guest who knows the hash of a photo of another job", () => {
  it("does not see it by naming it, is not told that it is here, and may send the same bytes for their own job", async () => {
    const bytes = await photo();
    const sha256 = sha256Of(bytes);
    expect((await owner.upload(bytes, { job: ANOTHER })).status).toBe(204);
    expect(await name(sha256)).toMatchObject({ outcomes: [{ is: "held" }] });
    expect(await reads(sha256)).toBe(404);
    expect(await heldFor(sha256)).toEqual([]);
    expect(await guest.offset(sha256)).toBeUndefined();
    // Uploading the bytes proves they have the photo. The stored file is neither duplicated nor changed.
    const before = await Array.fromAsync(installation().files.list(owner.account));
    expect((await guest.upload(bytes)).status).toBe(204);
    expect(await Array.fromAsync(installation().files.list(owner.account))).toEqual(before);
    expect([await reads(sha256), await heldFor(sha256)]).toEqual([200, [sha256]]);
    expect(await refusalOf(await guest.begin(sha256, bytes.length))).toMatchObject({
      status: 409,
      code: "held",
    });
  });

  it("gets nothing for having named it before it came", async () => {
    const bytes = await photo();
    const sha256 = sha256Of(bytes);
    expect(await name(sha256)).toMatchObject({ outcomes: [{ is: "held" }] });
    expect((await owner.upload(bytes, { job: ANOTHER })).status).toBe(204);
    expect([await reads(sha256), await heldFor(sha256)]).toEqual([404, []]);
  });

  it("sees what people of the business put on their job", async () => {
    const bytes = await photo();
    await owner.upload(bytes, { job: OURS });
    expect([await reads(sha256Of(bytes)), await heldFor(sha256Of(bytes))]).toEqual([200, [sha256Of(bytes)]]);
  });
});

describe("an unfinished upload", () => {
  it("is of the person who began it: nobody else of the business sees it, goes on with it, or removes it", async () => {
    const bytes = await photo();
    const sha256 = sha256Of(bytes);
    await owner.begin(sha256, bytes.length);
    await owner.goOn(sha256, 0, bytes.subarray(0, 50));
    expect(await guest.offset(sha256)).toBeUndefined();
    expect((await guest.goOn(sha256, 50, bytes.subarray(50))).status).toBe(404);
    expect((await guest.send("DELETE", guest.addressOf(sha256))).status).toBe(404);
    expect(await owner.offset(sha256)).toBe(50);
    // Two people can upload the same photo at the same time.
    expect((await guest.begin(sha256, bytes.length)).headers.get("location")).toBe(guest.addressOf(sha256));
    expect((await guest.goOn(sha256, 0, bytes)).status).toBe(204);
    expect((await owner.goOn(sha256, 50, bytes.subarray(50))).status).toBe(204);
    await guest.begin("f".repeat(64), 9);
    expect((await guest.send("DELETE", guest.addressOf("f".repeat(64)))).status).toBe(204);
    expect(readdirSync(folder)).toEqual([]);
  });
});

describe("odd headers", () => {
  const meta = `account ${Buffer.from("x").toString("base64")}`;
  it.each<[string, Record<string, string>]>([
    ["a length that is told later", { "Upload-Defer-Length": "1" }],
    ["a part of several", { "Upload-Concat": "partial", "Upload-Length": "10" }],
    ["several parts as one", { "Upload-Concat": "final;/a /b" }],
    ["a length that is none", { "Upload-Length": "ten" }],
    ["a length below zero", { "Upload-Length": "-1" }],
    ["metadata that is none", { "Upload-Length": "10", "Upload-Metadata": "a b c,,=" }],
    ["metadata that is no base64", { "Upload-Length": "10", "Upload-Metadata": "sha256 \u00a7\u00a7" }],
    ["metadata with a name twice", { "Upload-Length": "10", "Upload-Metadata": `${meta},${meta}` }],
    ["both ways to say the length", { "Upload-Length": "10", "Upload-Defer-Length": "1" }],
  ])("%s is refused as the sender's, and is no fault of ours", async (_what, headers) => {
    const answer = await owner.send("POST", "/account/media/uploads", headers);
    const said = await answer.text();
    expect([400, 409, 422], said).toContain(answer.status);
    expect(said).not.toContain("internal");
  });

  it("of a piece, too", async () => {
    const bytes = await photo();
    const sha256 = sha256Of(bytes);
    await owner.begin(sha256, bytes.length);
    for (const headers of [
      {},
      { "Upload-Offset": "x", "Content-Type": "application/offset+octet-stream" },
      { "Upload-Offset": "-5", "Content-Type": "application/offset+octet-stream" },
      { "Upload-Offset": "0", "Content-Type": "text/plain" },
      { "Upload-Offset": "0", "Content-Type": "application/offset+octet-stream", "Upload-Defer-Length": "7" },
    ] as Record<string, string>[]) {
      const answer = await owner.send("PATCH", owner.addressOf(sha256), headers, bytes.subarray(0, 9));
      expect(answer.status, JSON.stringify(headers)).toBeLessThan(500);
    }
    await owner.send("DELETE", owner.addressOf(sha256));
  });
});

describe("room for photos", () => {
  const withRoom = async (room: { most: number; unverified: number }, work: () => Promise<void>) => {
    const before = installation();
    useInstallation({ ...before, mediaRoom: room });
    try {
      await work();
    } finally {
      useInstallation(before);
    }
  };
  const used = async () =>
    Number(
      (
        await withAccount(owner.account, ({ db }) =>
          db.execute<{ sum: string }>(
            sql`select coalesce(sum(bytes), 0)::text as sum from media_originals where account_id = ${owner.account}`,
          ),
        )
      ).rows[0]!.sum,
    );
  const verify = (isVerified: boolean) =>
    withAccount(owner.account, ({ db }) =>
      db.execute(
        sql`update identity_users set email_verified = ${isVerified} where email = 'owner@shop.test'`,
      ),
    );

  it("that is used up refuses the next with 507, what is begun counted in, and takes it when there is more", async () => {
    await verify(true);
    const [one, two] = [await photo(), await photo()];
    const most = (await used()) + one.length + 10;
    await withRoom({ most, unverified: 0 }, async () => {
      expect((await owner.begin(sha256Of(one), one.length)).status).toBe(201);
      const refused = await refusalOf(await owner.begin(sha256Of(two), two.length));
      expect(refused).toMatchObject({
        status: 507,
        code: "no_room",
        why: expect.stringMatching(/stay on this device/) as string,
      });
      expect((await refusalOf(await guest.begin(sha256Of(two), two.length))).why).toMatch(
        /The business you work for is out of room/,
      );
      expect((await owner.goOn(sha256Of(one), 0, one)).status).toBe(204);
      expect((await owner.begin(sha256Of(two), two.length)).status).toBe(507);
    });
    expect((await owner.upload(two)).status).toBe(204);
  });

  it("is less until an owner has verified their address, and that is said", async () => {
    const bytes = await photo();
    await withRoom({ most: 2 ** 40, unverified: await used() }, async () => {
      await verify(false);
      const { status, why } = await refusalOf(await owner.begin(sha256Of(bytes), bytes.length));
      expect([status, why]).toEqual([
        507,
        expect.stringMatching(/^Until an owner verifies their email address/),
      ]);
      await verify(true);
      expect((await owner.upload(bytes)).status).toBe(204);
    });
  });
});
