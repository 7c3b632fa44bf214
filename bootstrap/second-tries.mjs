// Reports tests that passed only on retry: a retry keeps a busy machine from failing a run, but must not hide
// a defect. So they are counted over runs, and one that needed it twice in a row fails.
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";

/**
 * The names of the tests that passed in a run, at the first and at the second try.
 * @typedef {{ first: string[], second: string[] }} Passed
 */

/** Runs in a row after which a test that needs a second try counts as failed. */
const MOST_IN_A_ROW = 2;

/** A Vitest reporter; writes which tests passed to the file named in SECOND_TRIES when a run ends. */
export default class SecondTries {
  /** @param {readonly import("vitest/node").TestModule[]} modules */
  onTestRunEnd(modules) {
    const file = process.env.SECOND_TRIES;
    if (!file) return;
    /** @type {Passed} */
    const passed = { first: [], second: [] };
    for (const module of modules)
      for (const test of module.children.allTests("passed")) {
        const tries = test.diagnostic()?.retryCount ? passed.second : passed.first;
        tries.push(`${module.relativeModuleId} > ${test.fullName}`);
      }
    writeFileSync(file, JSON.stringify(passed));
  }
}

/**
 * Counts second tries over runs. A test that did not run, or failed, keeps its count.
 * @param {Readonly<Record<string, number>>} counts of earlier runs, by test
 * @param {Passed} passed
 * @returns {{ counts: Record<string, number>, defects: string[] }} the counts from now on, and the tests that
 * needed a second try once too often
 */
export function countSecondTries(counts, { first, second }) {
  const next = { ...counts };
  for (const name of first) delete next[name];
  for (const name of second) next[name] = (next[name] ?? 0) + 1;
  return { counts: next, defects: second.filter((name) => (next[name] ?? 0) >= MOST_IN_A_ROW) };
}

/**
 * Adds a run to the counts in a file, which is created when there is none or it can't be read.
 * @param {string} file
 * @param {Passed} passed
 * @returns {string[]} the tests that needed a second try once too often
 */
export function rememberSecondTries(file, passed) {
  const { counts, defects } = countSecondTries(readCounts(file), passed);
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, `${JSON.stringify(counts, undefined, 2)}\n`);
  return defects;
}

/** @param {string} file @returns {Record<string, number>} */
function readCounts(file) {
  try {
    return JSON.parse(readFileSync(file, "utf8"));
  } catch {
    return {};
  }
}
