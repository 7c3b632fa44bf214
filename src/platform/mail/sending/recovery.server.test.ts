import pg from "pg";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { queueMails } from "../queue.server.ts";
import { messagesInFlight, recoverMessages } from "../../sending/recovery.server.ts";
import { createTestDatabase, type TestDatabase } from "../../db/testing/test-database.ts";
import { anAccount, MailBench } from "../testing/mailer.ts";
import { newMail, SENDER } from "../testing/message.ts";

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

/** Puts rows into a state that a dead sender left them in. */
async function leftBehind(account: string, state: "claimed" | "committing", claimer: bigint): Promise<void> {
  await bench.inAccount(account, (db) =>
    db.execute(`update mail_messages set state = '${state}', claimed_by = ${claimer}, attempts = 1`),
  );
}

describe("messages of a dead sender", () => {
  it("are queued again if claimed; if committing, only if they may arrive twice", async () => {
    const { url, accepted } = await bench.sink();
    const [claimed, marketing, estimate] = [anAccount(), anAccount(), anAccount()];
    await bench.queue(claimed, 2, { kind: "followup" });
    await bench.queue(marketing, 2, { kind: "followup" });
    await bench.queue(estimate, 2);
    await leftBehind(claimed, "claimed", 11n);
    await leftBehind(marketing, "committing", 11n);
    await leftBehind(estimate, "committing", -12n);
    const mailer = bench.mailer(url);
    await mailer.recover();
    expect(await bench.states(claimed)).toEqual({ queued: 2 });
    expect(await bench.states(marketing)).toEqual({ unknown: 2 });
    expect(await bench.states(estimate)).toEqual({ queued: 2 });
    expect(bench.outcomes.map(({ state, message }) => [state, message.accountId])).toEqual([
      ["unknown", marketing],
      ["unknown", marketing],
    ]);
    const ids = (await bench.rows(estimate)).map(({ messageIdHeader }) => messageIdHeader);
    await mailer.sendDue();
    expect(accepted).toHaveLength(4);
    expect(accepted).toEqual(expect.arrayContaining(ids));
    expect(await bench.states(marketing)).toEqual({ unknown: 2 });
  });

  it("are not recovered while its lock is held", async () => {
    const account = anAccount();
    await bench.queue(account);
    await leftBehind(account, "claimed", 77n);
    const living = new pg.Client(test.app);
    await living.connect();
    await living.query("select pg_advisory_lock(77)");
    const flights = await messagesInFlight(test.database.app, "mail");
    expect(flights).toEqual([{ claimer: 77n, accounts: [account] }]);
    expect(await recoverMessages(test.database.app, "mail", flights, bench.clock.now())).toEqual([]);
    expect(await bench.states(account)).toEqual({ claimed: 1 });
    await living.end();
    await expect
      .poll(() => recoverMessages(test.database.app, "mail", flights, bench.clock.now()))
      .toHaveLength(1);
    expect(await bench.states(account)).toEqual({ queued: 1 });
  });

  it("wait longer each time if they seem to kill the sender", async () => {
    const account = anAccount();
    await bench.queue(account);
    await leftBehind(account, "claimed", 5n);
    await bench.inAccount(account, (db) => db.execute("update mail_messages set attempts = 7"));
    await bench.mailer(undefined).recover();
    expect((await bench.row(account)).nextAttemptAt).toEqual(bench.clock.now().add({ seconds: 50 }));
  });
});

describe("a sender that loses its session", () => {
  it("gets a new key, and nothing is lost or sent twice", async () => {
    const { url, accepted } = await bench.sink();
    const accounts = [anAccount(), anAccount()];
    for (const account of accounts) await bench.queue(account, 400, { kind: "followup" });
    const mailer = bench.mailer(url);
    await mailer.start();
    const keys = new Set<bigint | undefined>();
    for (let cuts = 0; cuts < 5; cuts++) {
      await sleep(60);
      keys.add(mailer.claim()?.claimer);
      await bench.cutSessions();
    }
    const settled = async () => {
      await mailer.recover();
      const all = await Promise.all(accounts.map((account) => bench.rows(account)));
      return all.flat().filter(({ state }) => state !== "sent" && state !== "unknown").length;
    };
    await expect.poll(settled, { timeout: 20_000, interval: 100 }).toBe(0);
    expect(keys.size).toBeGreaterThan(2);
    expect(new Set(accepted).size).toBe(accepted.length);
    const rows = (await Promise.all(accounts.map((account) => bench.rows(account)))).flat();
    const unknown = rows
      .filter(({ state }) => state === "unknown")
      .map(({ messageIdHeader }) => messageIdHeader);
    expect(new Set([...accepted, ...unknown]).size).toBe(800);
    expect(unknown.length).toBeLessThanOrEqual(5 * 10);
  });

  it("still reports an outcome after others had marked it unknown", async () => {
    const gate = Promise.withResolvers<void>();
    const { url } = await bench.sink({ onMessage: () => gate.promise });
    const account = anAccount();
    await bench.queue(account, 1, { kind: "followup" });
    const mailer = bench.mailer(url);
    await mailer.start();
    await expect.poll(() => bench.states(account)).toEqual({ committing: 1 });
    await bench.cutSessions();
    // Another process finds the lock free.
    const other = bench.mailer(url);
    await expect.poll(async () => (await other.recover(), bench.states(account))).toEqual({ unknown: 1 });
    gate.resolve();
    await expect.poll(() => bench.states(account), { timeout: 10_000 }).toEqual({ sent: 1 });
  });

  it("does not recover messages it is still sending", async () => {
    const gate = Promise.withResolvers<void>();
    const { url, accepted } = await bench.sink({ onMessage: () => gate.promise });
    const account = anAccount();
    await bench.queue(account);
    const mailer = bench.mailer(url);
    await mailer.start();
    await expect.poll(() => bench.states(account)).toEqual({ committing: 1 });
    await bench.cutSessions();
    await mailer.recover();
    expect(await bench.states(account)).toEqual({ committing: 1 });
    gate.resolve();
    await expect.poll(() => bench.states(account), { timeout: 10_000 }).toEqual({ sent: 1 });
    expect(accepted).toHaveLength(1);
  });
});

