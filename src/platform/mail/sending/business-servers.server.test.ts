import { generateKeyPairSync } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { SYSTEM_ACCOUNT } from "../../db/scope.server.ts";
import { createTestDatabase, type TestDatabase } from "../../db/testing/test-database.ts";
import { outside, useOutside } from "../../outside/outside.server.ts";
import type { BusinessServer } from "../smtp/delivery.server.ts";
import type { BusinessServerDirectory } from "./business-servers.server.ts";
import { suppressQueued } from "../queue.server.ts";
import { anAccount, MailBench } from "../testing/mailer.ts";
import { SENDER } from "../testing/message.ts";
import { type RawScript, type RawServer, startRawServer } from "../testing/raw-server.ts";
import { type Sink, type SinkOptions, startSink } from "../testing/sink.ts";
import type { SmtpError } from "../smtp/verdict.ts";

// Long because it tries every way in which one server can fail beside others that work.
//
// Businesses with their own mail servers beside the installation's: real servers, the real database.

const FROM = "office@larkspur.test";
let test: TestDatabase;
let bench: MailBench;
const servers: (Sink | RawServer)[] = [];
const strict = outside();

beforeAll(async () => {
  test = await createTestDatabase();
  useOutside({ ...strict, mayReachPrivate: true });
});
afterAll(async () => {
  useOutside(strict);
  await test.drop();
});
beforeEach(() => {
  bench = new MailBench(test);
});
afterEach(async () => {
  await bench.clear();
  await Promise.all(servers.splice(0).map((server) => server.close()));
});

async function sink(options?: SinkOptions): Promise<Sink> {
  const started = await startSink(options);
  servers.push(started);
  return started;
}

async function rawServer(script: RawScript): Promise<RawServer> {
  const started = await startRawServer(script);
  servers.push(started);
  return started;
}

/** A server that requires this user and password, without encryption: on this machine nobody listens. */
const withPassword = (password: string, options: SinkOptions = {}) =>
  sink({
    authOptional: false,
    disabledCommands: ["STARTTLS"],
    allowInsecureAuth: true,
    onAuth: (auth, _session, done) =>
      auth.password === password
        ? done(null, { user: auth.username })
        : done(Object.assign(new Error("5.7.8 no"), { responseCode: 535 })),
    ...options,
  });

function at(
  url: string,
  change: Partial<BusinessServer> & { user?: string; password?: string } = {},
): BusinessServer {
  const { user = "", password = "", ...rest } = change;
  const smtp = {
    host: "127.0.0.1",
    port: Number(new URL(url).port),
    security: "none" as const,
    user,
    password,
  };
  return { version: "1", smtp, fromAddress: FROM, ...rest };
}

interface Book extends BusinessServerDirectory {
  readonly entries: Map<string, BusinessServer | "unreadable">;
  readonly told: { accountId: string; version: string; trouble: SmtpError | null }[];
}

function book(entries: Record<string, BusinessServer | "unreadable"> = {}): Book {
  const byAccount = new Map(Object.entries(entries));
  const told: Book["told"] = [];
  return {
    entries: byAccount,
    told,
    find: (accountId) => Promise.resolve(byAccount.get(accountId) ?? "gone"),
    recordOutcome: (accountId, version, trouble) =>
      Promise.resolve(void told.push({ accountId, version, trouble })),
  };
}

const followup = { kind: "followup", from: { name: "Larkspur", address: FROM } } as const;

