// Runs every check and test and prints a line for each; `check` is the quick part, `prove` the long form of
// the proofs. Needs Node 26.
import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { stripVTControlCharacters } from "node:util";
import { ensureBuilt } from "./build.mjs";
import { guardRun } from "./guard.mjs";
import { ensureAudit } from "./install.mjs";
import {
  aptInstall,
  ensureChromium,
  ensureFaketime,
  ensureFirefox,
  ensurePgBouncer,
  ensurePoppler,
  ensurePostgres,
  ensureWebKit,
  missingPackages,
} from "./prerequisites.mjs";
import { listenForSignals, runQuietly } from "./processes.mjs";
import { makeScratch } from "./scratch.mjs";
import { rememberSecondTries } from "./second-tries.mjs";
import { testEnvironment } from "./test-environment.mjs";

/** @typedef {{ passed: number, failed: number, output?: string, note?: string }} Result */

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
const [mode = "test", ...words] = process.argv.slice(2);
const isCI = Boolean(process.env.CI) && process.env.CI !== "false";
// The long forms work on the disk, as an installation does.
const scratch = makeScratch({ mayBeMemory: mode !== "prove" });
guardRun().remove(scratch);

const env = testEnvironment(scratch);
// The tools write to a pipe, but their output is shown in this terminal.
if (process.stdout.isTTY) env.FORCE_COLOR = "1";
/** @param {string} output */
const shown = (output) => (process.stdout.isTTY ? output : stripVTControlCharacters(output)).trimEnd();

/**
 * Runs scripts one after another until one fails.
 * @param {...string[]} commands
 * @returns {Promise<Result>}
 */
async function tools(...commands) {
  for (const [script = "", ...args] of commands) {
    const { code, output } = await runQuietly(process.execPath, [script, ...args], { cwd: root, env });
    if (code !== 0) return { passed: 0, failed: 1, output };
  }
  return { passed: 1, failed: 0 };
}

/** @param {string[]} names */
const indented = (names) => names.map((name) => `  ${name}`).join("\n");

/**
 * `isLong`: in their long form (src/platform/testing/long-form.ts). `isNamed`: a proof that can take hours may.
 * @param {string[]} args @param {{ show?: boolean, isLong?: boolean, isNamed?: boolean }} [options]
 * @returns {Promise<Result>}
 */
async function vitest(args, { show, isLong, isNamed } = {}) {
  const report = path.join(scratch, `${args.join(" ").replaceAll(/\W+/g, "-")}.json`);
  const tries = `${report}.tries`;
  const reporters = ["default", "json", "./bootstrap/second-tries.mjs"].map((name) => `--reporter=${name}`);
  const { code, output } = await runQuietly(
    process.execPath,
    ["node_modules/vitest/vitest.mjs", "run", ...args, ...reporters, `--outputFile.json=${report}`],
    {
      ...{ cwd: root, show },
      env: {
        ...{ ...env, SECOND_TRIES: tries },
        ...(isLong ? { LONG_FORM: "1" } : {}),
        ...(isNamed ? { PROOF_NAMED: "1" } : {}),
      },
    },
  );
  if (!existsSync(report)) return { passed: 0, failed: 1, output };
  const counts = JSON.parse(readFileSync(report, "utf8"));
  const skipped = counts.numPendingTests + counts.numTodoTests;
  // A file that fails to load, or an error outside any test, is not counted as a failed test.
  const failed = Math.max(counts.numFailedTests, code === 0 ? 0 : 1);
  const ran = existsSync(tries) ? JSON.parse(readFileSync(tries, "utf8")) : { first: [], second: [] };
  const again = ran.second;
  const defects = rememberSecondTries(path.join(root, ".cache", "second-tries.json"), ran);
  const note = [
    `${counts.numPassedTests} passed`,
    failed ? `${failed} failed` : "",
    skipped ? `${skipped} skipped` : "",
    again.length ? `${again.length} of them only at the second try:\n${indented(again)}` : "",
    defects.length
      ? `which ${defects.length} did in the run before too. That is no busy machine but a defect:\n${indented(defects)}`
      : "",
  ]
    .filter(Boolean)
    .join(", ");
  return { passed: counts.numPassedTests - defects.length, failed: failed + defects.length, output, note };
}

/**
 * Sets the environment variable that tells tests where a program is, or why they must skip.
 * @param {string} name
 * @param {import("./prerequisites.mjs").Found} found
 * @param {boolean} required
 * @returns {Result}
 */
function prerequisite(name, found, required) {
  if (found.path) {
    env[`TEST_${name}`] = found.path;
    return { passed: 1, failed: 0, note: found.path };
  }
  env[`TEST_${name}_MISSING`] = found.missing;
  return { passed: 0, failed: required ? 1 : 0, note: `skipped: ${found.missing}` };
}

