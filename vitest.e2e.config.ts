import { defineConfig } from "vitest/config";

// Journeys through the built product in a real browser, one after another: they compare times and share the machine.
export default defineConfig({
  test: {
    include: ["e2e/*.e2e.ts"],
    pool: "forks",
    fileParallelism: false,
    // A browser, a database and a mail server on a busy machine: what fails is tried once more, and the report says that it was.
    retry: 1,
    expect: { poll: { timeout: 10_000 } },
    testTimeout: 180_000,
    hookTimeout: 300_000,
    teardownTimeout: 60_000,
  },
});
