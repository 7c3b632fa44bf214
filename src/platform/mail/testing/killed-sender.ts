import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { newId } from "../../db/ids.ts";
import { inTransaction } from "../../db/scope.server.ts";
import { queueMails, suppressQueued } from "../queue.server.ts";
import { mailMessages } from "../tables.server.ts";
import { CRASH_POINTS } from "../../sending/testing/crash-points.ts";
import type { CrashOrders } from "./crash-worker.ts";
import type { TestDatabase } from "../../db/testing/test-database.ts";
import { newMail, SENDER } from "./message.ts";
import { startSink } from "./sink.ts";

export interface OracleOptions {
  readonly seed: number;
  readonly messages: number;
  readonly kills: number;
  readonly workers: number;
  readonly connections: number;
  /** All kills at one kind of moment instead of seeded ones. */
  readonly point?: CrashPoint | undefined;
}

/** Gives up after this long (ms) without any progress; the total time depends on the machine. */
const STANDSTILL = 90_000;

// The last two are on the server's side: it pauses the conversation there and the sender is killed from
// outside.
const POINTS = [...CRASH_POINTS, "server-before-dot", "server-after-dot"] as const;
export type CrashPoint = (typeof POINTS)[number];
export const ALL_CRASH_POINTS: readonly CrashPoint[] = POINTS;

type InsidePoint = (typeof CRASH_POINTS)[number];
const isInside = (point: CrashPoint | undefined): point is InsidePoint =>
  CRASH_POINTS.includes(point as InsidePoint);

/** One message, as the database and as the mail server saw it. */
export interface Fate {
  readonly kind: string;
  readonly state: string;
  readonly accepted: number;
}

/**
 * Sends many messages with several workers that are killed again and again, and compares the state of each in
 * the database with what a mail server accepted. The same seed gives the same messages and moments (not the
 * same interleaving).
 */
export async function runOracle(
  test: TestDatabase,
  options: OracleOptions,
): Promise<{ fates: Fate[]; kills: number }> {
  const random = seeded(options.seed);
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)]!;
  const workers = new Map<string, { child: ChildProcess; hold?: CrashPoint | undefined; left: number }>();
  let planned = 0;
  let kills = 0;
  let over = false;

  const killedBy = async (name: string, point: CrashPoint): Promise<void> => {
    const worker = workers.get(name);
    if (worker?.hold !== point || --worker.left > 0) return;
    worker.hold = undefined;
    const exit = once(worker.child, "exit");
    worker.child.kill("SIGKILL");
    await exit;
  };
  const seen = new Map<string, number>();
  const sink = await startSink({
    onRcptTo({ address }, { hostNameAppearsAs }, done) {
      const refused = address.startsWith("gone")
        ? Object.assign(new Error("5.1.1 no such user"), { responseCode: 550 })
        : null;
      killedBy(hostNameAppearsAs, "server-before-dot").then(() => done(refused), done);
    },
    async onMessage(messageId) {
      const times = (seen.get(messageId) ?? 0) + 1;
      seen.set(messageId, times);
      // Every seventh is deferred once.
      if (times === 1 && Number.parseInt(messageId.slice(60, 64), 16) % 7 === 0)
        throw Object.assign(new Error("4.3.0 later"), { responseCode: 451 });
    },
    // It has the dot and has accepted, whether or not anyone reads the response.
    onAccepted: (_id, { hostNameAppearsAs }) => killedBy(hostNameAppearsAs, "server-after-dot"),
  });

  const accounts = Array.from({ length: 4 }, newId);
  for (const accountId of accounts)
    await inTransaction(test.database.app, { accountId }, async (db) => {
      const leads = [newId(), newId(), newId()];
      const messages = Array.from({ length: Math.ceil(options.messages / accounts.length) }, () =>
        newMail(accountId, {
          kind: random() < 0.6 ? "followup" : "transactional",
          to: { address: random() < 0.1 ? "gone@example.org" : "dana@example.org" },
          aboutId: pick(leads),
        }),
      );
      await queueMails(db, messages, { now: Temporal.Now.instant(), sender: SENDER });
      await suppressQueued(db, { accountId, aboutId: leads[0]!, reason: "replied" });
    });

  const start = async (slot: number): Promise<void> => {
    const name = `worker-${slot}.test`;
    const point = planned < options.kills ? (options.point ?? pick(POINTS)) : undefined;
    if (point) planned++;
    const time = 1 + Math.floor(random() * (point?.includes("claim") ? 2 : 12));
    const orders: CrashOrders = {
      appSettings: test.app,
      smtpUrl: `${sink.url}?name=${name}`,
      connections: options.connections,
      seed: 1 + Math.floor(random() * 1e6),
      crash: isInside(point) ? { point, time } : undefined,
    };
    const child = fork(path.join(import.meta.dirname, "crash-worker.ts"), [JSON.stringify(orders)], {
      stdio: ["ignore", "ignore", "inherit", "ipc"],
    });
    workers.set(name, { child, hold: isInside(point) ? undefined : point, left: time });
    child.once("exit", (_code, signal) => {
      if (signal !== "SIGKILL" || over) return;
      kills++;
      void start(slot);
    });
    await Promise.race([once(child, "message"), once(child, "exit")]);
  };
  const rowsOf = (accountId: string) =>
    inTransaction(test.database.app, { accountId }, (db) => db.select().from(mailMessages));
  const open = new Set(["queued", "claimed", "committing"]);
  let [progress, since] = ["", performance.now()];
  let rows: Awaited<ReturnType<typeof rowsOf>> = [];
  try {
    await Promise.all(Array.from({ length: options.workers }, (_, slot) => start(slot)));
    do {
      await sleep(100);
      rows = (await Promise.all(accounts.map(rowsOf))).flat();
      const now = `${kills} ${sink.accepted.length} ${rows.map(({ state, attempts }) => `${state}${attempts}`).join()}`;
      if (now !== progress) [progress, since] = [now, performance.now()];
      else if (performance.now() - since > STANDSTILL)
        throw new Error(`seed ${options.seed}: messages are still open, and nothing happens`);
    } while (rows.some(({ state }) => open.has(state)));
  } finally {
    over = true;
    await Promise.all([...workers.values()].map(({ child }) => endChild(child)));
    await sink.close();
  }
  const accepted = Map.groupBy(sink.accepted, (id) => id);
  const fates = rows.map(({ kind, state, messageIdHeader }) => ({
    kind,
    state,
    accepted: accepted.get(messageIdHeader)?.length ?? 0,
  }));
  return { fates, kills };
}

async function endChild(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exit = once(child, "exit");
  child.kill("SIGTERM");
  const hard = setTimeout(() => child.kill("SIGKILL"), 5_000);
  await exit;
  clearTimeout(hard);
}

/** Numbers from 0 up to 1, the same ones for the same seed (mulberry32). */
function seeded(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}
