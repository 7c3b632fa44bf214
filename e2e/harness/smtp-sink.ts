import { type ChildProcess, spawn } from "node:child_process";
import { readFile, rm } from "node:fs/promises";
import path from "node:path";
import { tempFolder } from "./product.ts";

/** One message that the sink said `250` to. */
export interface Accepted {
  readonly messageId: string;
  readonly from: string;
  readonly to: readonly string[];
  readonly subject: string;
  readonly at: string;
  /** The whole message. */
  readonly raw: string;
}

/** An SMTP server in a process of its own: it judges the product by its own log, which no crash of the product touches. */
export interface SmtpSink {
  readonly url: string;
  readonly port: number;
  /** What was accepted so far, in order. */
  accepted(): Promise<Accepted[]>;
  /** How many were accepted so far; costs nothing to ask. */
  count(): number;
  /** How far each message came in the conversation, in order. */
  events(): Promise<SinkEvent[]>;
  /** Changes how it behaves from now on. */
  behave(behaviour: Behaviour): void;
  /** Stops it and removes its log. */
  stop(): Promise<void>;
}

/** `dot`: the whole message is here. `accepted`: written down. `replied`: 250 was said. `dropped`: the client left before, and so did we. */
export interface SinkEvent {
  readonly at: number;
  readonly event: "dot" | "accepted" | "replied" | "dropped";
  readonly messageId: string;
}

export interface Behaviour {
  /** Waits so long before it answers the final dot, in milliseconds. */
  readonly delayMs?: number;
  /** Answers RCPT TO with this code and text instead of taking it. */
  readonly refuseRecipient?: { readonly code: number; readonly text: string; readonly matching?: string };
  /** Drops the connection in the middle of DATA. */
  readonly resetDuringData?: boolean;
  /** Closes every new connection at once, as a server that is down behind a load balancer would. */
  readonly down?: boolean;
  /** Thinks for up to so many milliseconds, by a seed, at every point where a real server may: before RCPT's answer, after the dot, after accepting. */
  readonly hesitate?: { readonly seed: number; readonly mostMs: number };
  /** Keeps only the headers in `raw`, for runs of many thousand messages. */
  readonly headersOnly?: boolean;
}

/** Starts a sink. */
export async function startSink(): Promise<SmtpSink> {
  const folder = await tempFolder("sink");
  const log = path.join(folder, "accepted.jsonl");
  const events = path.join(folder, "events.jsonl");
  const child: ChildProcess = spawn(process.execPath, [path.join(import.meta.dirname, "smtp-sink-process.ts"), log, events], {
    stdio: ["ignore", "inherit", "inherit", "ipc"],
  });
  const port = await new Promise<number>((resolve, reject) => {
    child.once("message", (message) => resolve((message as { port: number }).port));
    child.once("exit", (code) => reject(new Error(`the sink ended with ${code}`)));
  });
  let count = 0;
  child.on("message", (message) => (count = (message as { count: number }).count));
  return {
    url: `smtp://127.0.0.1:${port}`,
    port,
    count: () => count,
    accepted: () => readLines<Accepted>(log),
    events: () => readLines<SinkEvent>(events),
    behave: (behaviour) => void child.send(behaviour),
    async stop() {
      const exited = new Promise((resolve) => child.once("exit", resolve));
      child.kill("SIGTERM");
      await exited;
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function readLines<Line>(file: string): Promise<Line[]> {
  const text = await readFile(file, "utf8").catch(() => "");
  // The last line may be on its way.
  return text
    .slice(0, text.lastIndexOf("\n") + 1)
    .split("\n")
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Line);
}
