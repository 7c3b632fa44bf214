import pg from "pg";
import type { Channel } from "../claimer.server.ts";

/** Points between two steps where a crash can happen. */
export const CRASH_POINTS = [
  /** Rows are claimed, the claim not yet committed. */
  "before-claim-commit",
  "after-claim",
  /** The server has all but the end, `committing` is not yet stored. */
  "before-committing",
  /** `committing` is stored, the end not yet sent. */
  "after-committing",
  /** The server accepted, `sent` is not yet stored. */
  "before-sent",
  "after-sent",
] as const;

/** Where a process is to die, and at which time that it gets there. */
export interface Crash {
  readonly point: (typeof CRASH_POINTS)[number];
  readonly time: number;
}

/** Makes this process kill itself with SIGKILL at a point of its work. */
export function crashAt(pool: pg.Pool, channel: Channel, crash: Crash | undefined): void {
  let left = crash?.time ?? 0;
  const reach = (point: string) => {
    if (point === crash?.point && --left === 0) process.kill(process.pid, "SIGKILL");
  };
  watchClaims(pool, channel, reach);
  watchMarks(channel, reach);
}

function watchClaims(pool: pg.Pool, channel: Channel, reach: (point: string) => void): void {
  const query = pool.query.bind(pool) as (text: string, values: unknown[]) => Promise<pg.QueryResult>;
  const watched = async (text: string, values: unknown[]) => {
    if (!text.includes(`${channel}_claim(`)) return await query(text, values);
    const client = await pool.connect();
    try {
      await client.query("begin");
      const result = await client.query(text, values);
      if (result.rows.length > 0) reach("before-claim-commit");
      await client.query("commit");
      if (result.rows.length > 0) reach("after-claim");
      return result;
    } finally {
      client.release();
    }
  };
  Object.assign(pool, { query: watched });
}

function watchMarks(channel: Channel, reach: (point: string) => void): void {
  const query = pg.Client.prototype.query as (...args: unknown[]) => unknown;
  const watched = async function (
    this: pg.Client,
    config: { name?: string; values?: string[] },
    ...rest: unknown[]
  ) {
    const marks = JSON.parse(config.values![1]!) as { state: string }[];
    for (const { state } of marks) if (state === "committing" || state === "sent") reach(`before-${state}`);
    const result = await query.call(this, config, ...rest);
    for (const { state } of marks) if (state === "committing" || state === "sent") reach(`after-${state}`);
    return result;
  };
  // The pool uses callbacks, the claimer awaits; only the latter sends marks.
  pg.Client.prototype.query = function (this: pg.Client, ...args: unknown[]) {
    const config = args[0] as { name?: string } | undefined;
    return (
      config?.name === `${channel}_mark` ? watched.apply(this, args as never) : query.apply(this, args)
    ) as never;
  };
}
