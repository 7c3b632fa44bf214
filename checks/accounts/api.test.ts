// Long because every promise of the API has its test, each answer held to the document.
import { randomBytes } from "node:crypto";
import { Validator } from "@seriousme/openapi-schema-validator";
import { sql } from "drizzle-orm";
import pg from "pg";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { apiDocument } from "#faces/api/document.server.ts";
import { allEvents, eventTypes, setApiResources } from "#faces/api/scopes.server.ts";
import { endpoints } from "#faces/api/endpoints/endpoints.server.ts";
import { listenForWebhooks } from "#faces/api/events.server.ts";
import { revokeKey, listKeys } from "#faces/api/keys.server.ts";
import { forgetTask } from "#faces/api/tasks.server.ts";
import { faultsOf, type JsonSchema } from "#faces/api/testing/json-schema.ts";
import { suspendAccount } from "#ground/businesses/public.server.ts";
import { serverTools } from "#app/tools.server.ts";
import { listenForLeads } from "#trade/sequences/listeners.server.ts";
import { newId } from "#platform/db/ids.ts";
import { now, withAccount } from "#platform/db/scope.server.ts";
import { createTestInstallation, testClock } from "#platform/db/testing/installation.ts";
import type { TestDatabase } from "#platform/db/testing/test-database.ts";
import { ask as askPlainly, type Asked, keyFor, type Told } from "../testing/api.ts";
import { askByDocument as ask } from "../testing/api-document.ts";
import { openBusiness } from "../testing/business.ts";

const FRIDAY = "2026-11-20T17:00:00Z"; // 10:00 in Denver
const clock = testClock(FRIDAY);
let test: TestDatabase;
let shop: Awaited<ReturnType<typeof openBusiness>>;
let key: string;
let document: JsonSchema;

beforeAll(async () => {
  test = await createTestInstallation(clock);
  listenForLeads();
  listenForWebhooks();
  setApiResources(serverTools.flatMap((tool) => tool.api ?? []));
  document = apiDocument();
});
afterAll(() => test.drop());
beforeEach(async () => {
  clock.set(FRIDAY);
  shop = await openBusiness();
  key = await keyFor(shop);
});

const consent = { wording: "Email me about my deck.", source: "https://deck.test/quote" };
const dana = { email: "Dana@Client.test", name: "Dana Ruiz", consent };
const post = (body: unknown = {}, headers: Record<string, string> = {}): Asked => ({
  method: "POST",
  body,
  headers,
});
const count = async (table: string, account = shop.account) =>
  withAccount(account, async (ctx) => {
    const { rows } = await ctx.db.execute<{ n: number }>(
      sql`select count(*)::int as n from ${sql.identifier(table)} where account_id = ${account}`,
    );
    return rows[0]!.n;
  });

