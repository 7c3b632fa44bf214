import { closeSync, fsyncSync, openSync, writeSync } from "node:fs";
import type { Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { SMTPServer } from "smtp-server";
import type { Accepted, Behavior } from "./smtp-sink.ts";
import { hesitant, type WitnessEvent } from "./witness.ts";

// Run as its own process by smtp-sink.ts. It logs a message before answering 250, so every accepted message
// is on record.
const log = openSync(process.argv[2]!, "a");
const events = openSync(process.argv[3]!, "a");
const LONG_SCAN_MS = 800;
let behaviour: Behavior = {};
let count = 0;
let thinking: ReturnType<typeof hesitant> | undefined;
process.on("message", (message) => {
  behaviour = message as Behavior;
  thinking = behaviour.hesitate && hesitant(behaviour.hesitate);
});

const hesitate = async () => await thinking?.hesitate();

const note = (event: WitnessEvent["event"], messageId: string) =>
  writeSync(events, `${JSON.stringify({ at: Date.now(), event, messageId })}\n`);

const header = (raw: string, name: string) =>
  new RegExp(`^${name}:[ \\t]*((?:.*)(?:\\r?\\n[ \\t]+.*)*)`, "im")
    .exec(raw)?.[1]
    ?.replace(/\r?\n[ \t]+/g, " ")
    .trim() ?? "";

/** Open connections by the client's port. */
const sockets = new Map<number, Socket>();

const hasHungUp = (port: number): boolean => !sockets.has(port);

const server = new SMTPServer({
  authOptional: true,
  disabledCommands: ["AUTH", "STARTTLS"],
  disableReverseLookup: true,
  hideSize: true,
  onConnect(_, callback) {
    if (behaviour.down) callback(new Error("down"));
    else callback();
  },
  onRcptTo({ address }, _, callback) {
    const refusal = behaviour.refuseRecipient;
    if (refusal && (!refusal.matching || address.includes(refusal.matching)))
      callback(Object.assign(new Error(refusal.text), { responseCode: refusal.code }));
    else void hesitate().then(() => callback());
  },
  onData(stream, session, callback) {
    const chunks: Buffer[] = [];
    stream.on("data", (chunk: Buffer) => {
      chunks.push(chunk);
      if (behaviour.resetDuringData)
        (
          session as unknown as { _connection?: { _socket?: { destroy(): void } } }
        )._connection?._socket?.destroy();
    });
    stream.on("end", () => {
      void (async () => {
        if (behaviour.delayMs) await sleep(behaviour.delayMs);
        const raw = Buffer.concat(chunks).toString("utf8");
        const messageId = header(raw, "Message-ID");
        note("dot", messageId);
        // The server reads nothing while it works on a message, so it would not see the client hang up.
        sockets.get(session.remotePort)?.resume();
        // Servers pause longest here, while they scan the message. Some pauses are longer than a kill takes,
        // so that kills meet messages that have arrived whole and are not accepted.
        await hesitate();
        await hesitate();
        if (thinking && thinking.random() < 0.06) await sleep(LONG_SCAN_MS);
        // If the client is gone, a server may or may not keep a complete message; both happen.
        if (hasHungUp(session.remotePort) && thinking && thinking.random() < 0.5)
          return note("dropped", messageId);
        const accepted: Accepted = {
          messageId,
          subject: header(raw, "Subject"),
          from: session.envelope.mailFrom ? session.envelope.mailFrom.address : "",
          to: session.envelope.rcptTo.map((one) => one.address),
          at: new Date().toISOString(),
          raw: behaviour.headersOnly ? raw.slice(0, raw.indexOf("\r\n\r\n") + 2) : raw,
        };
        writeSync(log, `${JSON.stringify(accepted)}\n`);
        note("accepted", messageId);
        process.send?.({ count: ++count });
        await hesitate();
        if (hasHungUp(session.remotePort)) return;
        callback();
        note("replied", messageId);
      })();
    });
  },
});
server.on("error", () => {});
server.server.on("connection", (socket: Socket) => {
  const port = socket.remotePort ?? 0;
  sockets.set(port, socket);
  for (const end of ["end", "close"])
    socket.once(end, () => {
      if (sockets.get(port) === socket) sockets.delete(port);
    });
});
server.listen(0, "127.0.0.1", () => {
  const address = server.server.address();
  process.send?.({ port: typeof address === "object" && address ? address.port : 0 });
});
process.on("SIGTERM", () => {
  fsyncSync(log);
  closeSync(log);
  process.exit(0);
});
process.on("disconnect", () => process.exit(0));
