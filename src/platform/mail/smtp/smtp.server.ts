import SMTPConnection from "nodemailer/lib/smtp-connection";
import {
  type Announcement,
  type Conversation,
  type SendHooks,
  type Progress,
  adoptConnection,
} from "./conversation.server.ts";
import { type SmtpServer, type SmtpTarget, targetOfServer, targetOfUrl } from "./smtp-server.server.ts";
import { connectAndSignIn } from "./sign-in.server.ts";
import { isAboutSession, type SmtpError } from "./verdict.ts";

/** Timeouts for a mail server, in milliseconds. */
export interface SmtpTimeouts {
  readonly connect: number;
  readonly greeting: number;
  /** Silence in the middle of a conversation. */
  readonly silence: number;
  /** A whole message: a server that sends one byte at a time is never silent. */
  readonly message: number;
}

export const SMTP_TIMEOUTS: SmtpTimeouts = {
  connect: 10_000,
  greeting: 10_000,
  silence: 60_000,
  message: 600_000,
};

export interface Attempt {
  /** Undefined if the server responded 2xx. */
  readonly error: SmtpError | undefined;
  readonly opened: boolean;
  /** False if no connection could be made: no other message would get through now either. */
  readonly connected: boolean;
}

/** One connection to a mail server, opened when needed and used for one message after another. */
export interface SmtpLane {
  /**
   * Sends a message. Never rejects. A message announced ahead must be sent next, or the connection is
   * replaced.
   */
  send(what: Announcement, message: Buffer, hooks: SendHooks): Promise<Attempt>;
  /** Cuts the connection. A message being sent ends with an error. */
  abort(): void;
  /** Sends QUIT when idle. */
  close(): void;
}

const MESSAGES_PER_CONNECTION = 100;
const IDLE_MS = 20_000;
const GOODBYE_MS = 1_000;
const TRANSIENT = new Set(["ECONNECTION", "ESOCKET", "ETIMEDOUT"]);

interface OpenConnection {
  readonly connection: SMTPConnection;
  readonly conversation: Conversation;
}

/**
 * The number of connections an SMTP URL allows: its `maxConnections`, nodemailer's name for it. Some
 * providers allow three.
 */
export function connectionsOfUrl(url: string): number | undefined {
  const connections = Number(URL.parse(url)?.searchParams.get("maxConnections") ?? undefined);
  return Number.isInteger(connections) && connections > 0 ? connections : undefined;
}

/**
 * @param server smtp: or smtps: URL, with user, password and nodemailer's connection options in its query; or
 * a business's server, which is resolved for each connection
 */
export function createSmtpLane(
  server: string | SmtpServer,
  timeouts: SmtpTimeouts = SMTP_TIMEOUTS,
): SmtpLane {
  const fixed = typeof server === "string" ? targetOfUrl(server) : undefined;
  let line: OpenConnection | undefined;
  let connecting: SMTPConnection | undefined;
  let sent = 0;
  let idle: NodeJS.Timeout | undefined;
  let cut: ((error: SmtpError) => void) | undefined;
  let cuts = 0;

  function drop(): void {
    clearTimeout(idle);
    const old = connecting ?? line?.connection;
    connecting = line = undefined;
    old?.close();
  }

  async function connect(): Promise<OpenConnection> {
    if (fixed) return await connectTo(fixed);
    const before = cuts;
    const target = await targetOfServer(server as SmtpServer);
    if (cuts !== before)
      throw Object.assign(new Error("the connection was cut on our side"), { code: "EABORTED" });
    return await connectTo(target);
  }

  function connectTo({ options, ...login }: SmtpTarget): Promise<OpenConnection> {
    const opening = new SMTPConnection({
      ...options,
      connectionTimeout: timeouts.connect,
      greetingTimeout: timeouts.greeting,
      socketTimeout: timeouts.silence,
      // Close at once: nothing in a buffer may still be sent.
      socketCloseTimeout: 0,
      logger: false,
    });
    connecting = opening;
    sent = 0;
    return new Promise((resolve, reject) => {
      let opened: OpenConnection | undefined;
      const ended = (error: Error) => {
        if (connecting === opening) connecting = undefined;
        if (line?.connection === opening) line = undefined;
        opened?.conversation.fail(error);
        reject(error);
      };
      // Stays attached: it catches a connection that breaks while idle, and the next message opens a new one.
      opening.on("error", ended);
      opening.once("end", () =>
        ended(Object.assign(new Error("the connection was closed"), { code: "ECONNECTION" })),
      );
      const adopt = () => {
        if (connecting !== opening) return;
        connecting = undefined;
        const conversation = adoptConnection(opening, () => {
          if (line?.connection === opening) line = undefined;
          opening.close();
        });
        line = opened = { connection: opening, conversation };
        resolve(line);
      };
      connectAndSignIn(opening, login).then(adopt, reject);
    });
  }

  async function sendOver(
    { conversation }: OpenConnection,
    what: Announcement,
    message: Buffer,
    hooks: SendHooks,
    progress: Progress,
  ): Promise<Attempt> {
    const last = ++sent >= MESSAGES_PER_CONNECTION;
    const ended = Promise.withResolvers<SmtpError>();
    cut = ended.resolve;
    const limit = setTimeout(
      () => ended.resolve({ message: "the message took too long", code: "ETIMEDOUT" }),
      timeouts.message,
    );
    const error = await Promise.race([
      conversation.transmit(what, message, last ? { open: hooks.open } : hooks, progress),
      ended.promise,
    ]);
    clearTimeout(limit);
    cut = undefined;
    const { opened, started } = progress;
    // The session is in a known state only after the end of the message, or if the server refused before
    // DATA.
    const inStep = opened ? !error || error.code === "EMESSAGE" : error?.code === "EENVELOPE" && !started;
    if (!inStep || last || error?.responseCode === 421 || isAboutSession(error)) drop();
    return { error, opened, connected: true };
  }

  return {
    async send(what, message, hooks) {
      clearTimeout(idle);
      if (line?.conversation.announced && line.conversation.announced !== what) drop();
      for (;;) {
        const reused = line;
        let over: OpenConnection;
        try {
          over = reused ?? (await connect());
        } catch (error) {
          drop();
          return { error: error as SmtpError, opened: false, connected: false };
        }
        const progress: Progress = { started: false, opened: false };
        const attempt = await sendOver(over, what, message, hooks, progress);
        // The server had closed an idle connection, accepts no more over this one (421), or ended our sign-in
        // there (530): it read nothing of this message, so use a new connection.
        const { code, responseCode } = attempt.error ?? {};
        const isOver = responseCode === 421 || isAboutSession(attempt.error);
        if (reused && !progress.started && (TRANSIENT.has(code ?? "") || isOver)) {
          drop();
          continue;
        }
        if (attempt.error && !progress.started && line === over && !(await over.conversation.reset())) drop();
        if (line) idle = setTimeout(() => this.close(), IDLE_MS).unref();
        return attempt;
      }
    },
    abort() {
      cuts++;
      // First, and with its own code: a message cut on our side is not retried over a new connection.
      cut?.({ message: "the connection was cut on our side", code: "EABORTED" });
      drop();
    },
    close() {
      clearTimeout(idle);
      // A server that waits for a message would read QUIT as its first line.
      if (line?.conversation.announced) return drop();
      const old = line?.connection;
      line = undefined;
      if (!old) return;
      old.quit();
      setTimeout(() => old.close(), GOODBYE_MS).unref();
    },
  };
}
