// Long because a delivery is judged by all that may go wrong on its way.
import { createHmac } from "node:crypto";
import { createServer, type IncomingMessage, type Server } from "node:http";
import { createServer as createSecureServer } from "node:https";
import type { AddressInfo } from "node:net";
import { getCACertificates, setDefaultCACertificates } from "node:tls";
import { sql } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { dueWebhooks, sendNext } from "#faces/api/webhooks/deliveries.server.ts";
import { listenForWebhooks } from "#faces/api/events.server.ts";
import { deliverySoon, startDeliveries } from "#faces/api/webhooks/sender.server.ts";
import { forgetTask } from "#faces/api/tasks.server.ts";
import { suspendAccount } from "#ground/businesses/public.server.ts";
import { publish } from "#ground/events/public.server.ts";
import { recordReply, undoableMerges } from "#trade/leads/public.server.ts";
import { mergePeople, undoMerge } from "#trade/leads/people/merge.server.ts";
import { listenForLeads } from "#trade/sequences/listeners.server.ts";
import { newId } from "#platform/db/ids.ts";
import { now, withAccount, withSystem } from "#platform/db/scope.server.ts";
import { createTestInstallation, testClock } from "#platform/db/testing/installation.ts";
import type { TestDatabase } from "#platform/db/testing/test-database.ts";
import { createLog } from "#platform/log/log.server.ts";
import { CERTIFICATE } from "#platform/mail/testing/certificate.ts";
import { type Resolved, resolveOutside, useOutside } from "#platform/outside/outside.server.ts";
import { ask, keyFor } from "../testing/api.ts";
import { openBusiness } from "../testing/business.ts";
import { deliverDue } from "#ground/notifications/deliver.server.ts";
import { defineNotificationKinds } from "#app/notification-kinds.ts";

const FRIDAY = "2026-11-20T17:00:00Z";
const clock = testClock(FRIDAY);
const reach = (mayReachPrivate: boolean) => useOutside({ mayReachPrivate, twilioUrl: "", dnsServers: [] });

interface Taken {
  readonly headers: IncomingMessage["headers"];
  readonly path: string;
  readonly body: string;
  readonly json: { id: string; type: string; data: { leadId: string; lead: { email: string } | null } };
}

let test: TestDatabase;
let shop: Awaited<ReturnType<typeof openBusiness>>;
let key: string;
let receiver: Server;
let port: number;
let taken: Taken[];
let answer: { status: number; body?: string; headers?: Record<string, string>; hang?: boolean };

beforeAll(async () => {
  test = await createTestInstallation(clock);
  listenForLeads();
  listenForWebhooks();
  defineNotificationKinds();
  receiver = createServer((request, response) => {
    const pieces: Buffer[] = [];
    request.on("data", (piece: Buffer) => pieces.push(piece));
    request.on("end", () => {
      const body = Buffer.concat(pieces).toString();
      taken.push({ headers: request.headers, path: request.url ?? "", body, json: JSON.parse(body) });
      if (!answer.hang) response.writeHead(answer.status, answer.headers).end(answer.body ?? "");
    });
  });
  await new Promise<void>((listening) => receiver.listen(0, "127.0.0.1", listening));
  port = (receiver.address() as AddressInfo).port;
});
afterAll(async () => {
  receiver.closeAllConnections();
  receiver.close();
  await test.drop();
});
beforeEach(async () => {
  clock.set(FRIDAY);
  reach(true);
  taken = [];
  answer = { status: 200, body: "thanks" };
  shop = await openBusiness();
  key = await keyFor(shop);
});
afterEach(() => reach(false));

const ALL = [
  "lead.captured",
  "lead.replied",
  "lead.unsubscribed",
  "lead.bounced",
  "lead.complained",
  "lead.booked",
  "lead.ended",
  "lead.did",
];

