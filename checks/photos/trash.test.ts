import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { seal } from "#ground/evidence/public.server.ts";
import { checkStored, readStored } from "#ground/evidence/verify/check-stored.server.ts";
import { linkToJob } from "#ground/media/originals.server.ts";
import { newLocalId } from "#ground/sync/store/ids.ts";
import { photoId } from "#tools/photos/rules/ids.ts";
import { emptyTrashTask } from "#tools/photos/trash/erase.server.ts";
import { isExpired } from "#tools/photos/trash/rules.ts";
import { installation } from "#platform/config/installation.server.ts";
import { now, withAccount } from "#platform/db/scope.server.ts";
import { change, forgetAsks, taken } from "../testing/consent.ts";
import { sendChange } from "../testing/changes.ts";
import { db, job, nextJob, send, shop, startShop, stopShop } from "../testing/estimates.ts";

// Photos in the trash go from the disk after 30 days, and nothing that somebody relies on goes with them.

beforeAll(startShop);
afterAll(stopShop);
beforeEach(async () => {
  await nextJob();
  await forgetAsks();
});

/** As `taken`, with the command that has the file, which the history names. */
async function recorded(): Promise<string> {
  const sha256 = await taken();
  const sets = { caption: "The flashing" };
  const named = { kind: "photos.photo", record: photoId(job, sha256), job, sets, media: [sha256] };
  expect(await sendChange(shop.visitor, named)).toMatchObject({ is: "held" });
  return sha256;
}

const ago = (days: number) => now().subtract({ hours: 24 * days });

/** Moves a photo to the trash, so many days ago. */
async function deleted(sha256: string, days = 31): Promise<void> {
  expect(await change(sha256, { trashedAt: ago(days).toString() })).toMatchObject({ is: "held" });
  await received(days);
}
const received = (days: number) =>
  db.query("update sync_commands set received_at = $1 where job_id = $2", [ago(days).toString(), job]);
const emptyTrash = () => emptyTrashTask.run({}, now());

async function filesOf(sha256: string): Promise<string[]> {
  const { rows } = await db.query<{ file: string }>(
    "select file from media_originals where sha256 = $1 union select file from media_derivatives where sha256 = $1",
    [sha256],
  );
  return rows.map(({ file }) => file);
}
const areStored = async (files: readonly string[]) =>
  (await Promise.all(files.map((file) => installation().files.size(file)))).every(
    (size) => size !== undefined,
  );

it("erases the file and all its pictures after 30 days, and the history says so and still verifies", async () => {
  const [gone, stays] = [await recorded(), await recorded()];
  const [files, others] = [await filesOf(gone), await filesOf(stays)];
  expect(files.length).toBeGreaterThan(3);
  await deleted(gone, 29);
  await emptyTrash();
  expect(await areStored(files)).toBe(true);
  await deleted(gone);
  await emptyTrash();
  expect(await filesOf(gone)).toEqual([]);
  // Photos that look the same share pictures.
  for (const file of files.filter((one) => !others.includes(one)))
    expect(await installation().files.size(file)).toBeUndefined();
  expect(await areStored(others)).toBe(true);
  const erasures = async () =>
    (
      await db.query<{ payload: unknown }>(
        "select payload from evidence_entries where job_id = $1 and kind = 'evidence.erased'",
        [job],
      )
    ).rows.map(({ payload }) => payload);
  const erased = [{ rule: "Deleted, and in the trash for 30 days", media: [gone], entries: [], kept: [] }];
  expect(await erasures()).toEqual(erased);
  const stored = await withAccount(shop.account, (ctx) => readStored(ctx, job));
  expect(await checkStored(stored)).toMatchObject({ problems: [], photos: 1 });
  await emptyTrash();
  expect(await erasures()).toEqual(erased);
});

it("goes by our clock too: a device’s wrong date erases nothing early", async () => {
  const sha256 = await taken();
  expect(await change(sha256, { trashedAt: ago(400).toString() })).toMatchObject({ is: "held" });
  await emptyTrash();
  expect(await filesOf(sha256)).not.toEqual([]);
  expect(isExpired({ trashedAt: 0 }, now().epochMilliseconds, now().epochMilliseconds)).toBe(false);
  expect(isExpired({ trashedAt: null }, 0, now().epochMilliseconds)).toBe(false);
});

it("leaves what a seal covers, what another tool shows, and what is on another job", async () => {
  const sealed = await recorded();
  await withAccount(shop.account, (ctx) => seal(ctx, job));
  const [shown, shared, alone] = [await taken(), await taken(), await taken()];
  const photo = { type: "image/jpeg", at: 1 };
  const note = { text: "The flashing", [`photos.${shown}`]: photo };
  expect(await send(shop, newLocalId(), note, "jobs.note")).toMatchObject({ is: "held" });
  for (const one of [sealed, shown, shared, alone]) await change(one, { trashedAt: ago(31).toString() });
  await received(31);
  await nextJob();
  await withAccount(shop.account, (ctx) => linkToJob(ctx, shared, job));
  const sets = { sha256: shared, [`photos.${shared}`]: photo };
  expect(await send(shop, photoId(job, shared), sets, "photos.photo")).toMatchObject({ is: "held" });
  await emptyTrash();
  expect(await filesOf(alone)).toEqual([]);
  for (const [name, one] of Object.entries({ sealed, shown, shared }))
    expect(await filesOf(one), name).not.toEqual([]);
  // Gone from the other job as well, nothing needs it.
  await deleted(shared);
  await emptyTrash();
  expect(await filesOf(shared)).toEqual([]);
});
