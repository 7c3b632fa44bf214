import { type ChildProcess, spawn } from "node:child_process";
import { readFile, rm } from "node:fs/promises";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { tempFolder } from "./product.ts";
import { seededRandom } from "./random.ts";

/**
 * A server in a process of its own that writes down what it takes: it judges the product by its own log,
 * which no crash of the product touches.
 */
export interface Witness<Accepted, Behavior> {
  readonly url: string;
  readonly port: number;
  /** What was accepted so far, in order. */
  accepted(): Promise<Accepted[]>;
  /** How many were accepted so far; costs nothing to ask. */
  count(): number;
  /** How far each message came in the conversation, in order. */
  events(): Promise<WitnessEvent[]>;
  /** Changes how it behaves from now on. */
  behave(behaviour: Behavior): void;
  /** Stops it and removes its log. */
  stop(): Promise<void>;
}

/**
 * `dot`: the whole message is here. `accepted`: written down. `replied`: it was said that it was accepted.
 * `dropped`: the client left before, and so did we. `kept quiet`: the answer was withheld, as a connection
 * that breaks withholds it.
 */
export interface WitnessEvent {
  readonly at: number;
  readonly event: "dot" | "accepted" | "replied" | "dropped" | "kept quiet";
  readonly messageId: string;
}

/** Thinks for up to so many milliseconds, by a seed, at every point where a real server may. */
export interface Hesitation {
  readonly seed: number;
  readonly mostMs: number;
}

/**
 * Starts a witness: a script of this folder, which is told where to log what it accepts and what happens,
 * says its port once it has one, and then how many it has accepted.
 */
export async function startWitness<Accepted, Behavior extends object>(
  script: string,
  scheme: string,
): Promise<Witness<Accepted, Behavior>> {
  const folder = await tempFolder("witness");
  const log = path.join(folder, "accepted.jsonl");
  const events = path.join(folder, "events.jsonl");
  const child: ChildProcess = spawn(process.execPath, [path.join(import.meta.dirname, script), log, events], {
    stdio: ["ignore", "inherit", "inherit", "ipc"],
  });
  const port = await new Promise<number>((resolve, reject) => {
    child.once("message", (message) => resolve((message as { port: number }).port));
    child.once("exit", (code) => reject(new Error(`${script} ended with ${code}`)));
  });
  let count = 0;
  child.on("message", (message) => (count = (message as { count: number }).count));
  return {
    url: `${scheme}://127.0.0.1:${port}`,
    port,
    count: () => count,
    accepted: () => readLines<Accepted>(log),
    events: () => readLines<WitnessEvent>(events),
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

/**
 * What a witness thinks with: half of the time not at all, mostly short, sometimes long, so that a kill finds
 * messages at every point.
 */
export function hesitant({ seed, mostMs }: Hesitation): {
  readonly random: () => number;
  hesitate(): Promise<void>;
} {
  const random = seededRandom(seed);
  return {
    random,
    async hesitate() {
      const draw = random();
      if (draw >= 0.5) await sleep(mostMs * (draw < 0.85 ? 0.15 : 1) * random());
    },
  };
}
