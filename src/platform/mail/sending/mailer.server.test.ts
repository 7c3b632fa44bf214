import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { SYSTEM_ACCOUNT } from "../../db/scope.server.ts";
import { createTestDatabase, type TestDatabase } from "../../db/testing/test-database.ts";
import { anAccount, MailBench } from "../testing/mailer.ts";

let test: TestDatabase;
let bench: MailBench;

beforeAll(async () => {
  test = await createTestDatabase();
});
afterAll(() => test.drop());
beforeEach(() => {
  bench = new MailBench(test);
});
afterEach(() => bench.clear());

const refusal = (responseCode: number, text: string) => Object.assign(new Error(text), { responseCode });

describe("sending", () => {
  it("sends due messages of every account, once, and stores when", async () => {
    const { url, accepted } = await bench.sink();
    const accounts = [SYSTEM_ACCOUNT, anAccount(), anAccount()];
    const queued = (await Promise.all(accounts.map((account) => bench.queue(account, 30)))).flat();
    const later = await bench.queue(accounts[1]!, 1, { sendAt: bench.clock.now().add({ hours: 1 }) });
    const mailer = bench.mailer(url);
    await mailer.sendDue();
    expect(accepted.toSorted()).toEqual(queued.map(({ messageIdHeader }) => messageIdHeader).toSorted());
    expect(await bench.states(accounts[1]!)).toEqual({ sent: 30, queued: 1 });
    expect(await bench.row(accounts[2]!)).toMatchObject({
      state: "sent",
      via: "smtp",
      attempts: 1,
      sentAt: bench.clock.now(),
      claimedBy: null,
      failure: null,
    });
    expect(bench.outcomes).toHaveLength(90);
    expect(bench.outcomes[0]).toMatchObject({ state: "sent", via: "smtp", addressBad: false });
    bench.clock.move({ hours: 1 });
    await mailer.sendDue();
    expect(accepted.at(-1)).toBe(later[0]!.messageIdHeader);
  });

  it("sends by itself once started, soon after a wake", async () => {
    const { url, accepted } = await bench.sink();
    const mailer = bench.mailer(url);
    await mailer.start();
    await bench.queue(anAccount());
    mailer.wake();
    await expect.poll(() => accepted.length, { timeout: 3_000 }).toBe(1);
  });

  it("sends once with many workers", async () => {
    const { url, accepted } = await bench.sink();
    const accounts = Array.from({ length: 7 }, anAccount);
    await Promise.all(
      accounts.map((account, at) =>
        bench.queue(account, 60, { kind: at % 2 ? "followup" : "transactional" }),
      ),
    );
    // Two database sessions each; the test server has sixty for all test files.
    const mailers = Array.from({ length: 12 }, () => bench.mailer(url, { connections: 4 }));
    await Promise.all(mailers.map((mailer) => mailer.sendDue()));
    expect(new Set(accepted).size).toBe(accepted.length);
    expect(accepted).toHaveLength(420);
    for (const account of accounts) expect(await bench.states(account)).toEqual({ sent: 60 });
  });

  it("sends other accounts' mail and identity mail without waiting for a large account", async () => {
    const { url, accepted } = await bench.sink();
    const [large, small] = [anAccount(), anAccount()];
    await bench.queue(large, 300);
    bench.clock.move({ seconds: 1 });
    const [lonely] = await bench.queue(small);
    const [reset] = await bench.queue(SYSTEM_ACCOUNT);
    await bench.mailer(url, { connections: 2 }).sendDue();
    expect(accepted).toHaveLength(302);
    for (const { messageIdHeader } of [reset!, lonely!]) {
      expect(accepted).toContain(messageIdHeader);
      expect(accepted.indexOf(messageIdHeader)).toBeLessThan(40);
    }
  });
});

