import { sql } from "drizzle-orm";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { createLog } from "../log/log.server.ts";
import { afterCommit, withSystem } from "../db/scope.server.ts";
import { createTestInstallation } from "../db/testing/installation.ts";
import type { TestDatabase } from "../db/testing/test-database.ts";
import {
  type AnyTask,
  countDeadLetters,
  createTaskQueues,
  enqueue,
  startTaskQueue,
  type Task,
  type TaskQueue,
} from "./queue.server.ts";

const done: string[] = [];
const tries: number[] = [];

const note: Task<{ id: string }> = {
  name: "test.note",
  payload: z.object({ id: z.string() }),
  run: async ({ id }) => void done.push(id),
};
const stumble: Task<{ id: string }> = {
  name: "test.stumble",
  payload: z.object({ id: z.string() }),
  retry: { limit: 3, delaySeconds: 1 },
  run: async ({ id }) => {
    tries.push(Date.now());
    if (tries.length < 2) throw new Error("not yet");
    done.push(id);
  },
};
const hopeless: Task<{ id: string }> = {
  name: "test.hopeless",
  payload: z.object({ id: z.string() }),
  retry: { limit: 0, delaySeconds: 1 },
  run: async () => {
    throw new Error("never");
  },
};
const awaited: Task<{ id: string }> = { ...note, name: "test.awaited", isAwaited: true };
const tasks: readonly AnyTask[] = [note, stumble, hopeless, awaited];

let test: TestDatabase;
const queues: TaskQueue[] = [];

beforeAll(async () => {
  test = await createTestInstallation();
  await createTaskQueues(test.owner, tasks);
  // Two workers, like two processes.
  for (let worker = 0; worker < 2; worker++)
    queues.push(await startTaskQueue({ tasks, work: true, log: createLog("error") }));
});
afterAll(async () => {
  for (const queue of queues) await queue.stop();
  await test.drop();
});

async function until(reached: () => boolean | Promise<boolean>): Promise<void> {
  for (let look = 0; look < 300 && !(await reached()); look++) await sleep(100);
}

describe("the task queue", () => {
  it("runs a task enqueued in a committed transaction once, and never a rolled-back one", async () => {
    await withSystem((ctx) => enqueue(ctx.db, note, { id: "kept" }));
    await withSystem(async (ctx) => {
      await enqueue(ctx.db, note, { id: "undone" });
      throw new Error("changed my mind");
    }).catch(() => {});
    await until(() => done.includes("kept"));
    await sleep(1000);
    expect(done.filter((id) => id === "kept")).toEqual(["kept"]);
    expect(done).not.toContain("undone");
  });

  it("accepts fifty sends in fifty concurrent transactions without a deadlock, and runs each once", async () => {
    const ids = Array.from({ length: 50 }, (_, at) => `many-${at}`);
    await Promise.all(ids.map((id) => withSystem((ctx) => enqueue(ctx.db, note, { id }))));
    await until(() => ids.every((id) => done.includes(id)));
    expect(done.filter((id) => id.startsWith("many-")).sort()).toEqual([...ids].sort());
  });

  it("begins an awaited task at its commit, without waiting for the next look", async () => {
    const times = { [note.name]: 0, [awaited.name]: 0 };
    for (let round = 0; round < 5; round++)
      for (const task of [note, awaited]) {
        const id = `${task.name}-${round}`;
        const began = performance.now();
        await withSystem((ctx) => enqueue(ctx.db, task, { id }));
        while (!done.includes(id)) await sleep(5);
        times[task.name]! += performance.now() - began;
      }
    expect(times[awaited.name]! * 2).toBeLessThan(times[note.name]!);
    const calls: string[] = [];
    await withSystem(async ({ db }) => {
      afterCommit(db, () => calls.push("undone"));
      throw new Error("changed my mind");
    }).catch(() => {});
    await withSystem(async ({ db }) => {
      afterCommit(db, () => calls.push("done"));
      expect(calls).toEqual([]);
    });
    expect(calls).toEqual(["done"]);
  });

  it("retries a failure after a while", async () => {
    await withSystem((ctx) => enqueue(ctx.db, stumble, { id: "stumbled" }));
    await until(() => done.includes("stumbled"));
    expect(tries).toHaveLength(2);
    expect(tries[1]! - tries[0]!).toBeGreaterThan(500);
  });

  it("runs a task again whose process crashed, before the library’s own look once a minute", async () => {
    await withSystem((ctx) =>
      enqueue(ctx.db, note, { id: "crashed" }, { startAfter: Temporal.Now.instant().add({ hours: 1 }) }),
    );
    // As a killed process leaves it: claimed, and its last heartbeat is older than the limit.
    const { rowCount } = await withSystem((ctx) =>
      ctx.db.execute(
        sql`update pgboss.job set state = 'active', started_on = now(), heartbeat_on = now() - interval '16 seconds'
             where name = 'test.note' and data->>'id' = 'crashed'`,
      ),
    );
    expect(rowCount).toBe(1);
    await until(() => done.includes("crashed"));
    expect(done.filter((id) => id === "crashed")).toEqual(["crashed"]);
  }, 40_000);

  it("lists permanently failed tasks", async () => {
    const before = await countDeadLetters();
    await withSystem((ctx) => enqueue(ctx.db, hopeless, { id: "x" }));
    await until(async () => (await countDeadLetters()) > before);
    expect(await countDeadLetters()).toBe(before + 1);
  });

  it("refuses a payload that is not the task's", async () => {
    await expect(withSystem((ctx) => enqueue(ctx.db, note, { id: 7 } as never))).rejects.toThrow();
  });
});
