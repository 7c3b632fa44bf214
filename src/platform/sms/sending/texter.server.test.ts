// Long because it tests every outcome of a text against one stand-in.
import { readdir, readFile } from "node:fs/promises";
import { createServer as createTcpServer, type Server } from "node:net";
import path from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { newId } from "../../db/ids.ts";
import { createTestDatabase, type TestDatabase } from "../../db/testing/test-database.ts";
import { markMessageSentByHand } from "../../sending/by-hand.server.ts";
import { textsToSendByHand } from "../by-hand.server.ts";
import { saveDeliveryStatus } from "../twilio/delivery-status.server.ts";
import { queueTexts, suppressQueuedTexts } from "../queue.server.ts";
import { newText, TextBench } from "../testing/texter.ts";
import { forEver, MAGIC, TWILIO } from "../testing/twilio.ts";

let test: TestDatabase;
let bench: TextBench;
const patience = { connectMs: 1_000, answerMs: 300 };

beforeAll(async () => {
  test = await createTestDatabase();
});
afterAll(() => test.drop());
beforeEach(() => {
  bench = new TextBench(test);
});
afterEach(() => bench.clear());

describe("queueing", () => {
  it("replaces typography and counts segments", async () => {
    const account = newId();
    await bench.queue(account, 1, { body: ` Don’t worry – ${"x".repeat(160)} ` });
    expect(await bench.row(account)).toMatchObject({
      body: `Don't worry - ${"x".repeat(160)}`,
      segments: 2,
      state: "queued",
      attempts: 0,
    });
  });

  it.each([
    ["a number without its country", { to: "3035550142" }],
    ["a number with words", { to: "+1303555DECK" }],
    ["nothing to say", { body: " \u200b\n " }],
    ["too much to say", { body: "x".repeat(1601) }],
    ["an id that is none", { id: "1" }],
  ])("refuses %s", async (_, change) => {
    const account = newId();
    await expect(bench.queue(account, 1, change)).rejects.toMatchObject({ code: "invalid" });
    expect(await bench.rows(account)).toEqual([]);
  });

  it("is rolled back with its transaction, and accepts an id once", async () => {
    const account = newId();
    const [text] = await bench.queue(account);
    await expect(bench.queue(account, 1, { id: text!.id })).rejects.toThrow();
    await bench
      .inAccount(account, async (db) => {
        await queueTexts(db, [newText(account)], { now: bench.clock.now() });
        throw new Error("undo");
      })
      .catch(() => {});
    expect(await bench.rows(account)).toHaveLength(1);
  });
});

