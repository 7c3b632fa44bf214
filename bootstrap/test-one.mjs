// `npm run test:one -- logs`: the tests of one feature, found by its name. `--journeys` adds those in a real
// browser; other options go to vitest, such as `-t "part of a test's name"` or `--watch`. Needs Node 26.
import { readdirSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { ensureBuilt } from "./build.mjs";
import { ensureChromium, ensureFaketime, ensurePostgres } from "./prerequisites.mjs";
import { listenForSignals, runInFront, say } from "./processes.mjs";
import { makeScratch } from "./scratch.mjs";
import { testEnvironment } from "./test-environment.mjs";

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
const args = process.argv.slice(2);
const wantsJourneys = args.includes("--journeys");
const dash = args.findIndex((arg) => arg.startsWith("-") && arg !== "--journeys");
const words = (dash < 0 ? args : args.slice(0, dash)).filter((arg) => arg !== "--journeys");
const options = dash < 0 ? [] : args.slice(dash).filter((arg) => arg !== "--journeys");

/**
 * Test files whose path contains the word as a folder or file name, plural or singular.
 * @param {string} word
 * @param {RegExp} kind
 */
function testsOf(word, kind) {
  const stem = word.replace(/s$/, "").replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
  const names = word.includes("/")
    ? (/** @type {string} */ file) => file.startsWith(word)
    : new RegExp(`(^|[/-])${stem}s?([/.-]|$)`);
  return ["src", "checks", "e2e"]
    .flatMap((folder) =>
      readdirSync(path.join(root, folder), { recursive: true, encoding: "utf8" }).map(
        (file) => `${folder}/${file}`,
      ),
    )
    .map((file) => file.replaceAll(path.sep, "/"))
    .filter((file) => kind.test(file) && (typeof names === "function" ? names(file) : names.test(file)));
}

/**
 * @param {import("./prerequisites.mjs").Found} found
 * @param {string} name
 * @param {Record<string, string | undefined>} env
 */
function offer(found, name, env) {
  if (found.path) env[`TEST_${name}`] = found.path;
  else env[`TEST_${name}_MISSING`] = found.missing;
}

listenForSignals();
const tests = words.flatMap((word) => testsOf(word, /\.test\.tsx?$/));
const journeys = words.flatMap((word) => testsOf(word, /\.e2e\.ts$/));
const runsJourneys = journeys.length > 0 && (wantsJourneys || tests.length === 0);
if (tests.length === 0 && !runsJourneys) {
  say(
    words.length === 0
      ? "Say which feature: npm run test:one -- logs"
      : `No test file is named for ${words.join(" ")}.`,
  );
  process.exit(1);
}
const env = testEnvironment(makeScratch({ mayBeMemory: true }));
env.ALL_TESTS = "1";
if (process.stdout.isTTY) env.FORCE_COLOR = "1";
const vitest = ["node_modules/vitest/vitest.mjs", options.includes("--watch") ? "watch" : "run"];
let code = 0;
if (tests.length > 0) {
  offer(await ensurePostgres(), "POSTGRES_BIN", env);
  code = await runInFront(process.execPath, [...vitest, ...tests, ...options], { env, wholeGroup: true });
}
if (runsJourneys) {
  offer(await ensureChromium(root), "CHROMIUM", env);
  offer(await ensureFaketime(), "FAKETIME", env);
  await ensureBuilt(root, { path: process.execPath, version: process.versions.node });
  const ended = await runInFront(
    process.execPath,
    [...vitest, "--config=vitest.e2e.config.ts", ...journeys, ...options],
    {
      env,
      wholeGroup: true,
    },
  );
  code = code || ended;
} else if (journeys.length > 0) {
  const names = journeys.map((file) => file.replace(/^e2e\/|\.e2e\.ts$/g, "")).join(", ");
  say(`Not run: ${journeys.length} browser journeys (${names}). Add --journeys to run them too.`);
}
process.exit(code);
