import { execFileSync, spawnSync } from "node:child_process";
import type { RunningProduct } from "../e2e/harness/product.ts";

/** Whether a program is on the path. */
function has(program: string): boolean {
  return spawnSync("sh", ["-c", `command -v ${program}`]).status === 0;
}

/** Makes sure of Debian packages where this is root on Debian; elsewhere says what to install. */
export function needPackages(programs: Readonly<Record<string, string>>): void {
  const missing = Object.entries(programs).filter(([program]) => !has(program));
  if (!missing.length) return;
  const names = missing.map(([, name]) => name);
  if (process.getuid?.() === 0 && has("apt-get")) {
    execFileSync("apt-get", ["update", "-qq"], { stdio: "ignore" });
    execFileSync("apt-get", ["install", "-y", "-qq", ...names], { stdio: "ignore" });
  } else throw new Error(`This bench needs ${names.join(" ")}: install them first.`);
}

/** The middle of several measurements. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}

/** A number as people read it. */
export const words = (value: number): string => Math.round(value).toLocaleString("en-US");

/** What one in twenty measurements exceeds. */
export function p95(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length * 0.95)] ?? 0;
}

/**
 * What is measured is the time between two looks, which are meant to be so far apart, in milliseconds: an
 * idle loop says 10, not 0.
 */
const LOOK_MS = 10;

/**
 * How late the event loop of the process that serves is, p99 in milliseconds, since this was asked last:
 * asking begins a new count.
 */
export async function loopDelay(product: RunningProduct): Promise<number> {
  const text = await (await fetch(`${product.url}/metrics`)).text();
  const seconds = /^nodejs_eventloop_lag_p99_seconds ([\d.e-]+)$/m.exec(text)?.[1];
  if (!seconds) throw new Error("/metrics does not say how late the event loop is");
  return Math.max(0, Number(seconds) * 1000 - LOOK_MS);
}
