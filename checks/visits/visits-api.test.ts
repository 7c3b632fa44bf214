import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { subscribe } from "#app/subscriptions.ts";
import { getBusiness } from "#ground/businesses/public.server.ts";
import { deliver as deliverNothing } from "#platform/mail/testing/deliver.ts";
import { sendDueSteps } from "#trade/sequences/sending/send-due.server.ts";
import { ensurePlay, playsOf } from "#trade/sequences/public.server.ts";
import { voiceOf } from "#trade/magnets/public.server.ts";
import { missVisit, noteOver } from "#trade/visits/after.server.ts";
import { defaultSettings } from "#trade/visits/rules.ts";
import { saveSettings, visitSettings } from "#trade/visits/settings.server.ts";
import { bookVisit, cancelVisit, moveVisit } from "#trade/visits/visits.server.ts";
import { newId } from "#platform/db/ids.ts";
import { type AccountContext, withAccount } from "#platform/db/scope.server.ts";
import { createTestInstallation, testClock } from "#platform/db/testing/installation.ts";
import type { TestDatabase } from "#platform/db/testing/test-database.ts";
import { keyFor } from "../testing/api.ts";
import { askByDocument as ask } from "../testing/api-document.ts";
import { openBusiness } from "../testing/business.ts";

// Visits as other programs read and hear of them, and the ready-made follow-ups that start after them.

const FRIDAY = "2026-11-20T17:00:00Z";
/** Monday, 9 AM in Denver. */
const NINE = Temporal.Instant.from("2026-11-23T16:00:00Z");
const TEN_THIRTY = Temporal.Instant.from("2026-11-23T17:30:00Z");
const clock = testClock(FRIDAY);
let test: TestDatabase;
let shop: Awaited<ReturnType<typeof openBusiness>>;
let key: string;

beforeAll(async () => {
  test = await createTestInstallation(clock);
  subscribe();
});
afterAll(() => test.drop());
beforeEach(async () => {
  clock.set(FRIDAY);
  shop = await openBusiness();
  await inside((ctx) => saveSettings(ctx, { ...defaultSettings(null), isOpen: true }));
  key = await keyFor(shop);
});

const inside = <T>(work: (ctx: AccountContext) => Promise<T>) => withAccount(shop.account, work);

/** Books a visit of a new client. */
const book = (at: Temporal.Instant, email = `${newId()}@client.test`) =>
  inside(async (ctx) =>
    bookVisit(ctx, await visitSettings(ctx), await getBusiness(ctx), {
      ...{ id: newId(), at, place: "theirs", name: "Maria Lopez", email, phone: "+13035550142" },
      ...{ address: "12 Elm St", note: null, zone: "America/Denver", texts: false },
      ...{ wording: "w", source: "/visits/x", leadId: null },
    }),
  );
const eventsOf = async (scopes?: Parameters<typeof keyFor>[1]) => {
  const { body } = await ask(scopes ? await keyFor(shop, scopes) : key, "/events");
  return (body.data as { type: string; data: object }[]).filter(({ type }) => type.startsWith("visit."));
};

describe("/api/v1/visits", () => {
  it("lists visits in their order, by time, state and lead, page by page", async () => {
    const late = await book(TEN_THIRTY);
    const early = await book(NINE);
    const all = await ask(key, "/visits");
    expect(all.body.data).toMatchObject([
      { id: early.id, startsAt: "2026-11-23T16:00:00Z", state: "booked", address: "12 Elm St" },
      { id: late.id, leadId: late.leadId, name: "Maria Lopez", phone: "+13035550142" },
    ]);
    const ids = async (search: string) =>
      ((await ask(key, `/visits?${search}`)).body.data as { id: string }[]).map(({ id }) => id);
    expect(await ids("from=2026-11-23T17:00:00Z")).toEqual([late.id]);
    expect(await ids("until=2026-11-23T17:00:00Z")).toEqual([early.id]);
    expect(await ids(`leadId=${late.leadId}`)).toEqual([late.id]);
    const first = await ask(key, "/visits?limit=1");
    expect(await ids(`limit=1&cursor=${first.body.next as string}`)).toEqual([late.id]);
    await inside(async (ctx) => cancelVisit(ctx, await getBusiness(ctx), { id: early.id, by: "business" }));
    expect(await ids("state=canceled")).toEqual([early.id]);
    expect((await ask(key, `/visits/${early.id}`)).body).toMatchObject({ state: "canceled" });
  });

  it("shows no visit to another business, nor to a key without the right", async () => {
    const visit = await book(NINE);
    const other = await openBusiness();
    const theirs = await keyFor(other);
    expect((await ask(theirs, "/visits")).body.data).toEqual([]);
    expect((await ask(theirs, `/visits/${visit.id}`)).status).toBe(404);
    expect((await ask(key, "/visits/nonsense")).status).toBe(404);
    expect((await ask(await keyFor(shop, ["leads:read"]), "/visits")).status).toBe(403);
    expect((await ask(key, "/visits?state=gone")).status).toBe(422);
  });
});