describe("a business with its own server", () => {
  it("sends its own mail over it, and everything else over the installation's", async () => {
    const [house, theirs] = await Promise.all([sink(), withPassword("right")]);
    const [larkspur, other] = [anAccount(), anAccount()];
    const own = await bench.queue(larkspur, 5, followup);
    const rest = [
      ...(await bench.queue(larkspur, 2)),
      ...(await bench.queue(other, 3)),
      ...(await bench.queue(SYSTEM_ACCOUNT, 2)),
    ];
    const ownServers = book({ [larkspur]: at(theirs.url, { user: "u", password: "right" }) });
    await bench.mailer(house.url, { ownServers }).sendDue();
    expect(theirs.accepted.toSorted()).toEqual(own.map((mail) => mail.messageIdHeader).toSorted());
    expect(house.accepted.toSorted()).toEqual(rest.map((mail) => mail.messageIdHeader).toSorted());
    expect(await bench.states(larkspur)).toEqual({ sent: 7 });
    expect(
      (await bench.rows(larkspur)).every(({ via, claimedBy }) => via === "smtp" && claimedBy === null),
    ).toBe(true);
    expect(ownServers.told).toEqual([{ accountId: larkspur, version: "1", trouble: null }]);
  });

  it("sends over it even if the installation has no mail server", async () => {
    const theirs = await sink();
    const larkspur = anAccount();
    await bench.queue(larkspur, 2, followup);
    await bench.mailer(undefined, { ownServers: book({ [larkspur]: at(theirs.url) }) }).sendDue();
    expect(theirs.accepted).toHaveLength(2);
    expect((await bench.row(larkspur)).via).toBe("smtp");
  });

  it("signs with its own key, for its own domain", async () => {
    const heads: string[] = [];
    const theirs = await sink({
      onData(stream, _session, done) {
        let text = "";
        stream.on("data", (part: Buffer) => (text += part.toString("latin1")));
        stream.on("end", () => {
          heads.push(text.slice(0, text.indexOf("\r\n\r\n")).replace(/\r\n\s+/g, " "));
          done(null, "taken");
        });
      },
    });
    const privateKey = generateKeyPairSync("rsa", {
      modulusLength: 2048,
      privateKeyEncoding: { type: "pkcs8", format: "pem" },
      publicKeyEncoding: { type: "spki", format: "pem" },
    }).privateKey;
    const [signed, foreign, bare] = [anAccount(), anAccount(), anAccount()];
    const dkim = { domain: "larkspur.test", selector: "plumbline", privateKey };
    const ownServers = book({
      [signed]: at(theirs.url, { dkim }),
      [foreign]: at(theirs.url, { dkim: { ...dkim, domain: "elsewhere.test" } }),
      [bare]: at(theirs.url),
    });
    for (const account of [signed, foreign, bare])
      await bench.queue(account, 1, { ...followup, to: { address: `${account}@client.test` } });
    await bench.mailer(undefined, { ownServers }).sendDue();
    const headOf = (account: string) => heads.find((head) => head.includes(account))!;
    expect(headOf(signed)).toMatch(/^DKIM-Signature: .*d=larkspur\.test;.* s=plumbline;/);
    expect(headOf(signed)).toMatch(/From: Larkspur <office@larkspur\.test>/);
    expect(headOf(foreign)).not.toMatch(/DKIM-Signature/);
    expect(headOf(bare)).not.toMatch(/DKIM-Signature/);
  });
});