describe("messages stored as claimed", () => {
  const queueClaimed = async (
    account: string,
    mailer: ReturnType<MailBench["mailer"]>,
    count: number,
    change = {},
  ) => {
    const claim = mailer.claim();
    const messages = Array.from({ length: count }, () => newMail(account, change));
    return {
      claim: claim!,
      messages: await bench.inAccount(account, (db) =>
        queueMails(db, messages, { now: bench.clock.now(), sender: SENDER, claim }),
      ),
    };
  };

  it("are sent without being claimed first", async () => {
    const { url, accepted } = await bench.sink();
    const account = anAccount();
    const mailer = bench.mailer(url);
    expect(mailer.claim()).toBeUndefined();
    await mailer.start();
    const { claim, messages } = await queueClaimed(account, mailer, 20, { kind: "followup" });
    expect(await bench.states(account)).toEqual({ claimed: 20 });
    mailer.sendClaimed(claim, messages);
    await mailer.sendDue();
    expect(await bench.states(account)).toEqual({ sent: 20 });
    expect((await bench.row(account)).attempts).toBe(1);
    expect(accepted).toHaveLength(20);
    const { messages: future } = await queueClaimed(account, mailer, 1, {
      sendAt: bench.clock.now().add({ hours: 1 }),
    });
    expect(future[0]!.state).toBe("queued");
  });

  it("are not sent if their transaction was rolled back after all", async () => {
    const { url, accepted } = await bench.sink();
    const account = anAccount();
    const mailer = bench.mailer(url);
    await mailer.start();
    const claim = mailer.claim()!;
    let undone: Awaited<ReturnType<typeof queueMails>> = [];
    await bench
      .inAccount(account, async (db) => {
        undone = await queueMails(db, [newMail(account)], { now: bench.clock.now(), sender: SENDER, claim });
        throw new Error("undo");
      })
      .catch(() => {});
    mailer.sendClaimed(claim, undone);
    await mailer.sendDue();
    expect(accepted).toEqual([]);
  });

  it("are not accepted by a busy sender, or one whose server is away", async () => {
    const gate = Promise.withResolvers<void>();
    const { url } = await bench.sink({ onMessage: () => gate.promise });
    const account = anAccount();
    const mailer = bench.mailer(url, { connections: 1 });
    await mailer.start();
    expect(await mailer.claimSoon(1)).toEqual(mailer.claim());
    const { claim, messages } = await queueClaimed(account, mailer, 16);
    mailer.sendClaimed(claim, messages);
    await expect.poll(async () => (await bench.states(account))["committing"]).toBe(1);
    expect(await mailer.claimSoon(50)).toBeUndefined();
    const soon = mailer.claimSoon(10_000);
    gate.resolve();
    expect(await soon).toEqual(claim);
    const nowhere = bench.mailer("smtp://127.0.0.1:1");
    await nowhere.start();
    await bench.queue(account);
    nowhere.wake();
    await expect.poll(() => nowhere.claimSoon(1), { timeout: 5_000 }).toBeUndefined();
    await mailer.stop();
    await nowhere.stop();
  });

  it("are queued if they are never passed to the sender", async () => {
    const { url, accepted } = await bench.sink();
    const account = anAccount();
    const mailer = bench.mailer(url);
    await mailer.start();
    await queueClaimed(account, mailer, 3);
    await mailer.recover();
    expect(await bench.states(account)).toEqual({ claimed: 3 });
    bench.clock.move({ minutes: 6 });
    await mailer.recover();
    await mailer.sendDue();
    expect(accepted).toHaveLength(3);
  });
});