async function webhook(events = ALL, url = `http://127.0.0.1:${port}/hook?a=1`) {
  const { status, body } = await ask(key, "/webhooks", { body: { url, events } });
  expect(status, JSON.stringify(body)).toBe(201);
  return { id: body.id as string, secret: body.secret as string };
}
/** Sends due deliveries until there are none, as the worker does. */
async function deliver(resolve?: (host: string) => Promise<Resolved>) {
  for (;;) {
    const due = (await dueWebhooks(100)).filter(({ accountId }) => accountId === shop.account);
    if (!due.length) return;
    for (const one of due) await sendNext(one, resolve);
  }
}
const log = async (id: string) =>
  (await ask(key, `/webhooks/${id}/deliveries`)).body.data as Record<string, unknown>[];
const stateOf = async (id: string) => (await ask(key, `/webhooks/${id}`)).body.state as string;

/** Verifies a signature as a receiver would, without our code. */
function isFromUs({ headers, body }: Taken, secret: string): boolean {
  const [, t] = /t=(\d+)/.exec(String(headers["plumbline-signature"]))!;
  const expected = createHmac("sha256", secret).update(`${t}.${body}`).digest("hex");
  return (
    String(headers["plumbline-signature"]).split(",").includes(`v1=${expected}`) &&
    Number(t) === Math.floor(clock.now().epochMilliseconds / 1000)
  );
}

describe("two leads that are one person", () => {
  it("are told by both ids, when they’re merged and when that is undone", async () => {
    await webhook(["person.merged", "person.unmerged"]);
    const [kept, gone] = [
      await shop.captured("dana@client.test"),
      await shop.captured("dana@work.test", "Dana R."),
    ];
    const choice = { name: "kept", email: "kept", phone: "kept", value: "kept" } as const;
    await withAccount(shop.account, (ctx) => mergePeople(ctx, kept, gone, choice));
    expect((await ask(key, `/leads/${gone}`)).body.id).toBe(kept);
    await withAccount(shop.account, async (ctx) => {
      const [merge] = await undoableMerges(ctx, kept);
      await undoMerge(ctx, kept, merge!.id);
    });
    expect((await ask(key, `/leads/${gone}`)).body.id).toBe(gone);
    await deliver();
    const told = taken.map(({ json }) => ({ type: json.type, ...json.data, lead: json.data.lead?.email }));
    expect(told.toSorted((one, other) => one.type.localeCompare(other.type))).toEqual(
      ["person.merged", "person.unmerged"].map((type) => ({
        type,
        leadId: kept,
        otherLeadId: gone,
        lead: "dana@client.test",
      })),
    );
    const listed = (await ask(key, "/events?type=person.merged")).body.data as unknown[];
    expect(listed).toMatchObject([{ type: "person.merged", data: { otherLeadId: gone } }]);
  });
});