describe("sending", () => {
  it("sends a text once, and stores its SID and number", async () => {
    const { taken } = await bench.twilio();
    const account = newId();
    const [text] = await bench.queue(account);
    const texter = bench.texter({ statusCallback: ({ id }) => `https://plumbline.test/${id}` });
    await texter.sendDue();
    await texter.sendDue();
    expect(taken).toEqual([
      {
        sid: taken[0]!.sid,
        to: text!.to,
        from: TWILIO.number,
        body: text!.body,
        statusCallback: `https://plumbline.test/${text!.id}`,
      },
    ]);
    expect(await bench.row(account)).toMatchObject({
      state: "sent",
      via: "twilio",
      sid: taken[0]!.sid,
      fromNumber: TWILIO.number,
      attempts: 1,
    });
    expect((await bench.row(account)).sentAt).toEqual(bench.clock.now());
    expect(bench.outcomes.map(({ state, via }) => [state, via])).toEqual([["sent", "twilio"]]);
  });

  it("two senders at the same time send each text once", async () => {
    const { taken } = await bench.twilio();
    const accounts = [newId(), newId(), newId()];
    for (const account of accounts) await bench.queue(account, 30);
    const texters = [bench.texter(), bench.texter()];
    await Promise.all(texters.map((texter) => texter.start()));
    const left = async () =>
      (await Promise.all(accounts.map((account) => bench.rows(account))))
        .flat()
        .filter(({ state }) => state !== "sent");
    await expect.poll(left, { timeout: 20_000 }).toEqual([]);
    expect(taken).toHaveLength(90);
  });

  it.each([
    ["bad_number", MAGIC.invalid, "failed", /not a valid phone number.*21211/],
    ["bad_number", MAGIC.landline, "failed", /not a valid mobile number.*21614/],
    ["refused", MAGIC.abroad, "failed", /Permission.*21408/],
    ["opted_out", MAGIC.optedOut, "suppressed", /unsubscribed.*21610/],
  ])("%s: %s is tried once", async (reason, to, state, failure) => {
    const standIn = await bench.twilio();
    const account = newId();
    await bench.queue(account, 1, { to });
    const texter = bench.texter();
    await texter.sendDue();
    bench.clock.advance({ hours: 5 });
    await texter.sendDue();
    expect(await bench.row(account)).toMatchObject({
      state,
      reason,
      failure: expect.stringMatching(failure) as string,
    });
    expect(bench.outcomes.map((one) => [one.state, one.reason])).toEqual([[state, reason]]);
    expect(standIn.asked).toBe(1);
  });

  it.each([
    [429, 20429],
    [500, 20500],
    [503, 20503],
  ])("%i: retries, later each time, and gives up after three days", async (status, code) => {
    const standIn = await bench.twilio({ before: () => ({ status, code }) });
    const account = newId();
    await bench.queue(account);
    const texter = bench.texter();
    const waits: number[] = [];
    for (let tries = 0; tries < 200; tries++) {
      await texter.sendDue();
      const { state, nextAttemptAt } = await bench.row(account);
      if (state !== "queued") break;
      waits.push(bench.clock.now().until(nextAttemptAt).total("seconds"));
      bench.clock.set(nextAttemptAt.toString());
    }
    expect(waits.slice(0, 4)).toEqual([30, 60, 120, 240]);
    expect(Math.max(...waits)).toBe(3600);
    expect(waits.reduce((sum, seconds) => sum + seconds, 0)).toBeCloseTo(72 * 3600, 0);
    expect(await bench.row(account)).toMatchObject({ state: "failed", reason: "gave_up" });
    expect(standIn.taken).toEqual([]);
  });

  it("waits while the account itself has a problem, and reports it", async () => {
    await bench.twilio();
    const account = newId();
    await bench.queue(account);
    await bench.texter({}, { ...TWILIO, token: "wrong" }).sendDue();
    await bench.queue(account);
    await bench.texter({}, { ...TWILIO, number: "+13035550199" }).sendDue();
    await bench.queue(account);
    await bench.texter({}, "unreadable").sendDue();
    expect(await bench.states(account)).toEqual({ queued: 3 });
    expect(bench.troubles).toEqual(["credentials", "no-texts", "credentials"]);
    bench.clock.advance({ minutes: 5 });
    await bench.texter().sendDue();
    expect(await bench.states(account)).toEqual({ sent: 3 });
    expect(bench.troubles.slice(3)).toEqual([null, null, null]);
  });
});

