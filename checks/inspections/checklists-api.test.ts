import { createHash } from "node:crypto";
import sharp from "sharp";
import { RouterContextProvider } from "react-router";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { drawDerivatives } from "#ground/media/derivatives.server.ts";
import { linkToJob } from "#ground/media/public.server.ts";
import { mediaOriginals } from "#ground/media/tables.server.ts";
import { newLocalId } from "#ground/sync/store/ids.ts";
import { ANSWER } from "#trade/inspections/rules/answers.ts";
import { answerId } from "#trade/inspections/rules/ids.ts";
import { RUN } from "#trade/inspections/rules/run.ts";
import { ISSUE } from "#trade/issues/rules/issue.ts";
import { REPLY } from "#trade/issues/rules/reply.ts";
import { numberIssueTask } from "#trade/issues/stored/save.server.ts";
import { answerCall } from "#faces/api/answer-call.server.ts";
import type { Scope } from "#platform/api/endpoint.ts";
import { installation } from "#platform/config/installation.server.ts";
import { withAccount } from "#platform/db/scope.server.ts";
import { keyFor } from "../testing/api.ts";
import { askByDocument as ask } from "../testing/api-document.ts";
import type { Somebody } from "../testing/changes.ts";
import { fetched, guest, job, nextJob, send, shop, startShop, stopShop } from "../testing/estimates.ts";

// Checklists and issues as other programs read and hear of them, against the real database. Every answer is
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

const ITEMS = {
  "sections.a": {
    at: 0,
    title: "Roof",
    items: [
      { id: "edge", text: "Drip edge at the eaves", code: "IRC R905.2.8.5", weight: 1 },
      { id: "vent", kind: "number", text: "Vent area", unit: "sq in", low: 10, weight: 1 },
      { id: "foreman", kind: "signature", text: "Foreman" },
    ],
  },
};

async function write(by: Somebody, record: string, sets: Record<string, unknown>, kind: string) {
  const outcome = await send(by, record, sets, kind, await fetched(by, record));
  expect(outcome).toMatchObject({ is: "held" });
  return record;
}
const started = (by: Somebody = shop, title = "Roof") =>
  write(by, newLocalId(), { title, from: "roof", place: "North side", state: "open", ...ITEMS }, RUN);
const mark = (by: Somebody, run: string, item: string, sets: Record<string, unknown>) =>
  write(by, answerId(run, item), { run, item, ...sets }, ANSWER);
const found = (by: Somebody = shop, sets: Record<string, unknown> = {}) =>
  write(by, newLocalId(), { title: "Paint the soffit", state: "open", priority: "high", ...sets }, ISSUE);
const SIGNED = { name: "Ana Ruiz", drawing: null };

const listed = async (query: string): Promise<Record<string, unknown>[]> =>
  (await ask(key, `/${query}`)).body.data;

/** Types and data of the events of a checklist or issue, oldest first. */
async function eventsOf(id: string, by = key) {
  const all: { type: string; data: Record<string, unknown> }[] = [];
  for (let cursor = "", more = true; more;) {
    const { body } = await ask(by, `/events?limit=100${cursor && `&cursor=${cursor}`}`);
    all.push(...(body.data as typeof all));
    ({ next: cursor, more } = body as { next: string; more: boolean });
  }
  return all.filter(({ data }) => data["checklistId"] === id || data["issueId"] === id);
}

