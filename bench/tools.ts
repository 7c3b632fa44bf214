import { execFileSync, spawnSync } from "node:child_process";
import type { RunningProduct } from "../e2e/harness/product.ts";
import type { Visitor } from "../e2e/harness/visitor.ts";
import type { Figure } from "./figure.ts";

function has(program: string): boolean {
  return spawnSync("sh", ["-c", `command -v ${program}`]).status === 0;
}

/** Installs missing Debian packages when run as root on Debian; otherwise fails with what to install. */
export function needPackages(programs: Readonly<Record<string, string>>): void {
  const missing = Object.entries(programs).filter(([program]) => !has(program));
  if (!missing.length) return;
  const names = missing.map(([, name]) => name);
  if (process.getuid?.() === 0 && has("apt-get")) {
    execFileSync("apt-get", ["update", "-qq"], { stdio: "ignore" });
    execFileSync("apt-get", ["install", "-y", "-qq", ...names], { stdio: "ignore" });
  } else throw new Error(`This bench needs ${names.join(" ")}: install them first.`);
}

/** The middle value, or the upper one of two; 0 without values. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}

/** A number rounded to an integer, with thousands separators. */
export const words = (value: number): string => Math.round(value).toLocaleString("en-US");

/** The 95th percentile. */
export function p95(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length * 0.95)] ?? 0;
}

/**
 * Target time between two samples, in milliseconds. The measured value is the actual interval, so an idle
 * loop reports 10, not 0.
 */
const LOOK_MS = 10;

/**
 * Event loop delay of the web process since the last call, p99 in milliseconds. Each call resets the counter.
 */
export async function loopDelay(product: RunningProduct): Promise<number> {
  const text = await (await fetch(`${product.url}/metrics`)).text();
  const seconds = /^nodejs_eventloop_lag_p99_seconds ([\d.e-]+)$/m.exec(text)?.[1];
  if (!seconds) throw new Error("/metrics does not say how late the event loop is");
  return Math.max(0, Number(seconds) * 1000 - LOOK_MS);
}

/** A figure in milliseconds, which should be below its limit. */
export const beside = (what: string, ours: number, limit: number): Figure => ({
  ...{ what: `${what}, beside ${limit} ms`, ours: `${ours.toFixed(1)} ms`, limit: `${limit} ms` },
  ...{ ratio: limit / ours, aim: 1 },
});

const ROUNDS = 30;
const WARM = 5;

/**
 * Milliseconds from the request to the last byte, one after another.
 * @param headers in place of the visitor's cookies
 */
export async function timesOf(
  product: RunningProduct,
  visitor: Visitor,
  path: string,
  headers: Readonly<Record<string, string>> = { Cookie: visitor.cookies() },
): Promise<number[]> {
  const took: number[] = [];
  for (let round = -WARM; round < ROUNDS; round++) {
    const began = performance.now();
    const answer = await fetch(product.url + path, { headers });
    const bytes = await answer.arrayBuffer();
    if (answer.status !== 200 || bytes.byteLength === 0)
      throw new Error(`${path} answered ${answer.status}\n${product.output().slice(-2000)}`);
    if (round >= 0) took.push(performance.now() - began);
  }
  return took;
}