describe("what happens to a lead", () => {
  it("is told to whoever asked for it, signed, with the lead as it is, and in order", async () => {
    const { id, secret } = await webhook();
    const replies = await webhook(["lead.replied"]);
    const lead = await shop.captured("dana@client.test");
    await withAccount(shop.account, async (ctx) => {
      await recordReply(ctx, lead, { via: "owner" });
      await publish(ctx, { type: "lead.booked", leadId: lead });
      await publish(ctx, { type: "lead.ended", leadId: lead, outcome: "won" });
      await publish(ctx, { type: "lead.did", leadId: lead, what: "opened", about: "guide" });
      await publish(ctx, { type: "lead.bounced", leadId: lead });
      await publish(ctx, { type: "lead.complained", leadId: lead });
    });
    await ask(key, `/leads/${lead}/unsubscribe`, { method: "POST" });
    await deliver();
    const mine = taken.filter((one) => isFromUs(one, secret));
    expect(mine.map(({ json }) => json.type).toSorted()).toEqual(ALL.toSorted());
    expect(mine.every(({ json }) => json.data.lead?.email === "dana@client.test")).toBe(true);
    expect(mine.find(({ json }) => json.type === "lead.ended")!.json.data).toMatchObject({
      leadId: lead,
      outcome: "won",
    });
    expect(mine[0]!.path).toBe("/hook?a=1");
    expect(mine[0]!.headers).toMatchObject({
      host: `127.0.0.1:${port}`,
      "content-type": "application/json",
      "plumbline-event": mine[0]!.json.type,
    });
    expect(taken.filter((one) => isFromUs(one, replies.secret)).map(({ json }) => json.type)).toEqual([
      "lead.replied",
    ]);
    expect(await log(id)).toHaveLength(8);
    expect((await log(id))[0]).toMatchObject({
      state: "delivered",
      status: 200,
      answer: "thanks",
      attempts: 1,
      problem: null,
    });
  });

  it("is told only to a key that may read leads itself: when it asks, when it changes, and when it is sent", async () => {
    const url = `http://127.0.0.1:${port}/hook`;
    const blind = await keyFor(shop, ["webhooks:write"]);
    for (const event of ALL) {
      const refused = await ask(blind, "/webhooks", { body: { url, events: [event] } });
      expect([refused.status, refused.headers.get("www-authenticate")], event).toEqual([
        403,
        expect.stringContaining('scope="leads:read"'),
      ]);
    }
    // Such a key can't change the address or events of another key's webhook, switch it on or resend its
    // deliveries; it may switch it off.
    const { id } = await webhook(["lead.replied"]);
    const lead = await shop.captured("dana@client.test");
    await withAccount(shop.account, (ctx) => recordReply(ctx, lead, { via: "owner" }));
    await deliver();
    const [sent] = await log(id);
    for (const body of [{ url: `${url}/mine` }, { events: ["lead.booked"] }, { on: true }])
      expect(
        (await ask(blind, `/webhooks/${id}`, { method: "PATCH", body })).status,
        JSON.stringify(body),
      ).toBe(403);
    expect(
      (await ask(blind, `/webhooks/${id}/deliveries/${String(sent!["id"])}/again`, { method: "POST" }))
        .status,
    ).toBe(403);
    expect((await ask(blind, `/webhooks/${id}`, { method: "PATCH", body: { on: false } })).status).toBe(200);
    expect(taken).toHaveLength(1);
  });

  it("is told to a key's webhook as long as the key works and may read leads", async () => {
    for (const change of [
      sql`revoked_at = now()`,
      sql`scopes = '["webhooks:write"]'::jsonb`,
      sql`made_by = null`,
    ]) {
      const maker = await keyFor(shop, ["webhooks:write", "leads:read"]);
      const { body } = await ask(maker, "/webhooks", {
        body: { url: `http://127.0.0.1:${port}/${newId()}`, events: ["lead.replied"] },
      });
      const { id: keyId } = (await ask(maker, "/key")).body as { id: string };
      await withAccount(shop.account, (ctx) =>
        ctx.db.execute(sql`update api_keys set ${change} where id = ${keyId}`),
      );
      const lead = await shop.captured(`${newId()}@client.test`);
      await withAccount(shop.account, (ctx) => recordReply(ctx, lead, { via: "owner" }));
      await deliver();
      expect(taken).toEqual([]);
      expect(await stateOf(body.id as string)).toBe("off");
    }
  });

  it("is listed without the lead for a key that may not read leads", async () => {
    const lead = await shop.captured("dana@client.test");
    await withAccount(shop.account, (ctx) => recordReply(ctx, lead, { via: "owner" }));
    const blind = await ask(await keyFor(shop, ["events:read"]), "/events?type=lead.replied");
    expect(blind.body.data).toMatchObject([{ type: "lead.replied", data: { leadId: lead, lead: null } }]);
    const both = await ask(await keyFor(shop, ["events:read", "leads:read"]), "/events?type=lead.replied");
    expect(both.body.data).toMatchObject([{ data: { lead: { email: "dana@client.test" } } }]);
  });

  it("is not told when it did not happen: the transaction was taken back", async () => {
    await webhook();
    const lead = await shop.captured("dana@client.test");
    await deliver();
    const before = taken.length;
    await expect(
      withAccount(shop.account, async (ctx) => {
        await recordReply(ctx, lead, { via: "owner" });
        throw new Error("no");
      }),
    ).rejects.toThrow("no");
    await deliver();
    expect(taken).toHaveLength(before);
  });

  it("waits while the business is suspended", async () => {
    const { id } = await webhook();
    await shop.captured("dana@client.test");
    await withAccount(shop.account, (ctx) => suspendAccount(ctx, "test"));
    expect((await dueWebhooks(100)).filter(({ webhookId }) => webhookId === id)).toEqual([]);
    expect(await sendNext({ accountId: shop.account, webhookId: id })).toBe("none");
  });

  it("goes out by itself, one after the other to each and to others meanwhile, and the worker stops when told", async () => {
    const { id } = await webhook();
    for (let one = 0; one < 5; one++) await shop.captured(`${one}@client.test`);
    const started = startDeliveries({ log: createLog("error") }, { dueWebhooks, sendNext });
    deliverySoon();
    await expect.poll(() => taken.length, { timeout: 10_000 }).toBe(5);
    await started.stop();
    expect(new Set(taken.map(({ json }) => json.data.leadId)).size).toBe(5);
    expect((await log(id)).every(({ state }) => state === "delivered")).toBe(true);
  });
});

