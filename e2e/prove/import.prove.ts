import { mkdir, writeFile } from "node:fs/promises";
import { cpus, totalmem } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test as proof } from "vitest";
import { runImport } from "#trade/leads/import/run.server.ts";
import { exportRows } from "#trade/leads/csv/export.server.ts";
import { withAccount } from "#platform/db/scope.server.ts";
import { createTestInstallation, testClock } from "#platform/db/testing/installation.ts";
import type { TestDatabase } from "#platform/db/testing/test-database.ts";
import { startTaskQueue, type TaskQueue } from "#platform/queue/queue.server.ts";
import { subscribe } from "../../src/app/subscriptions.ts";
import { business } from "../../checks/testing/follow-ups.ts";
import { found, listOf, started, undone, uploaded } from "../../checks/testing/imports.ts";

// A list as long as anyone's: time grows with its length, memory doesn't. The short form is in
// checks/leads/import/import.test.ts.

const MEASURED = path.resolve(import.meta.dirname, "../../docs/measured/import.md");

const LEADS = 100_000;
const MEGABYTE = 1024 * 1024;
const MOST_MEGABYTES = 200;
const quiet = { debug() {}, info() {}, warn() {}, error() {}, child: () => quiet };
let test: TestDatabase;
let queue: TaskQueue;

beforeAll(async () => {
  test = await createTestInstallation(testClock("2026-11-20T17:00:00Z"));
  queue = await startTaskQueue({ tasks: [], work: false, log: quiet });
  subscribe();
});
afterAll(async () => {
  await queue.stop();
  await test.drop();
});

/** Runs work and returns its time in seconds and peak memory growth in MB. */
async function measured<T>(work: () => Promise<T>): Promise<{ result: T; seconds: number; growth: number }> {
  const before = process.memoryUsage.rss();
  let peak = before;
  const timer = setInterval(() => (peak = Math.max(peak, process.memoryUsage.rss())), 20);
  const began = performance.now();
  try {
    const result = await work();
    return { result, seconds: (performance.now() - began) / 1000, growth: (peak - before) / MEGABYTE };
  } finally {
    clearInterval(timer);
  }
}

proof(
  "imports a hundred thousand people, takes them along, and takes them back, in bounded memory",
  { timeout: 900_000 },
  async () => {
    const { account, pageId } = await business();
    const list = listOf(LEADS);
    const look = await measured(() => uploaded(account, list));
    const id = look.result;
    expect((await found(account, id)).counts).toMatchObject({ added: LEADS, errors: 0 });
    await started(account, id, pageId);
    const run = await measured(() => runImport(account, id));
    expect(await found(account, id)).toMatchObject({ state: "done", added: LEADS, position: LEADS + 1 });
    const taken = await measured(async () => {
      // The first page has the headings.
      let people = -1;
      for await (const rows of exportRows((work) => withAccount(account, work))) people += rows.length;
      return people;
    });
    expect(taken.result).toBe(LEADS);
    const back = await measured(() => undone(account, id));
    expect(back.result).toMatchObject({ state: "undone", removed: LEADS, kept: {} });
    const lines: string[] = [];
    for (const [what, { seconds, growth }] of Object.entries({
      looked: look,
      imported: run,
      exported: taken,
      undone: back,
    })) {
      const perSecond = Math.round(LEADS / seconds).toLocaleString("en-US");
      console.log(`${what}: ${perSecond} rows/s, memory +${growth.toFixed(0)} MB`);
      lines.push(`| ${what} | ${seconds.toFixed(1)} s | ${perSecond} | ${growth.toFixed(0)} MB |`);
      expect(growth, what).toBeLessThan(MOST_MEGABYTES);
    }
    await mkdir(path.dirname(MEASURED), { recursive: true });
    await writeFile(
      MEASURED,
      [
        "# A list of 100,000 people",
        `Written by \`npm run prove\` (\`e2e/prove/import.prove.ts\`) on ${new Date().toISOString().slice(0, 10)}, ${cpus().length} × ${cpus()[0]!.model}, ${Math.round(totalmem() / 2 ** 30)} GB, Node ${process.version}. Memory beyond what the process had before; ${MOST_MEGABYTES} MB are the limit.`,
        ["| What | Time | Rows a second | Memory |", "| --- | ---: | ---: | ---: |", ...lines].join("\n"),
        "",
      ].join("\n\n"),
    );
  },
);
