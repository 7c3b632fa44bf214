import pg from "pg";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { newId } from "../../db/ids.ts";
import { createTestDatabase, type TestDatabase } from "../../db/testing/test-database.ts";
import { messagesInFlight, recoverMessages } from "../../sending/recovery.server.ts";
import { TextBench } from "../testing/texter.ts";
import { forEver } from "../testing/twilio.ts";

let test: TestDatabase;
let bench: TextBench;

beforeAll(async () => {
  test = await createTestDatabase();
});
afterAll(() => test.drop());
beforeEach(() => {
  bench = new TextBench(test);
});
afterEach(() => bench.clear());

/** Puts texts into a state that a dead sender left them in. */
const leftBehind = (account: string, state: "claimed" | "committing", claimer: bigint) =>
  bench.inAccount(account, (db) =>
    db.execute(`update sms_messages set state = '${state}', claimed_by = ${claimer}, attempts = 1`),
  );

describe("texts of a dead sender", () => {
  it("are sent if claimed; become unknown and are never sent again if committing", async () => {
    const { taken } = await bench.twilio();
    const [claimed, committing] = [newId(), newId()];
    await bench.queue(claimed, 2);
    await bench.queue(committing, 2);
    await leftBehind(claimed, "claimed", 11n);
    await leftBehind(committing, "committing", -12n);
    const texter = bench.texter();
    await texter.recover();
    expect(await bench.states(claimed)).toEqual({ queued: 2 });
    expect(await bench.states(committing)).toEqual({ unknown: 2 });
    expect(bench.outcomes.map(({ state, message }) => [state, message.accountId])).toEqual([
      ["unknown", committing],
      ["unknown", committing],
    ]);
    expect((await bench.row(committing)).failure).toBe(
      "The program stopped while the text was being handed over.",
    );
    await texter.sendDue();
    expect(taken).toHaveLength(2);
    expect(await bench.states(claimed)).toEqual({ sent: 2 });
    expect(await bench.states(committing)).toEqual({ unknown: 2 });
  });

  it("are not recovered while its lock is held", async () => {
    const account = newId();
    await bench.queue(account);
    await leftBehind(account, "claimed", 77n);
    const living = new pg.Client(test.app);
    await living.connect();
    await living.query("select pg_advisory_lock(77)");
    const flights = await messagesInFlight(test.database.app, "sms");
    const free = () => recoverMessages(test.database.app, "sms", flights, bench.clock.now());
    expect(await free()).toEqual([]);
    expect(await bench.states(account)).toEqual({ claimed: 1 });
    await living.end();
    await expect.poll(free).toHaveLength(1);
    expect(await bench.states(account)).toEqual({ queued: 1 });
  });

  it("wait longer each time if they seem to kill the sender", async () => {
    const account = newId();
    await bench.queue(account);
    await leftBehind(account, "claimed", 5n);
    await bench.inAccount(account, (db) => db.execute("update sms_messages set attempts = 7"));
    await bench.texter().recover();
    expect((await bench.row(account)).nextAttemptAt).toEqual(bench.clock.now().add({ seconds: 50 }));
  });
});

describe("a sender that loses its session", () => {
  it("still reports an outcome after others had marked it unknown", async () => {
    const gate = Promise.withResolvers<void>();
    const { taken } = await bench.twilio({ taken: () => gate.promise });
    const account = newId();
    await bench.queue(account);
    const texter = bench.texter();
    await texter.start();
    await expect.poll(() => bench.states(account)).toEqual({ committing: 1 });
    await bench.cutSessions();
    const other = bench.texter();
    await expect.poll(async () => (await other.recover(), bench.states(account))).toEqual({ unknown: 1 });
    gate.resolve();
    await expect.poll(() => bench.states(account), { timeout: 10_000 }).toEqual({ sent: 1 });
    expect(taken).toHaveLength(1);
    expect((await bench.row(account)).sid).toBe(taken[0]!.sid);
  });
});

describe("a stopped sender", () => {
  it("marks texts without Twilio's response as unknown", async () => {
    await bench.twilio({ before: forEver });
    const account = newId();
    await bench.queue(account);
    const texter = bench.texter();
    await texter.start();
    await expect.poll(() => bench.states(account)).toEqual({ committing: 1 });
    await texter.stop(50);
    expect(await bench.states(account)).toEqual({ unknown: 1 });
  });
});
