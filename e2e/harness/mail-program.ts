import { randomUUID } from "node:crypto";
import { connect } from "node:net";
import { createInterface } from "node:readline";
import { SMTPServer } from "smtp-server";

/** A mail server of the internet: accepts everything, and passes it to whoever has the address. */
export interface PostOffice {
  readonly port: number;
  stop(): Promise<void>;
}

/** Starts one on loopback. @param deliver gets each message with its envelope's recipients */
export async function startPostOffice(
  deliver: (raw: string, to: readonly string[]) => void | Promise<void>,
): Promise<PostOffice> {
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ["AUTH", "STARTTLS"],
    disableReverseLookup: true,
    logger: false,
    closeTimeout: 100,
    size: 64 * 1024 * 1024,
    onData: (stream, session, done) => {
      const parts: Buffer[] = [];
      stream.on("data", (part: Buffer) => parts.push(part));
      stream.on("end", () => {
        const raw = Buffer.concat(parts).toString("latin1");
        Promise.resolve(
          deliver(
            raw,
            session.envelope.rcptTo.map(({ address }) => address),
          ),
        ).then(
          () => done(null, "taken"),
          (error: Error) => done(error),
        );
      });
    },
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    port: (server.server.address() as { port: number }).port,
    stop: () => new Promise<void>((resolve) => server.close(() => resolve())),
  };
}

/** Sends one message the way mail programs do, command by command (RFC 5321). */
export async function sendBySmtp(
  port: number,
  { from, to, raw }: { from: string; to: string; raw: string },
): Promise<void> {
  const socket = connect(port, "127.0.0.1");
  const lines = createInterface({ input: socket })[Symbol.asyncIterator]();
  const answer = async (): Promise<string> => {
    for (;;) {
      const { value, done } = await lines.next();
      if (done) throw new Error("the server hung up");
      if (/^\d{3} /.test(value)) return value;
    }
  };
  const say = async (line: string, expected: RegExp) => {
    if (line) socket.write(`${line}\r\n`);
    const got = await answer();
    if (!expected.test(got)) throw new Error(`${line.slice(0, 80)}: ${got}`);
  };
  await say("", /^220/);
  await say("EHLO phone.local", /^250/);
  await say(`MAIL FROM:<${from}>`, /^250/);
  await say(`RCPT TO:<${to}>`, /^250/);
  await say("DATA", /^354/);
  await say(`${raw.replace(/\r?\n/g, "\r\n").replace(/^\./gm, "..")}\r\n.`, /^250/);
  await say("QUIT", /^221/);
  socket.destroy();
}

/** The first value of a header, unfolded. */
export function headerOf(raw: string, name: string): string {
  const [head = ""] = raw.split(/\r?\n\r?\n/);
  const found = new RegExp(`^${name}:[ \\t]*(.*(?:\\r?\\n[ \\t].*)*)`, "im").exec(head)?.[1] ?? "";
  return found.replace(/\r?\n[ \t]+/g, " ").trim();
}

/** The address of a mailbox in a header. */
export const addressIn = (value: string) => /<([^<>]+)>/.exec(value)?.[1] ?? value;

/** A reply as a mail program writes it: to Reply-To, with the thread's headers and the whole mail quoted. */
export function replyTo(
  original: string,
  {
    from,
    text,
    quoted,
    type = "text/plain; charset=utf-8",
  }: {
    from: string;
    text: string;
    quoted: string;
    type?: string;
  },
): { from: string; to: string; raw: string; messageId: string } {
  const to = addressIn(headerOf(original, "Reply-To"));
  const id = headerOf(original, "Message-ID");
  const messageId = `<${randomUUID()}@${from.split("@")[1] ?? "mail.example"}>`;
  const raw = [
    `From: Somebody <${from}>`,
    `To: ${headerOf(original, "Reply-To")}`,
    `Subject: Re: ${headerOf(original, "Subject").replace(/^Re: /i, "")}`,
    `Date: ${new Date().toUTCString()}`,
    `Message-ID: ${messageId}`,
    `In-Reply-To: ${id}`,
    `References: ${headerOf(original, "References")} ${id}`,
    "MIME-Version: 1.0",
    `Content-Type: ${type}`,
    "",
    text,
    "",
    `On Friday, ${headerOf(original, "From")} wrote:`,
    ...quoted.split(/\r?\n/).map((line) => `> ${line}`),
  ].join("\r\n");
  return { from, to, raw, messageId };
}
