import { defineConfig } from "vitest/config";
// For what reading it does: every journey's run begins with it.
import "../../vitest.e2e.config.ts";

// One run for e2e/cut-off.e2e.ts to cut off.
export default defineConfig({
  test: {
    include: ["e2e/harness/cut-off.fixture.ts"],
    pool: "forks",
    testTimeout: 300_000,
    globalSetup: ["src/platform/db/testing/global-setup.ts"],
  },
});
