import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { newLocalId } from "#ground/sync/store/ids.ts";
import { shownFields } from "#ground/sync/public.server.ts";
import { ACTIONS, actionsId } from "#trade/issues/rules/action.ts";
import { FIRM } from "#trade/issues/rules/firm.ts";
import { ISSUE } from "#trade/issues/rules/issue.ts";
import { REPLY } from "#trade/issues/rules/reply.ts";
import { TERMS, termsId } from "#trade/issues/rules/terms.ts";
import { numberIssueTask } from "#trade/issues/stored/save.server.ts";
import { somebody, type Somebody } from "../testing/changes.ts";
import { db, fetched, guest, job, nextJob, send, shop, startShop, stopShop } from "../testing/estimates.ts";

// What devices write of issues, against the real database.

let member: Somebody;

beforeAll(async () => {
  await startShop();
  member = await somebody(db, "member@issues.test");
  await db.query(
    "insert into businesses_members (account_id, user_id, role, created_at) values ($1, $2, 'member', now())",
    [shop.account, member.who.id],
  );
});
afterAll(stopShop);
beforeEach(nextJob);

async function found(by: Somebody = member, sets: Record<string, unknown> = {}): Promise<string> {
  const id = newLocalId();
  const first = { title: "Paint the soffit", state: "open", priority: "normal", ...sets };
  expect(await send(by, id, first, ISSUE)).toMatchObject({ is: "held" });
  return id;
}
const change = async (by: Somebody, record: string, sets: Record<string, unknown>, kind = ISSUE) =>
  await send(by, record, sets, kind, await fetched(by, record));
const isHeld = { is: "held" };
const number = (id: string) => numberIssueTask.run({ accountId: shop.account, id }, Temporal.Now.instant());
const shownOf = async (id: string) => shownFields((await fetched(shop, id))!.fields);
const photo = (digit: string) => ({ [`photos.${digit.repeat(64)}`]: { type: "image/jpeg", at: 1 } });

describe("an issue", () => {
  it("is fixed by anyone of the business, and closed or sent back by owners and managers", async () => {
    const issue = await found();
    expect(await change(member, issue, { state: "ready" })).toMatchObject(isHeld);
    expect(await change(member, issue, { state: "closed" })).toMatchObject({ code: "forbidden" });
    expect(await change(shop, issue, { state: "refused" })).toMatchObject({ why: "Say what’s still wrong." });
    expect(await change(shop, issue, { state: "refused", reason: "Drips" })).toMatchObject(isHeld);
    expect(await change(member, issue, { state: "ready" })).toMatchObject(isHeld);
    expect(await change(shop, issue, { state: "closed" })).toMatchObject(isHeld);
    expect(await change(member, issue, { state: "open" })).toMatchObject({ code: "forbidden" });
    expect(await change(shop, issue, { state: "open" })).toMatchObject(isHeld);
  });

  it("that two people close and send back at the same time is closed, and the second is told", async () => {
    const issue = await found(member, { state: "open" });
    await change(member, issue, { state: "ready" });
    const both = await fetched(shop, issue);
    expect(await send(shop, issue, { state: "closed" }, ISSUE, both)).toMatchObject(isHeld);
    expect(await send(shop, issue, { state: "refused", reason: "Drips" }, ISSUE, both)).toMatchObject({
      code: "conflict",
      why: "An issue can’t go from closed to not accepted.",
    });
    expect((await shownOf(issue))["state"]).toBe("closed");
  });

  it("of safety is closed as the business says, which owners and managers change", async () => {
    const ofSafety = { safety: true };
    const [first, second] = [await found(member, ofSafety), await found(member, ofSafety)];
    expect(await change(shop, first, { state: "closed" })).toMatchObject({ code: "conflict" });
    const say = (by: Somebody, sets: Record<string, unknown>) =>
      send(by, actionsId(shop.account), sets, ACTIONS, undefined, null);
    const none = { needsPhoto: false, needsSecond: false };
    expect(await say(member, none)).toMatchObject({ code: "forbidden" });
    expect(await say(shop, { urgent: 400 })).toMatchObject({ code: "invalid" });
    expect(await say(shop, none)).toMatchObject(isHeld);
    expect(await change(shop, second, { state: "closed" })).toMatchObject(isHeld);
  });

  it("has a number without a gap, which no device may set", async () => {
    const issues = [await found(), await found(guest), await found()];
    for (const issue of issues) await number(issue);
    await number(issues[0]!);
    expect(await Promise.all(issues.map(async (id) => (await shownOf(id))["number"]))).toEqual([
      "PL-001",
      "PL-002",
      "PL-003",
    ]);
    expect(await change(shop, issues[0]!, { number: "PL-009" })).toMatchObject({ code: "forbidden" });
  });

  it("of another company is left to it; a guest fixes what is assigned to them", async () => {
    const issue = await found();
    expect(await change(guest, issue, { state: "ready" })).toMatchObject({
      why: "This issue is assigned to someone else.",
    });
    const assignee = { kind: "person", id: guest.who.id, name: "Ana" };
    expect(await change(member, issue, { assignee })).toMatchObject(isHeld);
    expect(await change(guest, issue, { state: "ready" })).toMatchObject(isHeld);
    expect(await change(guest, issue, { state: "closed" })).toMatchObject({ code: "forbidden" });
    expect(await change(guest, issue, { removed: true })).toMatchObject({ code: "forbidden" });
  });

  it("is due for whom it is assigned to, until it is closed", async () => {
    const assignee = { kind: "person", id: member.who.id, name: "Luis" };
    const issue = await found(shop, { assignee, due: "2026-12-01" });
    const open = async () =>
      (
        await db.query("select user_id from due_items where record = $1 and done_at is null", [issue])
      ).rows.map(({ user_id: id }) => id);
    expect(await open()).toEqual([member.who.id]);
    await change(shop, issue, { state: "closed" });
    expect(await open()).toEqual([]);
  });
});

