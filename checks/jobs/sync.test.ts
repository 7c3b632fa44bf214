import { RouterContextProvider } from "react-router";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { z } from "zod";
import pg from "pg";
import { enterOwnAccount } from "#ground/businesses/queries.server.ts";
import { append } from "#ground/evidence/public.server.ts";
import { recordMembership } from "#ground/identity/public.server.ts";
import { openIdentity, signedIn, Visitor } from "#ground/identity/testing/visits.ts";
import { loader as meLoader } from "#faces/field/me.ts";
import { readServerEvents } from "#trade/jobs/timeline/server-events.server.ts";
import { action, loader as commandsLoader } from "#ground/sync/device/commands.ts";
import { defineKind, setDerivedRecords } from "#ground/sync/public.server.ts";
import { loader as live } from "#ground/sync/device/live.ts";
import { closeLiveStreams } from "#ground/sync/device/live.server.ts";
import { loader as records } from "#ground/sync/device/records.ts";
import type { Newer } from "#ground/sync/device/protocol.ts";
import { newId } from "#platform/db/ids.ts";
import { type Person, withAccount, withPerson } from "#platform/db/scope.server.ts";
import type { Args } from "../testing/screens.ts";

// What devices request, as requests of signed-in browsers.

let identity: Awaited<ReturnType<typeof openIdentity>>;
let owner: pg.Client;
let shop: { visitor: Visitor; who: Person; account: string };
let colleague: { visitor: Visitor; who: Person };

const JOB = newId();

beforeAll(async () => {
  identity = await openIdentity();
  owner = new pg.Client(identity.owner);
  await owner.connect();
  setDerivedRecords(readServerEvents);
  defineKind({ kind: "test.note", scope: "job", fields: { text: z.string().max(200) } });
  shop = await business("owner@sync.test");
  colleague = await member("member@sync.test", "member", null);
});
afterEach(() => {
  closeLiveStreams();
  vi.useRealTimers();
});
afterAll(async () => {
  await owner?.end();
  await identity?.drop();
});

async function personOf(email: string): Promise<Person> {
  const { rows } = await owner.query<{ id: string }>("select id from identity_users where email = $1", [
    email,
  ]);
  return { id: rows[0]!.id, email, emailVerified: true };
}

async function business(email: string) {
  const visitor = await signedIn(email);
  const who = await personOf(email);
  const { accountId: account } = await withPerson(who.id, (ctx) => enterOwnAccount(ctx, who));
  return { visitor, who, account };
}

async function member(email: string, role: string, job: string | null) {
  const visitor = await signedIn(email);
  const who = await personOf(email);
  await owner.query(
    "insert into businesses_members (account_id, user_id, role, job_id, created_at) values ($1, $2, $3, $4, now())",
    [shop.account, who.id, role, job],
  );
  return { visitor, who };
}

const argsOf = (request: Request) =>
  ({ request, params: {}, context: new RouterContextProvider() }) as unknown as Args;

const note = (text: string, over: Record<string, unknown> = {}) => ({
  id: newId(),
  kind: "test.note",
  record: newId(),
  job: JOB,
  sets: { text },
  replaces: {},
  capturedAt: Date.now(),
  skew: 0,
  zone: "America/Denver",
  media: [],
  ...over,
});

async function said(response: Response) {
  expect(response.headers.get("content-type")).toMatch(/^application\/json/);
  expect(response.headers.get("cache-control")).toBe("no-store");
  const body = (await response.json()) as Record<string, never> & { plumbline: number };
  expect(body.plumbline).toBe(1);
  return {
    status: response.status,
    body: body as unknown as {
      outcomes: { is: string }[];
      records: { id: string }[];
      upTo: number;
      now: number;
      code: string;
      why: string;
    },
  };
}

const send = async (visitor: Visitor, commands: unknown, headers: HeadersInit = {}) =>
  said(
    await action(
      argsOf(
        visitor.request("/account/sync/commands", {
          method: "POST",
          body: JSON.stringify({ version: 1, device: newId(), commands }),
          headers,
        }),
      ),
    ),
  );
const ask = async (visitor: Visitor, query: string, headers: HeadersInit = {}) =>
  said(await records(argsOf(visitor.request(`/account/sync/records?${query}`, { headers }))));

/** Reads a stream like a browser: the events so far, and whether it has ended. */
function listening(response: Response) {
  const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader();
  const heard = { text: "", ended: false };
  void (async () => {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) break;
      heard.text += value;
    }
    heard.ended = true;
  })();
  return heard;
}
const listen = async (visitor: Visitor) => {
  const response = await live(argsOf(visitor.request("/account/sync/live")));
  expect(response.headers.get("content-type")).toBe("text/event-stream");
  expect(response.headers.get("x-accel-buffering")).toBe("no");
  return listening(response);
};
const counts = (text: string) => [...text.matchAll(/^data: (\d+)$/gm)].map(([, count]) => Number(count));

