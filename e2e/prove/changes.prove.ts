import { afterAll, beforeAll, expect, test } from "vitest";
import { cutChange } from "../../checks/testing/change-cuts.ts";
import { startShop, stopShop } from "../../checks/testing/estimates.ts";
import { saveSection } from "./measured.ts";

// A change counts once, and is taken back once: the long form of checks/changes/histories.slow.test.ts.

const found: string[] = [];

beforeAll(startShop);
afterAll(async () => {
  await stopShop();
  if (found.length === 0) return;
  await saveSection(
    { name: "changes", title: "Changes" },
    "Cut off at each statement",
    "e2e/prove/changes.prove.ts",
    ["`checks/testing/change-cuts.ts` says how it is judged.", ...found],
  );
});

test.each(["approved", "voided"] as const)("the connection is cut at each statement: %s", async (what) => {
  const cuts = await cutChange(what);
  expect(cuts).toBeGreaterThan(20);
  const about = what === "approved" ? "the second of two approved a change" : "an approved change was voided";
  found.push(
    `The database’s connection ended at each statement while ${about}, before and after the statement was sent: ${cuts} cuts. The change, its paper and answers, the history, the emails to both sides and the contract sum in the exported change log agreed each time, and a second press did it once.`,
  );
});