describe("what a job asks before an issue is closed", () => {
  it("is a photo of the fix", async () => {
    const terms = { needsPhoto: true, needsSecond: false };
    expect(await send(member, termsId(job), terms, TERMS)).toMatchObject({ code: "forbidden" });
    expect(await send(shop, termsId(job), terms, TERMS)).toMatchObject(isHeld);
    const issue = await found(member, photo("a"));
    const why = { why: "This job wants a photo of the fix. Add one first." };
    expect(await change(member, issue, { state: "ready" })).toMatchObject(why);
    const reply = { issue, type: "fixed", ...photo("b") };
    expect(await send(member, newLocalId(), reply, REPLY)).toMatchObject(isHeld);
    expect(await change(member, issue, { state: "ready" })).toMatchObject(isHeld);
  });

  it("is a second person", async () => {
    await send(shop, termsId(job), { needsPhoto: false, needsSecond: true }, TERMS);
    const [own, other] = [await found(shop), await found(member)];
    await change(shop, own, { state: "ready" });
    expect(await change(shop, own, { state: "closed" })).toMatchObject({ code: "conflict" });
    await change(member, other, { state: "ready" });
    expect(await change(shop, other, { state: "closed" })).toMatchObject(isHeld);
  });
});

describe("what is said of an issue", () => {
  it("is on the issue’s job, and a guest’s own", async () => {
    const issue = await found();
    const reply = newLocalId();
    expect(await send(guest, reply, { issue, type: "note", note: "On my way" }, REPLY)).toMatchObject(isHeld);
    const another = newLocalId();
    await send(member, another, { issue, type: "note", note: "Good" }, REPLY);
    expect(await change(guest, another, { note: "Bad" }, REPLY)).toMatchObject({ code: "forbidden" });
    await nextJob();
    expect(await send(member, newLocalId(), { issue, type: "fixed" }, REPLY)).toMatchObject({
      code: "not_found",
    });
  });

  it("names firms that guests don’t get", async () => {
    const firm = newLocalId();
    const sets = { name: "Lopez Paint", email: "not an address" };
    expect(await send(member, firm, sets, FIRM, undefined, null)).toMatchObject({ is: "refused" });
    expect(await send(member, firm, { name: "Lopez Paint" }, FIRM, undefined, null)).toMatchObject(isHeld);
    expect(await send(guest, firm, { name: "Mine" }, FIRM, undefined, null)).toMatchObject({ is: "refused" });
  });
});
