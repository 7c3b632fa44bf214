import { describe, expect, it } from "vitest";
import { grantTool } from "#ground/businesses/public.server.ts";
import { acting } from "#ground/businesses/testing/people.ts";
import { pageOfItems } from "#ground/worklist/public.server.ts";
import { ANSWER } from "#trade/inspections/rules/answers.ts";
import { answerId } from "#trade/inspections/rules/ids.ts";
import { RUN } from "#trade/inspections/rules/run.ts";
import { actionId } from "#trade/issues/rules/action.ts";
import { ISSUE } from "#trade/issues/rules/issue.ts";
import { REPLY } from "#trade/issues/rules/reply.ts";
import { newId } from "#platform/db/ids.ts";
import { loadChecklistsSection } from "#tools/checklists/today/section.server.ts";
import * as actions from "#tools/safety/actions/rows.server.ts";
import * as inspections from "#tools/safety/inspections/rows.server.ts";
import { loadSafetySection } from "#tools/safety/today/section.server.ts";
import { clock, openJob, withSchedules } from "../testing/schedules.ts";

// Inspections and their actions, as the server has them.

withSchedules();

const NONE = { words: "", job: null, from: null, to: null, type: null };
const SECTIONS = { "sections.a": { at: 0, title: "", items: [{ id: "rails", text: "Rails are whole" }] } };
const FIRST = { title: "Rails are whole", state: "open", priority: "high", safety: true };
const photo = (digit: string) => ({ [`photos.${digit.repeat(64)}`]: { type: "image/jpeg", at: 1 } });

async function shopWith(...tools: ("checklists" | "safety")[]) {
  clock.set("2026-11-24T16:00:00Z");
  const shop = await openJob();
  await shop.send(shop.owner, "checklists.schedule", shop.plan, { paused: true });
  for (const tool of tools) await grantTool(shop.account, tool);
  const list = async (search: typeof actions.SEARCH, filters: Partial<typeof NONE> = {}) =>
    (
      await acting(shop.owner, shop.account, (ctx) => pageOfItems(ctx, search, { ...NONE, ...filters }, null))
    ).page.map(({ title }) => title);
  return { ...shop, list };
}

describe("an inspection", () => {
  it("is in the list of safety wherever its list was started, and other lists aren’t", async () => {
    const { owner, send, list } = await shopWith("safety");
    await send(owner, RUN, newId(), { title: "Ladders", from: "safety-ladders", state: "open", ...SECTIONS });
    await send(owner, RUN, newId(), { title: "Our cranes", safety: true, state: "open", ...SECTIONS });
    await send(owner, RUN, newId(), { title: "Roof final", from: "roof-final", state: "open", ...SECTIONS });
    expect((await list(inspections.SEARCH)).toSorted()).toEqual(["Ladders", "Our cranes"]);
    expect(await list(inspections.SEARCH, { words: "ladders" })).toEqual(["Ladders"]);
    expect(await list(inspections.SEARCH, { words: "roof" })).toEqual([]);
  });
});

describe("an action", () => {
  it("is closed by a second person with a photo of the fix", async () => {
    const { owner, foreman, write, send } = await shopWith("safety");
    const action = newId();
    await send(foreman, ISSUE, action, FIRST);
    expect(await write(owner, ISSUE, action, { state: "ready" })).toMatchObject({
      why: "A safety action needs a photo of the fix. Add one first.",
    });
    await send(owner, REPLY, newId(), { issue: action, type: "fixed", ...photo("a") });
    await send(owner, ISSUE, action, { state: "ready" });
    expect(await write(owner, ISSUE, action, { state: "closed" })).toMatchObject({
      why: expect.stringContaining("closed by a second person") as string,
    });
    expect(await write(owner, ISSUE, action, { safety: false })).toMatchObject({ code: "conflict" });
  });

  it("is one record for everyone who fails the item, and finishing counts it", async () => {
    const { owner, foreman, account, send, list } = await shopWith("safety");
    const run = newId();
    const items = [{ id: "rails", text: "Rails are whole", onFail: ["issue"] }];
    const sections = { "sections.a": { at: 0, title: "", items } };
    await send(owner, RUN, run, { title: "Ladders", safety: true, state: "open", ...sections });
    const answer = answerId(run, "rails");
    await send(foreman, ANSWER, answer, { run, item: "rails", answer: "fail" });
    const sets = { ...FIRST, due: "2026-11-27", from: { kind: ANSWER, record: answer } };
    await send(foreman, ISSUE, actionId(answer), sets);
    await send(owner, ISSUE, actionId(answer), sets);
    await send(foreman, RUN, run, { state: "finished" });
    expect(await list(actions.SEARCH)).toEqual(["Rails are whole"]);
    const rows = await acting(owner, account, async (ctx) =>
      actions.rowsOf(ctx, (await pageOfItems(ctx, actions.SEARCH, NONE, null)).page),
    );
    expect(rows).toMatchObject([{ due: "2026-11-27", isLate: false, priority: "High", state: "Open" }]);
  });
});

describe("Today", () => {
  const overdue = async (...tools: ("checklists" | "safety")[]) => {
    const { owner, foreman, account, job, send } = await shopWith(...tools);
    const action = newId();
    await send(foreman, ISSUE, action, { ...FIRST, due: "2026-11-20" });
    await send(foreman, ISSUE, newId(), { ...FIRST, title: "Paint", safety: false, due: "2026-11-20" });
    const of = async (load: typeof loadSafetySection) =>
      (await acting(owner, account, load)).lines.map(({ href }) => href.replace(job, "JOB"));
    return { action, checklists: await of(loadChecklistsSection), safety: await of(loadSafetySection) };
  };

  it("shows an overdue action once, with both tools open", async () => {
    const { action, checklists, safety } = await overdue("checklists", "safety");
    expect(safety).toEqual([`/account/job/JOB/safety/actions/${action}`]);
    expect(checklists).toHaveLength(1);
    expect(checklists[0]).not.toContain(action);
  });

  it("shows it with either tool alone", async () => {
    const alone = await overdue("safety");
    expect([alone.safety.length, alone.checklists.length]).toEqual([1, 0]);
    const other = await overdue("checklists");
    expect([other.safety.length, other.checklists.length]).toEqual([0, 2]);
  });
});