describe("a mail server that refuses", () => {
  it("4xx: waits, longer each time, and is sent in the end", async () => {
    let refusals = 2;
    const { url, accepted } = await bench.sink({
      onMessage: () => {
        if (refusals-- > 0) throw refusal(451, "4.3.0 later");
      },
    });
    const account = anAccount();
    await bench.queue(account, 1, { kind: "followup" });
    const mailer = bench.mailer(url);
    await mailer.sendDue();
    expect(await bench.row(account)).toMatchObject({
      state: "queued",
      attempts: 1,
      failure: expect.stringContaining("451"),
      nextAttemptAt: bench.clock.now().add({ seconds: 15 }),
    });
    await mailer.sendDue();
    expect((await bench.row(account)).attempts).toBe(1);
    bench.clock.move({ seconds: 15 });
    await mailer.sendDue();
    expect(await bench.row(account)).toMatchObject({
      state: "queued",
      attempts: 2,
      nextAttemptAt: bench.clock.now().add({ seconds: 30 }),
    });
    bench.clock.move({ seconds: 30 });
    await mailer.sendDue();
    expect(await bench.row(account)).toMatchObject({ state: "sent", attempts: 3, failure: null });
    expect(accepted).toHaveLength(1);
    expect(bench.outcomes).toHaveLength(1);
  });

  it("4xx for three days: failed, but the address is not bad", async () => {
    const { url } = await bench.sink({
      onRcptTo: (_address, _session, done) => done(refusal(450, "4.2.0 later")),
    });
    const account = anAccount();
    await bench.queue(account);
    const mailer = bench.mailer(url);
    for (let hours = 0; (await bench.row(account)).state === "queued" && hours < 200; hours++) {
      await mailer.sendDue();
      bench.clock.move({ hours: 1 });
    }
    expect(await bench.row(account)).toMatchObject({ state: "failed", permanent: false, reason: "gave_up" });
    const { firstAttemptAt } = await bench.row(account);
    expect(bench.clock.now().since(firstAttemptAt!).total("hours")).toBe(73);
  });

  it("5xx: failed right away; a nonexistent address is marked", async () => {
    const { url } = await bench.sink({
      onRcptTo: ({ address }, _session, done) =>
        done(address.startsWith("gone") ? refusal(550, "5.1.1 no such user") : null),
      onMessage: () => {
        throw refusal(554, "5.7.1 we don't like it");
      },
    });
    const [gone, disliked] = [anAccount(), anAccount()];
    await bench.queue(gone, 1, { to: { address: "gone@example.org" } });
    await bench.queue(disliked);
    await bench.mailer(url).sendDue();
    expect(await bench.row(gone)).toMatchObject({
      state: "failed",
      permanent: true,
      reason: "bad_address",
      attempts: 1,
    });
    expect(await bench.row(disliked)).toMatchObject({ state: "failed", permanent: true, reason: "refused" });
    const outcomes = Object.fromEntries(
      bench.outcomes.map(({ message, addressBad, permanent }) => [
        message.accountId,
        { addressBad, permanent },
      ]),
    );
    expect(outcomes).toEqual({
      [gone]: { addressBad: true, permanent: true },
      [disliked]: { addressBad: false, permanent: true },
    });
  });

  it("a reset during DATA: retried, and accepted once", async () => {
    const server = await bench.rawServer((connection) =>
      connection === 0
        ? {
            data: (socket) => {
              socket.write("354 go\r\n");
              setImmediate(() => socket.resetAndDestroy());
            },
          }
        : {},
    );
    const account = anAccount();
    await bench.queue(account, 1, { kind: "transactional", text: "x".repeat(300_000) });
    const mailer = bench.mailer(server.url);
    await mailer.sendDue();
    expect(await bench.row(account)).toMatchObject({ state: "queued" });
    bench.clock.move({ minutes: 1 });
    await mailer.sendDue();
    expect(await bench.row(account)).toMatchObject({ state: "sent", attempts: 2 });
    expect(server.received.filter((text) => text.includes("\r\n.\r\n"))).toHaveLength(1);
  });

  it("no response after the dot: a follow-up is unknown forever, other mail is sent again with the same Message-ID", async () => {
    const server = await bench.rawServer((connection) =>
      connection < 2 ? { dot: (socket) => socket.resetAndDestroy() } : {},
    );
    const [marketing, estimate] = [anAccount(), anAccount()];
    await bench.queue(marketing, 1, { kind: "followup" });
    const [message] = await bench.queue(estimate);
    const mailer = bench.mailer(server.url);
    await mailer.sendDue();
    expect(await bench.row(marketing)).toMatchObject({ state: "unknown", attempts: 1 });
    expect(await bench.row(estimate)).toMatchObject({ state: "queued" });
    expect(bench.outcomes).toMatchObject([{ state: "unknown", message: { accountId: marketing } }]);
    bench.clock.move({ hours: 1 });
    await mailer.sendDue();
    expect(await bench.row(marketing)).toMatchObject({ state: "unknown", attempts: 1 });
    expect(await bench.row(estimate)).toMatchObject({ state: "sent", attempts: 2 });
    expect(server.received.filter((text) => text.includes(message!.messageIdHeader))).toHaveLength(2);
  });

  it("a server that is away: everything waits, and is sent when it is back", async () => {
    let away = true;
    const server = await bench.rawServer(() => (away ? { greeting: (socket) => socket.destroy() } : {}));
    const account = anAccount();
    await bench.queue(account, 40);
    const mailer = bench.mailer(server.url);
    await mailer.sendDue();
    expect(await bench.states(account)).toEqual({ queued: 40 });
    away = false;
    bench.clock.move({ minutes: 1 });
    await mailer.sendDue();
    expect(await bench.states(account)).toEqual({ sent: 40 });
  });

  it("a server that is away is not hammered: the loop pauses between attempts", async () => {
    let connections = 0;
    const server = await bench.rawServer(() => (connections++, { greeting: "421 closed for today" }));
    await bench.queue(anAccount(), 300);
    await bench.mailer(server.url, { connections: 3 }).start();
    await sleep(2_500);
    expect(connections).toBeGreaterThan(0);
    expect(connections).toBeLessThan(15);
  });
});

