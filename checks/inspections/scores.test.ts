import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { newLocalId } from "#ground/sync/store/ids.ts";
import { pageOfItems } from "#ground/worklist/public.server.ts";
import { readFilters } from "#ground/worklist/public.tsx";
import { rowsOf } from "#tools/checklists/office/rows.server.ts";
import { ANSWER } from "#trade/inspections/rules/answers.ts";
import { answerId } from "#trade/inspections/rules/ids.ts";
import { RUN, STATES } from "#trade/inspections/rules/run.ts";
import { withMember } from "#platform/db/scope.server.ts";
import { fetched, job, nextJob, send, shop, startShop, stopShop } from "../testing/estimates.ts";

// The score of a checklist in the office, against the real database.

beforeAll(startShop);
afterAll(stopShop);
beforeEach(nextJob);

async function write(record: string, sets: Record<string, unknown>, kind: string) {
  const outcome = await send(shop, record, sets, kind, await fetched(shop, record));
  expect(outcome).toMatchObject({ is: "held" });
  return record;
}
const started = (weights: readonly (number | undefined)[]) =>
  write(
    newLocalId(),
    {
      ...{ title: "Roof", place: "North side", state: "open" },
      "sections.a": {
        at: 0,
        title: "Roof",
        items: weights.map((weight, at) => ({ id: `i${at}`, text: `Item ${at}`, weight })),
      },
    },
    RUN,
  );
const mark = (run: string, item: string, answer: string) =>
  write(answerId(run, item), { run, item, answer }, ANSWER);

/** The checklists of the job as the office lists them. */
const listed = () =>
  withMember(shop.account, shop.who, { role: "owner", jobId: null }, async (ctx) => {
    const filters = readFilters(new URLSearchParams({ job }), STATES);
    const { page } = await pageOfItems(ctx, { kind: RUN }, filters, null);
    return (await rowsOf(ctx, page)).map(({ title, score }) => [title, score]);
  });

describe("the score in the office", () => {
  it("is computed from the answers, whatever a device says", async () => {
    const run = await started([3, 1]);
    await mark(run, "i0", "pass");
    await mark(run, "i1", "fail");
    await write(run, { score: 100 }, RUN);
    // An open one has none yet.
    expect(await listed()).toEqual([["Roof, North side", ""]]);
    await write(run, { state: "finished", score: 100 }, RUN);
    expect(await listed()).toEqual([["Roof, North side", "75%"]]);
    // Marks from before may arrive after it was finished.
    await mark(run, "i1", "pass");
    expect(await listed()).toEqual([["Roof, North side", "100%"]]);
  });

  it("isn’t there for a list without weights, also if a device claims one", async () => {
    const run = await started([undefined, undefined]);
    for (const item of ["i0", "i1"]) await mark(run, item, "pass");
    await write(run, { state: "finished", score: 100 }, RUN);
    expect(await listed()).toEqual([["Roof, North side", ""]]);
  });
});
