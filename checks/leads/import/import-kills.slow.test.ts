import { fork } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { variants } from "#platform/testing/long-form.ts";
import { undoImport } from "#trade/leads/import/start.server.ts";
import { installation, useInstallation } from "#platform/config/installation.server.ts";
import { withAccount } from "#platform/db/scope.server.ts";
import { createTestInstallation, testClock } from "#platform/db/testing/installation.ts";
import type { TestDatabase } from "#platform/db/testing/test-database.ts";
import { createDiskStore } from "#platform/files/disk.server.ts";
import { startTaskQueue, type TaskQueue } from "#platform/queue/queue.server.ts";
import { subscribe } from "#app/subscriptions.ts";
import { business, type Business } from "../../testing/follow-ups.ts";
import type { ImportOrders } from "../../testing/import.worker.ts";
import { everything, found, imported, listOf, started, undone, uploaded } from "../../testing/imports.ts";

// An import's worker is killed repeatedly, at a different statement each time; the result must equal that of
// an uninterrupted worker.

const FRIDAY = "2026-11-20T17:00:00Z";
const LIST = listOf(2_200);
const quiet = { debug() {}, info() {}, warn() {}, error() {}, child: () => quiet };
let test: TestDatabase;
let queue: TaskQueue;
let files: string;

beforeAll(async () => {
  test = await createTestInstallation(testClock(FRIDAY));
  files = mkdtempSync(path.join(tmpdir(), "plumbline-import-kills-"));
  useInstallation({ ...installation(), files: createDiskStore(files) });
  queue = await startTaskQueue({ tasks: [], work: false, log: quiet });
  subscribe();
});
afterAll(async () => {
  await queue.stop();
  await test.drop();
  rmSync(files, { recursive: true, force: true });
});

/** @returns whether it finished */
function worker(orders: Pick<ImportOrders, "work" | "account" | "id" | "dieAt">): Promise<boolean> {
  const all: ImportOrders = { ...orders, app: test.app, files, at: FRIDAY };
  return new Promise((resolve, reject) => {
    const child = fork(
      path.join(import.meta.dirname, "../../testing/import.worker.ts"),
      [JSON.stringify(all)],
      {
        stdio: "inherit",
      },
    );
    child.once("error", reject);
    child.once("exit", (code, signal) => {
      if (signal === "SIGKILL") resolve(false);
      else if (code === 0) resolve(true);
      else reject(new Error(`the worker ended with ${code}`));
    });
  });
}

/**
 * Statement numbers at which successive workers are killed: in the first batch, inside a batch, at its end.
 * The last worker (0) survives.
 */
const KILLS = {
  run: variants([165, 3, 240, 30, 170], 3),
  undo: variants([19, 3, 40, 11], 3),
} as const;

/** @returns how many workers died */
async function untilDone(work: "run" | "undo", account: string, id: string): Promise<number> {
  let died = 0;
  for (const dieAt of [...KILLS[work], 0]) {
    if (await worker({ work, account, id, dieAt })) return died;
    died++;
  }
  throw new Error("no worker lived");
}

const lived = async (shop: Business) => {
  await shop.come("person7@client.test");
  return imported(shop.account, LIST, shop.pageId);
};

it("an import and its undo survive any number of kills", { timeout: 180_000 }, async () => {
  const [calm, killed] = [await business(), await business()];
  const wanted = await lived(calm);
  await killed.come("person7@client.test");
  const id = await uploaded(killed.account, LIST);
  await started(killed.account, id, killed.pageId);
  expect(await untilDone("run", killed.account, id)).toBeGreaterThanOrEqual(3);
  const got = await found(killed.account, id);
  const numbers = ({ state, position, added, known, suppressed, repeated, errors, partly }: typeof got) => ({
    state,
    position,
    added,
    known,
    suppressed,
    repeated,
    errors,
    partly,
  });
  expect(numbers(got)).toEqual(numbers(wanted));
  expect(got).toMatchObject({ state: "done", added: 2_199, known: 1 });
  expect(await everything(killed.account)).toEqual(await everything(calm.account));

  await withAccount(killed.account, (ctx) => undoImport(ctx, id));
  expect(await untilDone("undo", killed.account, id)).toBeGreaterThanOrEqual(3);
  await undone(calm.account, wanted.id);
  expect(await everything(killed.account)).toEqual(await everything(calm.account));
  expect(await found(killed.account, id)).toMatchObject({
    state: "undone",
    removed: 2_199,
    kept: { known: 1 },
  });
});
