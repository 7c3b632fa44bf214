import { configDefaults, defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";
import { guardRun } from "./bootstrap/guard.mjs";

// Read once, by the process that leads the run: what the run starts ends with it, however it ends.
guardRun();

// Kills at moments of seconds, and counts of what was under way then: one after another, with the machine to
// themselves. Whatever else compares times does so inside its own run, and shares the machine.
const ALONE = ["kills"].map((name) => `e2e/${name}.e2e.ts`);

/**
 * Machines that break, extremes and outside services, which only `npm run prove` and `test:one` run: what they
 * check is far from most changes, and together they take as long as all that people do with one tool.
 */
const LONG_ONLY = [
  "backup-full-disk",
  "checklist-three",
  "database-hangs",
  "disk-full",
  "logs-many",
  "metrics",
  "model",
  "move",
  "newcomers",
  "openid",
  "reply-kills",
  "s3",
  "sending-domain",
  "server-gone",
  "site-looks",
  "uploads",
  "visits-race",
].map((name) => `e2e/${name}.e2e.ts`);
const isWhole = process.env["LONG_FORM"] === "1" || process.env["ALL_JOURNEYS"] === "1";

const common = {
  globalSetup: "e2e/harness/prepared-data.ts",
  pool: "forks",
  // A browser, a database and a mail server on a busy machine: what fails is tried once more, and the report
  // says that it was.
  retry: 1,
  expect: { poll: { timeout: 30_000 } },
  testTimeout: 360_000,
  hookTimeout: 300_000,
  teardownTimeout: 60_000,
} as const;

// Begun first, or the other lane would wait for them at the end: where no earlier run is remembered, vitest
// goes by the size of files.
const LONG =
  /\/(access-\w+|audit|bad-input|changes|estimates|field|first-run|inbox|logs|logs-office|path|reports|start|tenancy)\.e2e\.ts$/;

class LongFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const { long = [], short = [] } = Object.groupBy(await super.sort(files), (one) =>
      LONG.test(one.moduleId) ? "long" : "short",
    );
    return [...long, ...short];
  }
}

// Journeys through the built product in a real browser.
export default defineConfig({
  test: {
    sequence: { sequencer: LongFirst },
    projects: [
      {
        test: {
          ...common,
          name: "two at a time",
          include: ["e2e/*.e2e.ts"],
          exclude: [...configDefaults.exclude, ...ALONE, ...(isWhole ? [] : LONG_ONLY)],
          maxWorkers: 2,
          sequence: { groupOrder: 0 },
        },
      },
      {
        test: {
          ...common,
          name: "alone",
          include: ALONE,
          fileParallelism: false,
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
});