describe("a webhook that does not take it", () => {
  it("is tried again, ever later, for three days; then it is switched off and its owner hears of it", async () => {
    const { id } = await webhook();
    answer = { status: 500, body: "x".repeat(5000) };
    await shop.captured("dana@client.test");
    const tries: string[] = [];
    for (let minute = 0; minute <= 73 * 60; minute++) {
      const before = taken.length;
      await deliver();
      if (taken.length > before)
        tries.push(
          clock.now().since(Temporal.Instant.from(FRIDAY)).round({ largestUnit: "hours" }).toString(),
        );
      const [{ dueAt } = {}] = (await log(id)) as { dueAt?: string | null }[];
      if (!dueAt) break;
      clock.set(dueAt);
    }
    expect(tries).toEqual([
      "PT0S",
      "PT10S",
      "PT1M10S",
      "PT6M10S",
      "PT36M10S",
      "PT2H36M10S",
      "PT8H36M10S",
      "PT20H36M10S",
      "PT32H36M10S",
      "PT44H36M10S",
      "PT56H36M10S",
      "PT68H36M10S",
      "PT72H",
    ]);
    expect(new Set(taken.map(({ json }) => json.id)).size).toBe(1);
    expect(new Set(taken.map(({ headers }) => headers["plumbline-delivery"])).size).toBe(1);
    expect((await log(id))[0]).toMatchObject({
      state: "failed",
      status: 500,
      answer: "x".repeat(1024),
      problem: "It returned 500.",
      attempts: 13,
    });
    expect(await stateOf(id)).toBe("failing");
    await deliverDue(shop.account);
    const mails = await withSystem((ctx) =>
      ctx.db.execute<{ subject: string; text: string }>(
        sql`select subject, text from mail_messages where recipient = ${shop.owner.email}`,
      ),
    );
    expect(mails.rows.map(({ subject }) => subject)).toEqual(["We turned off a webhook for Summit Deck"]);
    expect(mails.rows[0]!.text).toContain(`/account/settings/api/webhooks/${id}`);
    // Events during that time aren't sent, but can be read.
    await shop.captured("fay@client.test");
    expect(await log(id)).toHaveLength(1);
    expect((await ask(key, "/events")).body.data).toHaveLength(2);
    answer = { status: 204 };
    await ask(key, `/webhooks/${id}`, { method: "PATCH", body: { on: true } });
    const before = taken.length;
    const again = await ask(key, `/webhooks/${id}/deliveries/${String((await log(id))[0]!["id"])}/again`, {
      method: "POST",
    });
    await deliver();
    expect(taken).toHaveLength(before + 1);
    expect(taken.at(-1)!.json.id).toBe(taken[0]!.json.id);
    expect(taken.at(-1)!.headers["plumbline-delivery"]).toBe(again.body.deliveryId);
  });

  it("stays on where it took others meanwhile: then it is that one event", async () => {
    const { id } = await webhook();
    answer = { status: 422 };
    await shop.captured("dana@client.test");
    await deliver();
    clock.advance({ hours: 73 });
    answer = { status: 200 };
    await ask(key, `/webhooks/${id}/test`, { method: "POST" });
    // The oldest delivery is tried first, and is given up.
    answer = { status: 422 };
    const [due] = (await dueWebhooks(100)).filter(({ webhookId }) => webhookId === id);
    await withAccount(shop.account, (ctx) =>
      ctx.db.execute(
        sql`update api_deliveries set due_at = ${clock.now().add({ seconds: 1 }).toString()} where webhook_id = ${id} and attempts > 0`,
      ),
    );
    answer = { status: 200 };
    expect(await sendNext(due!)).toBe("delivered");
    clock.advance({ seconds: 2 });
    answer = { status: 422 };
    expect(await sendNext(due!)).toBe("failed");
    expect(await stateOf(id)).toBe("on");
    expect((await log(id)).map(({ state }) => String(state)).toSorted()).toEqual(["delivered", "failed"]);
  });

  it("is sent again after the process that was sending died, with the same delivery id", async () => {
    const { id } = await webhook();
    await shop.captured("dana@client.test");
    // The state left by a process that died during an attempt.
    await withAccount(shop.account, (ctx) =>
      ctx.db.execute(
        sql`update api_deliveries set attempts = 1, first_tried_at = ${FRIDAY}, due_at = ${now().add({ minutes: 2 }).toString()}`,
      ),
    );
    await deliver();
    expect(taken).toHaveLength(0);
    clock.advance({ minutes: 2 });
    await deliver();
    expect(taken).toHaveLength(1);
    expect((await log(id))[0]).toMatchObject({ state: "delivered", attempts: 2 });
  });

  it("holds nobody up for longer than 10 seconds, and is not followed elsewhere", async () => {
    const { id } = await webhook();
    await shop.captured("dana@client.test");
    answer = { status: 302, headers: { Location: "http://169.254.169.254/latest/meta-data" } };
    await deliver();
    expect((await log(id))[0]).toMatchObject({
      state: "waiting",
      status: 302,
      problem: "It redirects, and we don’t follow redirects.",
    });
    expect(taken).toHaveLength(1);
    answer = { status: 200, hang: true };
    clock.advance({ seconds: 10 });
    await deliver();
    expect((await log(id))[0]).toMatchObject({
      state: "waiting",
      status: null,
      problem: "No response within 10 seconds.",
    });
  }, 60_000);
});

