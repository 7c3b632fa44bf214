// Shared by the tests of this folder: temporary folders, the stand-in for the product as a child process, and
// a client.
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, existsSync, mkdtempSync, readdirSync, readFileSync, readlinkSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { Client } from "pg";
import { afterAll, afterEach, vi } from "vitest";
import { sendSignal } from "../processes.ts";
import { type EmbeddedServer, startEmbedded } from "../start.ts";

type Owner = EmbeddedServer["owner"];
type Word = {
  ready?: true;
  pid?: number;
  owner?: Owner;
  notes?: string[];
  announce?: string;
  unexpected?: string;
  failed?: string;
};

// Real servers, on a machine that may be busy with other tests.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

const cleanups: (() => unknown)[] = [];

/**
 * On a disk, like a real installation's files: the temporary folder may be in memory (bootstrap/scratch.mjs).
 */
const DISK = existsSync("/var/tmp") ? "/var/tmp" : tmpdir();

/** Runs after the test, last one first. */
export function later(cleanup: () => unknown): void {
  cleanups.push(cleanup);
}

afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

/**
 * A new folder that other accounts may pass through, like the parent of a typical data folder; mkdtemp's is
 * closed to them.
 */
export function tempFolder(): string {
  const folder = mkdtempSync(join(DISK, "pl-"));
  chmodSync(folder, 0o711);
  later(async () => {
    await endServersIn(folder);
    rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 });
  });
  return folder;
}

let made: Promise<string> | undefined;

/**
 * A data folder with a database, shared by all tests of a file because creating one takes most of a short
 * test's time. Each test gets it as the previous one left it, killed servers included; the code under test
 * must cope with that.
 */
export async function madeFolder(): Promise<string> {
  made ??= (async () => {
    const folder = mkdtempSync(join(DISK, "pl-"));
    chmodSync(folder, 0o711);
    await (await startEmbedded({ dataDir: folder })).stop();
    return folder;
  })();
  const folder = await made;
  later(() => endServersIn(folder));
  return folder;
}

afterAll(async () => {
  if (!made) return;
  await (await startEmbedded({ dataDir: await made })).stop(); // frees the shared memory of servers killed last
  rmSync(await made, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 });
});

/** Pids of the PostgreSQL processes whose working directory is below `folder`. */
export function serversIn(folder: string): number[] {
  return readdirSync("/proc").flatMap((entry) => {
    try {
      return /^\d+$/.test(entry) && readlinkSync(`/proc/${entry}/cwd`).startsWith(`${folder}/`)
        ? [Number(entry)]
        : [];
    } catch {
      return [];
    }
  });
}

export function killServersIn(folder: string): void {
  for (const pid of serversIn(folder)) killHard(pid);
}

/** Stops servers that a test left running, which frees their shared memory; killed servers can't free it. */
async function endServersIn(folder: string): Promise<void> {
  for (let turn = 0; serversIn(folder).length > 0 && turn < 300; turn++) {
    if (turn % 100 === 0)
      for (const pid of serversIn(folder)) sendSignal(pid, turn === 200 ? "SIGKILL" : "SIGQUIT");
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

export function killHard(pid: number): void {
  sendSignal(pid, "SIGKILL");
}

export function postmasterPid(dataDir: string): number {
  return Number(
    readFileSync(join(dataDir, "database", "cluster", "postmaster.pid"), "utf8").split("\n", 1)[0],
  );
}

/** Starts in this process; stopped after the test. */
export async function start(
  dataDir: string,
  more: Partial<Parameters<typeof startEmbedded>[0]> = {},
): Promise<EmbeddedServer> {
  const server = await startEmbedded({ dataDir, ...more });
  later(() => server.stop());
  return server;
}

/** The stand-in for the product as a separate process. */
export type App = { child: ChildProcess; words: Word[]; first: Promise<Word>; ended: Promise<unknown> };

export function startApp(
  dataDir: string,
  as: { uid?: number; gid?: number; wrap?: string[]; env?: object } = {},
): App {
  const [program = "", ...args] = [
    ...(as.wrap ?? []),
    process.execPath,
    join(import.meta.dirname, "app.fixture.ts"),
    dataDir,
  ];
  const child = spawn(program, args, {
    stdio: ["ignore", "pipe", "inherit"],
    uid: as.uid,
    gid: as.gid,
    cwd: "/",
    env: { ...process.env, ...as.env },
  });
  const words: Word[] = [];
  const ended = once(child, "close");
  const first = new Promise<Word>((resolve, reject) => {
    createInterface({ input: child.stdout }).on("line", (line) => {
      const word = JSON.parse(line) as Word;
      words.push(word);
      if (word.ready || word.failed !== undefined) resolve(word);
    });
    void ended.then(() => reject(new Error("the app ended without a word")));
  });
  first.catch(() => {});
  later(async () => {
    child.kill("SIGKILL");
    if (words.find((word) => word.ready)?.pid) killHard(words.find((word) => word.ready)?.pid ?? 0);
    await ended;
  });
  return { child, words, first, ended };
}

/** Kills the app itself (not a wrapper) with SIGKILL and waits until it is gone. */
export async function crash(app: App): Promise<void> {
  killHard((await app.first).pid ?? 0);
  await app.ended;
}

export async function connect(owner: Owner): Promise<Client> {
  const client = new Client(owner);
  client.on("error", () => {});
  await client.connect();
  later(() => client.end().catch(() => {}));
  return client;
}

/** The first row of a query, on a connection of its own. */
export async function ask<Row extends object>(owner: Owner, sql: string): Promise<Row> {
  const client = await connect(owner);
  try {
    return (await client.query<Row>(sql)).rows[0] as Row;
  } finally {
    await client.end();
  }
}

/** Retries until it works, for about twenty seconds at most. */
export async function eventually<T>(attempt: () => Promise<T> | T): Promise<T> {
  for (let turn = 0; ; turn++) {
    try {
      return await attempt();
    } catch (error) {
      if (turn === 400) throw error;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }
}