describe("checklists for other programs", () => {
  it("have their counts, items and answers, and the issues that began with them", async () => {
    const run = await started();
    await mark(guest, run, "edge", { answer: "fail", note: "Missing", ...photo("a") });
    await mark(shop, run, "vent", { answer: 12.5 });
    const from = { kind: ANSWER, record: answerId(run, "edge"), item: "edge" };
    const issue = await found(shop, { from });
    const open = { asked: 3, done: 2, failed: 1, score: null, state: "open" };
    expect(await listed(`checklists?jobId=${job}`)).toMatchObject([
      { id: run, title: "Roof", place: "North side", finishedAt: null, startedBy: shop.who.id, ...open },
    ]);
    await mark(shop, run, "foreman", { answer: SIGNED });
    // What a device says of the score isn’t believed.
    await write(shop, run, { state: "finished", score: 97 }, RUN);
    await write(shop, run, { state: "approved" }, RUN);
    const { body } = await ask(key, `/checklists/${run}`);
    expect(body).toMatchObject({
      ...{ id: run, jobId: job, state: "approved", asked: 3, done: 3, failed: 1, score: 50 },
      finishedAt: expect.stringMatching(/Z$/),
      approvedAt: expect.stringMatching(/Z$/),
      items: [
        {
          ...{ key: "edge", section: "Roof", unit: null, kind: "check", code: "IRC R905.2.8.5" },
          ...{ result: "failed", value: "fail", answer: "Fail", note: "Missing", hasConflict: false },
          ...{ photos: ["a".repeat(64)], answeredBy: guest.who.id, issueIds: [issue] },
        },
        { key: "vent", result: "passed", value: 12.5, answer: "12.5 sq in", photos: [], issueIds: [] },
        { key: "foreman", result: "passed", value: "Ana Ruiz", answer: "Signed by Ana Ruiz" },
      ],
    });
  });

  it("are listed in pages, by job, state and last change", async () => {
    const runs: string[] = [];
    for (let at = 0; at < 5; at++) runs.push(await started(shop, `Roof ${at}`));
    const seen: string[] = [];
    for (let cursor = "", more = true; more;) {
      const { body } = await ask(key, `/checklists?jobId=${job}&limit=2${cursor && `&cursor=${cursor}`}`);
      seen.push(...(body.data as { id: string }[]).map(({ id }) => id));
      cursor = (body.next as string | null) ?? "";
      more = cursor !== "";
    }
    expect(seen.toSorted()).toEqual(runs.toSorted());
    const ids = async (query: string) =>
      (await listed(`checklists?jobId=${job}&${query}`)).map(({ id }) => id);
    expect(await ids("state=approved")).toEqual([]);
    const [first] = await listed(`checklists?jobId=${job}&limit=1`);
    expect(await ids(`changedSince=${String(first!["changedAt"])}`)).toContain(first!["id"]);
    await new Promise((go) => setTimeout(go, 5));
    const since = Temporal.Now.instant().toString();
    expect(await ids(`changedSince=${since}`)).toEqual([]);
    await write(shop, runs[1]!, { place: "Attic" }, RUN);
    expect(await ids(`changedSince=${since}`)).toEqual([runs[1]]);
    expect((await ask(key, "/checklists?state=closed")).status).toBe(422);
    expect((await ask(key, "/checklists?changedSince=yesterday")).status).toBe(422);
  });

  it("are gone once deleted, with their job, and for keys without the scope", async () => {
    const [run, issue] = [await started(), await found()];
    for (const [path, id] of [
      ["checklists", run],
      ["issues", issue],
    ] as const) {
      const blind = await keyWith("jobs:read", path === "issues" ? "checklists:read" : "issues:read");
      expect((await ask(blind, `/${path}`)).status).toBe(403);
      expect((await ask(blind, `/${path}/${id}`)).status).toBe(403);
      for (const nothing of ["not-an-id", newLocalId(), job, path === "issues" ? run : issue])
        expect((await ask(key, `/${path}/${nothing}`)).status).toBe(404);
      const kind = path === "issues" ? ISSUE : RUN;
      await write(shop, id, { removed: true }, kind);
      expect((await ask(key, `/${path}/${id}`)).status).toBe(404);
      expect(await listed(`${path}?jobId=${job}`)).toEqual([]);
      await write(shop, id, { removed: false }, kind);
      expect((await ask(key, `/${path}/${id}`)).status).toBe(200);
    }
    await write(shop, job, { removed: true }, "jobs.job");
    for (const path of ["checklists", "issues"]) expect(await listed(`${path}?jobId=${job}`)).toEqual([]);
    expect((await ask(key, `/checklists/${run}`)).status).toBe(404);
    expect((await ask(key, `/issues/${issue}`)).status).toBe(404);
  });
});

const photo = (digit: string) => ({ [`photos.${digit.repeat(64)}`]: { type: "image/jpeg", at: 1 } });

