import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { sql } from "drizzle-orm";
import sharp from "sharp";
import { afterAll, beforeAll, expect, it } from "vitest";
import { enterOwnAccount } from "#ground/businesses/queries.server.ts";
import { findPerson } from "#ground/identity/public.server.ts";
import { openIdentity, signedIn } from "#ground/identity/testing/visits.ts";
import { drawDerivatives } from "#ground/media/derivatives.server.ts";
import { loader as file } from "#ground/media/file.ts";
import { forgetMedia, linkToJob } from "#ground/media/originals.server.ts";
import { photosToShare } from "#ground/media/shared-photos.server.ts";
import { mediaMarked } from "#ground/media/tables.server.ts";
import { mediaTasks } from "#ground/media/tasks.server.ts";
import { setUploadFolder } from "#ground/media/uploads.server.ts";
import { applyCommands } from "#ground/sync/commands.server.ts";
import { findStoredRecord } from "#ground/sync/public.server.ts";
import { addWorkPhotos, chooseJobPhoto, jobPhotoOnPage } from "#trade/leads/profile/work-photos.server.ts";
import { defineJobs } from "#trade/jobs/kinds.server.ts";
import { definePhotos } from "#tools/photos/kinds.server.ts";
import { photoId } from "#tools/photos/rules/ids.ts";
import { PHOTO } from "#tools/photos/rules/photo.ts";
import { installation } from "#platform/config/installation.server.ts";
import { newId } from "#platform/db/ids.ts";
import { type Person, withAccount, withMember, withPerson } from "#platform/db/scope.server.ts";
import { createLog } from "#platform/log/log.server.ts";
import { closeRenderers } from "#platform/pdf/render.server.ts";
import { startTaskQueue, type TaskQueue } from "#platform/queue/queue.server.ts";
import { openDoor, Phone, sha256Of } from "../testing/device.ts";

// What is drawn on a photo is in every picture of it that somebody outside gets, and what is blurred is in
// none. People of the business have the photo as it was taken.

type Visitor = Awaited<ReturnType<typeof signedIn>>;
const JOB = newId();
const OTHER_JOB = newId();
const [WIDTH, HEIGHT] = [600, 400];

let identity: Awaited<ReturnType<typeof openIdentity>>;
let queue: TaskQueue;
let door: Awaited<ReturnType<typeof openDoor>>;
let phone: Phone;
let [owner, guest]: (Visitor | undefined)[] = [];
let person: Person;

beforeAll(async () => {
  identity = await openIdentity();
  queue = await startTaskQueue({ tasks: mediaTasks, work: false, log: createLog("error") });
  setUploadFolder(mkdtempSync(path.join(tmpdir(), "plumbline-marks-")));
  defineJobs();
  definePhotos();
  door = await openDoor();
  owner = await signedIn("owner@marks.test");
  person = (await findPerson(owner.request("/account")))!;
  const { accountId } = await withPerson(person.id, (ctx) => enterOwnAccount(ctx, person));
  phone = new Phone(door.url, owner.cookieHeader, accountId);
  guest = await signedIn("sub@marks.test");
  const sub = (await findPerson(guest.request("/account")))!;
  await withAccount(accountId, ({ db }) =>
    db.execute(sql`insert into businesses_members (account_id, user_id, role, job_id, created_at)
      values (${accountId}, ${sub.id}, 'guest', ${JOB}, now())`),
  );
});
afterAll(async () => {
  await closeRenderers();
  await door?.close();
  await queue?.stop();
  await identity?.drop();
});

let shade = 100;
/** Striped on the right half; another photo each time. */
async function takePhoto(): Promise<string> {
  const tone = shade++;
  const bytes = await sharp(
    Buffer.from(
      Uint8Array.from({ length: WIDTH * HEIGHT * 3 }, (_, at) => {
        const x = Math.floor(at / 3) % WIDTH;
        return x < WIDTH / 2 ? tone : Math.floor(x / 5) % 2 ? 240 : 20;
      }),
    ),
    { raw: { width: WIDTH, height: HEIGHT, channels: 3 } },
  )
    .jpeg({ quality: 90 })
    .toBuffer();
  const sha256 = sha256Of(bytes);
  expect((await phone.upload(bytes, { job: JOB })).status).toBe(204);
  await withAccount(phone.account, (ctx) => linkToJob(ctx, sha256, JOB));
  await drawDerivatives(phone.account, sha256);
  return sha256;
}

const blur = { id: "b", kind: "blur", color: "red", from: [0.52, 0.02], to: [0.99, 0.98], text: "" };
const arrow = { id: "a", kind: "arrow", color: "red", from: [0.1, 0.5], to: [0.4, 0.5], text: "" };

/** @param replaces the commands whose marks the author saw @returns the id of the command */
async function draw(sha256: string, marks: unknown, { job = JOB, replaces = [] as string[] } = {}) {
  const id = newId();
  const result = await withMember(phone.account, person, { role: "owner", jobId: null }, (ctx) =>
    applyCommands(ctx, newId(), [
      {
        ...{ id, kind: PHOTO, record: photoId(job, sha256), job },
        sets: { sha256, marks: marks as never },
        replaces: { marks: replaces },
        ...{ capturedAt: Date.now(), skew: 0, zone: "America/Denver", media: [] },
      },
    ]),
  );
  expect(result).toMatchObject({ outcomes: [{ is: "held" }] });
  return id;
}

