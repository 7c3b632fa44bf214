import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { newLocalId } from "#ground/sync/store/ids.ts";
import { TERMS, termsId } from "#tools/changes/rules/terms.ts";
import type { Scope } from "#platform/api/endpoint.ts";
import { ask as askPlainly, keyFor } from "../testing/api.ts";
import { askByDocument as ask } from "../testing/api-document.ts";
import { act, changed, costLine, handedOver, reply } from "../testing/change-orders.ts";
import { fetched, job, nextJob, send, shop, startShop, stopShop } from "../testing/estimates.ts";

// Changes as other programs read and hear of them, against the real database. Every answer is checked
// against the document.

let key: string;
const keyWith = (...scopes: Scope[]) =>
  keyFor({ account: shop.account, owner: shop.who }, scopes.length > 0 ? scopes : undefined);

beforeAll(async () => {
  await startShop();
  key = await keyWith();
});
afterAll(stopShop);
beforeEach(nextJob);

const get = async (id: string, by = key) => (await ask(by, `/changes/${id}`)).body;

/** Types and data of the events of a change, oldest first. */
async function eventsOf(id: string, by = key) {
  const all: { type: string; data: Record<string, unknown> }[] = [];
  for (let cursor = "", more = true; more;) {
    const { body } = await ask(by, `/events?limit=100${cursor && `&cursor=${cursor}`}`);
    all.push(...(body.data as typeof all));
    ({ next: cursor, more } = body as { next: string; more: boolean });
  }
  return all.filter(({ data }) => data["changeId"] === id);
}

describe("changes for other programs", () => {
  it("are what the office sees: costs, markup, notice, revisions and answers", async () => {
    const terms = { "markup.labor": 10_000, taxes: [{ name: "Sales tax", rate: 8250 }], noticeDays: 7 };
    await send(shop, termsId(job), terms, TERMS);
    const { record, lineId } = await changed({
      ...{ reason: "hidden", where: "Kitchen", askedBy: "Dana Hale", knownAt: "2026-11-27T12:00:00Z" },
      ...{ directed: { by: "Dana Hale", at: "2026-11-27T14:10", where: "" }, days: 3 },
      "lines.01990000-0000-7000-8000-0000000000aa": costLine({
        ...{ place: 2, category: "material", text: "Tile", cents: -5_000, quantity: 2500, unit: "sq ft" },
        isTaxable: true,
      }),
    });
    expect(await get(record)).toMatchObject({
      ...{ id: record, jobId: job, number: "PCO-001", version: 0, state: "draft", amountCents: null },
      ...{ reason: "hidden", where: "Kitchen", askedBy: "Dana Hale", currency: "USD", days: 3 },
      directed: { by: "Dana Hale", at: "2026-11-27T14:10", where: "" },
      ...{ knownAt: "2026-11-27T12:00:00Z", noticeBy: "2026-12-04", hasUnsentChanges: true },
      lines: [
        { id: lineId, unitCents: 90_000, costCents: 90_000, markupCents: 9_000, cents: 99_000 },
        { category: "material", quantity: "2.5", unit: "sq ft", costCents: -12_500, cents: -12_500 },
      ],
      totals: {
        subtotalCents: 86_500,
        taxes: [{ name: "Sales tax", percent: "8.25", cents: -1_031 }],
        ...{ totalCents: 85_469, allowanceCents: 0, amountCents: 85_469 },
      },
      ...{ writtenCents: 85_469, versions: [], answers: [], problems: [] },
    });
    const { token } = await handedOver(record);
    await reply(token, "decline");
    const declined = await get(record);
    expect(declined).toMatchObject({
      ...{ number: "COR-001", version: 1, state: "declined", amountCents: 85_469, hasUnsentChanges: false },
      versions: [{ version: 1, amountCents: 85_469, days: 3 }],
      answers: [{ version: 1, answer: "declined", name: "Dana Ruiz", words: "Too much" }],
    });
  });

  it("are listed in pages, by job, state and day", async () => {
    const ids = [];
    for (let at = 0; at < 5; at++) ids.push((await changed({ title: `Extra ${at}` })).record);
    await handedOver(ids[1]!);
    const seen: string[] = [];
    for (let cursor = "", more = true; more;) {
      const { body } = await ask(key, `/changes?jobId=${job}&limit=2${cursor && `&cursor=${cursor}`}`);
      expect(body.data.length).toBeLessThanOrEqual(2);
      seen.push(...(body.data as { id: string }[]).map(({ id }) => id));
      cursor = (body.next as string | null) ?? "";
      more = cursor !== "";
    }
    expect(seen.toSorted()).toEqual(ids.toSorted());
    const { data } = (await ask(key, `/changes?jobId=${job}&state=sent`)).body;
    expect(data).toMatchObject([{ id: ids[1], title: "Extra 1", number: "COR-001" }]);
    expect((await ask(key, `/changes?jobId=${job}&to=2020-01-01`)).body.data).toEqual([]);
    expect((await ask(key, "/changes?from=2026-12-31&to=2026-01-01")).status).toBe(422);
    expect((await ask(key, "/changes?state=won")).status).toBe(422);
  });

  it("are gone with their job, and for keys without the scope", async () => {
    const { record } = await changed();
    for (const nothing of ["not-an-id", newLocalId(), job])
      expect((await ask(key, `/changes/${nothing}`)).status).toBe(404);
    const blind = await keyWith("jobs:read", "estimates:read");
    expect((await ask(blind, "/changes")).status).toBe(403);
    expect((await ask(blind, `/changes/${record}`)).status).toBe(403);
    // Nothing is written through the API.
    expect((await askPlainly(key, `/changes/${record}`, { method: "PATCH", body: {} })).status).toBe(405);
    expect((await askPlainly(key, "/changes", { body: { jobId: job } })).status).toBe(405);
    await send(shop, job, { removed: true }, "jobs.job", await fetched(shop, job));
    expect((await ask(key, `/changes/${record}`)).status).toBe(404);
    expect((await ask(key, `/changes?jobId=${job}`)).body.data).toEqual([]);
  });
});

describe("what webhooks hear of a change", () => {
  it("is each change of state, once", async () => {
    const { record } = await changed({ days: 2 });
    const { token } = await handedOver(record);
    await reply(token, "approve");
    await reply(token, "approve");
    await act(record, { intent: "void", reason: "Not needed after all" });
    await act(record, { intent: "void", reason: "Again" });
    const events = await eventsOf(record);
    expect(events.map(({ type, data }) => [type, data["number"]])).toEqual([
      ["change.sent", "COR-001"],
      ["change.viewed", "COR-001"],
      ["change.approved", "CO-001"],
      ["change.voided", "CO-001"],
    ]);
    for (const { data } of events)
      expect(data).toMatchObject({
        ...{ changeId: record, jobId: job, version: 1, amountCents: 90_000, days: 2, currency: "USD" },
      });
    const { answers } = await get(record);
    expect(events[2]!.data["recipientId"]).toBe(answers[0].recipientId);
    expect(events[3]!.data).not.toHaveProperty("recipientId");
    expect(JSON.stringify(events)).not.toMatch(/Dana|needed/);
    expect(await eventsOf(record, await keyWith("events:read", "estimates:read"))).toEqual([]);
  });

  it("is a no, and nothing for a reply that was refused", async () => {
    const { record } = await changed();
    const { token } = await handedOver(record);
    await reply(token, "decline");
    await act(record, { intent: "withdraw" });
    expect((await eventsOf(record)).map(({ type }) => type)).toEqual([
      "change.sent",
      "change.viewed",
      "change.declined",
    ]);
  });
});