/** @type {Record<string, () => Promise<Result>>} */
const CHECKS = {
  format: () => tools(["node_modules/oxfmt/bin/oxfmt", "--check"]),
  lint: () => tools(["node_modules/oxlint/bin/oxlint", "--deny-warnings"]),
  types: () =>
    tools(
      ["node_modules/@react-router/dev/dist/cli/index.js", "typegen"],
      ["node_modules/typescript/bin/tsc", "--project", "."],
      ["node_modules/typescript/bin/tsc", "--project", "bootstrap"],
    ),
  "unused code": () => tools(["node_modules/knip/bin/knip.js", "--no-progress"]),
  notices: () => tools(["bootstrap/notices.mjs", "--check"]),
  "fast tests": () => vitest(["--exclude=**/*.slow.test.*"]),
  machine: async () => {
    const packages = missingPackages();
    if (packages.length === 0) return { passed: 1, failed: 0 };
    const reason = await aptInstall(packages);
    if (!reason) return { passed: 1, failed: 0, note: `installed ${packages.join(", ")}` };
    // Missing ones are looked for one by one below: a browser has another source, and the other tests run
    // without it.
    return {
      passed: 0,
      failed: 0,
      note: `to run every test here, install as root: apt-get install ${packages.join(" ")} (${reason})`,
    };
  },
  PgBouncer: async () => prerequisite("PGBOUNCER", await ensurePgBouncer(), isCI),
  "PDF tools": async () => prerequisite("POPPLER", await ensurePoppler(), isCI),
  PostgreSQL: async () => prerequisite("POSTGRES_BIN", await ensurePostgres(), isCI),
  tests: () => vitest([]),
  build: async () => {
    const built = await ensureBuilt(
      root,
      { path: process.execPath, version: process.versions.node },
      { quiet: true },
    );
    return { passed: 1, failed: 0, note: built ? "" : "nothing had changed" };
  },
  libfaketime: async () => prerequisite("FAKETIME", await ensureFaketime(), isCI),
  "audit tools": async () => {
    await ensureAudit(root);
    return { passed: 1, failed: 0 };
  },
  Chromium: async () => prerequisite("CHROMIUM", await ensureChromium(root), true),
  Firefox: async () => prerequisite("FIREFOX", await ensureFirefox(), isCI),
  WebKit: async () => prerequisite("WEBKIT", await ensureWebKit(), isCI),
  journeys: async () => {
    if (!env.TEST_CHROMIUM) return { passed: 0, failed: 1, note: "not run: no browser" };
    return vitest(["--config=vitest.e2e.config.ts"]);
  },
  "long tests": () => vitest([], { isLong: true }),
  "long journeys": () => vitest(["--config=vitest.e2e.config.ts"], { isLong: true }),
  proofs: () =>
    vitest(["--config=vitest.prove.config.ts", ...words], { show: true, isNamed: words.length > 0 }),
};

/** @type {Record<string, string[]>} */
const MODES = {
  test: [
    "format",
    "lint",
    "types",
    "unused code",
    "notices",
    "machine",
    "PostgreSQL",
    "PDF tools",
    "tests",
    "build",
    "Chromium",
    "libfaketime",
    "journeys",
  ],
  check: ["lint", "types", "unused code", "fast tests"],
  prove: [
    "machine",
    "build",
    "PostgreSQL",
    "PgBouncer",
    "PDF tools",
    "Chromium",
    "proofs",
    // A proof named on the command line runs alone.
    ...(words.length
      ? []
      : ["long tests", "Firefox", "WebKit", "libfaketime", "audit tools", "long journeys"]),
  ],
};

listenForSignals();
let passed = 0;
let failed = 0;
for (const name of MODES[mode] ?? []) {
  process.stdout.write(`${name.padEnd(12)} `);
  const since = performance.now();
  /** @type {Result} */
  const result = (await CHECKS[name]?.().catch((error) => ({
    passed: 0,
    failed: 1,
    output: error.message,
  }))) ?? { passed: 0, failed: 1 };
  const seconds = ((performance.now() - since) / 1000).toFixed(1);
  process.stdout.write(
    `${result.failed ? "FAILED" : "ok    "} ${seconds.padStart(6)} s  ${result.note ?? ""}`.trimEnd() + "\n",
  );
  if (result.failed && result.output) process.stdout.write(`\n${shown(result.output)}\n\n`);
  passed += result.passed;
  failed += result.failed;
}
process.stdout.write(`\n${passed} passed, ${failed} failed\n`);
process.exit(failed > 0 ? 1 : 0);
