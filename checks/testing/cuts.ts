import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";

// What is left of a piece of work when the database's connection ends in the middle of it.

/** A client of the database's driver, of which the tests end the connection. */
interface Driver {
  readonly connection: { readonly stream: { destroy(): void } };
}

/**
 * Ends the connection of the nth statement that `work` runs, as when the process is killed there.
 * @param watcher the tests' own connection, which stays
 * @param isSent whether the database gets the statement before
 * @returns false if `work` runs fewer
 */
async function cutAt(
  watcher: pg.Client,
  n: number,
  isSent: boolean,
  work: () => Promise<unknown>,
): Promise<boolean> {
  const prototype = pg.Client.prototype as unknown as { query: (...all: unknown[]) => unknown };
  const { query } = prototype;
  let count = 0;
  prototype.query = function cut(this: Driver, ...all: unknown[]) {
    const isHere = (this as unknown) !== watcher && ++count === n;
    const { stream } = this.connection;
    if (isHere && !isSent) stream.destroy();
    const answer = query.apply(this, all);
    if (isHere && isSent) setImmediate(() => stream.destroy());
    return answer;
  };
  try {
    await work().catch(() => undefined);
  } finally {
    prototype.query = query;
  }
  await atRest(watcher);
  return count >= n;
}

/** Waits until the database has finished what a cut connection sent: a commit may still be under way. */
async function atRest(watcher: pg.Client): Promise<void> {
  for (let look = 0; look < 250; look++) {
    const { rows } = await watcher.query(
      `select 1 from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()
          and backend_type = 'client backend' and state in ('active', 'idle in transaction')`,
    );
    if (rows.length === 0) return;
    await sleep(20);
  }
}

/** One try: the work that is cut, whether what it left is whole, and doing it again. */
interface Try {
  work(): Promise<unknown>;
  check(): Promise<unknown>;
  again(): Promise<void>;
}

/**
 * Cuts the connection at each statement of some work, or at each `step`th, before it is sent and after.
 * @param watcher the tests' own connection, which stays
 * @param prepare makes what the work needs, new for each cut
 * @returns how many statements were cut
 */
export async function cutEach(
  watcher: pg.Client,
  step: number,
  prepare: () => Promise<Try>,
): Promise<number> {
  let cuts = 0;
  for (const isSent of [false, true])
    for (let n = 1, isThere = true; isThere; n += step) {
      const { work, check, again } = await prepare();
      isThere = await cutAt(watcher, n, isSent, work);
      if (isThere) cuts++;
      await check();
      await again();
    }
  return cuts;
}