describe("where deliveries go", () => {
  /** A stand-in for the name server; its results go through the usual checks. */
  const names = (answer: (host: string) => string[]) => (host: string) =>
    resolveOutside(host, async () => answer(host));

  it("is the address that was judged, though the name leads elsewhere a moment later", async () => {
    // First an allowed address (this machine, in tests), then a cloud's metadata address.
    const answers = ["127.0.0.1", "169.254.169.254"];
    let asked = 0;
    const resolve = names(() => [answers[asked++]!]);
    const { id } = await webhook(ALL, `http://rebinding.example:${port}/hook`);
    await shop.captured("dana@client.test");
    await deliver(resolve);
    // One lookup per delivery, and the connection went to its result: the name doesn't exist anywhere else.
    expect(asked).toBe(1);
    expect(taken.map(({ headers }) => headers.host)).toEqual([`rebinding.example:${port}`]);
    clock.advance({ seconds: 1 });
    reach(false);
    await ask(key, `/webhooks/${id}/test`, { method: "POST" });
    await deliver(resolve);
    expect([taken.length, asked]).toEqual([1, 2]);
    expect((await log(id))[0]).toMatchObject({
      state: "waiting",
      status: null,
      problem: "Not sent: the address isn’t on the public internet.",
    });
  });

  it("is no private, loopback, link-local or metadata address: not when it is named, and not when a name leads there", async () => {
    const { id } = await webhook(ALL, `http://localhost:${port}/hook`);
    reach(false);
    await shop.captured("dana@client.test");
    await deliver();
    expect(taken).toEqual([]);
    expect((await log(id))[0]!["problem"]).toBe("Not sent: the address isn’t on the public internet.");
    for (const url of [
      "http://example.com/hook",
      "https://127.0.0.1/hook",
      "https://[::1]/hook",
      "https://169.254.169.254/latest",
      "https://2130706433/",
      "https://0x7f.1/",
      "https://10.0.0.1/",
      "https://[::ffff:127.0.0.1]/",
      "https://localhost/",
      "https://printer.local/",
      "https://db.internal./",
      "https://intranet/",
      "https://user:secret@example.com/",
      "https://example.com/#part",
      "ftp://example.com/",
      "example.com",
    ])
      expect(
        (await ask(key, "/webhooks", { body: { url, events: ["lead.replied"] } })).body,
        url,
      ).toMatchObject({
        status: 422,
        errors: [{ pointer: "#/url" }],
      });
    expect(
      (
        await ask(key, "/webhooks", {
          body: { url: "https://example.com:8443/hook?x=1", events: ["lead.replied"] },
        })
      ).status,
    ).toBe(201);
  });

  it("is held to its certificate by the name, though it is connected to by address", async () => {
    const secure = createSecureServer(CERTIFICATE, (request, response) => {
      taken.push({
        headers: request.headers,
        path: request.url ?? "",
        body: "",
        json: { id: "", type: "", data: { leadId: "", lead: null } },
      });
      response.end("ok");
    });
    await new Promise<void>((listening) => secure.listen(0, "127.0.0.1", listening));
    const at = (secure.address() as AddressInfo).port;
    const trusted = getCACertificates("default");
    const resolve = names(() => ["127.0.0.1"]);
    try {
      const { id } = await webhook(ALL, `https://localhost:${at}/hook`);
      await shop.captured("dana@client.test");
      await deliver(resolve);
      expect((await log(id))[0]!["problem"]).toMatch(/^Its certificate isn’t valid/);
      setDefaultCACertificates([...trusted, CERTIFICATE.cert]);
      clock.advance({ seconds: 10 });
      await deliver(resolve);
      expect(taken).toHaveLength(1);
      // The certificate is valid for `localhost` only.
      const other = await webhook(ALL, `https://other.example:${at}/hook`);
      await ask(key, `/webhooks/${other.id}/test`, { method: "POST" });
      await deliver(resolve);
      expect((await log(other.id))[0]!["problem"]).toContain("ERR_TLS_CERT_ALTNAME_INVALID");
    } finally {
      setDefaultCACertificates(trusted);
      secure.close();
    }
  });
});

