import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import pg from "pg";
import { RouterContextProvider } from "react-router";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { saveBusinessDetails } from "#ground/businesses/public.server.ts";
import { businessOf } from "#ground/businesses/testing/people.ts";
import { openInstallation, type SignedIn, signedIn } from "#ground/businesses/testing/signed-in.ts";
import {
  accountsWithCaptures,
  anyWaiting,
  convertCaptures,
} from "#trade/leads/capture/capture-queue.server.ts";
import { captureForm } from "#trade/leads/capture/post-form.server.ts";
import { shownMark } from "#trade/leads/form/shown-mark.server.ts";
import { saveForm } from "#trade/leads/form/submit.server.ts";
import {
  countQuarantined,
  purgeQuarantined,
  listQuarantined,
  releaseQuarantined,
} from "#trade/leads/spam/quarantine.server.ts";
import * as held from "#trade/leads/spam/quarantine.tsx";
import { eraseLead, personalDataOf } from "#trade/leads/personal-data/personal-data.server.ts";
import * as page from "#trade/leads/page/page.tsx";
import { closePage, openPage } from "#trade/leads/page/pages.server.ts";
import { argsOf, ASKS_ALL, filled, post } from "#trade/leads/testing/forms.ts";
import { sendDueSteps } from "#trade/sequences/sending/send-due.server.ts";
import { listenForLeads } from "#trade/sequences/listeners.server.ts";
import * as dashboard from "#faces/today/dashboard.tsx";
import { installation } from "#platform/config/installation.server.ts";
import { newId } from "#platform/db/ids.ts";
import { now, withAccount } from "#platform/db/scope.server.ts";
import { testClock } from "#platform/db/testing/installation.ts";
import { parseForm } from "#platform/http/request/form.server.ts";
import { deliver } from "#platform/mail/testing/deliver.ts";

// Quarantined submissions wait for the business, which releases or deletes them; the sender sees no
// difference.

const FRIDAY = "2026-11-20T17:00:00Z"; // 10:00 in Denver
const clock = testClock(FRIDAY);
let installed: Awaited<ReturnType<typeof openInstallation>>;
let database: pg.Client;
let owner: SignedIn;
let account: string;
let slug: string;
let pageId: string;

beforeAll(async () => {
  installed = await openInstallation(clock);
  listenForLeads();
  database = new pg.Client(installed.owner);
  await database.connect();
});
afterAll(async () => {
  await database?.end();
  await installed?.drop();
});
beforeEach(async () => {
  clock.set(FRIDAY);
  owner = await signedIn();
  account = await businessOf(owner.person, "Summit Deck");
  const file = await installation().files.put(account, Buffer.from("%PDF-1.7 guide"), "pdf");
  ({ slug, id: pageId } = await withAccount(account, async (ctx) => {
    await saveBusinessDetails(ctx, {
      businessName: "Summit Deck",
      postalAddress: "1 Main St, Denver",
      zone: "America/Denver",
    });
    const offer = {
      kind: "magnet" as const,
      magnetId: newId(),
      title: "9 questions",
      promise: "p",
      file,
      fileName: "guide.pdf",
    };
    const opened = await openPage(ctx, "Summit Deck", offer);
    await saveForm(ctx, opened.id, ASKS_ALL);
    return opened;
  }));
});

const SPAM = { need: "Good site [url=https://pills.test]pills[/url]" };
const inShop = <T>(work: Parameters<typeof withAccount<T>>[1]) => withAccount(account, work);
const count = async (table: string) =>
  Number(
    (
      await database.query<{ count: string }>(`select count(*) from ${table} where account_id = $1`, [
        account,
      ])
    ).rows[0]!.count,
  );
const screen = (path: string, who: SignedIn, fields?: Record<string, string>) => {
  const request = who.request(path, fields ? { method: "POST", body: new URLSearchParams(fields) } : {});
  return {
    request,
    params: {},
    context: new RouterContextProvider(),
    url: new URL(request.url),
    pattern: path,
  } as never;
};
const look = (who = owner) => held.loader(screen("/account/leads/held", who));
const decide = async (what: string, capture: string, email = "dana@client.test", who = owner) => {
  const answer = await held.action(screen("/account/leads/held", who, { do: what, capture, email }));
  return answer instanceof Response ? answer.headers.get("location")?.split("notice=")[1] : answer;
};
/** Sends everything due, and returns the emails to clients. */
async function mailed(): Promise<string[]> {
  expect((await convertCaptures(account)).failed).toEqual([]);
  await sendDueSteps(account);
  await deliver(account);
  return inShop(async (ctx) =>
    (
      await ctx.db.execute<{ recipient: string }>(sql`select recipient from mail_messages order by 1`)
    ).rows.map((row) => row.recipient),
  );
}

