import type { Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, describe, expect, it } from "vitest";
import { createSmtpLane, SMTP_TIMEOUTS, type SmtpLane } from "./smtp.server.ts";
import { type RawScript, type RawServer, startRawServer } from "../testing/raw-server.ts";
import { judge } from "./verdict.ts";

const PIPELINING = "250-raw\r\n250 PIPELINING";
const SMALL = Buffer.from("Subject: hi\r\n\r\nbody\r\n");
const FIRST = { from: "a@example.com", to: "first@example.com", size: SMALL.length };
const SECOND = { from: "a@example.com", to: "second@example.com", size: SMALL.length };
const yes = async () => true;

let server: RawServer | undefined;
let lane: SmtpLane | undefined;

async function open(script: RawScript | ((connection: number) => RawScript), timeouts = {}) {
  server = await startRawServer(script);
  lane = createSmtpLane(server.url, { ...SMTP_TIMEOUTS, ...timeouts });
  return { server, lane };
}

afterEach(async () => {
  lane?.abort();
  await server?.close();
});

/** The first message, with the second announced behind its end. */
const sendFirst = (to: SmtpLane) => to.send(FIRST, SMALL, { open: yes, ahead: async () => SECOND });
const sendSecond = (to: SmtpLane) => to.send(SECOND, SMALL, { open: yes });
const verdictOf = ({ error, opened }: Awaited<ReturnType<SmtpLane["send"]>>) => judge(error, opened);
const dots = (text: string | undefined) => text!.split("\r\n.\r\n").length - 1;
const accepted = { error: undefined, opened: true, connected: true };

/** Replies in turn; repeats the last one. */
function inTurn(...replies: string[]): (socket: Socket) => void {
  let at = 0;
  return (socket) => void socket.write(`${replies[Math.min(at++, replies.length - 1)]}\r\n`);
}

describe.each([
  ["one by one", undefined],
  ["pipelined", PIPELINING],
])("an invalid reply (%s)", (_, ehlo) => {
  it.each(["mail", "rcpt", "data"] as const)(
    "to %s says nothing about the address: retried over a new connection",
    async (moment) => {
      const { server, lane } = await open((connection) => ({
        ehlo,
        ...(connection === 0 ? { [moment]: "what?" } : {}),
      }));
      expect(verdictOf(await sendFirst(lane))).toMatchObject({ is: "retry" });
      expect(await sendSecond(lane)).toEqual(accepted);
      expect(server.received.map(dots)).toEqual([0, 1]);
    },
  );

  it.each(["what?", "354 go on", "199 hm", ""])(
    "to the end of a message leaves it unknown: '%s'",
    async (dot) => {
      const { lane } = await open({ ehlo, dot });
      expect(verdictOf(await lane.send(FIRST, SMALL, { open: yes }))).toMatchObject({ is: "unknown" });
    },
  );
});

describe("a server that refuses and disconnects", () => {
  it("counts as refused, though it did not answer the rest of the announcement", async () => {
    const { lane } = await open({
      ehlo: PIPELINING,
      rcpt: (socket) => socket.end("550 5.1.1 no such user\r\n"),
      data: () => {},
    });
    expect(verdictOf(await sendSecond(lane))).toMatchObject({ is: "refused", reason: "bad_address" });
    expect(await sendSecond(lane)).toMatchObject({ connected: true, opened: false });
  });

  it("after a number of messages: the next uses a new connection, announced or not", async () => {
    for (const ehlo of [undefined, PIPELINING]) {
      const { server, lane } = await open((connection) => ({
        ehlo,
        ...(connection === 0
          ? {
              mail: inTurn("250 ok", "421 4.7.0 enough for one connection"),
              rcpt: inTurn("250 ok", "503 no"),
            }
          : {}),
        ...(connection === 0
          ? { data: inTurn("354 go", "503 no"), dataFollows: () => dots(server.received[0]) === 0 }
          : {}),
      }));
      expect(await sendFirst(lane)).toEqual(accepted);
      expect(await sendSecond(lane)).toEqual(accepted);
      expect(server.received.map(dots)).toEqual([1, 1]);
      lane.abort();
      await server.close();
    }
  });

  it("each time: retried later, without trying one connection after another", async () => {
    const { server, lane } = await open({ mail: (socket) => socket.end("421 4.7.0 not now\r\n") });
    expect(verdictOf(await sendFirst(lane))).toMatchObject({ is: "retry" });
    expect(server.received).toHaveLength(1);
  });

  it.each(["destroy", "resetAndDestroy"] as const)(
    "after accepting, without answering the announcement (%s)",
    async (hangUp) => {
      const { server, lane } = await open((connection) => ({
        ehlo: PIPELINING,
        dot:
          connection === 0 ? (socket) => void (socket.write("250 taken\r\n"), socket[hangUp]()) : undefined,
      }));
      expect(await sendFirst(lane)).toEqual(accepted);
      expect(await sendSecond(lane)).toEqual(accepted);
      expect(server.received.map(dots)).toEqual([1, 1]);
    },
  );
});

