import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, describe, expect, it } from "vitest";
import { createSmtpLane, SMTP_TIMEOUTS, type SmtpLane } from "./smtp.server.ts";
import { type RawScript, type RawServer, startRawServer } from "../testing/raw-server.ts";
import { judge } from "./verdict.ts";

const ENVELOPE = { from: "a@example.com", to: "b@example.com" };
const SMALL = Buffer.from("Subject: hi\r\n\r\nbody\r\n");
const LARGE = Buffer.from(`Subject: hi\r\n\r\n${"x".repeat(70)}\r\n`.repeat(5000));

let server: RawServer | undefined;
let lane: SmtpLane | undefined;

async function open(
  script: RawScript | ((connection: number) => RawScript),
  timeouts = {},
): Promise<{ server: RawServer; lane: SmtpLane }> {
  server = await startRawServer(script);
  lane = createSmtpLane(server.url, { ...SMTP_TIMEOUTS, ...timeouts });
  return { server, lane };
}

afterEach(async () => {
  lane?.abort();
  await server?.close();
});

const send = (to: SmtpLane, message: Buffer, ask: () => Promise<boolean>) =>
  to.send({ ...ENVELOPE, size: message.length }, message, { open: ask });
const yes = async () => true;
const no = async () => false;

describe("the end of a message", () => {
  it.each([
    ["small", SMALL],
    ["large", LARGE],
  ])("is not sent without permission (%s)", async (_, message) => {
    const { server, lane } = await open({});
    const asked = Promise.withResolvers<void>();
    const answer = Promise.withResolvers<boolean>();
    const sending = send(lane, message, () => {
      asked.resolve();
      return answer.promise;
    });
    await asked.promise;
    await sleep(100);
    expect(server.sawDot()).toBe(false);
    answer.resolve(true);
    expect(await sending).toEqual({ error: undefined, opened: true, connected: true });
    expect(server.sawDot()).toBe(true);
  });

  it.each([
    ["says no", no],
    ["fails", () => Promise.reject(new Error("database away"))],
  ])("is never sent if the check %s, and the connection is cut", async (_, ask) => {
    const { server, lane } = await open({});
    for (const message of [SMALL, LARGE]) {
      const { opened, error } = await send(lane, message, ask);
      expect(opened).toBe(false);
      expect(error).toBeDefined();
    }
    await sleep(50);
    expect(server.sawDot()).toBe(false);
    expect(server.received).toHaveLength(2);
  });

  it("is never sent if the connection is cut on our side during the check, even if it allows sending", async () => {
    const { server, lane } = await open({});
    const asked = Promise.withResolvers<void>();
    const answer = Promise.withResolvers<boolean>();
    const sending = send(lane, LARGE, () => {
      asked.resolve();
      return answer.promise;
    });
    await asked.promise;
    lane.abort();
    expect((await sending).opened).toBe(false);
    answer.resolve(true);
    await sleep(50);
    expect(server.sawDot()).toBe(false);
  });

  it("is never sent if the server resets in the middle of the message", async () => {
    const { server, lane } = await open({ firstBytes: (socket) => socket.resetAndDestroy() });
    const { opened, error } = await send(lane, LARGE, async () => {
      await sleep(50);
      return true;
    });
    expect(opened).toBe(false);
    expect(judge(error, opened)).toMatchObject({ is: "retry" });
    expect(server.sawDot()).toBe(false);
  });
});