describe("what looks like spam", () => {
  it("is thanked like everybody, held with its reasons, and neither a lead nor written to", async () => {
    const answer = await post(slug, filled(SPAM));
    expect([answer.status, await answer.json()]).toEqual([200, { sent: true }]);
    expect(await mailed()).toEqual([]);
    expect([await count("leads_held_back"), await count("leads_captures"), await count("leads")]).toEqual([
      1, 0, 0,
    ]);
    expect(await look()).toMatchObject({
      count: 1,
      mayDecide: true,
      held: [
        {
          name: "Dana Ruiz",
          email: "dana@client.test",
          answers: [{ name: "What they need", text: SPAM.need }],
          reasons: ["The message has code for links in it"],
        },
      ],
    });
    expect(await dashboard.loader(screen("/account/dashboard", owner))).toMatchObject({
      heldBack: 1,
      leads: [],
    });
  });

  it("is held whichever way it comes: a page of ours, plain HTML of another site, JSON", async () => {
    const thanks = expect.stringMatching(`^/p/${slug}\\?thanks=`);
    const body = () => new URLSearchParams(filled({ homepage: "https://pills.test" }));
    expect(await captureForm.take(slug, parseForm(body().toString()), undefined)).toEqual(thanks);
    const screenAnswer = (await page.action(
      argsOf(slug, { method: "POST", body: body() }, undefined, "/p/"),
    )) as Response;
    expect(screenAnswer.headers.get("location")).toEqual(thanks);
    const json = JSON.stringify(filled({ homepage: "x" }));
    const { action } = await import("#trade/leads/form/api.ts");
    const sent = await action(
      argsOf(slug, { method: "POST", body: json, headers: { "Content-Type": "application/json" } }),
    );
    expect(sent.status).toBe(200);
    expect((await look()).held.map(({ reasons }) => reasons)).toEqual(
      Array.from({ length: 3 }, () => ["A field that people can’t see was filled in"]),
    );
  });

  it("costs the keeper nothing: nothing waits, and no account is listed", async () => {
    await post(slug, filled(SPAM));
    expect(await inShop((ctx) => anyWaiting(ctx))).toBe(false);
    expect(await accountsWithCaptures(100)).not.toContain(account);
  });

  it("is held once, though it comes fifty times at once, beside fifty people who are not", async () => {
    const [same, apart] = [
      filled(SPAM),
      Array.from({ length: 50 }, (_, at) => filled({ email: `c${at}@client.test` })),
    ];
    const answers = await Promise.all([
      ...Array.from({ length: 50 }, () => post(slug, same)),
      ...apart.map((one) => post(slug, one)),
    ]);
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(await count("leads_held_back")).toBe(1);
    expect((await mailed()).length).toBe(50);
    expect(await count("leads")).toBe(50);
  });

  it("is not taken on a page that closed, as nothing is, nor by a business that is suspended", async () => {
    await inShop((ctx) => closePage(ctx, pageId));
    expect((await post(slug, filled(SPAM))).status).toBe(404);
    expect(await count("leads_held_back")).toBe(0);
  });

  it("needs more than a quick hand, and a mark of ours to say so", async () => {
    const at = async (shown: string, fields: Record<string, string>, email: string) => {
      await captureForm.take(
        slug,
        parseForm(new URLSearchParams(filled({ ...fields, email, shown })).toString()),
        undefined,
      );
    };
    const mark = shownMark(now());
    clock.advance({ milliseconds: 600 });
    const links = { need: "https://a.test/1 https://a.test/2" };
    await at(mark, {}, "quick@client.test");
    await at(
      mark.replace(/^./, (first) => (first === "z" ? "y" : "z")),
      links,
      "forged@client.test",
    );
    await at("", links, "plain@client.test");
    await at(mark, links, "both@client.test");
    clock.advance({ seconds: 20 });
    await at(mark, links, "slow@client.test");
    clock.advance({ hours: 25 });
    await at(mark, links, "old@client.test");
    expect((await look()).held.map(({ email, reasons }) => [email, reasons.length])).toEqual([
      ["both@client.test", 2],
    ]);
    await post(slug, filled({ ...links, elapsed: "300", email: "embedded@client.test" }));
    await post(slug, filled({ ...links, elapsed: "30000", email: "patient@client.test" }));
    expect((await look()).held.map(({ email }) => email)).toEqual([
      "embedded@client.test",
      "both@client.test",
    ]);
  });

  it("is known by the same words under several addresses from one network, for an hour", async () => {
    const need = `I would like to buy all of your decks ${randomUUID()}`;
    const from = (email: string, address: string) => post(slug, filled({ need, email }), address);
    for (const name of ["a", "b"]) await from(`${name}@client.test`, "192.0.2.10");
    // One from another network, and one from the same network after the hour is over.
    await from("c@client.test", "192.0.2.11");
    expect((await look()).count).toBe(0);
    await from("d@client.test", "192.0.2.10");
    expect((await look()).held.map(({ email, reasons }) => [email, reasons[0]])).toEqual([
      ["d@client.test", "The same message came from several addresses within the hour"],
    ]);
    clock.advance({ minutes: 61 });
    await from("e@client.test", "192.0.2.10");
    expect((await look()).count).toBe(1);
  });
});

