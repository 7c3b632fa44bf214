import { afterAll, expect, test } from "vitest";
import { BRIEFS, LAYOUTS, printAnyWords, findPageErrors } from "../../src/trade/magnets/testing/layouts.ts";
import { closeRenderers } from "../../src/platform/pdf/render.server.ts";

// The long form of src/trade/magnets/paper/render.slow.test.ts: every trade and angle in every layout, with
// many more texts.

const RUNS = 40;

afterAll(closeRenderers);

test.each(LAYOUTS)("every trade and angle gives 4 to 8 pages in the layout %s", async (layout) => {
  expect(await findPageErrors(layout, BRIEFS)).toEqual([]);
});

test.each(LAYOUTS)("any words that an owner may type make a document in the layout %s", async (layout) => {
  expect(await printAnyWords(layout, RUNS)).toBeUndefined();
});
