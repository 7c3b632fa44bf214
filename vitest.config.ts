import path from "node:path";
import { configDefaults, defineConfig } from "vitest/config";
import { field } from "./src/app/plugins/field-plugin.ts";
import { verifier } from "./src/app/plugins/verifier-plugin.ts";
import { guardRun } from "./bootstrap/guard.mjs";
import { hasSidePaths } from "./src/platform/testing/long-form.ts";

// Read once, by the process that leads the run: what the run starts ends with it, however it ends.
guardRun();

/**
 * Packages of many small modules, bundled once for all test files (kept in node_modules/.vite). A file that
 * imports the whole server loaded 1,500 modules without this and 320 with it, and for each of them Node
 * parses its package's whole list of exports. A package outside this list that imports one of these has a
 * copy of its own, as in the product's build (vite.config.ts).
 */
const BUNDLED = [
  "@hono/node-server",
  "@noble/hashes/sha2.js",
  "@noble/hashes/utils.js",
  "@tus/file-store",
  "@tus/server",
  "better-auth",
  "better-auth/adapters/drizzle",
  "better-auth/api",
  "better-auth/crypto",
  "drizzle-orm",
  "drizzle-orm/migrator",
  "drizzle-orm/node-postgres",
  "drizzle-orm/node-postgres/migrator",
  "drizzle-orm/pg-core",
  "fast-check",
  "hono",
  "htmlparser2",
  "jose",
  "js-yaml",
  "libphonenumber-js/min",
  "pg-boss",
  "postal-mime",
  "prom-client",
  "react-router",
  "zod",
];

/**
 * Senders, imports and the database killed at every step, a year of follow-ups day by day, a hundred edits at
 * once, moving an installation, what the backup command says of broken disks, filling the demo, and every
 * layout as a PDF, which only `npm run prove` and `test:one` run: they took a quarter of all units, and `npm
 * test` has kills of its own (e2e/kills.e2e.ts), a backup and its restore
 * (src/platform/backup/round-trip.slow.test.ts) and one layout of each kind.
 */
const LONG_ONLY = [
  "checks/changes/locks.slow.test.ts",
  "checks/followups/simulated-year.test.ts",
  "src/platform/db/embedded/crash.test.ts",
  "src/platform/mail/sending/killed-sender.slow.test.ts",
  "src/platform/sms/sending/killed-sender.slow.test.ts",
  "checks/leads/import/import-kills.slow.test.ts",
  "src/app/commands/backup.slow.test.ts",
  "src/app/demo/fill.slow.test.ts",
  "src/platform/backup/refusals.slow.test.ts",
  "src/platform/backup/database/move-database.slow.test.ts",
  "src/trade/magnets/paper/render.slow.test.ts",
];

// Units and data, beside the files they test. Slow ones are named *.slow.test.ts: `npm run check` leaves them
// out.
export default defineConfig({
  plugins: [verifier(), field()],
  test: {
    include: ["{src,checks}/**/*.test.{ts,tsx}"],
    exclude: [...configDefaults.exclude, ...(hasSidePaths ? [] : LONG_ONLY)],
    globalSetup: ["src/platform/db/testing/global-setup.ts"],
    // Processes, not threads: the database pool, the clock and the workers of documents belong to one process
    // each.
    pool: "forks",
    maxWorkers: 2,
    // One process per lane: its start and the loading of packages took a fifth of the run.
    isolate: false,
    setupFiles: ["checks/testing/fresh-modules.ts"],
    deps: {
      optimizer: {
        // As tests import them themselves, there must be one of each.
        ssr: { enabled: true, include: BUNDLED, exclude: ["pg", "react", "react-dom"] },
      },
    },
    // These end what hangs and judge nothing: on a machine with other work, what takes a second here may take
    // half a minute.
    testTimeout: 120_000,
    hookTimeout: 180_000,
    teardownTimeout: 60_000,
    // Senders and importers that are killed are started again by the dozen: what Node makes of their files is
    // made once.
    env: { NODE_COMPILE_CACHE: path.resolve("node_modules/.vite/compiled") },
    restoreMocks: true,
    // Real databases, sockets and processes on a busy machine: a second is no long time to wait, and what
    // fails is tried once more; the report says that it was.
    expect: { poll: { timeout: 30_000 } },
    retry: 1,
  },
});
