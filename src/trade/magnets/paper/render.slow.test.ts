import { afterAll, expect, test } from "vitest";
import { closeRenderers } from "#platform/pdf/render.server.ts";
import { BRIEFS, LAYOUTS, printAnyWords, findPageErrors } from "../testing/layouts.ts";

// The long form is e2e/prove/documents.prove.ts.

const RUNS = 8;

afterAll(closeRenderers);

test.each(LAYOUTS.map((layout, turn) => ({ layout, turn })))(
  "every trade and angle gives 4 to 8 pages: a fifth of them in the layout $layout",
  { timeout: 300_000 },
  async ({ layout, turn }) => {
    const mine = BRIEFS.filter((_brief, at) => at % LAYOUTS.length === turn);
    expect(await findPageErrors(layout, mine)).toEqual([]);
  },
);

test.each(LAYOUTS)(
  "any words that an owner may type make a document in the layout %s",
  { timeout: 300_000 },
  async (layout) => {
    expect(await printAnyWords(layout, RUNS)).toBeUndefined();
  },
);
