// Builds only if the sources changed.
import { existsSync, readdirSync, readFileSync, rmSync } from "node:fs";
import path from "node:path";
import { whileAlone } from "./lock.mjs";
import { environmentFor, runQuietly, say, Stop } from "./processes.mjs";
import { hash, readStamp, removeStamp, writeStamp } from "./stamps.mjs";

const READ = [
  "src",
  "content",
  "migrations",
  "public",
  "package.json",
  "package-lock.json",
  "tsconfig.json",
  "vite.config.ts",
  "react-router.config.ts",
  "bootstrap/build.mjs",
];
const NOT_BUILT = /\.test\.tsx?$/;

/**
 * Paths and contents, not times: a fresh checkout or a copy of the folder is no change.
 * @param {string} root
 * @param {string} name
 * @param {(string | Buffer)[]} into
 */
function collect(root, name, into) {
  const full = path.join(root, name);
  /** @type {import("node:fs").Dirent[]} */
  let entries;
  try {
    entries = readdirSync(full, { withFileTypes: true });
  } catch {
    if (existsSync(full)) into.push(name, readFileSync(full));
    return;
  }
  entries.sort((a, b) => (a.name < b.name ? -1 : 1));
  for (const entry of entries) {
    const child = `${name}/${entry.name}`;
    if (entry.isDirectory()) collect(root, child, into);
    else if (!NOT_BUILT.test(child)) into.push(child, readFileSync(path.join(root, child)));
  }
}

/** @param {string} root @param {string} nodeVersion */
function sourcesOf(root, nodeVersion) {
  /** @type {(string | Buffer)[]} */
  const parts = [nodeVersion];
  for (const name of READ) collect(root, name, parts);
  return hash(...parts);
}

/**
 * Deletes V8's compile cache of earlier builds (main.mjs), found by names that only it used.
 * @param {string} root
 */
function forgetCompiled(root) {
  try {
    rmSync(path.join(root, "build", "compiled"), { recursive: true, force: true });
  } catch {
    // Owned by another user after a start as root: unused, and harmless.
  }
}

/**
 * Builds if the sources changed since the last finished build.
 * @param {string} root
 * @param {{ path: string, version: string }} node
 * @param {{ quiet?: boolean }} [options]
 * @returns {Promise<boolean>} whether there was anything to build
 */
export async function ensureBuilt(root, node, { quiet = false } = {}) {
  const stamp = path.join(root, "build", "stamp");
  if (readStamp(stamp) === sourcesOf(root, node.version)) return false;
  return whileAlone(root, async (owns) => {
    // Read before the build begins: an edit made meanwhile belongs to the next build.
    const sources = sourcesOf(root, node.version);
    if (readStamp(stamp) === sources) return false;
    if (!quiet) say("Building…");
    removeStamp(stamp);
    forgetCompiled(root);
    const { code, output } = await runQuietly(
      node.path,
      ["node_modules/@react-router/dev/dist/cli/index.js", "build"],
      {
        cwd: root,
        // React's development and production code do not mix: a production build must run as production.
        env: environmentFor(node.path, { NODE_ENV: "production" }),
        onStart: owns,
      },
    );
    if (code !== 0 || !existsSync(path.join(root, "build", "server", "index.js")))
      throw new Stop(`${output.trimEnd()}\nThe build failed; its messages are above.`);
    writeStamp(stamp, sources);
    return true;
  });
}
