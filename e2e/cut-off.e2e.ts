import { spawn } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, expect, it } from "vitest";
import { isAlive, killHard } from "./harness/processes.ts";

// An interrupted test run leaves nothing running: no database, no product, no browser.

let started: number[] = [];
afterEach(() => {
  for (const pid of started) killHard(pid);
  started = [];
});

it.each(["SIGKILL", "SIGTERM", "SIGINT"] as const)("a run that gets %s leaves no process", async (signal) => {
  const folder = await mkdtemp(path.join(tmpdir(), "plumbline-cut-off-"));
  const tells = path.join(folder, "pids.json");
  const runner = spawn(
    process.execPath,
    ["node_modules/vitest/vitest.mjs", "run", "--config=e2e/harness/cut-off.config.ts"],
    {
      env: { ...process.env, CUT_OFF_TELLS: tells },
      stdio: "ignore",
    },
  );
  started.push(runner.pid!);
  const ended = new Promise((resolve) => runner.once("exit", resolve));
  const told = async () => JSON.parse(await readFile(tells, "utf8").catch(() => "[]")) as number[];
  await expect.poll(async () => (await told()).length, { timeout: 240_000 }).toBeGreaterThan(0);
  started = [...new Set([...started, ...(await told())])];
  // The runner, its worker, the product, a browser, and three databases with their helper processes.
  expect(started.filter(isAlive).length).toBeGreaterThan(20);
  runner.kill(signal);
  await ended;
  await expect.poll(() => started.filter(isAlive), { timeout: 60_000 }).toEqual([]);
  await rm(folder, { recursive: true, force: true });
});