describe("the message before an announced one", () => {
  it.each([
    ["421 4.3.2 shutting down", "retry", [1, 1]],
    ["451 4.3.0 later", "retry", [2]],
    ["452 4.2.2 full", "retry", [2]],
    ["552 5.3.4 too big", "refused", [2]],
    ["554 5.7.1 no", "refused", [2]],
  ])("may be answered %s: the announced one is sent anyway", async (refusal, is, ends) => {
    let messages = 0;
    const { server, lane } = await open({
      ehlo: PIPELINING,
      dot: (socket) => void socket.write(`${++messages === 1 ? refusal : "250 taken"}\r\n`),
    });
    expect(verdictOf(await sendFirst(lane))).toMatchObject({ is });
    expect(await sendSecond(lane)).toEqual(accepted);
    expect(server.received.map(dots)).toEqual(ends);
  });

  it("may be followed by silence: the announced one is sent over a new connection, once", async () => {
    const { server, lane } = await open(
      (connection) => ({
        ehlo: PIPELINING,
        ...(connection === 0
          ? { data: (socket) => void (dots(server.received[0]) === 0 && socket.write("354 go\r\n")) }
          : {}),
        ...(connection === 0 ? { dataFollows: () => dots(server.received[0]) === 0 } : {}),
      }),
      { silence: 200 },
    );
    expect(await sendFirst(lane)).toEqual(accepted);
    expect(await sendSecond(lane)).toEqual(accepted);
    expect(server.received.map(dots)).toEqual([1, 1]);
  });
});

it("reads multi-line replies that arrive byte by byte", async () => {
  const drip = (socket: Socket) => {
    const write = socket.write.bind(socket);
    socket.setNoDelay(true);
    let last: Promise<unknown> = Promise.resolve();
    socket.write = (text: unknown) => {
      for (const byte of String(text))
        last = last.then(() => new Promise((resolve) => write(byte, () => setImmediate(resolve))));
      return true;
    };
    socket.write("220-raw\r\n220 raw\r\n");
  };
  const { server, lane } = await open({
    greeting: drip,
    ehlo: PIPELINING,
    mail: "250-a\r\n250-\r\n250 b",
    dot: "250-2.0.0\r\n250 taken",
  });
  expect(await sendFirst(lane)).toEqual(accepted);
  expect(await sendSecond(lane)).toEqual(accepted);
  expect(server.received.map(dots)).toEqual([2]);
});

it("sends no end to a server that closed its half during the check", async () => {
  const { server, lane } = await open({ firstBytes: (socket) => socket.end() });
  const large = Buffer.from(`Subject: hi\r\n\r\n${"x".repeat(70)}\r\n`.repeat(2000));
  const attempt = await lane.send({ ...FIRST, size: large.length }, large, {
    async open() {
      await sleep(50);
      return true;
    },
  });
  expect(attempt.opened).toBe(false);
  expect(verdictOf(attempt)).toMatchObject({ is: "retry" });
  expect(server.sawDot()).toBe(false);
});

it("does not retry a message over a new connection after an abort on our side", async () => {
  const reached = Promise.withResolvers<void>();
  let messages = 0;
  const { server, lane } = await open({
    mail: (socket) => (++messages === 1 ? void socket.write("250 ok\r\n") : reached.resolve()),
  });
  expect(await lane.send(FIRST, SMALL, { open: yes })).toEqual(accepted);
  const sending = sendSecond(lane);
  await reached.promise;
  lane.abort();
  expect(verdictOf(await sending)).toMatchObject({ is: "retry" });
  await sleep(50);
  expect(server.received).toHaveLength(1);
});

it("doubles dots at the start of lines wherever chunks begin", async () => {
  const { server, lane } = await open({});
  const lines = "..\r\n.\r\n.a\r\n".repeat(20_000);
  const message = Buffer.from(`Subject: hi\r\n\r\n${lines}`);
  expect(await lane.send({ ...FIRST, size: message.length }, message, { open: yes })).toEqual(accepted);
  expect(dots(server.received[0])).toBe(1);
  expect(server.received[0]!.split("DATA\r\n")[1]).toBe(
    `Subject: hi\r\n\r\n${lines.replace(/^\./gm, "..")}.\r\n`,
  );
});