describe("follow-up by a program", () => {
  const steps = [
    {
      kind: "mail",
      delay: { amount: 2, unit: "days" },
      subject: "Any questions?",
      body: "Hi {{first_name}}",
    },
    { kind: "condition", if: { what: "silent", days: 5 }, otherwise: "end" },
    { kind: "call", delay: { amount: 1, unit: "days" }, say: "Ask what is open." },
  ];

  it("is made, started for those who may be written to, ended by what happens, and retired", async () => {
    const { body: lead } = await ask(key, "/leads", post(dana));
    const made = await ask(
      key,
      "/sequences",
      post({ name: "After the estimate", trigger: { kind: "manual" }, steps }),
    );
    expect(made).toMatchObject({
      status: 201,
      body: {
        trigger: "manual",
        pageId: null,
        steps: [{ kind: "mail" }, { kind: "condition" }, { kind: "call" }],
      },
    });
    const start = `/sequences/${made.body.id as string}/start`;
    expect((await ask(key, start, post({ leadIds: [lead.id] }))).body).toEqual({
      started: [lead.id],
      inside: [],
      suppressed: [],
      unconfirmed: [],
      isPrivate: [],
    });
    expect((await ask(key, start, post({ leadIds: [lead.id] }))).body).toMatchObject({
      started: [],
      inside: [lead.id],
    });
    expect((await ask(key, start, post({ leadIds: ["01900000-0000-7000-8000-000000000001"] }))).status).toBe(
      404,
    );
    expect((await ask(key, `/leads/${lead.id as string}/booked`, { method: "POST" })).body).toMatchObject({
      status: "booked",
    });
    const ledger = (await ask(key, `/leads/${lead.id as string}/follow-up`)).body.data as {
      state: string;
      reason: string;
    }[];
    expect(ledger.map(({ state }) => state)).toEqual(["not_sent", "not_sent", "not_sent"]);
    expect((await ask(key, `/leads/${lead.id as string}/won`, { method: "POST" })).body).toMatchObject({
      status: "won",
      outcome: "won",
    });
    expect((await ask(key, `/leads/${lead.id as string}/reopen`, { method: "POST" })).body).toMatchObject({
      status: "booked",
      outcome: null,
    });
    const retired = await ask(key, `/sequences/${made.body.id as string}/retire`, { method: "POST" });
    expect(retired.body.retiredAt).not.toBeNull();
    expect((await ask(key, start, post({ leadIds: [lead.id] }))).status).toBe(409);
  });

  it("is refused with a pointer to the step that can't be", async () => {
    const bad = {
      name: "x",
      trigger: { kind: "manual" },
      steps: [steps[0], { ...steps[1], otherwise: { skip: 9 } }, steps[2]],
    };
    const refusal = await ask(key, "/sequences", post(bad));
    expect([refusal.status, refusal.body.errors[0].pointer]).toEqual([422, "#/steps/1"]);
    const empty = await ask(
      key,
      "/sequences",
      post({ name: "x", trigger: { kind: "date", on: "2020-01-01" }, steps: [steps[0]] }),
    );
    expect([empty.status, empty.body.errors[0].pointer]).toEqual([422, "#/trigger"]);
  });
});