describe("a business whose server fails", () => {
  it("queues its mail and reports a wrong password; no one else waits", async () => {
    const [house, theirs] = await Promise.all([sink(), withPassword("right")]);
    const [larkspur, other] = [anAccount(), anAccount()];
    await bench.queue(larkspur, 3, followup);
    await bench.queue(larkspur, 1);
    await bench.queue(other, 1);
    const ownServers = book({ [larkspur]: at(theirs.url, { user: "u", password: "wrong" }) });
    const mailer = bench.mailer(house.url, { ownServers });
    await mailer.sendDue();
    expect(theirs.accepted).toEqual([]);
    expect(house.accepted).toHaveLength(2);
    expect(await bench.states(larkspur)).toEqual({ queued: 3, sent: 1 });
    const waiting = (await bench.rows(larkspur)).filter(({ state }) => state === "queued");
    for (const row of waiting) {
      expect(row).toMatchObject({
        attempts: 1,
        claimedBy: null,
        failure: expect.stringContaining("535") as string,
      });
      expect(row.nextAttemptAt.since(bench.clock.now()).total("seconds")).toBeCloseTo(15, 0);
    }
    expect(ownServers.told.every(({ trouble }) => trouble?.code === "EAUTH")).toBe(true);
    expect(ownServers.told).toHaveLength(1);
    // Fixed: the next attempt uses the new password, without a restart.
    ownServers.entries.set(larkspur, at(theirs.url, { version: "2", user: "u", password: "right" }));
    bench.clock.move({ minutes: 1 });
    await sleep(5_100);
    await mailer.sendDue();
    expect(await bench.states(larkspur)).toEqual({ sent: 4 });
    expect(ownServers.told.at(-1)).toEqual({ accountId: larkspur, version: "2", trouble: null });
  }, 15_000);

  it("pauses for a minute after a refused sign-in", async () => {
    let tries = 0;
    const theirs = await withPassword("right", {
      onAuth: (_auth, _session, done) => {
        tries++;
        done(Object.assign(new Error("5.7.8 no"), { responseCode: 535 }));
      },
    });
    const larkspur = anAccount();
    await bench.queue(larkspur, 40, followup);
    const mailer = bench.mailer(undefined, {
      ownServers: book({ [larkspur]: at(theirs.url, { user: "u", password: "wrong" }) }),
    });
    await mailer.start();
    await expect
      .poll(async () => (await bench.rows(larkspur)).filter(({ failure }) => failure).length, {
        timeout: 3_000,
      })
      .toBe(32);
    bench.clock.move({ minutes: 1 });
    mailer.wake();
    await expect
      .poll(async () => (await bench.rows(larkspur)).filter(({ attempts }) => attempts > 1).length, {
        timeout: 3_000,
      })
      .toBeGreaterThan(20);
    // Two connections, once each; later messages were not tried at all.
    expect(tries).toBeLessThanOrEqual(2);
  });

  it("delays no one else when it is slow, and is not flooded", async () => {
    const house = await sink();
    const silent = await rawServer({ greeting: () => {} });
    const [larkspur, other] = [anAccount(), anAccount()];
    await bench.queue(larkspur, 100, followup);
    await bench.queue(larkspur, 5);
    await bench.queue(other, 50);
    const mailer = bench.mailer(house.url, { ownServers: book({ [larkspur]: at(silent.url) }) });
    await mailer.start();
    await expect.poll(() => house.accepted.length, { timeout: 3_000 }).toBe(55);
    const rows = (await bench.rows(larkspur)).filter(({ fromAddress }) => fromAddress === FROM);
    expect(rows.filter(({ state }) => state === "claimed")).toHaveLength(34);
    const later = rows.filter(({ state }) => state === "queued");
    expect(later).toHaveLength(66);
    expect(
      later.every(
        ({ attempts, nextAttemptAt }) =>
          attempts === 0 && nextAttemptAt.since(bench.clock.now()).total("seconds") >= 5,
      ),
    ).toBe(true);
    // Each has its own turn.
    expect(new Set(later.map(({ nextAttemptAt }) => nextAttemptAt.epochMilliseconds)).size).toBeGreaterThan(
      60,
    );
    expect(silent.received).toHaveLength(2);
  });

  it("sends every message once, however many wait", async () => {
    const theirs = await sink();
    const larkspur = anAccount();
    const queued = await bench.queue(larkspur, 120, followup);
    const mailer = bench.mailer(undefined, { ownServers: book({ [larkspur]: at(theirs.url) }) });
    for (let turn = 0; turn < 6; turn++) {
      await mailer.sendDue();
      bench.clock.move({ minutes: 2 });
    }
    expect(theirs.accepted.toSorted()).toEqual(queued.map((mail) => mail.messageIdHeader).toSorted());
    expect(await bench.states(larkspur)).toEqual({ sent: 120 });
  });

  it("waits for its owner if the stored settings can't be read", async () => {
    const larkspur = anAccount();
    await bench.queue(larkspur, 2, followup);
    const ownServers = book({ [larkspur]: "unreadable" });
    await bench.mailer(undefined, { ownServers }).sendDue();
    expect(await bench.states(larkspur)).toEqual({ queued: 2 });
    expect((await bench.row(larkspur)).failure).toContain("connect it again");
    expect(ownServers.told).toMatchObject([{ trouble: { code: "EUNREADABLE" } }]);
  });

  it("is told of a private address, and nothing is connected to", async () => {
    const theirs = await rawServer({});
    const larkspur = anAccount();
    await bench.queue(larkspur, 1, followup);
    const ownServers = book({ [larkspur]: at(theirs.url) });
    useOutside(strict);
    try {
      await bench.mailer(undefined, { ownServers }).sendDue();
    } finally {
      useOutside({ ...strict, mayReachPrivate: true });
    }
    expect(theirs.received).toEqual([]);
    expect(ownServers.told).toMatchObject([{ trouble: { code: "EPRIVATE" } }]);
  });
});