describe("stopping", () => {
  it("lets messages in transit arrive and releases the rest unused", async () => {
    const gate = Promise.withResolvers<void>();
    const { url, accepted } = await bench.sink({ onMessage: () => gate.promise });
    const account = anAccount();
    await bench.queue(account, 40);
    const mailer = bench.mailer(url, { connections: 2 });
    await mailer.start();
    await expect.poll(async () => (await bench.states(account))["committing"]).toBe(2);
    const stopped = mailer.stop();
    await expect.poll(() => bench.states(account)).toEqual({ committing: 2, queued: 38 });
    gate.resolve();
    await stopped;
    expect(await bench.states(account)).toEqual({ sent: 2, queued: 38 });
    expect(
      (await bench.rows(account)).filter(({ state, attempts }) => state === "queued" && attempts === 0),
    ).toHaveLength(38);
    expect(accepted).toHaveLength(2);
  });

  it("does not wait forever: possibly accepted messages become unknown", async () => {
    const { url } = await bench.sink({ onMessage: () => new Promise(() => {}) });
    const [marketing, estimate] = [anAccount(), anAccount()];
    await bench.queue(marketing, 1, { kind: "followup" });
    await bench.queue(estimate);
    const mailer = bench.mailer(url);
    await mailer.start();
    await expect
      .poll(async () => [await bench.states(marketing), await bench.states(estimate)])
      .toEqual([{ committing: 1 }, { committing: 1 }]);
    await mailer.stop(200);
    expect(await bench.states(marketing)).toEqual({ unknown: 1 });
    expect(await bench.states(estimate)).toEqual({ queued: 1 });
  });
});