describe("a lead that a program gives", () => {
  it("is one per address, with the consent of each time, and is followed up where a page is named", async () => {
    const first = await ask(
      key,
      "/leads",
      post({ ...dana, pageId: shop.page.id, source: { utm_source: "ads" } }),
    );
    expect(first).toMatchObject({
      status: 201,
      body: { email: "dana@client.test", name: "Dana Ruiz", status: "new", phone: null },
    });
    const id = first.body.id as string;
    expect(first.headers.get("location")).toBe(`/api/v1/leads/${id}`);
    const second = await ask(key, "/leads", post({ ...dana, name: "Someone else", phone: "+13035550142" }));
    expect(second).toMatchObject({ status: 200, body: { id, name: "Dana Ruiz", phone: "+13035550142" } });
    expect([await count("leads"), await count("leads_consents"), await count("leads_touches")]).toEqual([
      1, 2, 1,
    ]);
    const followUp = await ask(key, `/leads/${id}/follow-up`);
    expect(followUp.body.data).toMatchObject([
      { step: 0, kind: "gift", state: "planned", dueAt: FRIDAY },
      { step: 1, kind: "mail", state: "planned", sentAt: null },
    ]);
    expect((await ask(key, `/leads/${id}/touches`)).body.data).toMatchObject([
      { pageId: shop.page.id, source: { utm_source: "ads" } },
    ]);
  });

  it("is refused with a pointer to each place, and nothing is stored", async () => {
    const refusal = await ask(
      key,
      "/leads",
      post({ email: "no", name: " ", consent: { wording: "x", extra: 1 }, more: true }),
    );
    expect(refusal.status).toBe(422);
    expect(refusal.headers.get("content-type")).toBe("application/problem+json");
    expect((refusal.body.errors as { pointer: string }[]).map(({ pointer }) => pointer).toSorted()).toEqual([
      "#/consent/extra",
      "#/consent/source",
      "#/email",
      "#/more",
      "#/name",
    ]);
    expect((await ask(key, "/leads", post({ email: "a@b.test", name: "A" }))).body.errors).toMatchObject([
      { pointer: "#/consent" },
    ]);
    const later = { ...dana, consent: { ...consent, at: "2027-01-01T00:00:00Z" } };
    expect((await ask(key, "/leads", post(later))).body.errors).toMatchObject([{ pointer: "#/consent/at" }]);
    const nowhere = { ...dana, pageId: "01900000-0000-7000-8000-000000000001" };
    expect((await ask(key, "/leads", post(nowhere))).body.errors).toMatchObject([{ pointer: "#/pageId" }]);
    expect((await ask(key, "/leads", post(`{"__proto__": {"a": 1}, "email": "a@b.test"}`))).status).toBe(422);
    expect((await ask(key, "/leads", post("[]"))).status).toBe(400);
    expect((await ask(key, "/leads", post("{"))).status).toBe(400);
    expect(
      (
        await ask(key, "/leads", {
          method: "POST",
          body: "a=b",
          headers: { "Content-Type": "application/x-www-form-urlencoded" },
        })
      ).status,
    ).toBe(415);
    expect((await ask(key, "/leads", post({ ...dana, name: "x".repeat(70_000) }))).status).toBe(413);
    expect(await count("leads")).toBe(0);
  });

  it("is listed page by page: nobody twice, nobody left out, also of one moment and while others arrive", async () => {
    const made: string[] = [];
    for (let one = 0; one < 7; one++) {
      made.push((await ask(key, "/leads", post({ ...dana, email: `${one}@client.test` }))).body.id as string);
      if (one === 3) clock.advance({ seconds: 1 });
    }
    const seen: string[] = [];
    let cursor: string | null = "";
    while (cursor !== null) {
      const page: Told = await ask(key, `/leads?limit=2${cursor && `&cursor=${cursor}`}`);
      seen.push(...(page.body.data as { id: string }[]).map(({ id }) => id));
      if (seen.length === 2) {
        clock.advance({ seconds: 1 });
        await ask(key, "/leads", post({ ...dana, email: "late@client.test" }));
      }
      cursor = page.body.next as string | null;
    }
    expect(seen).toHaveLength(7);
    expect(new Set(seen)).toEqual(new Set(made));
    expect((await ask(key, "/leads?email=LATE@client.test")).body.data).toHaveLength(1);
    for (const wrong of ["limit=0", "limit=101", "limit=x", "cursor=abc", "limit=1&limit=2", "more=1"])
      expect((await ask(key, `/leads?${wrong}`)).body, wrong).toMatchObject({
        status: 422,
        errors: [{ parameter: wrong.split("=")[0] }],
      });
  });

  it("is changed where it is as it was seen, and not otherwise", async () => {
    const { body: lead } = await ask(key, "/leads", post(dana));
    const address = `/leads/${lead.id}`;
    const seen = await ask(key, address);
    const tag = seen.headers.get("etag")!;
    expect((await ask(key, address, { headers: { "If-None-Match": tag } })).status).toBe(304);
    const patch = (body: unknown, headers = {}) => ask(key, address, { method: "PATCH", body, headers });
    expect(await patch({ name: "Dana R." }, { "If-Match": tag })).toMatchObject({
      status: 200,
      body: { name: "Dana R.", phone: null },
    });
    expect((await patch({ name: "Lost" }, { "If-Match": tag })).status).toBe(412);
    expect(await patch({ phone: "+4930123456" })).toMatchObject({
      status: 200,
      body: { name: "Dana R.", phone: "+4930123456" },
    });
    expect(await patch({ phone: null })).toMatchObject({ body: { phone: null } });
    expect((await patch({ phone: "555 0142" })).body.errors).toMatchObject([{ pointer: "#/phone" }]);
    expect((await patch({ email: "new@client.test" })).status).toBe(422);
    expect((await ask(key, address)).body.name).toBe("Dana R.");
  });

  it("is held, goes on, replies and unsubscribes as on the screens", async () => {
    const lead = (await ask(key, "/leads", post({ ...dana, pageId: shop.page.id }))).body.id as string;
    const states = async () =>
      ((await ask(key, `/leads/${lead}/follow-up`)).body.data as { state: string }[]).map(
        ({ state }) => state,
      );
    expect((await ask(key, `/leads/${lead}/hold`, { method: "POST" })).status).toBe(200);
    expect(await states()).toEqual(["planned", "held"]);
    await ask(key, `/leads/${lead}/go-on`, { method: "POST" });
    expect(await states()).toEqual(["planned", "planned"]);
    expect((await ask(key, `/leads/${lead}/replied`, post({}))).body).toMatchObject({
      status: "replied",
      repliedAt: FRIDAY,
    });
    expect(await states()).toEqual(["planned", "not_sent"]);
    const other = await shop.captured("fay@client.test");
    expect((await ask(key, `/leads/${other}/unsubscribe`, { method: "POST" })).body.status).toBe(
      "unsubscribed",
    );
    expect((await ask(key, `/leads/${other}/follow-up`)).body.data).toMatchObject([
      { state: "not_sent", reason: "they unsubscribed" },
      { state: "not_sent", reason: "they unsubscribed" },
    ]);
    // Parameters that would be ignored are refused.
    expect((await ask(key, `/leads/${lead}/hold`, post({ until: "tomorrow" }))).status).toBe(422);
    expect((await ask(key, "/pages")).body.data).toMatchObject([{ id: shop.page.id, slug: shop.page.slug }]);
    expect((await ask(key, "/sequences")).body.data).toMatchObject([
      { pageId: shop.page.id, retiredAt: null },
    ]);
  });
});

