import { configDefaults, defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";
import { guardRun } from "./bootstrap/guard.mjs";
import { hasSidePaths } from "./src/platform/testing/long-form.ts";

// Read once, by the process that leads the run: what the run starts ends with it, however it ends.
guardRun();

// Kills at moments of seconds, and counts of what was under way then: one after another, with the machine to
// themselves. Whatever else compares times does so inside its own run, and shares the machine.
const ALONE = ["kills"].map((name) => `e2e/${name}.e2e.ts`);

/**
 * What only `npm run prove` and `test:one` run. `npm test` walks every tool, face and flow once; left here are
 * machines that break, extremes, outside services, looks at every screen, and side paths whose rules unit
 * tests check against the real database (docs/decisions/0078).
 */
const LONG_ONLY = [
  // Machines that break, extremes, outside services.
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
  "uploads",
  "visits-race",
  // Looks at every screen, by people and by other people's tools.
  "access-public",
  "access-screens",
  "audit",
  "engines",
  "floor",
  "site-looks",
  // Side paths of a tool or a face whose main path is walked.
  "access-account",
  "api-examples",
  "behaviour",
  "business-settings",
  "change-declined",
  "change-requests",
  "change-tickets",
  "change-words",
  "checklist-lists",
  "checklist-reports",
  "checklist-schedules",
  "closeout",
  "cut-off",
  "drip",
  "early-access",
  "editor",
  "embed",
  "errors",
  "estimate-clients",
  "estimate-photos",
  "evidence",
  "field-forms",
  "field-mends",
  "follow-up",
  "galleries",
  "heads-up",
  "held",
  "import",
  "issue-firms",
  "library-photos",
  "lists",
  "log-photos",
  "logs-office",
  "marks",
  "move-in",
  "notifications",
  "opt-in",
  "own-mail",
  "page-views",
  "passkeys",
  "people",
  "people-merge",
  "person-files",
  "photo-consent",
  "photo-import",
  "photo-reports",
  "photos-device",
  "pipeline",
  "plans",
  "plays",
  "prices",
  "reports",
  "safety-cards",
  "safety-emergency",
  "safety-forms",
  "safety-inspections",
  "safety-library",
  "safety-plans",
  "second-factor",
  "sequence-preview",
  "sessions",
  "sharing",
  "signing",
  "site-forms",
  "texts",
  "threads-short",
  "tool",
  "verify",
  "visits",
  "writer-account",
  "your-data",
].map((name) => `e2e/${name}.e2e.ts`);

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
  /\/(bad-input|changes|estimates|field|first-run|inbox|lead-page|logs|offline-store|path|photos|safety-\w+|start|tenancy|thread|today|website-\w+)\.e2e\.ts$/;

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
          name: "three at a time",
          include: ["e2e/*.e2e.ts"],
          exclude: [...configDefaults.exclude, ...ALONE, ...(hasSidePaths ? [] : LONG_ONLY)],
          // They wait for mail, timers and each other's locks as long as they compute: two lanes left a third of
          // two cores idle.
          maxWorkers: 3,
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
