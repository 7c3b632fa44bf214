import { afterAll, expect, test } from "vitest";
import { LAYOUTS, printAnyWords } from "../../src/trade/magnets/testing/layouts.ts";
import { closeRenderers } from "../../src/platform/pdf/render.server.ts";

// The long form of src/trade/magnets/paper/render.slow.test.ts, with many more
// texts.

const RUNS = 40;

afterAll(closeRenderers);

test.each(LAYOUTS)("any words that an owner may type make a document in the layout %s", async (layout) => {
  expect(await printAnyWords(layout, RUNS)).toBeUndefined();
});