describe("a key", () => {
  it("opens nothing when it is forged, revoked, cut, moved to another business, or its maker may not hold one", async () => {
    const other = await openBusiness();
    const bytes = Buffer.from(key.slice(3), "base64url");
    const moved = `pl_${Buffer.concat([Buffer.from(other.account.replaceAll("-", ""), "hex"), bytes.subarray(16)]).toString("base64url")}`;
    const forged = `pl_${Buffer.concat([bytes.subarray(0, 16), randomBytes(20)]).toString("base64url")}`;
    for (const [name, token] of Object.entries({
      moved,
      forged,
      cut: key.slice(0, -1),
      longer: `${key}A`,
      word: "x",
      none: "",
    })) {
      const told = await ask(token, "/leads");
      expect(told.status, name).toBe(401);
      expect(told.headers.get("www-authenticate"), name).toContain('error="invalid_token"');
    }
    expect((await ask(null, "/leads")).headers.get("www-authenticate")).toBe('Bearer realm="api"');
    expect((await ask(key, "/key")).body).toMatchObject({ name: "Test", business: "Summit Deck" });
    const makerIs = (role: string) =>
      withAccount(shop.account, (ctx) =>
        ctx.db.execute(
          sql`update businesses_members set role = ${role}, job_id = ${shop.page.id} where user_id = ${shop.owner.id}`,
        ),
      );
    await withAccount(shop.account, (ctx) =>
      ctx.db.execute(sql`insert into businesses_members (account_id, user_id, role, created_at)
        values (${shop.account}, ${other.owner.id}, 'owner', ${now().toString()})`),
    );
    for (const role of ["member", "guest"]) {
      await makerIs(role);
      expect((await ask(key, "/key")).status, role).toBe(403);
    }
    await makerIs("manager");
    expect((await ask(key, "/leads")).status).toBe(200);
    await withAccount(shop.account, async (ctx) => revokeKey(ctx, (await listKeys(ctx))[0]!.id));
    expect((await ask(key, "/leads")).status).toBe(401);
  });

  it("is stored as a hash, with its last characters and the day of its last use", async () => {
    await ask(key, "/key");
    const { rows } = await withAccount(shop.account, (ctx) =>
      ctx.db.execute(sql`select *, last_used::text as day from api_keys`),
    );
    expect(rows).toMatchObject([{ hint: key.slice(-4), day: "2026-11-20" }]);
    expect(JSON.stringify(rows)).not.toContain(key.slice(3, -4));
    // 160 random bits after the account's id.
    expect(Buffer.from(key.slice(3), "base64url")).toHaveLength(36);
  });

  it("that may hold follow-up makes, starts and ends no sequence", async () => {
    const key = await keyFor(shop, ["follow-up:read", "follow-up:write"]);
    const asked = [
      ["/sequences", { name: "x", trigger: { kind: "manual" }, steps: [] }],
      [`/sequences/${newId()}/start`, { leadIds: [newId()] }],
      [`/sequences/${newId()}/retire`, undefined],
    ] as const;
    for (const [path, body] of asked) {
      const told = await ask(key, path, { method: "POST", body });
      expect([told.status, told.headers.get("www-authenticate")]).toEqual([
        403,
        expect.stringContaining('scope="sequences:write"'),
      ]);
    }
    expect((await ask(key, `/leads/${newId()}/hold`, { method: "POST" })).status).toBe(404);
    const maker = await keyFor(shop, ["sequences:write"]);
    expect((await ask(maker, `/sequences/${newId()}/retire`, { method: "POST" })).status).toBe(404);
    expect((await ask(maker, `/leads/${newId()}/hold`, { method: "POST" })).status).toBe(403);
  });

  it("without leads:read changes leads and is told their id, nothing about them", async () => {
    const lead = await shop.captured("dana@client.test");
    const LEAD_WRITES = endpoints().filter(
      ({ method, path, scope }) =>
        method !== "GET" &&
        path.startsWith("/leads") &&
        // A note is answered with its own id.
        !path.endsWith("/notes") &&
        (scope === "leads:write" || scope === "follow-up:write"),
    );
    expect(LEAD_WRITES.length).toBeGreaterThan(8);
    const writer = await keyFor(shop, ["leads:write", "follow-up:write"]);
    const both = await keyFor(shop, ["leads:write", "follow-up:write", "leads:read"]);
    for (const endpoint of LEAD_WRITES) {
      const write = { method: endpoint.method, ...(endpoint.example ? { body: endpoint.example } : {}) };
      const path = endpoint.path.replace("{leadId}", lead);
      const told = await ask(writer, path, write);
      expect([200, 201], endpoint.id).toContain(told.status);
      expect(told.body, endpoint.id).toEqual({ id: expect.any(String) });
      expect((await ask(both, path, write)).body, endpoint.id).toHaveProperty("email");
    }
    expect((await ask(writer, `/leads/${lead}`)).status).toBe(403);
  });

  it("does what its scopes say and no more, and nothing while the business is suspended", async () => {
    const reader = await keyFor(shop, ["leads:read"]);
    expect((await ask(reader, "/leads")).status).toBe(200);
    for (const endpoint of endpoints().filter(({ scope }) => scope !== null && scope !== "leads:read")) {
      const told = await ask(reader, endpoint.path.replaceAll(/\{\w+\}/g, shop.page.id), {
        method: endpoint.method,
      });
      expect(told.status, endpoint.id).toBe(403);
      expect(told.headers.get("www-authenticate"), endpoint.id).toContain(`scope="${endpoint.scope}"`);
    }
    await withAccount(shop.account, (ctx) => suspendAccount(ctx, "test"));
    expect((await ask(key, "/leads")).status).toBe(403);
  });

  it("sees and changes nothing of another business: 404", async () => {
    const lead = await shop.captured("dana@client.test");
    const webhook = (
      await ask(key, "/webhooks", post({ url: "https://a.example/hook", events: ["lead.replied"] }))
    ).body.id as string;
    const other = await keyFor(await openBusiness());
    const before = [await count("api_webhooks"), await count("leads_replies")];
    for (const endpoint of endpoints().filter(({ path }) => path.includes("{"))) {
      const path = endpoint.path
        .replace("{leadId}", lead)
        .replace("{webhookId}", webhook)
        .replace("{deliveryId}", webhook);
      const body = endpoint.example ?? (endpoint.method === "PATCH" ? {} : undefined);
      expect(
        (await ask(other, path, { method: endpoint.method, ...(body ? { body } : {}) })).status,
        endpoint.id,
      ).toBe(404);
    }
    expect([await count("api_webhooks"), await count("leads_replies")]).toEqual(before);
    expect((await ask(other, "/leads")).body.data).toEqual([]);
    expect((await ask(other, "/events")).body.data).toEqual([]);
    expect((await ask(key, `/leads/${lead}`)).body.status).toBe("new");
  });

  it("has a rate, told with every answer; whoever has no key is slowed down by address", async () => {
    const told = await ask(key, "/key");
    expect(told.headers.get("ratelimit-policy")).toBe('"key";q=120;w=12');
    expect(told.headers.get("ratelimit")).toBe('"key";r=119;t=1');
    for (let more = 0; more < 119; more++) await askPlainly(key, "/key");
    const refused = await ask(key, "/key");
    expect([refused.status, refused.headers.get("retry-after"), refused.headers.get("ratelimit")]).toEqual([
      429,
      "1",
      '"key";r=0;t=12',
    ]);
    // Another key isn't limited; a second later there is room for ten.
    expect((await ask(await keyFor(shop), "/key")).status).toBe(200);
    clock.advance({ seconds: 1 });
    expect((await ask(key, "/key")).headers.get("ratelimit")).toBe('"key";r=9;t=12');
    for (let guess = 0; guess < 60; guess++) await askPlainly("pl_x", "/key", { from: "203.0.113.9" });
    expect((await ask("pl_x", "/key", { from: "203.0.113.9" })).status).toBe(429);
    expect((await ask("pl_x", "/key", { from: "203.0.113.10" })).status).toBe(401);
  });
});

