import { readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { processTree } from "../harness/processes.ts";

/** Memory of a process at one moment. */
export interface MemorySample {
  readonly name: string;
  readonly pid: number;
  /** Milliseconds since 1970. */
  readonly at: number;
  /** Resident; of a database, what its processes don't share. */
  readonly mb: number;
}

const EVERY_MS = 10_000;
/** The last third's median may be this much over the first third's. */
const [MOST_MORE, MOST_MORE_MB] = [0.1, 15] as const;

/** Reads the memory of processes every ten seconds. @param pids by name, as of now */
export function watchMemory(pids: () => Readonly<Record<string, number>>) {
  const samples: MemorySample[] = [];
  let isOver = false;
  const watching = (async () => {
    for (let next = performance.now(); !isOver; await sleep(200)) {
      if (performance.now() < next) continue;
      next += EVERY_MS;
      for (const [name, pid] of Object.entries(pids())) {
        const mb = name === "PostgreSQL" ? privateMb(pid) : residentMb(pid);
        if (mb > 0) samples.push({ name, pid, at: Date.now(), mb });
      }
    }
  })();
  return {
    samples,
    async stop() {
      isOver = true;
      await watching;
    },
  };
}

/** What a process that lived on did with its memory. */
export interface MemoryTrend {
  readonly name: string;
  readonly pid: number;
  /** From its first sample to its last. */
  readonly minutes: number;
  /** Medians of a minute: ten minutes after its start or as late as it got, at half time, at the end. */
  readonly shown: readonly [atTen: number, half: number, end: number];
  readonly firstThird: number;
  readonly lastThird: number;
  /** Of all samples after its warm-up, by least squares. */
  readonly mbPerHour: number;
  readonly isFlat: boolean;
}

/**
 * The trend of the process that has a name at the end, after a warm-up of ten minutes or a fifth of its life.
 * `flat`: the last third's median is at most 10 % or 15 MB over the first third's.
 */
export function trendOf(all: readonly MemorySample[], name: string): MemoryTrend | undefined {
  const pid = all.findLast((one) => one.name === name)?.pid;
  const own = all.filter((one) => one.name === name && one.pid === pid);
  const [first, last] = [own[0], own.at(-1)];
  if (pid === undefined || !first || !last || own.length < 9) return undefined;
  const life = last.at - first.at;
  const warm = own.filter(({ at }) => at >= first.at + Math.min(600_000, life / 5));
  const third = Math.floor(warm.length / 3);
  const [firstThird, lastThird] = [median(warm.slice(0, third)), median(warm.slice(-third))];
  const around = (at: number) => median(own.filter((one) => Math.abs(one.at - at) <= 30_000));
  return {
    ...{ name, pid, minutes: life / 60_000, firstThird, lastThird, mbPerHour: slope(warm) },
    shown: [around(Math.min(first.at + 600_000, last.at)), around(first.at + life / 2), around(last.at)],
    isFlat: lastThird <= Math.max(firstThird * (1 + MOST_MORE), firstThird + MOST_MORE_MB),
  };
}

function median(samples: readonly MemorySample[]): number {
  const sorted = samples.map(({ mb }) => mb).toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}

function slope(samples: readonly MemorySample[]): number {
  const mean = (of: (one: MemorySample) => number) =>
    samples.reduce((sum, one) => sum + of(one), 0) / samples.length;
  const [at, mb] = [mean((one) => one.at), mean((one) => one.mb)];
  const spread = samples.reduce((sum, one) => sum + (one.at - at) ** 2, 0);
  const together = samples.reduce((sum, one) => sum + (one.at - at) * (one.mb - mb), 0);
  return (together / spread) * 3_600_000;
}

const kbIn = (file: string, shape: RegExp): number => {
  try {
    return [...readFileSync(file, "utf8").matchAll(shape)].reduce((sum, [, kb]) => sum + Number(kb), 0);
  } catch {
    // It ended in between.
    return 0;
  }
};

const residentMb = (pid: number): number => kbIn(`/proc/${pid}/status`, /^VmRSS:\s*(\d+)/gm) / 1024;

function privateMb(postmaster: number): number {
  return processTree(postmaster).reduce(
    (sum, pid) => sum + kbIn(`/proc/${pid}/smaps_rollup`, /^Private_(?:Clean|Dirty):\s*(\d+)/gm) / 1024,
    0,
  );
}
