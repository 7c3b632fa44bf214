import { defineJobs } from "#trade/jobs/kinds.server.ts";
import { defineLogs } from "#tools/logs/kinds.server.ts";

let done = false;

/**
 * Says which records devices may write: one line per feature that has kinds of them. Called once per process,
 * before anything is served.
 */
export function defineKinds(): void {
  if (done) return;
  done = true;
  defineJobs();
  defineLogs();
}