describe("an Idempotency-Key", () => {
  const once = (name = "order-1") => ({ "Idempotency-Key": name });

  it("does a thing once, however often it is sent at once, and answers the same", async () => {
    const sent = await Promise.all(
      Array.from({ length: 12 }, () => ask(key, "/leads", post({ ...dana, pageId: shop.page.id }, once()))),
    );
    const done = sent.filter(({ status }) => status === 201);
    expect(done.length).toBeGreaterThan(0);
    for (const other of sent.filter(({ status }) => status !== 201))
      expect(other).toMatchObject({ status: 409, body: { type: "urn:plumbline:problem:in-progress" } });
    const again = await ask(key, "/leads", post({ ...dana, pageId: shop.page.id }, once()));
    expect(again).toMatchObject({ status: 201, body: done[0]!.body });
    expect(again.headers.get("location")).toBe(done[0]!.headers.get("location"));
    expect(again.headers.get("idempotency-replayed")).toBe("true");
    expect([await count("leads"), await count("leads_consents"), await count("leads_touches")]).toEqual([
      1, 1, 1,
    ]);
    // The quotes of the structured header aren't part of the key.
    expect(
      (await ask(key, "/leads", post({ ...dana, pageId: shop.page.id }, once('"order-1"')))).status,
    ).toBe(201);
  });

  it("belongs to one request of one key, for a day", async () => {
    await ask(key, "/leads", post(dana, once()));
    const other = await ask(key, "/leads", post({ ...dana, name: "Other" }, once()));
    expect(other).toMatchObject({ status: 422, body: { type: "urn:plumbline:problem:key-reused" } });
    expect((await ask(await keyFor(shop), "/leads", post(dana, once()))).status).toBe(200);
    clock.advance({ hours: 23, minutes: 59 });
    expect((await ask(key, "/leads", post(dana, once()))).status).toBe(201);
    clock.advance({ minutes: 2 });
    expect((await ask(key, "/leads", post({ ...dana, name: "Other" }, once()))).status).toBe(200);
    await forgetTask.run({}, now().add({ hours: 25 }));
    expect(await count("api_answers")).toBe(0);
    expect((await ask(key, "/leads", post(dana, once("a b")))).status).toBe(400);
  });

  it("is free again after a refusal, and after a crash between the work and its end", async () => {
    expect((await ask(key, "/leads", post({ ...dana, email: "no" }, once()))).status).toBe(422);
    const owner = new pg.Client(test.owner);
    await owner.connect();
    // The connection is lost during the commit, after every write.
    await owner.query(`create function crash() returns trigger language plpgsql as $$
      begin perform pg_terminate_backend(pg_backend_pid()); return null; end $$;
      create constraint trigger crash after insert on api_answers deferrable initially deferred for each row execute function crash()`);
    try {
      const crashed = await ask(key, "/leads", post({ ...dana, pageId: shop.page.id }, once()));
      expect([crashed.status, crashed.headers.get("retry-after")]).toEqual([503, "5"]);
    } finally {
      await owner.query("drop trigger crash on api_answers");
      await owner.end();
    }
    expect([
      await count("leads"),
      await count("leads_consents"),
      await count("sequences_enrolments"),
    ]).toEqual([0, 0, 0]);
    expect((await ask(key, "/leads", post({ ...dana, pageId: shop.page.id }, once()))).status).toBe(201);
    expect([
      await count("leads"),
      await count("leads_consents"),
      await count("sequences_enrolments"),
    ]).toEqual([1, 1, 1]);
  });

  it("keeps secrets sealed that an answer shows once", async () => {
    const made = await ask(
      key,
      "/webhooks",
      post({ url: "https://a.example/hook", events: ["lead.replied"] }, once()),
    );
    const secret = made.body.secret as string;
    expect(
      (await ask(key, "/webhooks", post({ url: "https://a.example/hook", events: ["lead.replied"] }, once())))
        .body.secret,
    ).toBe(secret);
    const { rows } = await withAccount(shop.account, (ctx) =>
      ctx.db.execute(sql`select a.*, w.* from api_answers a, api_webhooks w`),
    );
    expect(JSON.stringify(rows)).not.toContain(secret.slice(6));
    expect((await ask(key, "/webhooks")).body.data[0].secret).toBeUndefined();
  });
});

