import type { Socket } from "node:net";
import type SMTPConnection from "nodemailer/lib/smtp-connection";
import { toWireFormat } from "./wire-format.ts";
import type { SmtpError } from "./verdict.ts";

/**
 * Bytes withheld with the end of a message. Most messages are shorter, so nothing leaves early and they leave
 * in one write; of one with large attachments, only the last part waits. If a server mistakes a cut
 * connection for the end, it would deliver a truncated message.
 */
const WITHHELD_BYTES = 64 * 1024;
const MAX_REPLY = 64 * 1024;

/** The envelope sent to a server before a message. */
export interface Announcement {
  readonly from: string;
  readonly to: string;
  /** Bytes of the message. */
  readonly size: number;
}

/** Callbacks during the sending of a message. */
export interface SendHooks {
  /** Called once, when the server has everything but the end: whether to send it. */
  open(): Promise<boolean>;
  /** The next message on this connection, if known: it is announced behind the end of this one. */
  ahead?(): Promise<Announcement | undefined>;
}

export interface Progress {
  /** The server accepted sender and recipient and is ready for the message. */
  started: boolean;
  /** The end was sent. From then on the server may have accepted the message; before, it can't have. */
  opened: boolean;
}

/** Messages sent over one open, authenticated connection. */
export interface Conversation {
  /** The announced next message, if any: only that message may be sent now. */
  readonly announced: Announcement | undefined;
  /**
   * Sends one message. The end is withheld until `open` resolves with true; if it resolves with false, fails,
   * or the connection ends meanwhile, the end is never sent.
   * @returns the error, undefined if the server responded 2xx
   */
  transmit(
    announcement: Announcement,
    message: Buffer,
    hooks: SendHooks,
    progress: Progress,
  ): Promise<SmtpError | undefined>;
  /**
   * After a refusal.
   * @returns whether the server reset its session
   */
  reset(): Promise<boolean>;
  /**
   * Whether the server would accept mail from this address: sends MAIL FROM, then RSET.
   * @returns the refusal, if any
   */
  asks(from: string): Promise<SmtpError | undefined>;
  fail(error: SmtpError): void;
}

/** The private parts of nodemailer's connection that this needs (as of 10.6.0). */
interface ConnectionInternals {
  readonly _socket?: Socket;
  readonly _supportedExtensions?: readonly string[];
  readonly _maxAllowedSize?: number;
}

const COMMANDS = ["MAIL FROM", "RCPT TO", "DATA"] as const;

/**
 * Takes over the session from nodemailer, which has connected, encrypted and signed in, and goes on watching
 * for errors, silence and disconnects. The gain is speed: nodemailer's own `send` passes a message through
 * three streams and several writes. Here a message, its end and the announcement of the next one leave in one
 * write, if the server allows pipelining (RFC 2920).
 * @param broken called if the server responds out of turn: the connection is unusable
 */
