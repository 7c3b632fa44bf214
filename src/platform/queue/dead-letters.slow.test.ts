import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { newId } from "../db/ids.ts";
import { withSystem } from "../db/scope.server.ts";
import { createTestInstallation } from "../db/testing/installation.ts";
import type { TestDatabase } from "../db/testing/test-database.ts";
import { AppError } from "../errors/app-error.ts";
import { createLog } from "../log/log.server.ts";
import {
  countDeadTasks,
  type DeadTask,
  listDeadTasks,
  removeDeadTask,
  retryDeadTasks,
} from "./dead-letters.server.ts";
import {
  type AnyTask,
  createTaskQueues,
  enqueue,
  startTaskQueue,
  type Task,
  type TaskQueue,
} from "./queue.server.ts";

let healthy = false;
const runs: string[] = [];
const fragile = (name: string, failure: () => Error): Task<{ id: string }> => ({
  name,
  payload: z.object({ id: z.string() }),
  retry: { limit: 0, delaySeconds: 1 },
  run: async ({ id }) => {
    if (!healthy) throw failure();
    runs.push(id);
  },
});
const ours = fragile("test.ours", () => new AppError("unavailable", "The register is away."));
const theirs = fragile("test.theirs", () =>
  Object.assign(new TypeError("dana@client.test could not be read"), { code: "EODD" }),
);
const tasks: readonly AnyTask[] = [ours, theirs];

let test: TestDatabase;
const queues: TaskQueue[] = [];
beforeAll(async () => {
  test = await createTestInstallation();
  await createTaskQueues(test.owner, tasks);
  for (let worker = 0; worker < 2; worker++)
    queues.push(await startTaskQueue({ tasks, work: true, log: createLog("error") }));
});
afterAll(async () => {
  for (const queue of queues) await queue.stop();
  await test.drop();
});

const all = () => withSystem(({ db }) => listDeadTasks(db, { limit: 100, offset: 0 }));
const retry = (which: { id: string } | { task: string }) => withSystem(({ db }) => retryDeadTasks(db, which));

async function die(task: Task<{ id: string }>, id: string): Promise<DeadTask> {
  healthy = false;
  const before = new Set((await all()).map((one) => one.id));
  await withSystem((ctx) => enqueue(ctx.db, task, { id }));
  for (let look = 0; look < 200; look++) {
    const found = (await all()).find((one) => !before.has(one.id));
    if (found) return found;
    await sleep(50);
  }
  throw new Error("it did not fail for good");
}
async function hasRun(id: string): Promise<void> {
  for (let look = 0; look < 200 && !runs.includes(id); look++) await sleep(50);
  // Long enough for a second run to show.
  await sleep(1500);
}

describe("permanently failed tasks", () => {
  it("are listed with name, times, attempts and our own message", async () => {
    const dead = await die(ours, newId());
    expect(dead).toMatchObject({ task: "test.ours", tries: 1, failure: "The register is away." });
    expect(Temporal.Instant.compare(dead.askedAt!, dead.failedAt)).toBeLessThanOrEqual(0);
    expect(await withSystem(({ db }) => countDeadTasks(db))).toContainEqual({ task: "test.ours", count: 1 });
  });

  it("record the kind and place of a foreign error, never its message", async () => {
    const { failure } = await die(theirs, newId());
    expect(failure).toMatch(/^TypeError EODD in .*dead-letters\.slow\.test\.ts/);
    expect(failure).not.toContain("client.test");
  });

  it("run again exactly once, however often they are retried at the same time", async () => {
    const id = newId();
    const dead = await die(ours, id);
    healthy = true;
    const moved = await Promise.all(Array.from({ length: 6 }, () => retry({ id: dead.id })));
    expect(moved.sort((a, b) => a - b)).toEqual([0, 0, 0, 0, 0, 1]);
    await hasRun(id);
    expect(runs.filter((one) => one === id)).toEqual([id]);
    expect((await all()).map((one) => one.id)).not.toContain(dead.id);
    expect(await retry({ id: dead.id })).toBe(0);
  });

  it("run again by kind, without others", async () => {
    const ids = [newId(), newId(), newId()];
    for (const id of ids) await die(ours, id);
    const other = await die(theirs, newId());
    healthy = true;
    expect(await retry({ task: "test.ours" })).toBeGreaterThanOrEqual(3);
    await hasRun(ids[2]!);
    for (const id of ids) expect(runs.filter((one) => one === id)).toEqual([id]);
    expect((await all()).map((one) => one.id)).toContain(other.id);
  });

  it("stay if the retrying transaction is rolled back", async () => {
    const id = newId();
    const dead = await die(ours, id);
    healthy = true;
    await withSystem(async ({ db }) => {
      expect(await retryDeadTasks(db, { id: dead.id })).toBe(1);
      throw new Error("changed my mind");
    }).catch(() => {});
    expect((await all()).map((one) => one.id)).toContain(dead.id);
    expect(runs).not.toContain(id);
  });

  it("are removed once, and no others", async () => {
    const dead = await die(ours, newId());
    const live = newId();
    expect(await withSystem(({ db }) => removeDeadTask(db, dead.id))).toBe("test.ours");
    expect(await withSystem(({ db }) => removeDeadTask(db, dead.id))).toBeUndefined();
    expect(await withSystem(({ db }) => removeDeadTask(db, live))).toBeUndefined();
    expect((await all()).map((one) => one.id)).not.toContain(dead.id);
  });
});