describe("a device", () => {
  it("sends what was written and gets what others wrote", async () => {
    const one = note("Rot under the sill");
    const { status, body } = await send(shop.visitor, [one, { ...one, id: "no" }]);
    expect(status).toBe(200);
    expect(body.outcomes).toMatchObject([
      { id: one.id, is: "held" },
      { is: "refused", code: "invalid" },
    ]);
    expect(Math.abs(body.now - Date.now())).toBeLessThan(5_000);
    const theirs = await ask(colleague.visitor, `since=0&job=${JOB}`);
    expect(theirs.status).toBe(200);
    expect(theirs.body.records.map(({ id }) => id)).toEqual([one.record]);
    expect(theirs.body.upTo).toBe(body.upTo);
    expect((await ask(colleague.visitor, `since=${body.upTo}&job=${JOB}`)).body.records).toEqual([]);
  });

  it("is told what else happened on a job where it asks for that, by a count of its own", async () => {
    const { upTo } = (await ask(shop.visitor, `since=0&job=${JOB}`)).body;
    await withAccount(shop.account, (ctx) =>
      append(ctx, { job: JOB, kind: "reports.shared", payload: { report: newId() } }),
    );
    const asked = (await ask(shop.visitor, `since=${upTo}&job=${JOB}&happened=0`)).body as unknown as Newer;
    expect(asked.happened!.records.map(({ kind }) => kind)).toContain("happened.shares");
    const again = (await ask(shop.visitor, `since=${upTo}&job=${JOB}&happened=${asked.happened!.upTo}`))
      .body as unknown as Newer;
    expect(again.happened).toEqual({ records: [], upTo: asked.happened!.upTo, more: false });
    expect((await ask(shop.visitor, `since=${upTo}&job=${JOB}`)).body).not.toHaveProperty("happened");
    expect((await ask(shop.visitor, "since=0&happened=0")).status).toBe(422);
  });

  it("that is signed out hears so, and is led nowhere", async () => {
    const nobody = new Visitor();
    for (const { status, body } of [
      await send(nobody, [note("Lost?")]),
      await ask(nobody, "since=0"),
      await said(await live(argsOf(nobody.request("/account/sync/live")))),
    ]) {
      expect(status).toBe(401);
      expect(body.code).toBe("signed_out");
      expect(body.why).toMatch(/Log in/);
    }
  });

  it("with the store of somebody else sends nothing under the name of who is signed in now", async () => {
    const before = (await ask(shop.visitor, `since=0&job=${JOB}`)).body.upTo;
    for (const headers of [
      new Headers({ "plumbline-person": colleague.who.id }),
      new Headers({ "plumbline-account": newId() }),
    ]) {
      const { status, body } = await send(shop.visitor, [note("Whose?")], headers);
      expect([status, body.code]).toEqual([401, "somebody_else"]);
    }
    const own = { "plumbline-person": shop.who.id, "plumbline-account": shop.account };
    expect((await ask(shop.visitor, `since=0&job=${JOB}`, own)).body.upTo).toBe(before);
  });

  it("is refused from another site, and with what can't be read", async () => {
    const cross = { "sec-fetch-site": "cross-site" };
    expect((await send(shop.visitor, [], cross)).status).toBe(403);
    expect((await ask(shop.visitor, "since=0", cross)).status).toBe(403);
    expect(
      (await said(await live(argsOf(shop.visitor.request("/account/sync/live", { headers: cross }))))).status,
    ).toBe(403);
    expect((await send(shop.visitor, "no list")).status).toBe(422);
    expect(
      (
        await send(
          shop.visitor,
          Array.from({ length: 101 }, () => note("too many")),
        )
      ).status,
    ).toBe(422);
    for (const query of [
      "since=-1",
      "since=x",
      "since=1.5",
      "since=0&job=no-id",
      "since=99999999999999999999",
    ])
      expect((await ask(shop.visitor, query)).status, query).toBe(422);
    const opened = await said(await commandsLoader(argsOf(shop.visitor.request("/account/sync/commands"))));
    expect(opened.status).toBe(404);
  });

  it("of somebody who was taken off the business sends nothing to it, hears so, and sends all of it once they are back", async () => {
    const gone = await member("late@sync.test", "member", null);
    const own = { "plumbline-person": gone.who.id, "plumbline-account": shop.account };
    const late = note("Written before they were taken off");
    await owner.query("delete from businesses_members where account_id = $1 and user_id = $2", [
      shop.account,
      gone.who.id,
    ]);
    await withPerson(gone.who.id, (ctx) => recordMembership(ctx.db, gone.who.id, "removed", "Hill Brothers"));
    const before = (await ask(shop.visitor, `since=0&job=${JOB}`)).body.upTo;
    for (let tries = 0; tries < 2; tries++) {
      const { status, body } = await send(gone.visitor, [late], own);
      expect([status, body.code, body.outcomes]).toEqual([401, "no_business", undefined]);
      expect(body.why).toMatch(/not in a business.*safe on this device/);
    }
    expect((await ask(gone.visitor, `since=0&job=${JOB}`, own)).status).toBe(401);
    const me = await meLoader(argsOf(gone.visitor.request("/account/field/me")));
    expect([me.status, await me.json()]).toEqual([200, { plumbline: 1, code: "no_business" }]);
    expect((await ask(shop.visitor, `since=0&job=${JOB}`)).body.upTo).toBe(before);
    // The unsent work on their phone is accepted once they are back in the business.
    await owner.query(
      "insert into businesses_members (account_id, user_id, role, job_id, created_at) values ($1, $2, 'member', null, now())",
      [shop.account, gone.who.id],
    );
    expect((await send(gone.visitor, [late], own)).body.outcomes).toMatchObject([
      { id: late.id, is: "held" },
    ]);
  });

  it("of a business that is suspended hears no, and of another business sees nothing", async () => {
    const other = await business("other@sync.test");
    expect((await ask(other.visitor, `since=0&job=${JOB}`)).body.records).toEqual([]);
    await owner.query("update businesses_accounts set suspended_at = now() where account_id = $1", [
      other.account,
    ]);
    expect((await send(other.visitor, [note("No")])).status).toBe(403);
  });

  it("hears 503, and never that something is held, while the database can't go on", async () => {
    const one = note("Kept on the device");
    await owner.query("alter table sync_heads rename to sync_heads_away");
    try {
      const { status, body } = await send(shop.visitor, [one]);
      expect([status, body.code]).toEqual([503, "unavailable"]);
      expect(body.outcomes).toBeUndefined();
    } finally {
      await owner.query("alter table sync_heads_away rename to sync_heads");
    }
    expect((await send(shop.visitor, [one])).body.outcomes).toMatchObject([{ is: "held" }]);
  });
});

