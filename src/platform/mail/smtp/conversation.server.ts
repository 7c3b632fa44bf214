import type { Socket } from "node:net";
import type SMTPConnection from "nodemailer/lib/smtp-connection";
import { toWireFormat } from "./wire-format.ts";
import type { SmtpError } from "./verdict.ts";

/**
 * Bytes kept back with the end. Most messages are shorter, so nothing of them leaves early and they leave in
 * one write; of one with large attachments only the last part waits. It also means that a server that takes a
 * cut connection for an end has a torso.
 */
const HELD_BACK = 64 * 1024;
const LONGEST_ANSWER = 64 * 1024;

/** What a server is told before a message. */
export interface Announcement {
  readonly from: string;
  readonly to: string;
  /** Bytes of the message. */
  readonly size: number;
}

/** Questions that come up while a message is on its way. */
export interface Handing {
  /** Asked once, when the server has everything but the end: whether that may leave. */
  open(): Promise<boolean>;
  /** What follows on this connection, if that is known: it is announced behind the end of this one. */
  ahead?(): Promise<Announcement | undefined>;
}

/** What became of one message, told while it is under way. */
export interface Progress {
  /** The server had taken sender and recipient and asked for the message. */
  started: boolean;
  /** The end was let go. From then on the server may have accepted the message; before, it can't have. */
  opened: boolean;
}

/** Messages handed over on one connection that is open and signed in. */
export interface Conversation {
  /** What the server was told that follows, if anything: nothing but its message may be said now. */
  readonly announced: Announcement | undefined;
  /**
   * Hands one message over. The end stays here until `open` says yes; if it says no, fails, or the connection
   * ends while it is thinking, the end never leaves.
   * @returns the error, undefined when the server answered 2xx
   */
  hand(
    announcement: Announcement,
    message: Buffer,
    handing: Handing,
    progress: Progress,
  ): Promise<SmtpError | undefined>;
  /** After a refusal. @returns whether the server forgot what it had been told */
  reset(): Promise<boolean>;
  /**
   * Whether the server would take mail from this address: asks, and takes the question back.
   * @returns the refusal, if it is one
   */
  asks(from: string): Promise<SmtpError | undefined>;
  /** Ends what is under way with this error. */
  fail(error: SmtpError): void;
}

/** What nodemailer's connection keeps to itself and the conversation needs (read at 10.6.0). */
interface Insides {
  readonly _socket?: Socket;
  readonly _supportedExtensions?: readonly string[];
  readonly _maxAllowedSize?: number;
}

const COMMANDS = ["MAIL FROM", "RCPT TO", "DATA"] as const;

/**
 * Takes over the conversation from nodemailer, which has connected, encrypted and signed in and goes on
 * watching for errors, silence and the end of the connection. What differs is what a message costs:
 * nodemailer's own `send` passes it through three streams and several writes. Here a message, its end and the
 * announcement of the next one leave in one write, where the server allows that (RFC 2920).
 * @param broken called when the server speaks out of turn: the connection is of no use any more
 */