describe("a webhook's secret", () => {
  it("is changed without a gap: for a day both sign", async () => {
    const { id, secret } = await webhook();
    const { body } = await ask(key, `/webhooks/${id}/secret`, { method: "POST" });
    const test = async () => {
      await ask(key, `/webhooks/${id}/test`, { method: "POST" });
      await deliver();
      return taken.at(-1)!;
    };
    const both = await test();
    expect([isFromUs(both, secret), isFromUs(both, body.secret as string), both.json.type]).toEqual([
      true,
      true,
      "webhook.test",
    ]);
    clock.advance({ hours: 24 });
    const later = await test();
    expect([isFromUs(later, secret), isFromUs(later, body.secret as string)]).toEqual([false, true]);
    expect(
      isFromUs({ ...later, body: later.body.replace("webhook", "Webhook") }, body.secret as string),
    ).toBe(false);
    // A test delivery isn't an event.
    expect((await ask(key, "/events")).body.data).toEqual([]);
  });

  it("goes with the webhook, and the log after 30 days", async () => {
    const { id } = await webhook();
    await shop.captured("dana@client.test");
    await deliver();
    await forgetTask.run({}, now().add({ hours: 24 * 29 }));
    expect(await log(id)).toHaveLength(1);
    await forgetTask.run({}, now().add({ hours: 24 * 31 }));
    expect(await log(id)).toEqual([]);
    expect((await ask(key, "/events")).body.data).toEqual([]);
    expect((await ask(key, `/webhooks/${id}`, { method: "DELETE" })).status).toBe(204);
    expect((await ask(key, `/webhooks/${id}`)).status).toBe(404);
    for (let one = 0; one < 10; one++) await webhook(["lead.replied"], "https://example.com/hook");
    expect(
      (await ask(key, "/webhooks", { body: { url: "https://example.com/hook", events: ["lead.replied"] } }))
        .status,
    ).toBe(409);
  });
});
