import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { publishDeed, marked, visitMarkFor, onEvent } from "#ground/events/public.server.ts";
import { unsubscribeLead } from "#trade/leads/opt-outs.server.ts";
import { captureForm } from "#trade/leads/capture/post-form.server.ts";
import { action as pageAction } from "#trade/leads/page/page.tsx";
import { withMarkedLinks } from "#trade/sequences/message/mark-links.ts";
import { describeActions } from "#faces/today/story/lead-actions.server.ts";
import { newId } from "#platform/db/ids.ts";
import { withAccount } from "#platform/db/scope.server.ts";
import { createTestInstallation, testClock } from "#platform/db/testing/installation.ts";
import type { TestDatabase } from "#platform/db/testing/test-database.ts";
import { parseForm } from "#platform/http/request/form.server.ts";
import { subscribe } from "#app/subscriptions.ts";
import { business } from "../testing/follow-ups.ts";
import { args, beacon, brief, client, open, pressed, slugOf } from "../testing/visitor-of-link.ts";

// What counts as a client's own action: each kind once per visit. For programs see
// checks/followups/scanners.test.ts.

/** Friday, 10:00 in Denver. */
const FRIDAY = "2026-11-20T17:00:00Z";
const clock = testClock(FRIDAY);
let test: TestDatabase;
const told: string[] = [];

beforeAll(async () => {
  test = await createTestInstallation(clock);
  onEvent("lead.did", async (_, { what, about }) => void told.push([what, about].filter(Boolean).join(" ")));
  subscribe();
});
afterAll(() => test.drop());
beforeEach(() => {
  clock.set(FRIDAY);
  told.length = 0;
});

const soon = () => clock.advance({ seconds: 2 });

describe("a person", () => {
  it("who follows the link of a mail clicked it, once per visit, however often it is told", async () => {
    const who = await client();
    const mark = (await open(who.link))!;
    soon();
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, at) => beacon(mark, {}, `203.0.113.${at}`)),
    );
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([204]));
    for (let again = 0; again < 10; again++) await beacon(mark);
    expect(told).toEqual([`clicked ${who.clicked}`]);
    // The open page reports again an hour later; it’s still the same visit.
    clock.advance({ hours: 1 });
    await beacon(mark);
    expect(brief(await who.deeds())).toEqual(["clicked 1"]);
    const another = (await open(who.link))!;
    soon();
    await beacon(another);
    expect(brief(await who.deeds())).toEqual(["clicked 2"]);
  });

  it("who reads the guide without script downloaded it, by the button alone", async () => {
    const who = await client();
    const mark = (await open(who.link))!;
    soon();
    // A browser that sends no Sec-Fetch headers is believed.
    const answer = await pressed(who.link, mark, {});
    expect([answer.status, answer.headers.get("location")]).toEqual([
      303,
      `${new URL(who.link).pathname}/file`,
    ]);
    await expect.poll(who.deeds).toHaveLength(2);
    await pressed(who.link, mark);
    await beacon(mark);
    expect(brief(await who.deeds())).toEqual(["clicked 1", "downloaded 1"]);
    const shown = await withAccount(who.shop.account, async (ctx) =>
      describeActions(ctx, who.lead, { zone: "America/Denver", steps: await who.shop.ledger(who.lead) }),
    );
    expect(shown.map(({ label, title, words, more }) => [label, title, words, more])).toEqual([
      ["Clicked the link", "9 questions", "Fri, Nov 20, 10:00 AM MST", null],
      ["Opened the guide", "9 questions", "Fri, Nov 20, 10:00 AM MST", null],
    ]);
  });

  it("who comes back on a later day of the business came back, once that day", async () => {
    const who = await client();
    const kept = who.link.split("?")[0]!;
    const visit = async () => {
      const mark = (await open(kept))!;
      soon();
      await beacon(mark);
    };
    await visit();
    expect(told).toEqual([]);
    // Saturday in UTC, still Friday in Denver.
    clock.set("2026-11-21T06:30:00Z");
    await visit();
    expect(told).toEqual([]);
    clock.set("2026-11-21T07:30:00Z");
    await visit();
    await visit();
    clock.set("2026-11-21T20:00:00Z");
    await visit();
    expect(told).toEqual(["returned"]);
    clock.set("2026-11-23T17:00:00Z");
    await visit();
    expect(brief(await who.deeds())).toEqual(["returned 2"]);
  });

  it("is known on a personal page by the link alone, of that business alone", async () => {
    const [who, other] = [await client(), await client()];
    const { search } = new URL(who.link);
    const slug = await slugOf(who);
    expect(await open(`http://localhost:3000/p/${slug}`)).toBeUndefined();
    expect(await open(`http://localhost:3000/p/${await slugOf(other)}${search}`)).toBeUndefined();
    const mark = (await open(`http://localhost:3000/p/${slug}${search}`))!;
    soon();
    const fields = { name: "Dana Ruiz", email: "dana@client.test", consent: "yes", here: mark };
    expect(
      await captureForm.take(slug, parseForm(new URLSearchParams(fields).toString()), undefined),
    ).toMatch(`/p/${slug}?thanks=`);
    await expect.poll(() => told).toContain(`clicked ${who.clicked}`);
    const refused = await pageAction(
      args(`http://localhost:3000/p/${slug}`, { method: "POST", body: new URLSearchParams({ here: mark }) }),
    );
    expect((refused as { data: { values: { here: string } } }).data.values.here).toBe(mark);
  });

  it("does not become another by a link that was sent to another", async () => {
    const shop = await business();
    const [who, friend] = [await client(shop), await client(shop)];
    const address = `${friend.link.split("?")[0]!}${new URL(who.link).search}`;
    const mark = (await open(address))!;
    soon();
    await pressed(address, mark);
    await expect.poll(async () => brief(await friend.deeds())).toEqual(["downloaded 1"]);
    expect(await who.deeds()).toEqual([]);
    // A mark from another lead's page doesn't record this document as read.
    told.length = 0;
    const own = (await open(who.link))!;
    soon();
    await pressed(friend.link, own);
    expect(told).toEqual([]);
  });

  it("who asks not to be followed leaves nothing", async () => {
    const who = await client();
    for (const headers of [{ "Sec-GPC": "1" }, { DNT: "1" }] as Record<string, string>[]) {
      expect(await open(who.link, headers)).toBeUndefined();
      const mark = (await open(who.link))!;
      soon();
      expect((await beacon(mark, { headers })).status).toBe(204);
      await pressed(who.link, mark, { ...headers, "Sec-Fetch-Mode": "navigate", "Sec-Fetch-User": "?1" });
    }
    expect(told).toEqual([]);
  });

  it("who unsubscribed, or is gone, leaves nothing", async () => {
    const [who, gone] = [await client(), await client()];
    const marks = [(await open(who.link))!, (await open(gone.link))!];
    await withAccount(who.shop.account, (ctx) => unsubscribeLead(ctx, who.lead));
    await withAccount(gone.shop.account, (ctx) =>
      ctx.db.execute(sql`delete from leads where id = ${gone.lead}`),
    );
    soon();
    for (const mark of marks) expect((await beacon(mark)).status).toBe(204);
    expect(told).toEqual([]);
    expect([...(await who.deeds()), ...(await gone.deeds())]).toEqual([]);
  });
});

