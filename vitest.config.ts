import path from "node:path";
import { defineConfig } from "vitest/config";
import { field } from "./src/app/plugins/field-plugin.ts";
import { verifier } from "./src/app/plugins/verifier-plugin.ts";
import { guardRun } from "./bootstrap/guard.mjs";

// Read once, by the process that leads the run: what the run starts ends with it, however it ends.
guardRun();

// Units and data, beside the files they test. Slow ones are named *.slow.test.ts: `npm run check` leaves them
// out.
export default defineConfig({
  plugins: [verifier(), field()],
  test: {
    include: ["{src,checks}/**/*.test.{ts,tsx}"],
    globalSetup: ["src/platform/db/testing/global-setup.ts"],
    // Processes, not threads: the database pool, the clock and the workers of documents belong to one process
    // each.
    pool: "forks",
    maxWorkers: 2,
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
