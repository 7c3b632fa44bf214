import { defineConfig } from "vitest/config";
import { guardRun } from "./bootstrap/guard.mjs";

// Read once, by the process that leads the run: what the run starts ends with it, however it ends.
guardRun();

// The long forms of the proofs; each prints the seed that replays it.
export default defineConfig({
  test: {
    include: ["e2e/prove/*.prove.ts"],
    globalSetup: ["src/platform/db/testing/global-setup.ts"],
    pool: "forks",
    fileParallelism: false,
    testTimeout: 3_600_000,
    hookTimeout: 300_000,
    teardownTimeout: 60_000,
  },
});
