import { readFileSync } from "node:fs";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { newLocalId } from "#ground/sync/store/ids.ts";
import { shownFields } from "#ground/sync/public.server.ts";
import { baseOf, PLAN, planOf, versionOfRevision } from "#tools/safety/hazards/plan.ts";
import { type PlanText, planTextOf } from "#tools/safety/hazards/text.ts";
import { numberSheetTask } from "#tools/safety/paper/number.server.ts";
import { fieldsOfPeople, personKey, SIGN } from "#tools/safety/rules/talk.ts";
import type { Scope } from "#platform/api/endpoint.ts";
import { keyFor } from "../testing/api.ts";
import { askByDocument as ask } from "../testing/api-document.ts";
import { fetched, guest, job, nextJob, shop, startShop, stopShop } from "../testing/estimates.ts";
import { signing, write } from "../testing/talks.ts";

// Plans for the day as other programs read and hear of them, against the real database. Every answer is
// checked against the document.

let key: string;
const keyWith = (...scopes: Scope[]) =>
  keyFor({ account: shop.account, owner: shop.who }, scopes.length > 0 ? scopes : undefined);

beforeAll(async () => {
  await startShop();
  key = await keyWith();
});
afterAll(stopShop);
beforeEach(nextJob);

const jha = planTextOf(JSON.parse(readFileSync("content/jha/gutters-from-a-ladder.json", "utf8")))!;
const renamed: PlanText = { ...jha, title: { en: "Gutters in the wind", es: "" } };
const revision = (text: PlanText, base: readonly string[], why: string, at: string) => ({
  [`revisions.${versionOfRevision(text, base)}`]: { text, base, why, at },
});

async function started(names: readonly string[], by = shop as typeof guest): Promise<string> {
  const id = newLocalId();
  const people = fieldsOfPeople(
    id,
    names.map((name) => ({ name })),
  );
  const sets = { date: "2026-11-30", leader: "Dana Hale", ...people };
  return write(by, id, { ...sets, ...revision(jha, [], "", "2026-11-30T14:00:00.000Z") }, PLAN);
}
const planNow = async (id: string) => planOf(shownFields((await fetched(shop, id))!.fields));
const changed = async (id: string, text: PlanText, why: string) =>
  write(shop, id, revision(text, baseOf(await planNow(id)), why, "2026-11-30T16:00:00.000Z"), PLAN);
const sign = async (plan: string, name: string, at: string) =>
  write(
    shop,
    newLocalId(),
    signing(plan, name, { at, version: (await planNow(plan)).version, language: "es" }),
    SIGN,
  );

/** Types of the events of a plan with their data, oldest first. */
async function eventsOf(id: string, by = key) {
  const { body } = await ask(by, "/events?limit=100");
  return (body.data as { type: string; data: Record<string, unknown> }[]).filter(
    ({ data }) => data["preTaskPlanId"] === id,
  );
}

describe("plans for the day for other programs", () => {
  it("say the steps, what changed on site, and who signed what holds now", async () => {
    const plan = await started(["Ana Paz", "Luis Ortega", "Bo Lind"]);
    await numberSheetTask.run({ accountId: shop.account, id: plan }, Temporal.Now.instant());
    for (const name of ["Ana Paz", "Luis Ortega"]) await sign(plan, name, "2026-11-30T14:05:00.000Z");
    await changed(plan, renamed, "Wind picked up");
    await sign(plan, "Luis Ortega", "2026-11-30T16:05:00.000Z");
    await write(shop, plan, { [`unsigned.${personKey(plan, "Bo Lind")}`]: "Left early" }, PLAN);
    const { version } = await planNow(plan);
    const summary = {
      ...{ id: plan, jobId: job, number: expect.stringMatching(/^PTP-2026-\d{4}$/) as string },
      ...{ title: "Gutters in the wind", date: "2026-11-30", state: "changed", leader: "Dana Hale" },
      ...{ people: 3, signed: 1, isSigned: false },
    };
    expect((await ask(key, `/pre-task-plans?jobId=${job}`)).body.data).toMatchObject([summary]);
    const { body } = await ask(key, `/pre-task-plans/${plan}`);
    expect(body).toMatchObject({
      ...{ ...summary, version },
      changes: [{ at: "2026-11-30T16:00:00Z", reason: "Wind picked up", version }],
      attendees: [
        { name: "Ana Paz", signedAt: null, language: null, signedEarlier: true, reason: null },
        { name: "Bo Lind", signedAt: null, signedEarlier: false, reason: "Left early" },
        { name: "Luis Ortega", signedAt: "2026-11-30T16:05:00Z", language: "es", signedOn: "passed" },
      ],
    });
    const { step, hazards } = jha.steps[0]!;
    expect((body as unknown as { steps: unknown[] }).steps[0]).toEqual({ step, hazards });
    expect(JSON.stringify(body)).not.toContain("strokes");
  });

  it("are found by state, day and last change, and one that isn’t there is not found", async () => {
    const [same, other] = [await started(["Ana Paz"]), await started(["Bo Lind"])];
    await changed(other, renamed, "Wind");
    const ids = async (query: string) =>
      ((await ask(key, `/pre-task-plans?jobId=${job}&${query}`)).body.data as { id: string }[]).map(
        ({ id }) => id,
      );
    expect(await ids("state=unchanged")).toEqual([same]);
    expect(await ids("state=changed")).toEqual([other]);
    expect(await ids("from=2026-12-01")).toEqual([]);
    expect((await ids("from=2026-11-30&to=2026-11-30")).toSorted()).toEqual([same, other].toSorted());
    const since = Temporal.Now.instant().toString();
    await changed(same, renamed, "Rain");
    expect(await ids(`changedSince=${since}`)).toEqual([same]);
    expect((await ask(key, "/pre-task-plans?from=2026-12-02&to=2026-12-01")).status).toBe(422);
    expect((await ask(key, "/pre-task-plans?state=late")).status).toBe(422);
    expect((await ask(key, `/pre-task-plans/${newLocalId()}`)).status).toBe(404);
    expect((await ask(key, "/pre-task-plans/none")).status).toBe(404);
  });

  it("are told of when they are started and changed on site, by guests too, and only to keys that may", async () => {
    const plan = await started(["Ana Paz"], guest);
    // Nobody had signed: a correction.
    await changed(plan, { ...jha, title: { en: "Gutters", es: "" } }, "");
    await changed(plan, renamed, "Wind");
    const data = { jobId: job, preTaskPlanId: plan, leadId: null };
    expect(await eventsOf(plan)).toMatchObject([
      { type: "pre_task_plan.started", data: { ...data, companyId: guest.who.id } },
      { type: "pre_task_plan.changed", data: { ...data, companyId: shop.account } },
    ]);
    const other = await keyWith("events:read", "jobs:read", "talks:read");
    expect(await eventsOf(plan, other)).toEqual([]);
    expect((await ask(other, "/pre-task-plans")).status).toBe(403);
    expect((await ask(other, `/pre-task-plans/${plan}`)).status).toBe(403);
  });
});
