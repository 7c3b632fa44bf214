import { SMTPServer, type SMTPServerOptions } from "smtp-server";

/** A mail server that takes everything and remembers what it accepted, independently of what the sender believes. */
export interface Sink {
  readonly url: string;
  /** Message-IDs in the order they were accepted; one accepted twice is in it twice. */
  readonly accepted: string[];
  /** The last messages, whole. */
  readonly messages: Buffer[];
  close(): Promise<void>;
}

export interface SinkOptions extends SMTPServerOptions {
  /** Called with a whole message, dot and all, before it is accepted and answered. May refuse by throwing an error with responseCode. */
  readonly onMessage?: (messageId: string, raw: Buffer) => void | Promise<void>;
  /** Called when a message counts as accepted, before the answer leaves. */
  readonly onAccepted?: (messageId: string) => void | Promise<void>;
  readonly keep?: boolean;
}

export async function startSink({ onMessage, onAccepted, keep = true, ...options }: SinkOptions = {}): Promise<Sink> {
  const accepted: string[] = [];
  const messages: Buffer[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ["AUTH", "STARTTLS"],
    disableReverseLookup: true,
    logger: false,
    onData(stream, _session, callback) {
      const parts: Buffer[] = [];
      stream.on("data", (part: Buffer) => parts.push(part));
      stream.on("end", async () => {
        const raw = Buffer.concat(parts);
        const messageId = /^Message-ID:\s*(<[^>]+>)/im.exec(raw.subarray(0, 4096).toString("latin1"))?.[1] ?? "none";
        try {
          await onMessage?.(messageId, raw);
          accepted.push(messageId);
          if (keep) messages.push(raw);
          await onAccepted?.(messageId);
          callback(null, "taken");
        } catch (error) {
          callback(error as Error);
        }
      });
    },
    ...options,
  });
  server.on("error", () => {});
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.server.address() as { port: number };
  return {
    url: `smtp://127.0.0.1:${port}`,
    accepted,
    messages,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