it("another feature tells of its own kind by the same door", async () => {
  const who = await client();
  const estimate = newId();
  const seen = () =>
    withAccount(who.shop.account, (ctx) =>
      publishDeed(ctx, { personId: who.lead, what: "estimate.viewed", about: estimate }),
    );
  await seen();
  await seen();
  expect(told).toEqual([`estimate.viewed ${estimate}`]);
  clock.advance({ minutes: 31 });
  await seen();
  expect(brief(await who.deeds())).toEqual(["estimate.viewed 2"]);
  const mark = await withAccount(who.shop.account, async (ctx) =>
    visitMarkFor(ctx, new Request("http://localhost:3000/s/x"), who.lead, {
      what: "estimate.viewed",
      about: "other",
    }),
  );
  soon();
  await beacon(mark!);
  expect(told.at(-1)).toBe("estimate.viewed other");
});

it("only links to our own pages for clients are marked", async () => {
  const mark = (address: string) => `${address}!`;
  const of = (text: string) =>
    withMarkedLinks({ paragraphs: [text], signature: [text] }, "https://us.test", mark);
  const same = [
    "https://elsewhere.test/s/abc",
    "https://us.test/",
    "https://us.test/u/abc",
    "https://us.test/s/abc/file",
    "us.test/p/x",
    "http://us.test/p/x",
  ];
  for (const text of same) expect(of(text)).toEqual({ paragraphs: [text], signature: [text] });
  expect(of("See https://us.test/p/summit?utm_source=mail, or (https://us.test/s/abc).").paragraphs).toEqual([
    "See https://us.test/p/summit?utm_source=mail!, or (https://us.test/s/abc!).",
  ]);
  expect(
    withMarkedLinks(
      { paragraphs: [], action: { label: "x", url: "https://us.test/s/abc" } },
      "https://us.test",
      mark,
    ).action?.url,
  ).toBe("https://us.test/s/abc!");
  await withAccount(newId(), async (ctx) => {
    const url = new URL(
      marked(ctx, "https://us.test/p/x?utm_source=a#top", { personId: newId(), aboutId: newId(), part: 1 }),
    );
    expect([url.searchParams.get("utm_source"), url.hash, url.pathname]).toEqual(["a", "#top", "/p/x"]);
  });
});