export function adoptConnection(connection: SMTPConnection, broken: () => void): Conversation {
  const {
    _socket: socket,
    _supportedExtensions: offered,
    _maxAllowedSize: largest,
  } = connection as unknown as Insides;
  if (!socket || !offered) throw new Error("this nodemailer keeps its connection elsewhere");
  const pipelining = offered.includes("PIPELINING");
  const waiting: PromiseWithResolvers<string>[] = [];
  let failed: Error | undefined;
  let unread = "";
  let announced: { readonly what: Announcement; readonly answers: readonly Promise<string>[] } | undefined;

  socket.removeAllListeners("data");
  socket.setEncoding("utf8");
  socket.on("data", (piece: string) => {
    unread += piece;
    for (let end = endOfAnswer(unread); end > 0; end = endOfAnswer(unread)) {
      const answer = unread.slice(0, end).trimEnd();
      unread = unread.slice(end);
      const next = waiting.shift();
      if (!next) return broken();
      next.resolve(answer);
    }
    if (unread.length > LONGEST_ANSWER) {
      fail({ message: "the mail server's answer has no end", code: "EPROTOCOL" });
      broken();
    }
  });

  function answer(): Promise<string> {
    const next = Promise.withResolvers<string>();
    // Several are waited for at once; the first that fails is told of, the others fail for the same reason.
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
    if (/[\r\n<>]/.test(from + to)) return { message: "an address is not one", code: "EENVELOPE" };
    if (largest && size > largest)
      return { message: `the mail server takes ${largest} bytes at most`, code: "EMESSAGE" };
    return undefined;
  }

  /** @returns the refusal of sender, recipient or message, if any */
  async function announce(what: Announcement): Promise<SmtpError | undefined> {
    const bad = unfit(what);
    if (bad) return bad;
    if (pipelining) {
      const answers = announced?.answers ?? [answer(), answer(), answer()];
      if (!announced) socket!.write(commands(what).join(""));
      announced = undefined;
      const said = await Promise.allSettled(answers);
      for (const [at, one] of said.entries()) {
        // A server that refused and hung up without the rest has refused.
        if (one.status === "rejected") throw one.reason;
        const refusal = refused(COMMANDS[at]!, one.value);
        if (!refusal) continue;
        const data = said[2];
        // It wants the message all the same. There is nobody to give it to, and no way back.
        if (at < 2 && data?.status === "fulfilled" && /^[23]/.test(data.value)) broken();
        return refusal;
      }
      return undefined;
    }
    for (const [at, line] of commands(what).entries()) {
      const said = answer();
      socket!.write(line);
      const refusal = refused(COMMANDS[at]!, await said);
      if (refusal) return refusal;
    }
    return undefined;
  }

  async function handOver(what: Announcement, message: Buffer, { open, ahead }: Handing, progress: Progress) {
    const refusal = await announce(what);
    if (refusal) return refusal;
    progress.started = true;
    const verdict = answer();
    const wire = toWireFormat(message);
    const free = Math.max(0, wire.length - HELD_BACK);
    // A server may answer before it has all: then the rest is not sent, whatever it says.
    if (free > 0)
      await Promise.race([
        verdict,
        new Promise((resolve) => void socket!.write(wire.subarray(0, free), resolve)),
      ]);
    if (waiting.length > 0) {
      const questions = Promise.all([open(), pipelining ? ahead?.() : undefined]);
      const asked = await Promise.race([questions, verdict.then(() => "early" as const)]);
      const [may, next] = asked === "early" ? [] : asked;
      if (asked !== "early" && !may)
        return { message: "the message is no longer ours to send", code: "ESTREAM" };
      // Between the question and its answer the connection may have been cut, or ended, by either side.
      if (may && waiting.length > 0 && socket!.writable) {
        progress.opened = true;
        if (next && !unfit(next)) {
          announced = { what: next, answers: [answer(), answer(), answer()] };
          socket!.write(Buffer.concat([wire.subarray(free), Buffer.from(commands(next).join(""))]));
        } else socket!.write(wire.subarray(free));
      }
    }
    const said = await verdict;
    return said.startsWith("2") ? undefined : refusalOf("EMESSAGE", "DATA", said);
  }

  return {
    get announced() {
      return announced?.what;
    },
    hand: (what, message, handing, progress) =>
      handOver(what, message, handing, progress).catch((error: SmtpError) => error),
    async reset() {
      const said = answer();
      socket.write("RSET\r\n");
      return await said.then(
        (text) => text.startsWith("2"),
        () => false,
      );
    },
    async asks(from) {
      const said = answer();
      socket.write(commands({ from, to: "", size: 0 })[0]!);
      const refusal = refused("MAIL FROM", await said);
      await this.reset();
      return refusal;
    },
    fail,
  };
}

/**
 * The length of the first whole answer in a text, 0 when there is none yet. All lines but its last have a
 * hyphen behind the code.
 */
function endOfAnswer(text: string): number {
  for (let at = 0; ;) {
    const end = text.indexOf("\n", at);
    if (end < 0) return 0;
    if (!/^\d{3}-/.test(text.slice(at, at + 4))) return end + 1;
    at = end + 1;
  }
}

// Some servers answer 250 to DATA.
function refused(command: (typeof COMMANDS)[number], said: string): SmtpError | undefined {
  return said.startsWith("2") || (command === "DATA" && said.startsWith("3"))
    ? undefined
    : refusalOf("EENVELOPE", command, said);
}

function refusalOf(code: string, command: string, said: string): SmtpError {
  const responseCode = Number(/^[45]\d\d(?=[ -]|$)/.exec(said)?.[0] ?? 0);
  // No yes and no no: the server is out of step. Least of all does it say that an address is bad, or that
  // nothing was accepted.
  if (!responseCode)
    return {
      message: `${command} was answered out of turn: ${said}`,
      code: "EPROTOCOL",
      command,
      response: said,
    };
  return { message: `${command} was refused: ${said}`, code, command, response: said, responseCode };
}
