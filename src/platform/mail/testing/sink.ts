import { SMTPServer, type SMTPServerOptions, type SMTPServerSession } from "smtp-server";

/** A mail server that accepts everything and records it, independently of what the sender believes. */
export interface Sink {
  readonly url: string;
  /** Message-IDs in the order they were accepted; one accepted twice is in it twice. */
  readonly accepted: string[];
  close(): Promise<void>;
}

export interface SinkOptions extends SMTPServerOptions {
  /** Called with a whole message before it is accepted. May refuse by throwing an error with responseCode. */
  readonly onMessage?: (messageId: string, session: SMTPServerSession) => void | Promise<void>;
  /** Called when a message counts as accepted, before the response is sent. */
  readonly onAccepted?: (messageId: string, session: SMTPServerSession) => void | Promise<void>;
}

export async function startSink({ onMessage, onAccepted, ...options }: SinkOptions = {}): Promise<Sink> {
  const accepted: string[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ["AUTH", "STARTTLS"],
    disableReverseLookup: true,
    logger: false,
    closeTimeout: 100,
    onData(stream, session, callback) {
      const parts: Buffer[] = [];
      stream.on("data", (part: Buffer) => parts.push(part));
      const accept = async () => {
        const head = Buffer.concat(parts).subarray(0, 4096).toString("latin1");
        const messageId = /^Message-ID: (<[^>]+>)/im.exec(head)?.[1] ?? "none";
        await onMessage?.(messageId, session);
        accepted.push(messageId);
        await onAccepted?.(messageId, session);
      };
      stream.on("end", () => void accept().then(() => callback(null, "taken"), callback));
    },
    ...options,
  });
  server.on("error", () => {});
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.server.address() as { port: number };
  return {
    url: `smtp://127.0.0.1:${port}`,
    accepted,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