describe("its business", () => {
  const hold = async (fields: Record<string, string> = {}) => {
    const form = filled({ ...SPAM, ...fields });
    expect((await post(slug, form)).status).toBe(200);
    return form.submission;
  };

  it("lets a person through, with all that follows as if they had come now", async () => {
    const id = await hold({ phone: "(303) 555-0140" });
    clock.advance({ hours: 50 });
    expect(await decide("release", id)).toBe("released");
    expect([
      await count("leads_held_back"),
      await count("leads"),
      await count("leads_touches"),
      await count("leads_consents"),
    ]).toEqual([0, 1, 1, 1]);
    expect(await mailed()).toEqual(["dana@client.test"]);
    const { rows } = await database.query<{ phone: string; at: Date; came: Date }>(
      "select l.phone, l.created_at as came, t.at from leads l join leads_touches t on t.lead_id = l.id where l.account_id = $1",
      [account],
    );
    expect(
      rows.map(({ phone, at, came }) => [phone, new Date(at).toISOString(), new Date(came).toISOString()]),
    ).toEqual([["+13035550140", "2026-11-22T19:00:00.000Z", "2026-11-22T19:00:00.000Z"]]);
  });

  it("in two windows makes one lead of them, and one mail", async () => {
    const id = await hold();
    const notices = await Promise.all(Array.from({ length: 6 }, () => decide("release", id)));
    expect(notices.filter((notice) => notice === "released")).toHaveLength(1);
    expect(notices.filter((notice) => notice === "gone")).toHaveLength(5);
    expect(await mailed()).toEqual(["dana@client.test"]);
    expect(await decide("delete", id)).toBe("gone");
    expect(await count("leads")).toBe(1);
  });

  it("deletes one, and no other", async () => {
    const [id] = [await hold(), await hold({ email: "sam@client.test" })];
    expect(await decide("delete", id)).toBe("deleted");
    expect((await look()).held.map(({ email }) => email)).toEqual(["sam@client.test"]);
    expect(await decide("release", id)).toBe("gone");
    expect(await mailed()).toEqual([]);
  });

  it("reaches nobody of another business, and nothing by nonsense", async () => {
    const id = await hold();
    const other = await signedIn();
    await businessOf(other.person, "Other Decks");
    for (const what of ["release", "delete"])
      expect(await decide(what, id, "dana@client.test", other)).toBe("gone");
    expect((await look(other)).count).toBe(0);
    for (const nonsense of ["", "x", newId()]) expect(await decide("release", nonsense)).toBe("gone");
    expect(await decide("else", id)).toMatchObject({
      data: { message: "Choose what to do." },
      init: { status: 422 },
    });
    expect((await look()).count).toBe(1);
  });

  it("has thirty days, and then they are gone", async () => {
    const id = await hold();
    // No session lasts that long, so ask in the account directly.
    const counted = () => inShop((ctx) => countQuarantined(ctx));
    const listed = () => inShop((ctx) => listQuarantined(ctx));
    clock.advance({ hours: 24 * 30 - 1 });
    await purgeQuarantined();
    expect([await counted(), (await listed()).length]).toEqual([1, 1]);
    clock.advance({ hours: 1 });
    expect([await counted(), (await listed()).length]).toEqual([0, 0]);
    expect(await inShop((ctx) => releaseQuarantined(ctx, id, "dana@client.test"))).toBe("gone");
    expect(await count("leads_held_back")).toBe(1);
    await purgeQuarantined();
    expect(await count("leads_held_back")).toBe(0);
  });
});

describe("a client who was held back", () => {
  it("sees it among what is held about them, and it goes with everything else", async () => {
    await post(slug, filled({ need: "A deck" }));
    expect(await mailed()).toEqual(["dana@client.test"]);
    await post(slug, filled(SPAM));
    const { rows } = await database.query<{ id: string }>("select id from leads where account_id = $1", [
      account,
    ]);
    const { parts } = await inShop((ctx) => personalDataOf(ctx, rows[0]!.id));
    expect(parts.find(({ heading }) => heading.includes("hasn’t looked at"))?.lines).toMatchObject([
      { Name: "Dana Ruiz", "What they need": SPAM.need },
    ]);
    await inShop((ctx) => eraseLead(ctx, rows[0]!.id));
    expect(await count("leads_held_back")).toBe(0);
  });
});