describe("the list of events", () => {
  it("gives everything once and in order to who reads on, also what is committed late", async () => {
    const lead = await shop.captured("dana@client.test");
    const first = await ask(key, "/events");
    expect(first.body).toMatchObject({
      data: [
        {
          type: "lead.captured",
          data: { leadId: lead, pageId: shop.page.id, lead: { email: "dana@client.test" } },
        },
      ],
      more: false,
    });
    // This event happens before the next ones, but commits after they were read.
    const late = Promise.withResolvers<void>();
    const underway = withAccount(shop.account, async (ctx) => {
      await ctx.db.execute(sql`insert into api_events (account_id, id, type, lead_id, details, at)
        values (${shop.account}, gen_random_uuid(), 'lead.booked', ${lead}, '{}', ${ctx.now.toString()})`);
      await late.promise;
    });
    clock.advance({ seconds: 1 });
    await ask(key, `/leads/${lead}/replied`, { method: "POST" });
    const second = await ask(key, `/events?cursor=${first.body.next}`);
    expect(second.body.data).toMatchObject([{ type: "lead.replied" }]);
    late.resolve();
    await underway;
    const third = await ask(key, `/events?cursor=${second.body.next}`);
    expect(third.body.data).toMatchObject([{ type: "lead.booked" }]);
    expect((await ask(key, `/events?cursor=${third.body.next}`)).body).toMatchObject({
      data: [],
      next: third.body.next,
    });
    expect((await ask(key, "/events?limit=1")).body).toMatchObject({ more: true });
    expect((await ask(key, "/events?type=lead.booked")).body.data).toHaveLength(1);
    // Repeated opt-outs are one event.
    await ask(key, `/leads/${lead}/unsubscribe`, { method: "POST" });
    await ask(key, `/leads/${lead}/unsubscribe`, { method: "POST" });
    expect((await ask(key, "/events?type=lead.unsubscribed")).body.data).toHaveLength(1);
  });

  it("is kept for nobody where there is no key and no webhook", async () => {
    const quiet = await openBusiness();
    await quiet.captured("dana@client.test");
    expect(await count("api_events", quiet.account)).toBe(0);
  });
});

