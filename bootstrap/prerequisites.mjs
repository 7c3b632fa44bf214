// Programs that tests need beside npm packages: a browser, the distribution's PostgreSQL server, a clock that
// can be set, and PDF tools.
import { accessSync, constants, existsSync, readdirSync } from "node:fs";
import path from "node:path";
import { runQuietly, say } from "./processes.mjs";

/** @typedef {{ path?: string, missing?: string }} Found its path, or one sentence on why it is missing */

/** @param {string} file */
function isExecutable(file) {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

const isRoot = () => process.getuid?.() === 0;
const onPath = (/** @type {string} */ name) =>
  (process.env.PATH ?? "")
    .split(path.delimiter)
    .map((folder) => path.join(folder, name))
    .find(isExecutable);

let updated = false;

/**
 * Installs Debian packages, if we are root.
 * @param {string[]} packages
 * @returns {Promise<string>} empty when installed, else why not
 */
export async function aptInstall(packages) {
  const apt = onPath("apt-get");
  if (!apt) return "this system has no apt-get";
  if (!isRoot()) return "installing it takes root";
  say(`Installing Debian's ${packages.join(", ")}…`);
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
  if (!updated) await runQuietly(apt, ["update"], { env });
  updated = true;
  const { code, output } = await runQuietly(apt, ["install", "-y", "--no-install-recommends", ...packages], {
    env,
  });
  if (code === 0) return "";
  return `apt-get said: ${
    output
      .split("\n")
      .find((line) => line.startsWith("E:"))
      ?.slice(3) ?? `code ${code}`
  }`;
}

/**
 * Debian packages that `npm test` needs, and whether the machine already has their programs.
 * @type {[name: string, isHere: () => boolean][]}
 */
const NEEDED_BY_TESTS = [
  ["postgresql", () => Boolean(process.env.TEST_POSTGRES_BIN || findPostgres())],
  ["poppler-utils", () => POPPLER.every(onPath)],
  ["chromium-headless-shell", () => Boolean(process.env.TEST_CHROMIUM || findBrowser())],
  ["fonts-liberation", () => Boolean(process.env.TEST_CHROMIUM || findBrowser())],
  ["libfaketime", () => Boolean(process.env.TEST_FAKETIME || findFaketime())],
  // An independent reader of our emails and ZIP files.
  ["python3", () => existsSync("/usr/bin/python3")],
];

/**
 * The Debian packages that `npm test` needs and this machine lacks.
 * @returns {string[]}
 */
export function missingPackages() {
  return NEEDED_BY_TESTS.flatMap(([name, isHere]) => (isHere() ? [] : [name]));
}

/**
 * The newest folder that contains initdb and postgres.
 * @returns {string | undefined}
 */
function findPostgres() {
  const debian = "/usr/lib/postgresql";
  const versions = existsSync(debian)
    ? readdirSync(debian)
        .map(Number)
        .filter((version) => version >= 15)
    : [];
  const folders = versions.sort((a, b) => b - a).map((version) => path.join(debian, String(version), "bin"));
  const initdb = onPath("initdb");
  if (initdb) folders.push(path.dirname(initdb));
  return folders.find(
    (folder) => isExecutable(path.join(folder, "initdb")) && isExecutable(path.join(folder, "postgres")),
  );
}

/**
 * A server PostgreSQL ≥ 15 for the tests that do not run on the embedded one.
 * @returns {Promise<Found>}
 */
export async function ensurePostgres() {
  const there = process.env.TEST_POSTGRES_BIN || findPostgres();
  if (there) return { path: there };
  const reason = await aptInstall(["postgresql"]);
  const now = findPostgres();
  if (now) return { path: now };
  return {
    missing: `there is no PostgreSQL server (Debian's package postgresql, 15 or newer)${reason && `; ${reason}`}`,
  };
}

/** Where Debian puts it, which is on root's path only. */
const PGBOUNCER = "/usr/sbin/pgbouncer";

/**
 * PgBouncer, for the proofs that run over one.
 * @returns {Promise<Found>}
 */
export async function ensurePgBouncer() {
  const find = () => onPath("pgbouncer") ?? (isExecutable(PGBOUNCER) ? PGBOUNCER : undefined);
  const reason = find() ? "" : await aptInstall(["pgbouncer"]);
  const there = find();
  if (there) return { path: there };
  return { missing: `there is no PgBouncer (Debian's package pgbouncer)${reason && `; ${reason}`}` };
}

/** Path on Debian and derivatives, for the two architectures that we run on. */
const FAKETIME = ["x86_64", "aarch64"].map((arch) => `/usr/lib/${arch}-linux-gnu/faketime/libfaketime.so.1`);

const findFaketime = () => FAKETIME.find((file) => existsSync(file));

/**
 * The library that shifts a process's clock, for journeys that span days.
 * @returns {Promise<Found>}
 */
export async function ensureFaketime() {
  const find = () => process.env.TEST_FAKETIME || findFaketime();
  const there = find();
  if (there) return { path: there };
  const reason = await aptInstall(["libfaketime"]);
  const now = find();
  if (now) return { path: now };
  return { missing: `there is no libfaketime (Debian's package of that name)${reason && `; ${reason}`}` };
}

const findFirefox = () => process.env.TEST_FIREFOX || onPath("firefox-esr") || onPath("firefox");

/**
 * Firefox, for the journeys that also run in it.
 * @returns {Promise<Found>}
 */
export async function ensureFirefox() {
  const there = findFirefox();
  if (there) return { path: there };
  const reason = await aptInstall(["firefox-esr"]);
  const now = findFirefox();
  if (now) return { path: now };
  return { missing: `there is no Firefox (Debian's package firefox-esr)${reason && `; ${reason}`}` };
}

/**
 * WebKit, the engine of Safari, with the display that it needs.
 * @returns {Promise<Found>} path of its driver
 */
export async function ensureWebKit() {
  const find = () => (onPath("Xvfb") ? process.env.TEST_WEBKIT || onPath("WebKitWebDriver") : undefined);
  const there = find();
  if (there) return { path: there };
  const reason = await aptInstall(["webkit2gtk-driver", "xvfb"]);
  const now = find();
  if (now) return { path: now };
  return {
    missing: `there is no WebKit with a display (Debian's packages webkit2gtk-driver and xvfb)${reason && `; ${reason}`}`,
  };
}

const POPPLER = ["pdftotext", "pdfinfo", "pdftoppm"];

/**
 * Poppler's tools, for the tests that inspect PDF files.
 * @returns {Promise<Found>}
 */
export async function ensurePoppler() {
  const reason = POPPLER.every(onPath) ? "" : await aptInstall(["poppler-utils"]);
  const there = onPath("pdftotext");
  if (there && POPPLER.every(onPath)) return { path: there };
  return { missing: `there is no pdftotext (Debian's package poppler-utils)${reason && `; ${reason}`}` };
}

// The first is the same engine without windows and menus: journeys take a quarter less time in it.
const BROWSERS = [
  "chromium-headless-shell",
  "chromium",
  "chromium-browser",
  "google-chrome",
  "google-chrome-stable",
];
const MAC_BROWSERS = ["Chromium", "Google Chrome"].map(
  (name) => `/Applications/${name}.app/Contents/MacOS/${name}`,
);

const findBrowser = () => BROWSERS.map(onPath).find(Boolean) ?? MAC_BROWSERS.find(isExecutable);

/**
 * Debian's packages as root, else Playwright's own download into its cache.
 * @param {string} root
 * @returns {Promise<Found>}
 */
export async function ensureChromium(root) {
  const find = findBrowser;
  const there = process.env.TEST_CHROMIUM || find();
  if (there) return { path: there };
  // Imported late: the rest of this file needs no installed package.
  const { chromium } = await import("playwright-core");
  const own = chromium.executablePath();
  if (existsSync(own)) return { path: own };
  let reason = "";
  for (const name of isRoot() ? BROWSERS.slice(0, 2) : []) {
    reason = await aptInstall([name, "fonts-liberation"]);
    const installed = find();
    if (installed) return { path: installed };
  }
  say("Fetching Playwright's Chromium…");
  const { output } = await runQuietly(
    process.execPath,
    [path.join(root, "node_modules/playwright-core/cli.js"), "install", "chromium"],
    {
      env: process.env,
    },
  );
  if (existsSync(own)) return { path: own };
  const last = output
    .trim()
    .split("\n")
    .findLast((line) => /error|failed/i.test(line))
    ?.trim();
  const reasons = [reason, last && `Playwright said: ${last}`].filter(Boolean).join("; ");
  return { missing: `there is no Chromium and none could be installed${reasons && `; ${reasons}`}` };
}