export function adoptConnection(connection: SMTPConnection, broken: () => void): Conversation {
  const {
    _socket: socket,
    _supportedExtensions: offered,
    _maxAllowedSize: largest,
  } = connection as unknown as ConnectionInternals;
  if (!socket || !offered) throw new Error("this nodemailer keeps its connection elsewhere");
  const pipelining = offered.includes("PIPELINING");
  const waiting: PromiseWithResolvers<string>[] = [];
  let failed: Error | undefined;
  let unread = "";
  let announced: { readonly what: Announcement; readonly answers: readonly Promise<string>[] } | undefined;

  socket.removeAllListeners("data");
  socket.setEncoding("utf8");
  socket.on("data", (chunk: string) => {
    unread += chunk;
    for (let end = endOfReply(unread); end > 0; end = endOfReply(unread)) {
      const reply = unread.slice(0, end).trimEnd();
      unread = unread.slice(end);
      const next = waiting.shift();
      if (!next) return broken();
      next.resolve(reply);
    }
    if (unread.length > MAX_REPLY) {
      fail({ message: "the mail server's reply is too long", code: "EPROTOCOL" });
      broken();
    }
  });

  function nextReply(): Promise<string> {
    const next = Promise.withResolvers<string>();
    // Several are awaited at once: the first failure is reported, the others fail for the same reason.
    next.promise.catch(() => {});
    if (failed) next.reject(failed);
    else waiting.push(next);
    return next.promise;
  }

  function fail(error: SmtpError): void {
    failed ??= error instanceof Error ? error : Object.assign(new Error(error.message), error);
    for (const { reject } of waiting.splice(0)) reject(failed);
  }

  function commands({ from, to, size }: Announcement): string[] {
    // oxlint-disable-next-line no-control-regex -- that is the question
    const utf8 = /[^\x00-\x7f]/.test(from + to) && offered!.includes("SMTPUTF8") ? " SMTPUTF8" : "";
    const bytes = offered!.includes("SIZE") ? ` SIZE=${size}` : "";
    return [`MAIL FROM:<${from}>${utf8}${bytes}\r\n`, `RCPT TO:<${to}>\r\n`, "DATA\r\n"];
  }

  function unfit({ from, to, size }: Announcement): SmtpError | undefined {
    if (/[\r\n<>]/.test(from + to)) return { message: "an address is not valid", code: "EENVELOPE" };
    if (largest && size > largest)
      return { message: `the mail server accepts at most ${largest} bytes`, code: "EMESSAGE" };
    return undefined;
  }

  /** @returns the refusal of sender, recipient or message, if any */
  async function announce(what: Announcement): Promise<SmtpError | undefined> {
    const bad = unfit(what);
    if (bad) return bad;
    if (pipelining) {
      const answers = announced?.answers ?? [nextReply(), nextReply(), nextReply()];
      if (!announced) socket!.write(commands(what).join(""));
      announced = undefined;
      const replies = await Promise.allSettled(answers);
      for (const [at, one] of replies.entries()) {
        // A server that refused and then disconnected has refused.
        if (one.status === "rejected") throw one.reason;
        const refusal = refused(COMMANDS[at]!, one.value);
        if (!refusal) continue;
        const data = replies[2];
        // It expects the message anyway. We have no recipient, and SMTP has no way back.
        if (at < 2 && data?.status === "fulfilled" && /^[23]/.test(data.value)) broken();
        return refusal;
      }
      return undefined;
    }
    for (const [at, line] of commands(what).entries()) {
      const reply = nextReply();
      socket!.write(line);
      const refusal = refused(COMMANDS[at]!, await reply);
      if (refusal) return refusal;
    }
    return undefined;
  }

  async function transmit(
    what: Announcement,
    message: Buffer,
    { open, ahead }: SendHooks,
    progress: Progress,
  ) {
    const refusal = await announce(what);
    if (refusal) return refusal;
    progress.started = true;
    const verdict = nextReply();
    const wire = toWireFormat(message);
    const free = Math.max(0, wire.length - WITHHELD_BYTES);
    // A server may respond early: then the rest is not sent, whatever the response.
    if (free > 0)
      await Promise.race([
        verdict,
        new Promise((resolve) => void socket!.write(wire.subarray(0, free), resolve)),
      ]);
    if (waiting.length > 0) {
      const questions = Promise.all([open(), pipelining ? ahead?.() : undefined]);
      const decision = await Promise.race([questions, verdict.then(() => "early" as const)]);
      const [may, next] = decision === "early" ? [] : decision;
      if (decision !== "early" && !may)
        return { message: "the message is no longer ours to send", code: "ESTREAM" };
      // While `open` was pending, either side may have closed the connection.
      if (may && waiting.length > 0 && socket!.writable) {
        progress.opened = true;
        if (next && !unfit(next)) {
          announced = { what: next, answers: [nextReply(), nextReply(), nextReply()] };
          socket!.write(Buffer.concat([wire.subarray(free), Buffer.from(commands(next).join(""))]));
        } else socket!.write(wire.subarray(free));
      }
    }
    const reply = await verdict;
    return reply.startsWith("2") ? undefined : refusalOf("EMESSAGE", "DATA", reply);
  }

  return {
    get announced() {
      return announced?.what;
    },
    transmit: (what, message, hooks, progress) =>
      transmit(what, message, hooks, progress).catch((error: SmtpError) => error),
    async reset() {
      const reply = nextReply();
      socket.write("RSET\r\n");
      return await reply.then(
        (text) => text.startsWith("2"),
        () => false,
      );
    },
    async asks(from) {
      const reply = nextReply();
      socket.write(commands({ from, to: "", size: 0 })[0]!);
      const refusal = refused("MAIL FROM", await reply);
      await this.reset();
      return refusal;
    },
    fail,
  };
}

/**
 * Length of the first complete reply in a text, 0 if incomplete. All lines but the last have a hyphen behind
 * the code.
 */
function endOfReply(text: string): number {
  for (let at = 0; ;) {
    const end = text.indexOf("\n", at);
    if (end < 0) return 0;
    if (!/^\d{3}-/.test(text.slice(at, at + 4))) return end + 1;
    at = end + 1;
  }
}

// Some servers answer 250 to DATA.
function refused(command: (typeof COMMANDS)[number], reply: string): SmtpError | undefined {
  return reply.startsWith("2") || (command === "DATA" && reply.startsWith("3"))
    ? undefined
    : refusalOf("EENVELOPE", command, reply);
}

function refusalOf(code: string, command: string, reply: string): SmtpError {
  const responseCode = Number(/^[45]\d\d(?=[ -]|$)/.exec(reply)?.[0] ?? 0);
  // Not a valid reply: the server is out of step. It does not mean that an address is bad, or that nothing
  // was accepted.
  if (!responseCode)
    return {
      message: `${command} was answered out of turn: ${reply}`,
      code: "EPROTOCOL",
      command,
      response: reply,
    };
  return { message: `${command} was refused: ${reply}`, code, command, response: reply, responseCode };
}
