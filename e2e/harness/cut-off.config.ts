import { defineConfig } from "vitest/config";
// Imported for its side effects, which every journey run begins with.
import "../../vitest.e2e.config.ts";

// A run for e2e/cut-off.e2e.ts to interrupt.
export default defineConfig({
  test: {
    include: ["e2e/harness/cut-off.fixture.ts"],
    pool: "forks",
    testTimeout: 300_000,
    globalSetup: ["src/platform/db/testing/global-setup.ts"],
  },
});
