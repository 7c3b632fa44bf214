import { randomBytes } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import type { ConnectionSettings } from "../db/database.server.ts";
import { type Log, loggableError } from "../log/log.server.ts";
import type { MailState, MailVia } from "./message.ts";

/** What became of a message, as `mail_mark` takes it. */
export interface Mark {
  readonly accountId: string;
  readonly id: string;
  readonly state: Exclude<MailState, "claimed">;
  readonly at: Temporal.Instant;
  readonly nextAttemptAt?: Temporal.Instant | undefined;
  /** The claim was given back without an attempt. */
  readonly unused?: boolean;
  readonly via?: MailVia | undefined;
  readonly failure?: string | undefined;
  readonly permanent?: boolean | undefined;
  readonly reason?: string | undefined;
}

/** A sender's standing in the database: it lives as long as its session holds the lock of its key. */
export interface Claimer {
  /** The lock that is held now, connecting if need be. @throws when the database is away */
  ready(): Promise<bigint>;
  /** The lock that is held now; undefined when it is not. */
  readonly key: bigint | undefined;
  /** Stores that the end of a message is about to leave. False: it must not, for the claim is gone or the database away. */
  commit(mark: Mark, claimer: bigint): Promise<boolean>;
  /** Stores an outcome, and keeps trying while the process lives. False when the message is no longer this claim's. */
  settle(mark: Mark, claimer: bigint): Promise<boolean>;
  /** Gives up what could not be stored and lets go of the lock. */
  close(): Promise<void>;
}

interface Waiting {
  readonly mark: Mark;
  readonly claimer: bigint;
  readonly resolve: (stored: boolean) => void;
}

const LARGEST_BATCH = 200;
const RETRY_MS = [50, 200, 500, 1000, 2000, 5000];
// A server that went silent counts as gone.
const QUERY_TIMEOUT_MS = 30_000;
// SQLSTATE classes that say a value is wrong; trying again would not help.
const WRONG_VALUE = /^2[23]/;

/**
 * Connects when first needed.
 *
 * Commits and outcomes of all connections go through one queue and are stored in batches, in order, over the very session that holds
 * the lock. So a committing message always had a living sender when it was stored; a connection's outcome is never stored later than
 * its next commit, which bounds what a crash leaves unknown to one message per connection; and the cost is a commit per batch.
 */
export function createClaimer(settings: ConnectionSettings, log: Log): Claimer {
  let session: { client: pg.Client; key: bigint } | undefined;
  let opening: Promise<bigint> | undefined;
  let waiting: Waiting[] = [];
  let storing = false;
  let closed = false;

  async function open(): Promise<bigint> {
    // A fresh key each time: the lock of a lost session may be taken by those who clean up after it.
    const key = BigInt.asIntN(64, randomBytes(8).readBigUInt64BE());
    const client = new pg.Client({ ...settings, connectionTimeoutMillis: 5_000, query_timeout: QUERY_TIMEOUT_MS });
    client.on("error", () => lose(client));
    client.on("end", () => lose(client));
    try {
      await client.connect();
      // A machine that vanishes is noticed in a minute, not in the two hours of most systems.
      const { rows } = await client.query<{ held: boolean }>(
        `select pg_try_advisory_lock($1) as held, set_config('tcp_keepalives_idle', '30', false),
                set_config('tcp_keepalives_interval', '10', false), set_config('tcp_keepalives_count', '3', false)`,
        [key.toString()],
      );
      if (!rows[0]?.held) throw new Error("the lock of a new key is taken");
    } catch (error) {
      void client.end().catch(() => {});
      throw error;
    }
    session = { client, key };
    return key;
  }

  function lose(client: pg.Client): void {
    if (session?.client !== client) return;
    session = undefined;
    if (!closed) log.warn({}, "mail: lost the database session that holds the claims");
    void client.end().catch(() => {});
  }

  async function ready(): Promise<bigint> {
    if (closed) throw new Error("the mail sender has stopped");
    if (session) return session.key;
    opening ??= open().finally(() => (opening = undefined));
    return await opening;
  }

  function store(mark: Mark, claimer: bigint): Promise<boolean> {
    return new Promise((resolve) => {
      waiting.push({ mark, claimer, resolve });
      if (storing) return;
      storing = true;
      // What the other connections have to say in this turn of the loop goes along.
      setImmediate(() => void storeAll());
    });
  }

  async function storeAll(): Promise<void> {
    let largest = LARGEST_BATCH;
    let failures = 0;
    for (let batch = takeBatch(); batch.length > 0; batch = takeBatch()) {
      try {
        await ready();
        const { client } = session!;
        const { rows } = await client.query<{ id: string }>({
          name: "mail_mark",
          text: "select mail_mark($1, $2) as id",
          values: [batch[0]!.claimer.toString(), JSON.stringify(batch.map(({ mark }) => row(mark)))],
        });
        const moved = new Set(rows.map(({ id }) => id));
        for (const { mark, resolve } of batch) resolve(moved.has(mark.id));
        largest = LARGEST_BATCH;
        failures = 0;
      } catch (error) {
        if (closed) {
          for (const { resolve } of batch) resolve(false);
          continue;
        }
        const wrong = WRONG_VALUE.test((error as { code?: string }).code ?? "");
        if (wrong && batch.length === 1) {
          log.error(
            { accountId: batch[0]!.mark.accountId, mailId: batch[0]!.mark.id, error: loggableError(error) },
            "mail: an outcome can't be stored",
          );
          batch[0]!.resolve(false);
          continue;
        }
        // Whether the batch was stored is not known. A message must not leave on that; outcomes are stored again, which changes nothing.
        const [commits, outcomes] = [batch.filter(isCommit), batch.filter((entry) => !isCommit(entry))];
        for (const { resolve } of commits) resolve(false);
        waiting = [...outcomes, ...waiting];
        if (wrong) largest = 1;
        else {
          if (session) lose(session.client);
          if (failures === 0) log.warn({ error: loggableError(error) }, "mail: outcomes wait for the database");
          await sleep(RETRY_MS[Math.min(failures++, RETRY_MS.length - 1)]);
        }
      }
    }
    storing = false;

    /** The longest run of marks under one key; commits of a key whose lock is gone are refused here. */
    function takeBatch(): Waiting[] {
      const gone = (entry: Waiting) => isCommit(entry) && entry.claimer !== session?.key;
      for (const { resolve } of waiting.filter(gone)) resolve(false);
      waiting = waiting.filter((entry) => !gone(entry));
      const claimer = waiting[0]?.claimer;
      let length = 0;
      while (length < Math.min(waiting.length, largest) && waiting[length]!.claimer === claimer) length++;
      return waiting.splice(0, length);
    }
  }

  return {
    ready,
    get key() {
      return session?.key;
    },
    async commit(mark, claimer) {
      if (claimer !== session?.key) return false;
      return await store(mark, claimer);
    },
    settle: store,
    async close() {
      closed = true;
      const open = session?.client ?? (await opening?.then(() => session?.client).catch(() => undefined));
      await open?.end().catch(() => {});
    },
  };
}

const isCommit = ({ mark }: Waiting) => mark.state === "committing";

function row(mark: Mark): Record<string, unknown> {
  return {
    account_id: mark.accountId,
    id: mark.id,
    state: mark.state,
    at: mark.at,
    next_attempt_at: mark.nextAttemptAt,
    unused: mark.unused,
    via: mark.via,
    failure: mark.failure,
    permanent: mark.permanent,
    reason: mark.reason,
  };
}
