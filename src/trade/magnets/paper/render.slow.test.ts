import { afterAll, expect, test } from "vitest";
import { closeRenderers } from "#platform/pdf/render.server.ts";
import { LAYOUTS, printAnyWords, findPageErrors } from "../testing/layouts.ts";

// The long form is e2e/prove/documents.prove.ts.

const RUNS = 8;

afterAll(closeRenderers);

test.each(LAYOUTS)(
  "a guide of an earlier release or a model has 4 to 8 pages in the layout %s",
  { timeout: 300_000 },
  async (layout) => {
    expect(await findPageErrors(layout)).toEqual([]);
  },
);

test.each(LAYOUTS)(
  "any words that an owner may type make a document in the layout %s",
  { timeout: 300_000 },
  async (layout) => {
    expect(await printAnyWords(layout, RUNS)).toBeUndefined();
  },
);