describe("a changed connection", () => {
  it("is used for waiting mail; messages in transit arrive at the old server", async () => {
    const { promise: let_go, resolve: release } = Promise.withResolvers<void>();
    const [old, fresh] = await Promise.all([sink({ onMessage: () => let_go }), sink()]);
    const larkspur = anAccount();
    await bench.queue(larkspur, 6, followup);
    const ownServers = book({ [larkspur]: at(old.url) });
    const mailer = bench.mailer(undefined, { ownServers });
    await mailer.start();
    await expect.poll(async () => (await bench.states(larkspur))["committing"], { timeout: 3_000 }).toBe(2);
    ownServers.entries.set(larkspur, at(fresh.url, { version: "2" }));
    await sleep(5_100);
    await bench.queue(larkspur, 1, followup);
    mailer.wake();
    await expect.poll(() => fresh.accepted.length, { timeout: 3_000 }).toBe(5);
    release();
    await expect.poll(() => bench.states(larkspur), { timeout: 3_000 }).toEqual({ sent: 7 });
    expect(old.accepted).toHaveLength(2);
  }, 15_000);

  it("that is removed leaves its mail to the installation, with the installation's address", async () => {
    const from: string[] = [];
    const house = await sink({
      onMailFrom({ address }, _session, done) {
        from.push(address);
        done();
      },
    });
    const larkspur = anAccount();
    await bench.queue(larkspur, 2, followup);
    await bench.mailer(house.url, { ownServers: book() }).sendDue();
    expect(await bench.states(larkspur)).toEqual({ sent: 2 });
    expect(from).toEqual([SENDER.mailbox.address, SENDER.mailbox.address]);
  });
});

describe("the end of a message on a business's own server", () => {
  it("leaves a follow-up unknown and never sends it again if the connection breaks after it", async () => {
    const theirs = await rawServer({ dot: (socket) => void socket.destroy() });
    const larkspur = anAccount();
    await bench.queue(larkspur, 1, followup);
    const mailer = bench.mailer(undefined, { ownServers: book({ [larkspur]: at(theirs.url) }) });
    await mailer.sendDue();
    expect(await bench.states(larkspur)).toEqual({ unknown: 1 });
    bench.clock.move({ hours: 100 });
    await mailer.sendDue();
    expect(theirs.received.join("").split("\r\n.\r\n")).toHaveLength(2);
  });

  it("is withheld if the person opted out meanwhile", async () => {
    const larkspur = anAccount();
    const aboutId = anAccount();
    const theirs = await rawServer({
      data: (socket) =>
        void bench
          .inAccount(larkspur, (db) =>
            suppressQueued(db, { accountId: larkspur, aboutId, reason: "unsubscribed" }),
          )
          .then(() => socket.write("354 go\r\n")),
      dataFollows: () => true,
    });
    await bench.queue(larkspur, 1, { ...followup, aboutId });
    await bench.mailer(undefined, { ownServers: book({ [larkspur]: at(theirs.url) }) }).sendDue();
    expect(await bench.row(larkspur)).toMatchObject({ state: "suppressed", reason: "unsubscribed" });
    expect(theirs.sawDot()).toBe(false);
  });

  it("is recovered after a crash: claimed is sent, committing becomes unknown", async () => {
    const { promise: forever } = Promise.withResolvers<void>();
    const slow = await sink({ onMessage: () => forever, closeTimeout: 1 });
    const larkspur = anAccount();
    await bench.queue(larkspur, 5, followup);
    const dying = bench.mailer(undefined, { ownServers: book({ [larkspur]: at(slow.url) }) });
    await dying.start();
    await expect.poll(async () => (await bench.states(larkspur))["committing"], { timeout: 3_000 }).toBe(2);
    await dying.stop(0);
    // For other processes, this one is dead once its session is gone: they take over its messages.
    const theirs = await sink();
    const next = bench.mailer(undefined, { ownServers: book({ [larkspur]: at(theirs.url) }) });
    await next.recover();
    await next.sendDue();
    expect(await bench.states(larkspur)).toEqual({ unknown: 2, sent: 3 });
    expect(theirs.accepted).toHaveLength(3);
  });
});