describe("the document", () => {
  it("has every address that answers, and every one of it answers", async () => {
    const paths = document["paths"] as Record<string, Record<string, unknown>>;
    const described = Object.entries(paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
    );
    expect(described.toSorted()).toEqual(
      endpoints()
        .map(({ method, path }) => `${method} ${path}`)
        .toSorted(),
    );
    expect(new Set(endpoints().map(({ id }) => id)).size).toBe(endpoints().length);
    for (const path of Object.keys(paths)) {
      const address = path.replaceAll(/\{\w+\}/g, shop.page.id);
      for (const method of ["GET", "POST", "PATCH", "DELETE", "PUT"]) {
        const told = await askPlainly(null, address, { method });
        expect(told.status, `${method} ${path}`).toBe(method.toLowerCase() in paths[path]! ? 401 : 405);
        if (told.status === 405)
          expect(told.headers.get("allow")).toBe(
            Object.keys(paths[path]!)
              .flatMap((one) => (one === "get" ? ["GET", "HEAD"] : [one.toUpperCase()]))
              .join(", "),
          );
      }
    }
    for (const nothing of ["/", "/lead", "/leads/", "/leads/x/y", "/leads/x/follow-up/z"])
      expect((await askPlainly(key, nothing)).status, nothing).toBe(404);
  });

  it("is valid OpenAPI 3.1, and each of its examples fits its schema", async () => {
    const { valid, errors } = await new Validator().validate(structuredClone(document));
    expect(errors).toBeUndefined();
    expect(valid).toBe(true);
    let checked = 0;
    const check = (where: string, value: unknown): void => {
      if (typeof value !== "object" || value === null) return;
      const { schema, example } = value as { schema?: JsonSchema; example?: unknown };
      if (schema && example !== undefined) {
        expect(faultsOf(schema, example, document), where).toEqual([]);
        checked++;
      }
      for (const [name, inner] of Object.entries(value))
        if (name !== "example") check(`${where}/${name}`, inner);
    };
    check("#", { paths: document["paths"], webhooks: document["webhooks"] });
    expect(checked).toBeGreaterThan(100);
    // It isn't valid when something is missing.
    const { info: _, ...broken } = structuredClone(document);
    expect((await new Validator().validate(broken)).valid).toBe(false);
  });

  it("says of each event what it carries, all of it known", () => {
    const webhooks = document["webhooks"] as Record<string, unknown>;
    expect(Object.keys(webhooks).toSorted()).toEqual([...eventTypes(), "webhook.test"].toSorted());
    const data = (document["components"] as { schemas: Record<string, JsonSchema> }).schemas["Event"]!;
    const known = Object.keys(
      (data as unknown as { properties: { data: { properties: object } } }).properties.data.properties,
    );
    for (const [type, { carries, byGuests = [] }] of allEvents()) {
      expect(known, type).toEqual(expect.arrayContaining([...carries]));
      expect(carries, type).toEqual(expect.arrayContaining([...byGuests]));
    }
  });

  it("refers to nothing that is not there, and its examples are taken", () => {
    const text = JSON.stringify(document);
    const schemas = (document["components"] as { schemas: Record<string, JsonSchema> }).schemas;
    for (const [, name] of text.matchAll(/"#\/components\/schemas\/([^"]+)"/g))
      expect(Object.keys(schemas)).toContain(name);
    for (const endpoint of endpoints().filter(({ body }) => body))
      expect(endpoint.body!.safeParse(endpoint.example).success, endpoint.id).toBe(true);
    // Make sure that the check finds faults at all.
    expect(faultsOf(schemas["Lead"]!, { id: "x", more: 1 }, document).length).toBeGreaterThan(5);
  });
});
