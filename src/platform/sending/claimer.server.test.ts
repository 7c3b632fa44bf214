import type { Socket } from "node:net";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type Claimer, createClaimer, type StoredMark } from "./claimer.server.ts";
import type { MailMessage } from "../mail/message.ts";
import { suppressQueued } from "../mail/queue.server.ts";
import type { MailChange } from "../mail/sending/outcome.server.ts";
import { newId } from "../db/ids.ts";
import { createTestDatabase, type TestDatabase } from "../db/testing/test-database.ts";
import { anAccount, MailBench, quietLog } from "../mail/testing/mailer.ts";
import { startSink } from "../mail/testing/sink.ts";

let test: TestDatabase;
let bench: MailBench;
let claimer: Claimer<MailChange & StoredMark>;

beforeAll(async () => {
  test = await createTestDatabase();
});
afterAll(() => test.drop());
beforeEach(() => {
  bench = new MailBench(test);
  claimer = createClaimer<MailChange & StoredMark>(test.app, quietLog, "mail");
});
afterEach(async () => {
  await claimer.close();
  await bench.clear();
});

async function claimed(account: string, count = 1): Promise<{ messages: MailMessage[]; key: bigint }> {
  const messages = await bench.queue(account, count);
  const key = await claimer.ready();
  await bench.inAccount(account, (db) =>
    db.execute(`update mail_messages set state = 'claimed', claimed_by = ${key}`),
  );
  return { messages, key };
}

const mark = ({ accountId, id }: MailMessage, change: MailChange): MailChange & StoredMark => ({
  accountId,
  id,
  at: bench.clock.now(),
  ...change,
});

describe("a commit", () => {
  it("succeeds only for a message that this claim still owns", async () => {
    const account = anAccount();
    const { messages, key } = await claimed(account, 4);
    const [mine, theirs, back, gone] = messages as [MailMessage, MailMessage, MailMessage, MailMessage];
    await bench.inAccount(account, async (db) => {
      await db.execute(`update mail_messages set claimed_by = 42 where id = '${theirs.id}'`);
      await db.execute(`update mail_messages set state = 'queued' where id = '${back.id}'`);
      await db.execute(`delete from mail_messages where id = '${gone.id}'`);
    });
    const answers = await Promise.all(
      messages.map((message) =>
        claimer.commit(mark(message, { state: "committing" }), { claimer: key, slot: 0 }),
      ),
    );
    expect(answers).toEqual([true, false, false, false]);
    expect(await claimer.commit(mark(mine, { state: "committing" }), { claimer: key, slot: 0 })).toBe(false);
    expect(await claimer.commit(mark(mine, { state: "committing" }), { claimer: 42n, slot: 0 })).toBe(false);
  });

  it("fails if it is unknown whether it was stored", async () => {
    const account = anAccount();
    const { messages, key } = await claimed(account);
    await bench.asOwner(async (owner) => {
      await owner.query("begin");
      await owner.query("select * from mail_messages for update");
      const answer = claimer.commit(mark(messages[0]!, { state: "committing" }), { claimer: key, slot: 0 });
      await expect
        .poll(
          async () =>
            (await owner.query("select 1 from pg_stat_activity where wait_event_type = 'Lock'")).rowCount,
        )
        .toBe(1);
      await bench.cutSessions();
      expect(await answer).toBe(false);
    });
    expect(await claimer.commit(mark(messages[0]!, { state: "committing" }), { claimer: key, slot: 0 })).toBe(
      false,
    );
    expect(await claimer.ready()).not.toBe(key);
  });

  it("that fails prevents sending", async () => {
    const account = anAccount();
    const gate = Promise.withResolvers<void>();
    const sink = await startSink({
      onRcptTo: (_address, _session, done) => void gate.promise.then(() => done()),
    });
    await bench.queue(account, 1, { kind: "followup" });
    const mailer = bench.mailer(sink.url);
    await mailer.start();
    await expect.poll(() => bench.states(account)).toEqual({ claimed: 1 });
    await bench.inAccount(account, (db) =>
      db.execute("update mail_messages set state = 'suppressed', claimed_by = null"),
    );
    gate.resolve();
    await mailer.sendDue();
    expect(sink.accepted).toEqual([]);
    expect(await bench.states(account)).toEqual({ suppressed: 1 });
    await sink.close();
  });
});

