import { writeFile } from "node:fs/promises";
import { cpus } from "node:os";
import { afterAll, beforeAll, expect, test } from "vitest";
import {
  cutEverywhere,
  nextJob,
  raceOfVersions,
  startShop,
  stopShop,
} from "../../checks/testing/estimates.ts";

// An estimate is approved once, as it was shown: the long form of checks/estimates/estimates.test.ts.

const RACES = 200;
const found: string[] = [];

beforeAll(startShop);
afterAll(async () => {
  await stopShop();
  await writeFile(
    "docs/measured/estimates.md",
    [
      "# Estimates, sent and approved",
      "Written by `npm run prove` (`e2e/prove/estimates.prove.ts`), which says how it is judged.",
      `${new Date().toISOString().slice(0, 10)}, ${cpus().length} × ${cpus()[0]!.model}, Node ${process.version}.`,
      ...found,
      "",
    ].join("\n\n"),
  );
});

test(`${RACES} versions are sent while the one before is approved`, async () => {
  await nextJob();
  for (let round = 0; round < RACES; round++) expect([1, 2]).toContain(await raceOfVersions(round));
  found.push(
    `${RACES} races of a second version with the approval of the first: one of the two was approved each time, for the price it showed.`,
  );
});

test.each(["shared", "approved"] as const)("the connection is cut at each statement: %s", async (what) => {
  const cuts = await cutEverywhere(what);
  expect(cuts).toBeGreaterThan(20);
  found.push(
    `The database’s connection ended at each statement while an estimate was ${what}, before and after the statement was sent: ${cuts} cuts. The estimate, its versions, papers, approval and the job agreed each time, and a second press did it once.`,
  );
});
