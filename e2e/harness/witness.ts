import { type ChildProcess, spawn } from "node:child_process";
import { open, rm } from "node:fs/promises";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { tempFolder } from "./product.ts";
import { seededRandom } from "./random.ts";

/**
 * A server in its own process that records what it accepts. Its log judges the product, and no crash of the
 * product can touch it.
 */
export interface Witness<Accepted, Behavior> {
  readonly url: string;
  readonly port: number;
  /** Everything accepted so far, in order. */
  accepted(): Promise<Accepted[]>;
  /** How many were accepted so far; cheap to call. */
  count(): number;
  /** How far each message got in its conversation, in order. */
  events(): Promise<WitnessEvent[]>;
  /** Changes its behavior from now on. */
  behave(behaviour: Behavior): void;
  /** Stops it and removes its log. */
  stop(): Promise<void>;
}

/**
 * `dot`: the whole message has arrived. `accepted`: logged. `replied`: the acceptance was answered.
 * `dropped`: the client left first, so it wasn't accepted. `kept quiet`: the answer was withheld, like on a
 * broken connection.
 */
export interface WitnessEvent {
  readonly at: number;
  readonly event: "dot" | "accepted" | "replied" | "dropped" | "kept quiet";
  readonly messageId: string;
}

/** Pauses of up to `mostMs` milliseconds, by a seed, at every point where a real server may pause. */
export interface Hesitation {
  readonly seed: number;
  readonly mostMs: number;
}

/**
 * Starts a witness: a script in this folder, which receives the paths of its logs and reports its port, then
 * its number of accepted messages.
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
    accepted: linesOf<Accepted>(log),
    events: linesOf<WitnessEvent>(events),
    behave: (behaviour) => void child.send(behaviour),
    async stop() {
      const exited = new Promise((resolve) => child.once("exit", resolve));
      child.kill("SIGTERM");
      await exited;
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Reads a growing log of JSON: each call parses only what was added since the call before. */
function linesOf<Line>(file: string): () => Promise<Line[]> {
  const lines: Line[] = [];
  let [read, reading] = [0, Promise.resolve()];
  const readOn = async () => {
    const added = await readFrom(file, read);
    // The last line may be incomplete.
    const whole = added.subarray(0, added.lastIndexOf("\n") + 1);
    read += whole.length;
    for (const line of whole.toString("utf8").split("\n")) if (line) lines.push(JSON.parse(line) as Line);
  };
  return async () => {
    reading = reading.then(readOn);
    await reading;
    return [...lines];
  };
}

async function readFrom(file: string, from: number): Promise<Buffer> {
  const log = await open(file).catch(() => undefined);
  if (!log) return Buffer.alloc(0);
  try {
    const added = Buffer.alloc(Math.max(0, (await log.stat()).size - from));
    const { bytesRead } = await log.read(added, 0, added.length, from);
    return added.subarray(0, bytesRead);
  } finally {
    await log.close();
  }
}

/**
 * Random pauses: none half of the time, mostly short, sometimes long, so that kills hit messages at every
 * point.
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