describe("issues for other programs", () => {
  it("have what people see of them and what they replied, never who is charged", async () => {
    const assignee = { kind: "firm", id: newLocalId(), name: "Hale Painting" };
    const issue = await found(guest, { where: "Unit 4", trade: "Paint", details: "Peels", ...photo("b") });
    await numberIssueTask.run({ accountId: shop.account, id: issue }, Temporal.Now.instant());
    await write(shop, issue, { assignee, due: "2026-12-01", costTo: "Sharpe Framing" }, ISSUE);
    await write(shop, newLocalId(), { issue, type: "fixed", note: "Painted", ...photo("c") }, REPLY);
    await write(shop, issue, { state: "ready" }, ISSUE);
    await write(shop, issue, { state: "refused", reason: "Drips" }, ISSUE);
    const summary = {
      ...{ id: issue, jobId: job, number: "PL-001", title: "Paint the soffit", state: "refused" },
      ...{ where: "Unit 4", trade: "Paint", assignee, due: "2026-12-01", priority: "high" },
      ...{ reason: "Drips", photos: ["b".repeat(64)] },
    };
    const list = await listed(`issues?jobId=${job}&state=refused`);
    expect(list).toMatchObject([summary]);
    expect(await listed(`issues?jobId=${job}&state=closed`)).toEqual([]);
    const { body } = await ask(key, `/issues/${issue}`);
    expect(body).toMatchObject({
      ...{ ...summary, details: "Peels", blocked: null, foundBy: guest.who.id, pin: null },
      replies: [
        { type: "fixed", note: "Painted", firm: null, author: shop.who.id, photos: ["c".repeat(64)] },
      ],
    });
    expect(JSON.stringify([list, body, await eventsOf(issue)])).not.toMatch(/Sharpe|costTo|told/);
    const since = Temporal.Now.instant().add({ seconds: 1 }).toString();
    expect(await listed(`issues?jobId=${job}&changedSince=${since}`)).toEqual([]);
  });

  it("show the photos that are theirs, and no other", async () => {
    const bytes = await sharp({ create: { width: 400, height: 300, channels: 3, background: "red" } })
      .jpeg()
      .toBuffer();
    const sha256 = createHash("sha256").update(bytes).digest("hex");
    const shot = { [`photos.${sha256}`]: { type: "image/jpeg", at: 1 } };
    const [issue, run, other] = [await found(shop, shot), await started(), await found()];
    await mark(shop, run, "edge", { answer: "pass", ...shot });
    const pictureOf = (path: string, by = key) => {
      const request = new Request(`http://localhost:3000/api/v1/${path}`, {
        headers: { Authorization: `Bearer ${by}` },
      });
      const params = { "*": path.split("?")[0]! };
      return answerCall({ request, params, context: new RouterContextProvider() } as never);
    };
    expect((await pictureOf(`issues/${issue}/pictures/${sha256}`)).status).toBe(404);
    const file = await installation().files.put(shop.account, bytes, "photojpeg");
    await withAccount(shop.account, async (ctx) => {
      await ctx.db.insert(mediaOriginals).values({
        ...{ accountId: shop.account, sha256, file, bytes: bytes.length, kind: "jpeg", state: "waiting" },
        ...{ width: 400, height: 300, receivedAt: ctx.now },
      });
      await linkToJob(ctx, sha256, job);
    });
    await drawDerivatives(shop.account, sha256);
    for (const [path, type] of [
      [`issues/${issue}/pictures/${sha256}`, "image/webp"],
      [`issues/${issue}/pictures/${sha256}?size=report`, "image/jpeg"],
      [`checklists/${run}/pictures/${sha256}?size=thumb`, "image/webp"],
    ] as const) {
      const answer = await pictureOf(path);
      expect([answer.status, answer.headers.get("content-type")], path).toEqual([200, type]);
    }
    expect((await pictureOf(`issues/${other}/pictures/${sha256}`)).status).toBe(404);
    expect((await pictureOf(`issues/${issue}/pictures/${sha256}?size=full`)).status).toBe(422);
    const blind = await keyWith("checklists:read");
    expect((await pictureOf(`issues/${issue}/pictures/${sha256}`, blind)).status).toBe(403);
  });
});

describe("what webhooks hear of them", () => {
  it("is a checklist that was finished, by a guest too, or approved", async () => {
    const run = await started(guest);
    for (const item of ["edge", "vent"])
      await mark(guest, run, item, { answer: item === "edge" ? "pass" : 20 });
    await mark(guest, run, "foreman", { answer: SIGNED });
    expect(await eventsOf(run)).toEqual([]);
    await write(guest, run, { state: "finished", score: 7 }, RUN);
    await write(shop, run, { state: "approved" }, RUN);
    expect((await eventsOf(run)).map(({ type, data }) => [type, data])).toMatchObject([
      ["checklist.finished", { jobId: job, checklistId: run, companyId: guest.who.id, score: 100 }],
      ["checklist.approved", { jobId: job, companyId: shop.account, score: 100, leadId: null, lead: null }],
    ]);
    expect(await eventsOf(run, await keyWith("events:read", "issues:read"))).toEqual([]);
  });

  it("is an issue that was added, fixed, sent back and closed", async () => {
    const issue = await found(guest, { details: "Peels", costTo: null });
    await write(guest, issue, { state: "ready" }, ISSUE);
    await numberIssueTask.run({ accountId: shop.account, id: issue }, Temporal.Now.instant());
    await write(shop, issue, { state: "refused", reason: "Drips" }, ISSUE);
    await write(guest, issue, { state: "ready" }, ISSUE);
    await write(shop, issue, { state: "closed" }, ISSUE);
    const events = await eventsOf(issue);
    expect(events.map(({ type, data }) => [type, data["companyId"], data["number"]])).toEqual([
      ["issue.added", guest.who.id, undefined],
      ["issue.ready", guest.who.id, undefined],
      ["issue.refused", shop.account, "PL-001"],
      ["issue.ready", guest.who.id, "PL-001"],
      ["issue.closed", shop.account, "PL-001"],
    ]);
    expect(JSON.stringify(events)).not.toMatch(/soffit|Peels|Drips/);
    expect(await eventsOf(issue, await keyWith("events:read", "checklists:read"))).toEqual([]);
  });

  it("is nothing of what was refused", async () => {
    const issue = await found();
    expect(await send(guest, issue, { state: "closed" }, ISSUE, await fetched(guest, issue))).toMatchObject({
      is: "refused",
    });
    expect((await eventsOf(issue)).map(({ type }) => type)).toEqual(["issue.added"]);
  });
});
