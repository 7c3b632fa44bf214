import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { newId } from "../../db/ids.ts";
import { createTestDatabase, type TestDatabase } from "../../db/testing/test-database.ts";
import { suppressQueuedTexts } from "../queue.server.ts";
import { CRASH_POINTS } from "../../sending/testing/crash-points.ts";
import type { CrashOrders } from "../testing/crash-worker.ts";
import { TextBench } from "../testing/texter.ts";
import type { Taken } from "../testing/twilio.ts";

let test: TestDatabase;
let bench: TextBench;

beforeAll(async () => {
  test = await createTestDatabase();
});
afterAll(() => test.drop());
beforeEach(() => {
  bench = new TextBench(test);
});
afterEach(() => bench.clear());

// Twilio runs on in another process and keeps what it accepted, whether or not the response was read. The
// last two points are on its side.
const POINTS = [...CRASH_POINTS, "twilio-before-taking", "twilio-after-taking"] as const;

/**
 * Texts sent twice in this file's whole run: a busy machine may need a retry, but a retry must not hide
 * these.
 */
const twice: unknown[] = [];

describe("two senders, one of them killed again and again", () => {
  it.each(POINTS)("%s: nothing is lost, nothing is sent twice", { timeout: 900_000 }, async (point) => {
    const kills = 2;
    const workers = new Map<number, ChildProcess>();
    let [killed, seen] = [0, 0];
    const strike = async (callback: string | null, here: string): Promise<void> => {
      if (point !== here || killed >= kills || ++seen % 4 !== 0) return;
      const child = workers.get(Number(URL.parse(callback ?? "")?.searchParams.get("worker")));
      if (!child) return;
      const exit = once(child, "exit");
      child.kill("SIGKILL");
      await exit;
    };
    const deferred = new Set<string>();
    const standIn = await bench.twilio({
      async before(form) {
        await strike(form.get("StatusCallback"), "twilio-before-taking");
        // Every fifth must be retried.
        const about = idOf(form.get("StatusCallback"));
        if (deferred.has(about) || Number.parseInt(about.slice(-4), 16) % 5 !== 0) return undefined;
        deferred.add(about);
        return { status: 429, code: 20429, message: "Too Many Requests" };
      },
      taken: (text) => strike(text.statusCallback, "twilio-after-taking"),
    });
    const accounts = [newId(), newId()];
    for (const account of accounts) {
      await bench.queue(account, 10);
      const [first] = await bench.queue(account, 2);
      await bench.inAccount(account, (db) =>
        suppressQueuedTexts(db, { accountId: account, aboutId: first!.aboutId, reason: "replied" }),
      );
      await bench.inAccount(account, (db) =>
        db.execute("update sms_messages set created_at = now(), next_attempt_at = now()"),
      );
    }
    let over = false;
    const start = async (): Promise<void> => {
      const isInside = CRASH_POINTS.includes(point as (typeof CRASH_POINTS)[number]);
      const orders: CrashOrders = {
        appSettings: test.app,
        twilioUrl: standIn.url,
        crash:
          isInside && killed + workers.size < kills
            ? { point: point as (typeof CRASH_POINTS)[number], time: 2 }
            : undefined,
      };
      const child = fork(
        path.join(import.meta.dirname, "../testing/crash-worker.ts"),
        [JSON.stringify(orders)],
        {
          stdio: ["ignore", "ignore", "inherit", "ipc"],
        },
      );
      workers.set(child.pid!, child);
      child.once("exit", (_code, signal) => {
        workers.delete(child.pid!);
        if (signal !== "SIGKILL" || over) return;
        killed++;
        void start();
      });
      await Promise.race([once(child, "message"), once(child, "exit")]);
    };
    const all = async () => (await Promise.all(accounts.map((account) => bench.rows(account)))).flat();
    try {
      await Promise.all([start(), start()]);
      // Waits as long as there is progress: the total time depends on the machine.
      let [progress, since] = ["", performance.now()];
      for (;;) {
        const rows = await all();
        if (!rows.some(({ state }) => ["queued", "claimed", "committing"].includes(state))) break;
        const now = `${killed} ${standIn.taken.length} ${rows.map(({ state, attempts }) => `${state}${attempts}`).join()}`;
        if (now !== progress) [progress, since] = [now, performance.now()];
        expect(performance.now() - since, "texts are still open, and nothing happens").toBeLessThan(90_000);
        await sleep(100);
      }
    } finally {
      over = true;
      await Promise.all([...workers.values()].map(endChild));
    }
    const rows = await all();
    const times = Map.groupBy(standIn.taken, (text: Taken) => idOf(text.statusCallback));
    const fates = rows.map(({ id, state }) => ({ state, taken: times.get(id)?.length ?? 0 }));
    twice.push(...fates.filter(({ taken }) => taken > 1));
    expect(twice).toEqual([]);
    expect(killed).toBe(kills);
    expect(rows).toHaveLength(24);
    expect(fates.filter(({ state, taken }) => state === "sent" && taken !== 1)).toEqual([]);
    expect(fates.filter(({ state }) => state === "suppressed")).toEqual([
      { state: "suppressed", taken: 0 },
      { state: "suppressed", taken: 0 },
    ]);
    expect(fates.filter(({ state }) => state === "failed")).toEqual([]);
    expect(fates.filter(({ state }) => state === "unknown").length).toBeLessThanOrEqual(kills * 2);
    // A kill between `committing` and `sent` leaves the state unknown, and records that.
    if (/^(after-committing|before-sent|twilio)/.test(point))
      expect(fates.some(({ state }) => state === "unknown")).toBe(true);
  });
});

const idOf = (callback: string | null) => URL.parse(callback ?? "")?.pathname.slice(1) ?? "";

async function endChild(child: ChildProcess): Promise<void> {
  const exit = once(child, "exit");
  child.kill("SIGTERM");
  await Promise.race([exit, sleep(5_000)]);
  if (child.exitCode === null && child.signalCode === null) child.kill("SIGKILL");
}