describe("several due messages", () => {
  it("are sent in the order they were queued, wherever their rows are on disk", async () => {
    const account = anAccount();
    const to: string[] = [];
    const sink = await bench.sink({
      onAccepted: (_id, { envelope }) => void to.push(...envelope.rcptTo.map(({ address }) => address)),
    });
    const [gone] = await bench.queue(account, 1, { to: { address: "gone@example.org" } });
    await bench.queue(account, 1, { to: { address: "first@example.org" } });
    await bench.inAccount(account, (db) => db.execute(`delete from mail_messages where id = '${gone!.id}'`));
    // The next row reuses the deleted one's space, before the waiting row.
    await bench.asOwner((owner) => owner.query("vacuum mail_messages"));
    await bench.queue(account, 1, { to: { address: "second@example.org" } });
    await bench.mailer(sink.url, { connections: 1 }).sendDue();
    expect(to).toEqual(["first@example.org", "second@example.org"]);
  });
});

describe("a claimed message", () => {
  it("is stopped by an opt-out until its end may be sent", async () => {
    const account = anAccount();
    const lead = newId();
    const gate = Promise.withResolvers<void>();
    const sink = await startSink({
      onRcptTo: (_address, _session, done) => void gate.promise.then(() => done()),
    });
    await bench.queue(account, 3, { kind: "followup", aboutId: lead });
    await bench.queue(account, 1, { aboutId: lead });
    const mailer = bench.mailer(sink.url);
    await mailer.start();
    await expect.poll(() => bench.states(account)).toEqual({ claimed: 4 });
    expect(
      await bench.inAccount(account, (db) =>
        suppressQueued(db, { accountId: account, aboutId: lead, reason: "replied" }),
      ),
    ).toBe(3);
    gate.resolve();
    await mailer.sendDue();
    expect(sink.accepted).toHaveLength(1);
    expect(await bench.states(account)).toEqual({ suppressed: 3, sent: 1 });
    await sink.close();
  });
});

describe("a message announced behind the previous one", () => {
  it("is not sent after an opt-out, and is marked so", async () => {
    const account = anAccount();
    const lead = newId();
    const gate = Promise.withResolvers<Socket>();
    let ends = 0;
    const server = await bench.rawServer({
      ehlo: "250-raw\r\n250 PIPELINING",
      dot: (socket) => (++ends === 1 ? gate.resolve(socket) : void socket.write("250 taken\r\n")),
    });
    const mailer = bench.mailer(server.url, { connections: 1 });
    await bench.queue(account, 1);
    await bench.queue(account, 1, { kind: "followup", aboutId: lead, to: { address: "second@example.org" } });
    await bench.queue(account, 1, { to: { address: "third@example.org" } });
    await mailer.start();
    const socket = await gate.promise;
    await expect.poll(() => server.received[0]).toContain("RCPT TO:<second@example.org>\r\nDATA\r\n");
    expect(
      await bench.inAccount(account, (db) =>
        suppressQueued(db, { accountId: account, aboutId: lead, reason: "replied" }),
      ),
    ).toBe(1);
    socket.write("250 taken\r\n");
    await mailer.sendDue();
    await expect.poll(() => bench.states(account)).toEqual({ sent: 2, suppressed: 1 });
    expect(server.received.map((text) => text.split("\r\n.\r\n").length - 1)).toEqual([1, 1]);
    expect(server.received[1]).toContain("third@example.org");
  });
});

describe("an outcome", () => {
  it("waits for a database that is away", async () => {
    const account = anAccount();
    const { messages, key } = await claimed(account);
    await claimer.commit(mark(messages[0]!, { state: "committing" }), { claimer: key, slot: 0 });
    await bench.cutSessions();
    expect(
      await claimer.settle(mark(messages[0]!, { state: "sent", via: "smtp" }), { claimer: key, slot: 0 }),
    ).toBe(true);
    expect(await bench.row(account)).toMatchObject({ state: "sent", sentAt: bench.clock.now() });
  });

  it("that can't be stored does not block others", async () => {
    const account = anAccount();
    const { messages, key } = await claimed(account, 20);
    const answers = await Promise.all(
      messages.map((message, at) =>
        claimer.settle(mark(message, { state: "failed", failure: at === 7 ? "\0" : "no", permanent: true }), {
          claimer: key,
          slot: 0,
        }),
      ),
    );
    expect(answers.map((stored, at) => (stored ? -1 : at)).filter((at) => at >= 0)).toEqual([7]);
    expect(await bench.states(account)).toEqual({ failed: 19, claimed: 1 });
  });

  it("that is final is not overwritten by a late one", async () => {
    const account = anAccount();
    const { messages, key } = await claimed(account);
    expect(await claimer.settle(mark(messages[0]!, { state: "sent" }), { claimer: key, slot: 0 })).toBe(true);
    expect(
      await claimer.settle(mark(messages[0]!, { state: "queued", unused: true }), { claimer: key, slot: 0 }),
    ).toBe(false);
    expect(await bench.states(account)).toEqual({ sent: 1 });
  });
});
