import { parseConnectionUrl } from "nodemailer/lib/shared";
import SMTPConnection from "nodemailer/lib/smtp-connection";
import { type GatedMessage, gateMessage } from "./gate.server.ts";
import type { SmtpError } from "./verdict.ts";

/** How long to wait for a mail server, in milliseconds. */
export interface SmtpTimeouts {
  readonly connect: number;
  readonly greeting: number;
  /** Silence in the middle of a conversation. */
  readonly silence: number;
  /** A whole message: a server that answers one byte at a time is never silent. */
  readonly message: number;
}

export const SMTP_TIMEOUTS: SmtpTimeouts = { connect: 10_000, greeting: 10_000, silence: 60_000, message: 600_000 };

/** How handing over one message ended. */
export interface Attempt {
  /** Undefined when the server answered 2xx. */
  readonly error: SmtpError | undefined;
  readonly opened: boolean;
  /** False when no connection could be made: no other message would get through now either. */
  readonly connected: boolean;
}

/** One connection to a mail server, made when needed and used for one message after another. */
export interface SmtpLane {
  /** Hands a message over. `open` is asked once, when the server has everything but the end. Never rejects. */
  send(envelope: { from: string; to: string }, message: Buffer, open: () => Promise<boolean>): Promise<Attempt>;
  /** Cuts the connection. A message on its way ends with an error. */
  abort(): void;
  /** Says goodbye when idle. */
  close(): void;
}

const MESSAGES_PER_CONNECTION = 100;
const IDLE_MS = 20_000;
const GOODBYE_MS = 1_000;
const TRANSIENT = new Set(["ECONNECTION", "ESOCKET", "ETIMEDOUT"]);

/** How many connections an address allows: its `maxConnections`, nodemailer's own name for it. Some providers take three. */
export function connectionsOfUrl(url: string): number | undefined {
  const most = Number(URL.parse(url)?.searchParams.get("maxConnections") ?? undefined);
  return Number.isInteger(most) && most > 0 ? most : undefined;
}

/** @param url smtp: or smtps:, with user, password and nodemailer's connection options in its query */
export function createSmtpLane(url: string, timeouts: SmtpTimeouts = SMTP_TIMEOUTS): SmtpLane {
  const { auth, ...server } = parseConnectionUrl(url);
  let connection: SMTPConnection | undefined;
  let sent = 0;
  let idle: NodeJS.Timeout | undefined;
  let cut: ((error: SmtpError) => void) | undefined;

  function drop(): void {
    clearTimeout(idle);
    const old = connection;
    connection = undefined;
    old?.close();
  }

  function connect(): Promise<SMTPConnection> {
    const opening = new SMTPConnection({
      ...server,
      connectionTimeout: timeouts.connect,
      greetingTimeout: timeouts.greeting,
      socketTimeout: timeouts.silence,
      // A cut connection is cut now: nothing that still waits in a buffer may follow.
      socketCloseTimeout: 0,
      logger: false,
    });
    connection = opening;
    sent = 0;
    return new Promise((resolve, reject) => {
      // Stays attached: a connection that breaks while idle reports it here, and the next message finds it gone.
      opening.on("error", reject);
      opening.once("end", () => {
        if (connection === opening) connection = undefined;
        reject(Object.assign(new Error("the connection was closed"), { code: "ECONNECTION" }));
      });
      opening.connect((error) => {
        if (error) return reject(error);
        if (!auth || !(opening.allowsAuth || server["forceAuth"])) return resolve(opening);
        opening.login({ user: auth.user, credentials: { user: auth.user, pass: auth.pass } }, (refused) =>
          refused ? reject(refused) : resolve(opening),
        );
      });
    });
  }

  function hand(over: SMTPConnection, envelope: { from: string; to: string }, message: Buffer, gated: GatedMessage): Promise<Attempt> {
    return new Promise((resolve) => {
      const finish = (error: SmtpError | undefined) => {
        clearTimeout(limit);
        cut = undefined;
        const { opened } = gated;
        // The conversation can go on only after the end of the message, or when the server refused before it wanted any of it.
        const inStep = opened ? !error || error.code === "EMESSAGE" : error?.code === "EENVELOPE" && !gated.started;
        gated.stream.destroy();
        sent++;
        if (!inStep || error?.responseCode === 421 || sent >= MESSAGES_PER_CONNECTION) drop();
        resolve({ error, opened, connected: true });
      };
      cut = finish;
      const limit = setTimeout(() => finish({ message: "the message took too long", code: "ETIMEDOUT" }), timeouts.message);
      over.send({ from: envelope.from, to: [envelope.to], size: message.length }, gated.stream, (error) => finish(error ?? undefined));
    });
  }

  function reset(over: SMTPConnection): Promise<void> {
    return new Promise((resolve) => {
      over.once("end", resolve);
      over.reset((error) => {
        over.off("end", resolve);
        if (error) drop();
        resolve();
      });
    });
  }

  return {
    async send(envelope, message, open) {
      clearTimeout(idle);
      for (;;) {
        const reused = connection;
        let over: SMTPConnection;
        try {
          over = reused ?? (await connect());
        } catch (error) {
          drop();
          return { error: error as SmtpError, opened: false, connected: false };
        }
        const gated = gateMessage(message, open);
        const attempt = await hand(over, envelope, message, gated);
        // The server had hung up on an idle connection: nothing of this message was read, so it goes over a new one.
        if (reused && !gated.started && TRANSIENT.has(attempt.error?.code ?? "")) {
          drop();
          continue;
        }
        if (attempt.error && connection === over) await reset(over);
        if (connection) idle = setTimeout(() => this.close(), IDLE_MS).unref();
        return attempt;
      }
    },
    abort() {
      const stop = cut;
      drop();
      stop?.({ message: "the connection was cut on our side", code: "ECONNECTION" });
    },
    close() {
      clearTimeout(idle);
      const old = connection;
      connection = undefined;
      if (!old) return;
      old.quit();
      setTimeout(() => old.close(), GOODBYE_MS).unref();
    },
  };
}
