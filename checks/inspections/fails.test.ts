import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { newLocalId } from "#ground/sync/store/ids.ts";
import { ANSWER } from "#trade/inspections/rules/answers.ts";
import { answerId } from "#trade/inspections/rules/ids.ts";
import { RUN } from "#trade/inspections/rules/run.ts";
import { FIRM } from "#trade/issues/rules/firm.ts";
import { ISSUE } from "#trade/issues/rules/issue.ts";
import type { FirmRate } from "#trade/issues/public.server.ts";
import * as office from "#tools/checklists/fails/fails.tsx";
import { loader as csv } from "#tools/checklists/fails/csv.ts";
import type { FailRate } from "#tools/checklists/fails/fails.server.ts";
import { argsOf, type Somebody } from "../testing/changes.ts";
import { db, fetched, guest, nextJob, send, shop, startShop, stopShop } from "../testing/estimates.ts";
import { visit } from "../testing/screens.ts";

// Which items of checklists fail often, counted from what devices write.

beforeAll(startShop);
afterAll(stopShop);
beforeEach(async () => {
  await nextJob();
  await db.query("delete from checklists_marks");
  await db.query("delete from checklists_tallies");
});

const item = (id: string, more: Record<string, unknown> = {}) => ({ id, text: `The ${id}`, ...more });
const SECTIONS = {
  "sections.a": {
    at: 0,
    title: "",
    repeats: true,
    items: [item("edge"), item("slope", { kind: "number", low: 4 })],
  },
  "sections.b": { at: 1, title: "", items: [item("notes", { kind: "text", required: false })] },
};

async function started(over: Record<string, unknown> = {}): Promise<string> {
  const run = newLocalId();
  const sets = { title: "Roof", from: "roof", state: "open", ...SECTIONS, ...over };
  expect(await send(shop, run, sets, RUN)).toMatchObject({ is: "held" });
  return run;
}
const mark = async (by: Somebody, run: string, key: string, answer: unknown) => {
  const record = answerId(run, key);
  expect(await send(by, record, { run, item: key, answer }, ANSWER, await fetched(by, record))).toMatchObject(
    {
      is: "held",
    },
  );
};
const rates = async (query = ""): Promise<FailRate[]> =>
  ((await visit(shop.visitor, office, `/account/checklists/fails${query}`)).shown as { rates: FailRate[] })
    .rates;

describe("what fails often", () => {
  it("counts each item over all lists and rooms, as it was marked last", async () => {
    const [one, other] = [await started(), await started({ "units.k": { at: 0, name: "Kitchen" } })];
    await mark(shop, one, "edge", "fail");
    await mark(shop, one, "slope", 3);
    await mark(shop, one, "notes", "Wet");
    await mark(guest, other, "edge--k", "fail");
    await mark(shop, other, "slope--k", 5);
    expect(await rates()).toMatchObject([
      { item: "edge", title: "Roof", words: "The edge", failed: 2, marked: 2 },
      { item: "slope", failed: 1, marked: 2 },
    ]);
    expect((await rates())[0]!.people.map(({ count }) => count)).toEqual([1, 1]);
    await mark(guest, other, "edge--k", "pass");
    await mark(shop, one, "slope", null);
    expect(await rates()).toMatchObject([{ item: "edge", failed: 1, marked: 2 }]);
    await mark(shop, one, "edge", "na");
    expect(await rates()).toEqual([]);
  });

  it("leaves a removed list out until it’s restored", async () => {
    const run = await started();
    await mark(shop, run, "edge", "fail");
    for (const removed of [true, false]) {
      await send(shop, run, { removed }, RUN, await fetched(shop, run));
      expect(await rates()).toHaveLength(removed ? 0 : 1);
    }
  });

  it("is narrowed to a list and to months, and downloaded", async () => {
    await mark(shop, await started(), "edge", "fail");
    await mark(shop, await started({ from: "deck", title: "Deck" }), "edge", "fail");
    expect(await rates("?list=deck")).toMatchObject([{ title: "Deck", failed: 1 }]);
    expect(await rates("?list=' or true&months=x")).toHaveLength(2);
    await db.query("update checklists_tallies set month = '2020-01' where list = 'deck'");
    expect(await rates("?months=12")).toMatchObject([{ title: "Roof" }]);
    expect(await rates("?months=all")).toHaveLength(2);
    const answer = await csv(
      argsOf(shop.visitor.request("/account/checklists/fails.csv?list=deck&months=all")),
    );
    expect(await answer.text()).toContain("Deck,The edge,1,1,100%,");
  });
});

describe("how subs did with their issues", () => {
  const firms = async (query = "") =>
    ((await visit(shop.visitor, office, `/account/checklists/fails${query}`)).shown as { firms: FirmRate[] })
      .firms;
  const addFirm = async (name: string) => {
    const id = newLocalId();
    await send(shop, id, { name }, FIRM, undefined, null);
    return { kind: "firm", id, name };
  };
  const change = async (id: string, sets: Record<string, unknown>) =>
    expect(await send(shop, id, sets, ISSUE, await fetched(shop, id))).toMatchObject({ is: "held" });
  const found = async (assignee: unknown, ...states: string[]) => {
    const id = newLocalId();
    await change(id, { title: "Drips", state: "open", assignee });
    for (const state of states)
      await change(id, { state, ...(state === "refused" ? { reason: "Wet" } : {}) });
    return id;
  };
  const backDays = (id: string, days: number) =>
    db.query(
      "update issues_issues set created_at = fixed_at - $2 * interval '1 day' where id = $1 and fixed_at is not null",
      [id, days],
    );
  beforeEach(() => db.query("delete from issues_issues"));

  it("counts an issue that came back once, and the middle of the days to fix", async () => {
    const [lopez, diaz] = [await addFirm("Lopez Paint"), await addFirm("Diaz Tile")];
    await backDays(await found(lopez, "ready", "refused", "ready", "refused", "ready"), 9);
    await backDays(await found(lopez, "ready", "closed"), 2);
    await backDays(await found(lopez, "ready"), 1);
    await found(lopez);
    await found(diaz);
    await found(null, "ready", "refused");
    expect(await firms("?months=all")).toEqual([
      { firm: lopez.id, name: "Lopez Paint", issues: 4, refused: 1, days: 2 },
      { firm: diaz.id, name: "Diaz Tile", issues: 1, refused: 0, days: null },
    ]);
  });

  it("leaves out removed issues and other months, and is downloaded", async () => {
    const lopez = await addFirm("Lopez Paint");
    await found(lopez, "ready", "refused");
    await change(await found(lopez), { removed: true });
    await db.query("update issues_issues set created_at = '2020-01-15' where id = $1", [await found(lopez)]);
    expect(await firms()).toMatchObject([{ issues: 1, refused: 1 }]);
    expect(await firms("?months=all")).toMatchObject([{ issues: 2, refused: 1 }]);
    const answer = await csv(
      argsOf(shop.visitor.request("/account/checklists/fails.csv?by=firm&months=all")),
    );
    expect(await answer.text()).toContain("Lopez Paint,2,1,");
  });
});