describe("unknown outcomes", () => {
  it("no response after the request was sent is permanently unknown", async () => {
    await bench.twilio({ before: forEver });
    const account = newId();
    await bench.queue(account);
    const texter = bench.texter({ patience });
    await texter.sendDue();
    bench.clock.advance({ hours: 100 });
    await texter.sendDue();
    expect(await bench.row(account)).toMatchObject({
      state: "unknown",
      attempts: 1,
      failure: expect.stringContaining("ETIMEDOUT") as string,
    });
    expect(bench.outcomes.map(({ state }) => state)).toEqual(["unknown"]);
  });

  it("a connection that breaks after Twilio accepted is unknown, and sent once", async () => {
    const { taken } = await bench.twilio({ taken: () => "hang up" });
    const account = newId();
    await bench.queue(account);
    const texter = bench.texter();
    await texter.sendDue();
    await texter.sendDue();
    expect(await bench.states(account)).toEqual({ unknown: 1 });
    expect(taken).toHaveLength(1);
  });

  it("a gateway's timeout is unknown too", async () => {
    await bench.twilio({ before: () => ({ status: 504 }) });
    const account = newId();
    await bench.queue(account);
    await bench.texter().sendDue();
    expect(await bench.states(account)).toEqual({ unknown: 1 });
  });

  it("an unreachable Twilio leaves nothing unknown", async () => {
    const account = newId();
    await bench.queue(account);
    bench.reach("http://127.0.0.1:1");
    await bench.texter().sendDue();
    expect(await bench.row(account)).toMatchObject({
      state: "queued",
      failure: expect.stringContaining("ECONNREFUSED") as string,
    });
    // A server that listens but does not speak TLS.
    const plain: Server = createTcpServer(
      (socket) => void socket.on("error", () => {}).end("no\n", () => socket.destroy()),
    );
    await new Promise<void>((resolve) => plain.listen(0, "127.0.0.1", resolve));
    bench.reach(`https://127.0.0.1:${(plain.address() as { port: number }).port}`);
    bench.clock.advance({ hours: 1 });
    await bench.texter().sendDue();
    expect(await bench.states(account)).toEqual({ queued: 1 });
    await new Promise((resolve) => plain.close(resolve));
  });

  it("a redirect is not followed, since it would leak the credentials", async () => {
    const away = await bench.twilio();
    await bench.twilio({ before: () => ({ status: 302 }) });
    const account = newId();
    await bench.queue(account);
    await bench.texter().sendDue();
    expect(await bench.states(account)).toEqual({ queued: 1 });
    expect(away.asked).toBe(0);
  });
});

describe("texts that must not be sent any more", () => {
  it("a text is checked right before sending", async () => {
    const { taken } = await bench.twilio();
    const [stopped, night, fine] = [newId(), newId(), newId()];
    for (const account of [stopped, night, fine]) await bench.queue(account);
    const morning = bench.clock.now().add({ hours: 9 });
    await bench
      .texter({
        mayStillSend: async ({ accountId }) =>
          accountId === stopped
            ? { suppressed: "they stopped texts" }
            : accountId === night
              ? { notBefore: morning }
              : { ok: true },
      })
      .sendDue();
    expect(taken).toHaveLength(1);
    expect(await bench.row(stopped)).toMatchObject({ state: "suppressed", reason: "they stopped texts" });
    expect(await bench.row(night)).toMatchObject({ state: "queued", attempts: 0, nextAttemptAt: morning });
  });

  it("a suppressed text in a sender's hands is not sent", async () => {
    const { taken } = await bench.twilio();
    const account = newId();
    const [text] = await bench.queue(account);
    const stop = () =>
      bench.inAccount(account, (db) =>
        suppressQueuedTexts(db, { accountId: account, aboutId: text!.aboutId, reason: "they stopped texts" }),
      );
    await bench.texter({ mayStillSend: async () => (await stop(), { ok: true }) }).sendDue();
    expect(taken).toEqual([]);
    expect(await bench.row(account)).toMatchObject({ state: "suppressed", reason: "they stopped texts" });
    expect(await stop()).toBe(0);
  });
});

