import { describe, expect, it } from "vitest";
import { grantTool } from "#ground/businesses/public.server.ts";
import { acting } from "#ground/businesses/testing/people.ts";
import { pageOfItems, readAfter } from "#ground/worklist/public.server.ts";
import { ANSWER } from "#trade/inspections/rules/answers.ts";
import { answerId } from "#trade/inspections/rules/ids.ts";
import { RUN } from "#trade/inspections/rules/run.ts";
import { actionId } from "#trade/issues/rules/action.ts";
import { ISSUE } from "#trade/issues/rules/issue.ts";
import { REPLY } from "#trade/issues/rules/reply.ts";
import { newId } from "#platform/db/ids.ts";
import { loadChecklistsSection } from "#tools/checklists/today/section.server.ts";
import { pageOfActions } from "#tools/safety/actions/find.server.ts";
import { rowsOf } from "#tools/safety/actions/rows.server.ts";
import { VIEWS } from "#tools/safety/actions/views.ts";
import * as inspections from "#tools/safety/inspections/rows.server.ts";
import { loadSafetySection } from "#tools/safety/today/section.server.ts";
import { clock, openJob, withSchedules } from "../testing/schedules.ts";

// Inspections and their actions, as the server has them.

withSchedules();

const NONE = { words: "", job: null, from: null, to: null, type: null };
type Filters = Parameters<typeof pageOfActions>[1];
const SECTIONS = { "sections.a": { at: 0, title: "", items: [{ id: "rails", text: "Rails are whole" }] } };
const FIRST = { title: "Rails are whole", state: "open", priority: "high", safety: true };
const photo = (digit: string) => ({ [`photos.${digit.repeat(64)}`]: { type: "image/jpeg", at: 1 } });

async function shopWith(...tools: ("checklists" | "safety")[]) {
  clock.set("2026-11-24T16:00:00Z");
  const shop = await openJob();
  await shop.send(shop.owner, "checklists.schedule", shop.plan, { paused: true });
  for (const tool of tools) await grantTool(shop.account, tool);
  const list = async (search: typeof inspections.SEARCH, filters: Partial<typeof NONE> = {}) =>
    (
      await acting(shop.owner, shop.account, (ctx) => pageOfItems(ctx, search, { ...NONE, ...filters }, null))
    ).page.map(({ title }) => title);
  const page = (filters: Partial<Filters> = {}, after: Parameters<typeof pageOfActions>[2] = null) =>
    acting(shop.owner, shop.account, async (ctx) => {
      const { page, next } = await pageOfActions(ctx, { ...NONE, ...filters }, after);
      return { rows: await rowsOf(ctx, page), titles: page.map(({ title }) => title), next };
    });
  return { ...shop, list, page };
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
    const { owner, foreman, send, page } = await shopWith("safety");
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
    const { rows, titles } = await page();
    expect(titles).toEqual(["Rails are whole"]);
    expect(rows).toMatchObject([{ due: "2026-11-27", isLate: false, priority: "High", state: "Open" }]);
  });
});

describe("the office’s list of actions", () => {
  /** One that isn’t late, an issue that is, and two late ones, of which the second one was due first. */
  async function withLate() {
    const shop = await shopWith("safety");
    const add = (title: string, sets: object) =>
      shop.send(shop.owner, ISSUE, newId(), { ...FIRST, title, ...sets });
    await add("Late by a day", { due: "2026-11-23" });
    await add("Late by a week", { due: "2026-11-17" });
    await add("Late and no action", { due: "2026-11-17", safety: false });
    await add("Due today", { due: "2026-11-24" });
    const closed = newId();
    await shop.send(shop.owner, ISSUE, closed, { ...FIRST, title: "Late and closed", due: "2026-11-17" });
    await shop.send(shop.foreman, REPLY, newId(), { issue: closed, type: "fixed", ...photo("a") });
    await shop.send(shop.foreman, ISSUE, closed, { state: "ready" });
    await shop.send(shop.owner, ISSUE, closed, { state: "closed" });
    return shop;
  }

  it("has overdue ones first, and only those when asked", async () => {
    const { page } = await withLate();
    const { titles, rows } = await page();
    expect(titles.slice(0, 2)).toEqual(["Late by a week", "Late by a day"]);
    expect(titles.slice(2).toSorted()).toEqual(["Due today", "Late and closed"]);
    expect(rows.map(({ isLate }) => isLate)).toEqual([true, true, false, false]);
    expect((await page({ type: "overdue" })).titles.toSorted()).toEqual(["Late by a day", "Late by a week"]);
    expect((await page({ type: "overdue", words: "week" })).titles).toEqual(["Late by a week"]);
    expect((await page({ type: "closed" })).titles).toEqual(["Late and closed"]);
    expect((await page({ oldestFirst: true })).titles).toHaveLength(4);
    expect(VIEWS[0]).toBe("overdue");
  });

  it("has each action once over several pages", async () => {
    const { page, owner, send } = await withLate();
    for (let at = 0; at < 51; at++) await send(owner, ISSUE, newId(), { ...FIRST, title: `Action ${at}` });
    const first = await page();
    expect(first.titles.slice(0, 2)).toEqual(["Late by a week", "Late by a day"]);
    const second = await page({}, readAfter(new URLSearchParams({ after: first.next! })));
    expect(second.next).toBeNull();
    const all = [...first.titles, ...second.titles];
    expect(all).toHaveLength(55);
    expect(new Set(all).size).toBe(55);
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