describe("the server's response", () => {
  const outcome = async (script: RawScript, message = SMALL, timeouts = {}) => {
    const { lane } = await open(script, timeouts);
    const { error, opened, connected } = await send(lane, message, yes);
    return { verdict: judge(error, opened), connected };
  };

  it("4xx anywhere: retried later", async () => {
    for (const moment of ["mail", "rcpt", "data", "dot"] as const) {
      expect(await outcome({ [moment]: "451 4.3.0 busy" })).toMatchObject({
        verdict: { is: "retry", failure: "451 4.3.0 busy" },
        connected: true,
      });
      await server?.close();
    }
  });

  it("5xx anywhere: refused permanently", async () => {
    for (const moment of ["mail", "rcpt", "data", "dot"] as const) {
      expect(await outcome({ [moment]: "554 5.7.1 no" })).toMatchObject({
        verdict: { is: "refused", reason: "refused" },
      });
      await server?.close();
    }
  });

  it("no such mailbox: the address is bad", async () => {
    expect(await outcome({ rcpt: "550 5.1.1 no such user" })).toMatchObject({
      verdict: { is: "refused", reason: "bad_address" },
    });
  });

  it("disconnects after the dot: unknown", async () => {
    expect(await outcome({ dot: (socket) => socket.resetAndDestroy() })).toMatchObject({
      verdict: { is: "unknown" },
    });
    await server?.close();
    expect(await outcome({ dot: (socket) => socket.end() })).toMatchObject({ verdict: { is: "unknown" } });
  });

  it("half a reply after the dot: unknown", async () => {
    expect(await outcome({ dot: (socket) => socket.end("25") })).toMatchObject({
      verdict: { is: "unknown" },
    });
    await server?.close();
    expect(await outcome({ dot: (socket) => socket.end("550 ") })).toMatchObject({
      verdict: { is: "unknown" },
    });
  });

  it("silence after the dot: unknown", async () => {
    expect(await outcome({ dot: () => {} }, SMALL, { silence: 200 })).toMatchObject({
      verdict: { is: "unknown" },
    });
  });

  it("silence before the dot: retried later", async () => {
    expect(await outcome({ data: () => {} }, SMALL, { silence: 200 })).toMatchObject({
      verdict: { is: "retry" },
      connected: true,
    });
  });

  it("a trickle of continuation lines: ends at the limit for a message", async () => {
    const trickle: RawScript = {
      dot: (socket) => {
        const timer = setInterval(() => socket.write("250-still here\r\n"), 50);
        socket.on("close", () => clearInterval(timer));
      },
    };
    expect(await outcome(trickle, SMALL, { silence: 200, message: 600 })).toMatchObject({
      verdict: { is: "unknown" },
    });
  });

  it("accepts before it has the message: not trusted, and the rest is not sent", async () => {
    const { server, lane } = await open({ firstBytes: "250 taken already" });
    const { error, opened } = await send(lane, LARGE, async () => {
      await sleep(100);
      return true;
    });
    expect(judge(error, opened)).toMatchObject({ is: "retry" });
    await sleep(50);
    expect(server.sawDot()).toBe(false);
  });

  it("refuses before it has the message: refused, and the session does not continue out of step", async () => {
    const { server, lane } = await open((connection) =>
      connection === 0 ? { firstBytes: "552 5.3.4 too big" } : {},
    );
    const first = await send(lane, LARGE, async () => {
      await sleep(100);
      return true;
    });
    expect(judge(first.error, first.opened)).toMatchObject({ is: "refused" });
    expect((await send(lane, SMALL, yes)).error).toBeUndefined();
    expect(server.received).toHaveLength(2);
  });

  it("unreachable, mute, or refusing connections: retried later, and no other message gets through", async () => {
    const { server, lane } = await open({});
    await server.close();
    expect(await send(lane, SMALL, yes)).toMatchObject({ opened: false, connected: false });
    expect(await outcome({ greeting: () => {} }, SMALL, { greeting: 200 })).toMatchObject({
      verdict: { is: "retry" },
      connected: false,
    });
    await server.close();
    expect(await outcome({ greeting: "554 go away" })).toMatchObject({
      verdict: { is: "retry" },
      connected: false,
    });
  });
});

describe("one connection for many messages", () => {
  it("is reused, also after a refusal", async () => {
    const { server, lane } = await open({});
    for (let sent = 0; sent < 5; sent++) expect((await send(lane, SMALL, yes)).error).toBeUndefined();
    expect(server.received).toHaveLength(1);
    await server.close();
    let recipients = 0;
    const second = await open({
      rcpt: (socket) => socket.write(++recipients === 1 ? "550 5.1.1 no\r\n" : "250 ok\r\n"),
    });
    expect((await send(second.lane, SMALL, yes)).error).toBeDefined();
    expect((await send(second.lane, SMALL, yes)).error).toBeUndefined();
    expect(second.server.received).toHaveLength(1);
    expect(second.server.received[0]).toContain("RSET");
  });

  it("is replaced without a failure if the server closed it meanwhile", async () => {
    const { server, lane } = await open((connection) => ({
      dot: connection === 0 ? (socket) => socket.end("250 taken\r\n") : undefined,
    }));
    expect((await send(lane, SMALL, yes)).error).toBeUndefined();
    expect((await send(lane, SMALL, yes)).error).toBeUndefined();
    expect(server.received).toHaveLength(2);
  });
});