describe("whoever listens", () => {
  it("hears within a second that a colleague wrote, and only of their business", async () => {
    const elsewhere = await listen((await business("elsewhere@sync.test")).visitor);
    const heard = await listen(colleague.visitor);
    await vi.waitFor(() => expect(counts(heard.text)).not.toEqual([]));
    const { body } = await send(shop.visitor, [note("Look at this")]);
    await vi.waitFor(() => expect(counts(heard.text)).toContain(body.upTo), { timeout: 1_000, interval: 10 });
    expect(counts(elsewhere.text)).not.toContain(body.upTo);
  });

  it("is told at once how far the business has counted, and nothing twice", async () => {
    const { body } = await send(shop.visitor, [note("Before")]);
    const heard = await listen(colleague.visitor);
    await vi.waitFor(() => expect(counts(heard.text)).toContain(body.upTo));
    const after = (await send(shop.visitor, [note("After")])).body.upTo;
    await vi.waitFor(() => expect(counts(heard.text)).toContain(after));
    const told = counts(heard.text).filter((count) => count > 0);
    expect(told).toEqual([...new Set(told)].toSorted((one, other) => one - other));
  });

  it("ends with the session, with the place in the business, and with the process", async () => {
    const gone = await member("gone@sync.test", "member", null);
    const moved = await member("moved@sync.test", "guest", JOB);
    vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
    const [out, away, stays] = [
      await listen(gone.visitor),
      await listen(moved.visitor),
      await listen(colleague.visitor),
    ];
    await owner.query("delete from identity_sessions where user_id = $1", [gone.who.id]);
    await owner.query("update businesses_members set job_id = $2 where user_id = $1", [
      moved.who.id,
      newId(),
    ]);
    await vi.advanceTimersByTimeAsync(20_000);
    await vi.waitFor(() => expect([out.ended, away.ended]).toEqual([true, true]));
    await vi.waitFor(() => expect(stays.text).toMatch(/^:$/m));
    expect(stays.ended).toBe(false);
    closeLiveStreams();
    await vi.waitFor(() => expect(stays.ended).toBe(true));
  });

  it("with one browser too many keeps the newest", async () => {
    const opened: ReturnType<typeof listening>[] = [];
    for (let at = 0; at < 9; at++) opened.push(await listen(shop.visitor));
    await vi.waitFor(() =>
      expect(opened.map(({ ended }) => ended)).toEqual([true, ...Array.from({ length: 8 }, () => false)]),
    );
    expect(opened[0]!.text).toMatch(/retry: 60000/);
  });
});
