import { execFileSync, spawnSync } from "node:child_process";

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