describe("a message announced behind the previous one", () => {
  const PIPELINING = "250-raw\r\n250 PIPELINING";
  const SECOND = { from: "a@example.com", to: "second@example.com", size: SMALL.length };
  const first = (to: SmtpLane) =>
    to.send({ ...ENVELOPE, size: SMALL.length }, SMALL, { open: yes, ahead: async () => SECOND });
  const dots = (text: string | undefined) => text?.split("\r\n.\r\n").length;

  it("uses the same connection, and its end waits for its own permission", async () => {
    const { server, lane } = await open({ ehlo: PIPELINING });
    expect(await first(lane)).toEqual({ error: undefined, opened: true, connected: true });
    const asked = Promise.withResolvers<void>();
    const answer = Promise.withResolvers<boolean>();
    const sending = lane.send(SECOND, SMALL, { open: () => (asked.resolve(), answer.promise) });
    await asked.promise;
    await sleep(50);
    expect(server.received).toHaveLength(1);
    expect(server.received[0]).toMatch(
      /\r\n\.\r\nMAIL FROM:<a@example.com>\r\nRCPT TO:<second@example.com>\r\nDATA\r\n$/,
    );
    answer.resolve(true);
    expect(await sending).toEqual({ error: undefined, opened: true, connected: true });
    expect(dots(server.received[0])).toBe(3);
  });

  it("is not accepted without permission", async () => {
    const { server, lane } = await open({ ehlo: PIPELINING });
    await first(lane);
    expect((await lane.send(SECOND, SMALL, { open: no })).opened).toBe(false);
    await sleep(50);
    expect(server.received.map(dots)).toEqual([2]);
  });

  it("may be replaced by another: over a new connection, and nothing is sent to the announced recipient", async () => {
    const { server, lane } = await open({ ehlo: PIPELINING });
    await first(lane);
    expect((await send(lane, SMALL, yes)).error).toBeUndefined();
    expect(server.received.map(dots)).toEqual([2, 2]);
    expect(server.received[1]).not.toContain("second@example.com");
  });

  it("may never come: no QUIT is sent where a message is expected", async () => {
    const { server, lane } = await open({ ehlo: PIPELINING });
    await first(lane);
    lane.close();
    await sleep(50);
    expect(server.received[0]).toMatch(/DATA\r\n$/);
  });

  it("is sent if the previous one is refused at its end", async () => {
    let messages = 0;
    const { server, lane } = await open({
      ehlo: PIPELINING,
      dot: (socket) => socket.write(++messages === 1 ? "554 5.7.1 no\r\n" : "250 taken\r\n"),
    });
    expect(judge((await first(lane)).error, true)).toMatchObject({ is: "refused" });
    expect((await lane.send(SECOND, SMALL, { open: yes })).error).toBeUndefined();
    expect(server.received).toHaveLength(1);
  });

  it("is sent over a new connection if the server disconnects after the previous one", async () => {
    const { server, lane } = await open((connection) => ({
      ehlo: PIPELINING,
      dot: connection === 0 ? (socket) => socket.resetAndDestroy() : undefined,
    }));
    const before = await first(lane);
    expect(judge(before.error, before.opened)).toMatchObject({ is: "unknown" });
    expect((await lane.send(SECOND, SMALL, { open: yes })).error).toBeUndefined();
    expect(server.received.map(dots)).toEqual([2, 2]);
  });

  it("is refused separately, and the session continues", async () => {
    let recipients = 0;
    let messages = 0;
    const { server, lane } = await open({
      ehlo: PIPELINING,
      rcpt: (socket) => socket.write(++recipients === 2 ? "550 5.1.1 no\r\n" : "250 ok\r\n"),
      data: (socket) => socket.write(++messages === 2 ? "503 nobody to send it to\r\n" : "354 go\r\n"),
      dataFollows: () => messages !== 2,
    });
    await first(lane);
    const { error, opened } = await lane.send(SECOND, SMALL, { open: yes });
    expect(judge(error, opened)).toMatchObject({ is: "refused", reason: "bad_address" });
    expect((await send(lane, SMALL, yes)).error).toBeUndefined();
    expect(server.received.map(dots)).toEqual([3]);
  });

  it("ends the connection if the server expects a message without a recipient", async () => {
    const { server, lane } = await open((connection) => ({
      ehlo: PIPELINING,
      rcpt: connection === 0 ? "550 5.1.1 no" : undefined,
    }));
    const { error, opened } = await send(lane, SMALL, yes);
    expect(judge(error, opened)).toMatchObject({ is: "refused", reason: "bad_address" });
    expect((await send(lane, SMALL, yes)).error).toBeUndefined();
    expect(server.received.map(dots)).toEqual([1, 2]);
  });
});