describe("the outbox", () => {
  const files = () => readdir(path.join(bench.dataDir, "outbox", "sms")).catch(() => []);

  it("accepts texts while there is no account, for the owner to send by hand", async () => {
    const account = newId();
    const [text] = await bench.queue(account);
    await bench.texter({}, "none").sendDue();
    expect(await files()).toEqual([`20261120T170000Z-${text!.id}.json`]);
    const file = JSON.parse(
      await readFile(path.join(bench.dataDir, "outbox", "sms", (await files())[0]!), "utf8"),
    ) as object;
    expect(file).toMatchObject({ id: text!.id, to: text!.to, body: text!.body, segments: 1 });
    expect(await bench.row(account)).toMatchObject({ state: "sent", via: "outbox" });
    const [waiting] = await bench.inAccount(account, (db) => textsToSendByHand(db, account, text!.aboutId));
    expect(waiting).toEqual({ id: text!.id, to: text!.to, body: text!.body });
    bench.clock.advance({ hours: 2 });
    const status = { accountId: account, id: text!.id, aboutId: text!.aboutId };
    const report = (change = {}) =>
      bench.inAccount(account, (db) =>
        markMessageSentByHand(db, "sms", { ...status, ...change }, bench.clock.now()),
      );
    expect(await report({ aboutId: newId() })).toBe(false);
    expect(await report()).toBe(true);
    const sentAt = bench.clock.now();
    bench.clock.advance({ hours: 1 });
    expect(await report()).toBe(true);
    expect(await bench.row(account)).toMatchObject({ state: "sent", via: "hand", sentAt });
    expect(await bench.inAccount(account, (db) => textsToSendByHand(db, account, text!.aboutId))).toEqual([]);
  });

  it("does not offer a text suppressed while there, nor store one suppressed on its way there", async () => {
    const account = newId();
    const [waits, stopped] = await bench.queue(account, 2);
    const stop = (aboutId: string) =>
      bench.inAccount(account, (db) =>
        suppressQueuedTexts(db, { accountId: account, aboutId, reason: "they stopped texts" }),
      );
    const mayStillSend = async ({ aboutId }: { aboutId: string }) => {
      if (aboutId === stopped!.aboutId) await stop(aboutId);
      return { ok: true } as const;
    };
    await bench.texter({ mayStillSend }, "none").sendDue();
    expect(await files()).toHaveLength(1);
    expect(await stop(waits!.aboutId)).toBe(1);
    expect(await bench.inAccount(account, (db) => textsToSendByHand(db, account, waits!.aboutId))).toEqual(
      [],
    );
    expect(await bench.states(account)).toEqual({ suppressed: 2 });
  });
});

describe("Twilio's later reports", () => {
  const report = (accountId: string, id: string, sid: string, status: string, errorCode?: number) =>
    bench.inAccount(accountId, (db) =>
      saveDeliveryStatus(db, { accountId, id, sid, status, errorCode }, bench.clock.now()),
    );

  async function sent() {
    const { taken } = await bench.twilio();
    const account = newId();
    const [text] = await bench.queue(account);
    await bench.texter().sendDue();
    return { account, id: text!.id, sid: taken[0]!.sid };
  }

  it("delivered, whatever comes after", async () => {
    const { account, id, sid } = await sent();
    await report(account, id, sid, "delivered");
    await report(account, id, sid, "sent");
    await report(account, id, sid, "failed", 30003);
    await report(account, id, sid, "a status of next year");
    expect(await bench.row(account)).toMatchObject({
      state: "sent",
      failure: null,
      deliveredAt: bench.clock.now(),
    });
  });

  it.each([
    ["undelivered", 30003, "undelivered"],
    ["undelivered", 30006, "bad_number"],
    ["failed", undefined, "undelivered"],
  ])("undelivered: %s %s", async (status, code, reason) => {
    const { account, id, sid } = await sent();
    expect(await report(account, id, sid, status, code)).toBeUndefined();
    await report(account, id, sid, "sent");
    expect(await bench.row(account)).toMatchObject({ state: "failed", reason });
  });

  it("opted out: the number is returned", async () => {
    const { account, id, sid } = await sent();
    expect(await report(account, id, sid, "failed", 21610)).toBe("+13035550100");
  });

  it("on an unknown text: it was accepted", async () => {
    await bench.twilio({ taken: () => "hang up" });
    const account = newId();
    const [text] = await bench.queue(account);
    await bench.texter().sendDue();
    await report(account, text!.id, `SM${"f".repeat(32)}`, "delivered");
    expect(await bench.row(account)).toMatchObject({
      state: "sent",
      via: "twilio",
      sid: `SM${"f".repeat(32)}`,
    });
  });

  it("on another text, or an unsent one: ignored", async () => {
    const { account, id } = await sent();
    const [queued] = await bench.queue(account);
    const before = await bench.rows(account);
    await report(account, id, `SM${"e".repeat(32)}`, "failed", 30003);
    await report(account, queued!.id, `SM${"e".repeat(32)}`, "delivered");
    expect(await bench.rows(account)).toEqual(before);
  });
});