/** What somebody who is signed in gets at the address of a photo. */
async function seenBy(visitor: Visitor | undefined, sha256: string, what: string) {
  const request = visitor!.request(`/account/media/${sha256}/${what}`);
  const answer = await file({ request, context: visitor!.context(), params: { sha256, what } } as never);
  expect(answer.status, what).toBe(200);
  return { bytes: Buffer.from(await answer.arrayBuffer()), cached: answer.headers.get("cache-control") };
}

const shared = (sha256: string, job: string | null = JOB) =>
  withAccount(phone.account, async (ctx) => (await photosToShare(ctx, job, [sha256]))[0]!);

/** How much neighbors differ on the striped half, and whether the other has red. */
async function look(bytes: Uint8Array) {
  const { data, info } = await sharp(bytes).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  let [sum, count, red] = [0, 0, 0];
  for (let y = 5; y < info.height - 5; y++)
    for (let x = 0; x < info.width - 8; x++) {
      const at = (y * info.width + x) * 3;
      if (x > info.width * 0.54) {
        sum += Math.abs(data[at]! - data[at + 3]!);
        count++;
      } else if (data[at]! - data[at + 1]! > 80) red++;
    }
  return { isStriped: sum / count > 12, isBlurred: sum / count < 3, hasArrow: red > 20 };
}

const PLAIN = { isStriped: true, isBlurred: false, hasArrow: false };
const MARKED = { isStriped: false, isBlurred: true, hasArrow: true };

it("a guest gets marks and no blurred pixel at any size; the business has the photo as it is", async () => {
  const sha256 = await takePhoto();
  await draw(sha256, [arrow, blur]);
  for (const what of ["screen", "report", "original"]) {
    expect(await look((await seenBy(owner, sha256, what)).bytes), what).toEqual(PLAIN);
    const { bytes, cached } = await seenBy(guest, sha256, what);
    expect(await look(bytes), what).toEqual(MARKED);
    // Somebody may blur more, so it must not stay in the browser.
    expect(cached).toBe("private, no-cache");
  }
  const original = (await seenBy(owner, sha256, "original")).bytes;
  expect(sha256Of(original)).toBe(sha256);
});

it("what is shared has the marks of its job, or of all jobs where there is none", async () => {
  const sha256 = await takePhoto();
  expect(await look((await (await shared(sha256)).bytesOf("report"))!)).toEqual(PLAIN);
  await withAccount(phone.account, (ctx) => linkToJob(ctx, sha256, OTHER_JOB));
  await draw(sha256, [arrow]);
  await draw(sha256, [blur], { job: OTHER_JOB });
  const seen = async (job: string | null) => look((await (await shared(sha256, job)).bytesOf("report"))!);
  expect(await seen(JOB)).toEqual({ ...PLAIN, hasArrow: true });
  expect(await seen(OTHER_JOB)).toEqual({ ...MARKED, hasArrow: false });
  expect(await seen(null)).toEqual(MARKED);
});

it("of two people who marked it without seeing each other, both hide what they hid", async () => {
  const sha256 = await takePhoto();
  const first = await draw(sha256, [blur]);
  await draw(sha256, [arrow]);
  expect(await look((await (await shared(sha256)).bytesOf("screen"))!)).toEqual(MARKED);
  // Someone who saw both removes the blur.
  const { fields } = await withAccount(
    phone.account,
    async (ctx) => (await findStoredRecord(ctx, photoId(JOB, sha256)))!,
  );
  const both = fields["marks"]!.values.map(({ by }) => by);
  expect(both).toContain(first);
  await draw(sha256, null, { replaces: both });
  expect((await shared(sha256)).overlay).toBeNull();
  expect(await look((await (await shared(sha256)).bytesOf("screen"))!)).toEqual(PLAIN);
});

it("is drawn once, again when the marks change, and earlier pictures go after a day", async () => {
  const sha256 = await takePhoto();
  const first = await draw(sha256, [blur]);
  const file1 = (await (await shared(sha256)).fileOf("screen"))!;
  const together = await Promise.all([shared(sha256), shared(sha256)]);
  expect(await Promise.all(together.map((one) => one.fileOf("screen")))).toEqual([file1, file1]);
  await withAccount(phone.account, ({ db }) =>
    db.update(mediaMarked).set({ drawnAt: Temporal.Now.instant().subtract({ hours: 30 }) }),
  );
  await draw(sha256, [blur, arrow], { replaces: [first] });
  const file2 = (await (await shared(sha256)).fileOf("screen"))!;
  expect(file2).not.toBe(file1);
  const { files } = installation();
  expect([await files.exists(file1), await files.exists(file2)]).toEqual([false, true]);

  const gone = await withAccount(phone.account, (ctx) => forgetMedia(ctx, [sha256]));
  expect(gone).toContain(file2);
});

it("a picture of recent work on the business's page has them too", async () => {
  const sha256 = await takePhoto();
  await draw(sha256, [blur, arrow]);
  const bytes = await withAccount(phone.account, async (ctx) => {
    await addWorkPhotos(ctx, [await chooseJobPhoto(ctx, sha256)]);
    const { rows } = await ctx.db.execute<{ id: string }>(
      sql`select id from leads_work_photos where sha256 = ${sha256}`,
    );
    return (await jobPhotoOnPage(ctx, rows[0]!.id))!.bytesOf("screen");
  });
  expect(await look(bytes!)).toEqual(MARKED);
});
