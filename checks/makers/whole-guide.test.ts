import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestInstallation, testClock } from "#platform/db/testing/installation.ts";
import type { TestDatabase } from "#platform/db/testing/test-database.ts";
import { closeRenderers } from "#platform/pdf/render.server.ts";
import { KINDS, TYPED, visitorOf } from "../testing/generators.ts";

// A brief that a whole guide answers, through the page that visitors use.

const clock = testClock("2026-11-20T09:00:00Z");
let database: TestDatabase;
beforeAll(async () => void (database = await createTestInstallation(clock)));
afterAll(async () => {
  await closeRenderers();
  await database.drop();
});

const [kind] = Object.values(KINDS);
const { visit, make } = visitorOf(kind!);
const BRIEF = { ...TYPED, product: "shingle roofs", topic: "is my roof too old" };

/** Id and title of the first of the other guides that a page offers. */
function firstOther(html: string): [string, string] {
  const [, id, title] = /value="(roofer\/[^"]+)"[^>]*>(?:<[^>]+>)*([^<]+)/.exec(html) ?? [];
  if (!id || !title) throw new Error("The page offers no other guide.");
  return [id, title];
}

test("gets the guide, and the others of its trade by a button", async () => {
  const first = await make(BRIEF);
  const { html } = await visit(first);
  expect(html).toContain("Do you need a whole new roof");
  expect(html).toContain("<table");
  const [id, title] = firstOther(html);
  const other = await visit(first, { intent: "guide", guide: id });
  expect(other.status).toBe(303);
  const chosen = await visit(other.location);
  expect(chosen.html).toContain(title);
  expect(chosen.html).not.toContain(`value="${id}"`);
  // Another version is of the guide that was chosen.
  const another = await visit((await visit(other.location, { intent: "another" })).location);
  expect(another.html).toContain("This is version 2.");
  expect(another.html).toContain('value="roofer/repair-or-replace"');
});

test("has a version for each tone, and begins again after the last", async () => {
  let at = await make(BRIEF);
  const titles = new Set<string>();
  for (let version = 1; version <= 5; version++) {
    const { html } = await visit(at);
    titles.add(/<h2[^>]*>(.*?)<\/h2>/.exec(html)?.[1] ?? "");
    if (version === 5) expect(html).toContain("This is version 5, the last one. Next comes the first again.");
    at = (await visit(at, { intent: "another" })).location;
  }
  expect((await visit(at)).html).toContain("The same guide with another opening and title.");
  expect(titles.size).toBeGreaterThan(1);
});

test("made up guides, and guides of a brief that none answers, are composed or chosen as before", async () => {
  const first = await make(BRIEF);
  for (const guide of ["roofer/none", "../../secret", "", "x".repeat(5000)]) {
    const made = await visit(first, { intent: "guide", guide });
    expect(made.status).toBe(303);
    expect((await visit(made.location)).html).toContain("Do you need a whole new roof");
  }
  const metal = await visit(await make({ ...BRIEF, product: "standing seam metal roofs" }));
  expect(metal.html).not.toContain("Not the guide you had in mind");
});
