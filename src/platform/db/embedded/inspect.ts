import { readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { performance } from "node:perf_hooks";
import { Client } from "pg";
import { OWNER } from "./cluster.ts";
import type { Place } from "./place.ts";
import { type Running, listProcesses, workingFolder } from "./processes.ts";

/** In a private socket folder the port is only part of the socket's name. */
export const PORT = 5432;

export const DATABASE = "plumbline";

/**
 * The live processes of one cluster: its postmaster, if any, and the others, which are orphans without one.
 */
export type Server = { postmaster: Running | undefined; children: Running[] };

/**
 * Finds the processes that run on the cluster's files by inspecting processes. A pid in a file is not
 * trusted: after a crash or in a new container that number may belong to any process.
 */
export function findServer(place: Place): Server {
  const title = `postgres: ${place.name}: `;
  const children: Running[] = [];
  const candidates: Running[] = [];
  for (const one of listProcesses()) {
    if (one.command.startsWith("postgres: ")) {
      if (one.command.startsWith(title) || workingFolder(one.pid) === place.data) children.push(one);
    } else if (basename(one.program) === "postgres") {
      // The working directory is right even after DATA_DIR was renamed; the arguments help where the system
      // hides the directory.
      if (one.command.includes(`-D ${place.data} `) || workingFolder(one.pid) === place.data)
        candidates.push(one);
    }
  }
  // A child just forked still has its parent's arguments.
  const postmaster = candidates.find((one) => !candidates.some((other) => other.pid === one.parent));
  children.push(...candidates.filter((one) => one !== postmaster));
  return { postmaster, children };
}

/** The postmaster's state from its pid file: "starting", "ready", "stopping", or "" before it wrote one. */
export function readState(place: Place): { pid: number; state: string } | undefined {
  try {
    const lines = readFileSync(join(place.data, "postmaster.pid"), "utf8").split("\n");
    return { pid: Number(lines[0]), state: (lines[7] ?? "").trim() };
  } catch {
    return undefined;
  }
}

/**
 * Connects, checks that the right cluster answers, and creates the product's database if the first start
 * ended before that. Returns how far the server's clock is from ours (ms; 0 if within the duration of the
 * query).
 * @throws the driver's error when nothing answers, an Error when another cluster answers.
 */
export async function greet(place: Place, sockets: string): Promise<{ skewMs: number }> {
  const client = new Client({
    host: sockets,
    port: PORT,
    user: OWNER,
    database: "postgres",
    ssl: false,
    connectionTimeoutMillis: 10_000,
    query_timeout: 60_000,
  });
  client.on("error", () => {}); // if the server dies, the query fails too and reports it
  await client.connect();
  try {
    // Date.now() instead of the business clock: this compares the system clocks of two processes and decides
    // nothing about the business.
    const [before, started] = [Date.now(), performance.now()];
    const { rows } = await client.query<{ folder: string; clock: number; made: boolean }>(
      `select current_setting('data_directory') as folder,
        (extract(epoch from clock_timestamp()) * 1000)::float8 as clock,
        exists (select from pg_database where datname = $1) as made`,
      [DATABASE],
    );
    const took = performance.now() - started;
    const answer = rows[0];
    if (answer?.folder !== place.data)
      throw new Error(`The socket in ${sockets} belongs to another cluster.`);
    if (!answer.made) await client.query(`create database ${DATABASE}`);
    const ahead = answer.clock - before;
    return { skewMs: ahead < 0 ? -ahead : Math.max(0, ahead - took) };
  } finally {
    await client.end();
  }
}
