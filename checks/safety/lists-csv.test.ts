import { expect, it } from "vitest";
import { newLocalId } from "#ground/sync/store/ids.ts";
import { loader as actionsCsv } from "#tools/safety/actions/csv.ts";
import { loader as inspectionsCsv } from "#tools/safety/inspections/csv.ts";
import { ANSWER } from "#trade/inspections/rules/answers.ts";
import { answerId } from "#trade/inspections/rules/ids.ts";
import { RUN } from "#trade/inspections/rules/run.ts";
import { actionId, ACTIONS, actionsId } from "#trade/issues/rules/action.ts";
import { ISSUE } from "#trade/issues/rules/issue.ts";
import { argsOf } from "../testing/changes.ts";
import { job, send, shop, withShop } from "../testing/estimates.ts";

// The lists of inspections and actions as spreadsheets.

withShop();

const LATE = "2020-02-03";
const SECTIONS = {
  "sections.a": {
    at: 0,
    title: "",
    items: [
      { id: "rails", text: "Rails are whole" },
      { id: "feet", text: "Feet are level" },
      { id: "tied", text: "Tied at the top" },
    ],
  },
};

const write = async (kind: string, record: string, sets: Record<string, unknown>, at: string | null = job) =>
  expect(await send(shop, record, sets, kind, undefined, at)).toMatchObject({ is: "held" });

async function walked(title: string, sets: object = {}): Promise<string> {
  const run = newLocalId();
  await write(RUN, run, { title, safety: true, state: "open", ...SECTIONS, ...sets });
  return run;
}

/** @returns rows without the first column, the day on which a record was written */
async function rowsOf(loader: typeof actionsCsv, path: string): Promise<string[][]> {
  const text = await (await loader(argsOf(shop.visitor.request(path)))).text();
  return text
    .replace(/^\uFEFF/, "")
    .trim()
    .split("\r\n")
    .map((row) => row.split(","));
}

it("says of inspections when they were due, what failed, and which actions are open", async () => {
  const run = await walked("Ladders", { place: "Level 2", due: { schedule: newLocalId(), on: LATE } });
  for (const [item, answer] of Object.entries({ rails: "fail", feet: "fail" }))
    await write(ANSWER, answerId(run, item), { run, item, answer });
  await write(ACTIONS, actionsId(shop.account), { needsPhoto: false, needsSecond: false }, null);
  for (const [item, state] of Object.entries({ rails: "open", feet: "closed" })) {
    const answer = answerId(run, item);
    const sets = { title: item, safety: true, priority: "high", state, due: LATE };
    await write(ISSUE, actionId(answer), { ...sets, from: { kind: ANSWER, record: answer } });
  }
  await walked("Scaffold");
  const [headings, ...rows] = await rowsOf(inspectionsCsv, "/account/safety/inspections/inspections.csv");
  expect(headings!.slice(2)).toEqual([
    ...["Inspection", "Place", "State", "Due", "Overdue", "Items", "Answered", "Failed", "Open actions"],
    "Started by",
  ]);
  const byName = new Map(rows.map((row) => [row[2], row.slice(3, -1)]));
  expect(byName.get("Ladders")).toEqual(["Level 2", "Open", LATE, "Yes", "3", "2", "2", "1"]);
  expect(byName.get("Scaffold")).toEqual(["", "Open", "", "", "3", "0", "0", "0"]);

  const all = await rowsOf(actionsCsv, "/account/safety/actions/actions.csv");
  expect(all[0]!.slice(-4)).toEqual(["Due", "Status", "Overdue", "Found on"]);
  const onlyLate = await rowsOf(actionsCsv, "/account/safety/actions/actions.csv?type=overdue");
  expect(all).toHaveLength(3);
  expect(onlyLate).toHaveLength(2);
  expect(onlyLate[1]!.slice(3, 4)).toEqual(["rails"]);
  expect(onlyLate[1]!.slice(-5).join(",")).toBe(`${LATE},Open,Yes,"Ladders, Level 2"`);
});
