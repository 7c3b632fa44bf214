// The entry of every npm script: prepares what is missing, then runs the product or a tool with Node 26.
// Plain JavaScript for Node 20 and newer, without dependencies, because it runs before anything is installed.
import path from "node:path";
import { fileURLToPath } from "node:url";
import { ensureBuilt } from "./build.mjs";
import { PRODUCT_ENV, PRODUCT_FLAGS } from "./flags.mjs";
import { guardRun } from "./guard.mjs";
import { ensureAudit, ensureNode, ensurePackages } from "./install.mjs";
import { ensureChromium, missingPackages } from "./prerequisites.mjs";
import { environmentFor, listenForSignals, runInFront, say, Stop } from "./processes.mjs";

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));

/**
 * `mode`: what NODE_ENV says. `built`: whether it runs the build. `drains`: whether it ends itself when told
 * to once. `audits`: whether it needs a browser and the tools in audit/. `browses`: whether it needs a
 * browser. `guarded`: whether it starts products that are to end with it. `tests`: whether it needs what
 * tests need from the machine. `env`: what the environment says unless it says something already.
 * @typedef {{ script: (args: string[]) => string[], env?: Readonly<Record<string, string>>, mode?: string,
 * built?: boolean, drains?: boolean, audits?: boolean, browses?: boolean, tests?: boolean,
 * guarded?: boolean }} Command
 * @type {Record<string, Command | undefined>}
 */
const COMMANDS = {
  start: product(["serve"]),
  demo: product(["demo"]),
  backup: product(["backup"]),
  restore: product(["restore"]),
  move: product(["move"]),
  dev: { script: (args) => ["bootstrap/dev.mjs", ...args], mode: "development", drains: true },
  test: { script: (args) => ["bootstrap/test.mjs", "test", ...args], tests: true },
  "test:one": { script: (args) => ["bootstrap/test-one.mjs", ...args] },
  map: { script: () => ["checks/write-map.ts"] },
  strings: { script: (args) => ["checks/list-strings.ts", ...args] },
  check: { script: (args) => ["bootstrap/test.mjs", "check", ...args] },
  prove: { script: (args) => ["bootstrap/test.mjs", "prove", ...args], tests: true },
  bench: { script: (args) => ["bench/run.ts", ...args], mode: "production", built: true, guarded: true },
  pictures: {
    script: (args) => ["e2e/pictures/take.ts", ...args],
    mode: "production",
    built: true,
    browses: true,
    guarded: true,
  },
  "audit:site": {
    script: (args) => ["audit/run.ts", ...args],
    mode: "production",
    built: true,
    audits: true,
    guarded: true,
  },
};

/** @param {string[]} words @returns {Command} */
function product(words) {
  return {
    script: (args) => [...PRODUCT_FLAGS, "bootstrap/main.mjs", ...words, ...args],
    env: PRODUCT_ENV,
    mode: "production",
    built: true,
    drains: true,
  };
}

/** @param {string} name @param {string[]} args */
async function run(name, args) {
  const command = COMMANDS[name];
  if (!command) throw new Stop(`There is no command "${name}": use ${Object.keys(COMMANDS).join(", ")}.`);
  if (Number.parseInt(process.versions.node, 10) < 20)
    throw new Stop(`This needs Node.js 20 or newer; this is ${process.version}.`);
  if (name === "backup" || name === "restore") {
    const file = args[0];
    if (!file) throw new Stop(`Say which file: npm run ${name} -- FILE`);
    // The user's folder, not the one npm changes to.
    const here = (process.env.npm_lifecycle_event && process.env.INIT_CWD) || process.cwd();
    args = [path.resolve(here, file), ...args.slice(1)];
  }
  process.chdir(root);
  const node = await ensureNode(root, () => (command.tests ? missingPackages() : []));
  await ensurePackages(root);
  if (command.built) await ensureBuilt(root, node);
  /** @type {Record<string, string>} */
  const extra = command.mode ? { NODE_ENV: command.mode } : {};
  if (command.audits) await ensureAudit(root);
  if (command.audits || command.browses) {
    const browser = await ensureChromium(root);
    if (!browser.path) throw new Stop(`This looks at pages in a browser, and ${browser.missing}.`);
    extra.TEST_CHROMIUM = browser.path;
  }
  if (command.guarded) guardRun();
  const env = { ...command.env, ...environmentFor(node.path, extra) };
  return runInFront(node.path, command.script(args), { env, wholeGroup: !command.drains });
}

listenForSignals();
try {
  const [name = "start", ...args] = process.argv.slice(2);
  process.exit(await run(name, args));
} catch (error) {
  if (!(error instanceof Stop)) throw error;
  say(error.message);
  process.exit(1);
}