describe("webhooks", () => {
  it("hear that a visit was booked, moved and canceled, each once", async () => {
    const visit = await book(NINE);
    await inside(async (ctx) => {
      const [settings, business] = [await visitSettings(ctx), await getBusiness(ctx)];
      const move = { id: visit.id, at: TEN_THIRTY, by: "client" } as const;
      await moveVisit(ctx, settings, business, move);
      await moveVisit(ctx, settings, business, move);
    });
    for (let twice = 0; twice < 2; twice++)
      await inside(async (ctx) => cancelVisit(ctx, await getBusiness(ctx), { id: visit.id, by: "business" }));
    const of = { visitId: visit.id, leadId: visit.leadId };
    expect(await eventsOf()).toMatchObject([
      { type: "visit.booked", data: { ...of, by: "client", startsAt: "2026-11-23T16:00:00Z" } },
      { type: "visit.moved", data: { ...of, by: "client", startsAt: "2026-11-23T17:30:00Z" } },
      { type: "visit.canceled", data: { ...of, by: "business", startsAt: "2026-11-23T17:30:00Z" } },
    ]);
    expect(await eventsOf(["events:read", "leads:read"])).toEqual([]);
  });
});

describe("ready-made follow-ups", () => {
  /** What went out since, by subject. */
  const followUps = () =>
    inside(async (ctx) => {
      const { rows } = await ctx.db.execute<{ subject: string }>(
        "select subject from mail_messages where kind = 'followup' order by id",
      );
      return rows.map(({ subject }) => subject);
    });
  const use = (id: string) =>
    inside(async (ctx) =>
      ensurePlay(
        ctx,
        (await playsOf(ctx)).find((play) => play.id === id)!,
        await voiceOf(ctx),
      ),
    );
  const later = async (at: string) => {
    clock.set(at);
    await sendDueSteps(shop.account);
    await deliverNothing(shop.account);
  };

  it("start by themselves after a missed visit, once accepted, and lead back to the free times", async () => {
    const before = await book(NINE);
    await use("visit-missed");
    const visit = await book(TEN_THIRTY);
    clock.set("2026-11-23T18:00:00Z");
    await inside((ctx) => missVisit(ctx, visit.id));
    await inside((ctx) => noteOver(ctx));
    for (let hours = 1; hours < 72; hours += 3) await later(NINE.add({ hours }).toString());
    const subjects = await followUps();
    expect(subjects).toContain("Let's find another time");
    const { rows } = await inside((ctx) =>
      ctx.db.execute<{ text: string; about_id: string }>(
        "select text, about_id from mail_messages where kind = 'followup' and subject = 'Let''s find another time'",
      ),
    );
    expect(rows.map(({ about_id }) => about_id)).toEqual([visit.leadId]);
    expect(rows[0]!.text).toMatch(/http:\/\/localhost:3000\/visits\//);
    expect(before.leadId).not.toBe(visit.leadId);
  });

  it("start by themselves when a visit is over", async () => {
    await use("visit-over");
    await book(NINE);
    clock.set("2026-11-23T20:30:00Z");
    await inside((ctx) => noteOver(ctx));
    await later("2026-11-24T18:00:00Z");
    expect(await followUps()).toContain("Anything we didn't get to?");
  });

  it("start nothing that wasn't accepted", async () => {
    const visit = await book(NINE);
    clock.set("2026-11-23T18:00:00Z");
    await inside((ctx) => missVisit(ctx, visit.id));
    await later("2026-11-26T18:00:00Z");
    expect(await followUps()).toEqual([]);
  });
});
