import { type ChildProcess, spawn } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { loadavg } from "node:os";
import { setTimeout as sleep } from "node:timers/promises";
import { cleanEnvironment, freePort, removeData, tempFolder } from "../e2e/harness/product.ts";
import type { Figure } from "./figure.ts";
import { median } from "./tools.ts";

const STARTS = 7;
const MOST_SECONDS = 3;
const MOST_IDLE_MB = 200;
/** After this long the garbage of the start has been collected (src/app/main.ts). */
const IDLE_MS = 10_000;
/** Milliseconds per kernel tick of CPU time. */
const TICK_MS = 10;

/**
 * Starting on a folder that has its database, with everything installed and built: `npm start` until it
 * reports that it is ready.
 */
export async function benchStart(): Promise<Figure[]> {
  const dataDir = await tempFolder("bench");
  const seconds: number[] = [];
  const processorSeconds: number[] = [];
  const megabytes: number[] = [];
  try {
    for (let nth = 0; nth <= STARTS; nth++) {
      const began = performance.now();
      const child = await start(dataDir);
      const took = (performance.now() - began) / 1000;
      const pids = treeOf(child.pid!);
      const processor = pids.reduce((sum, pid) => sum + processorMs(pid), 0) / 1000;
      await sleep(IDLE_MS);
      const memory = Math.max(...pids.map(megabytesOf));
      await stop(child);
      // The first start creates the database and V8's code cache.
      if (nth === 0) continue;
      seconds.push(took);
      processorSeconds.push(processor);
      megabytes.push(memory);
    }
  } finally {
    await removeData(dataDir);
  }
  const each = seconds.map((one) => one.toFixed(2)).join(", ");
  return [
    {
      what: `Warm start, median of ${STARTS} (${each}; ${median(processorSeconds).toFixed(2)} s of a core; load average ${loadavg()[0]!.toFixed(1)}), beside ${MOST_SECONDS} s`,
      ours: `${median(seconds).toFixed(2)} s`,
      limit: `${MOST_SECONDS} s`,
      ratio: MOST_SECONDS / median(seconds),
      aim: 1,
    },
    {
      what: `Idle memory of the product ten seconds later, median, beside ${MOST_IDLE_MB} MB`,
      ours: `${median(megabytes).toFixed(0)} MB`,
      limit: `${MOST_IDLE_MB} MB`,
      ratio: MOST_IDLE_MB / median(megabytes),
      aim: 1,
    },
  ];
}

async function start(dataDir: string): Promise<ChildProcess> {
  const child = spawn(process.execPath, ["bootstrap/run.mjs", "start"], {
    env: cleanEnvironment({ DATA_DIR: dataDir, PORT: String(await freePort()) }),
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  await new Promise<void>((resolve, reject) => {
    for (const stream of [child.stdout, child.stderr])
      stream.on("data", (chunk: Buffer) => {
        output += chunk.toString();
        if (output.includes("is ready at")) resolve();
      });
    child.once("exit", () => reject(new Error(`the product ended:\n${output}`)));
  });
  return child;
}

async function stop(child: ChildProcess): Promise<void> {
  const ended = new Promise((resolve) => child.once("exit", resolve));
  child.kill("SIGTERM");
  await ended;
}

/** The fields after the name in /proc/PID/stat, state first; undefined when the process has ended. */
function statOf(pid: number): string[] | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    return stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  } catch {
    return undefined;
  }
}

function treeOf(root: number): number[] {
  const all = readdirSync("/proc").map(Number).filter(Number.isInteger);
  const below = (pid: number): number[] => [
    pid,
    ...all.filter((one) => Number(statOf(one)?.[1]) === pid).flatMap(below),
  ];
  return below(root);
}

/** Of the process, and of its children that have ended. */
const processorMs = (pid: number): number =>
  (statOf(pid) ?? []).slice(11, 15).reduce((sum, ticks) => sum + Number(ticks), 0) * TICK_MS;

function megabytesOf(pid: number): number {
  try {
    return Number(/^VmRSS:\s*(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1] ?? 0) / 1024;
  } catch {
    return 0;
  }
}
