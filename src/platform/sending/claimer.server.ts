import { randomBytes } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import type { ConnectionSettings } from "../db/database.server.ts";
import { type Log, loggableError } from "../log/log.server.ts";

/** What is sent: the prefix of the table and of its SQL functions. */
export type Channel = "mail" | "sms";

/** A message's outcome, as passed to the function that stores it. */
export interface StoredMark {
  readonly accountId: string;
  readonly id: string;
  readonly state: string;
  readonly at: Temporal.Instant;
}

/** The lock under which the message was claimed, and its connection to the server. */
export interface ClaimSlot {
  readonly claimer: bigint;
  readonly slot: number;
}

/** A sender's identity in the database: alive as long as one of its sessions holds the lock of its key. */
export interface Claimer<Of extends StoredMark> {
  /**
   * The current lock's key, after connecting if needed.
   * @throws if the database is away
   */
  ready(): Promise<bigint>;
  /** The current lock's key; undefined without one. */
  readonly key: bigint | undefined;
  /**
   * Records that the end of a message is about to be sent. False: do not send it, because the claim is gone
   * or the database away.
   */
  commit(mark: Of, claimSlot: ClaimSlot): Promise<boolean>;
  /**
   * Stores an outcome, and retries while the process lives. False if the message no longer belongs to this
   * claim.
   */
  settle(mark: Of, claimSlot: ClaimSlot): Promise<boolean>;
  /** Gives up unstored outcomes and releases the lock. */
  close(): Promise<void>;
}

interface Sessions {
  readonly key: bigint;
  readonly clients: readonly pg.Client[];
}

interface Waiting {
  readonly mark: StoredMark;
  readonly claimer: bigint;
  readonly resolve: (stored: boolean) => void;
}

/** While one session waits for the disk the other works. */
const SESSIONS = 2;
const LARGEST_BATCH = 200;
const RETRY_MS = [50, 200, 500, 1000, 2000, 5000];
// A server silent for this long counts as gone.
const QUERY_TIMEOUT_MS = 30_000;
// SQLSTATE classes for invalid values, which no retry would fix.
const WRONG_VALUE = /^2[23]/;

/**
 * Connects when first needed.
 *
 * All its sessions share the lock, and all marks of one connection go through one of them, in order and
 * in batches with other connections' marks. So a message stored as committing had a living sender at that
 * moment; a connection's outcome is never stored later than its next commit, which limits unknown outcomes
 * after a crash to one message per connection; and the cost is a commit per batch. When one session is lost
 * all are given up, with the key.
 * @param channel marks are stored by its `mail_mark` or `sms_mark`
 */
export function createClaimer<Of extends StoredMark>(
  settings: ConnectionSettings,
  log: Log,
  channel: Channel,
): Claimer<Of> {
  let sessions: Sessions | undefined;
  let opening: Promise<bigint> | undefined;
  let closed = false;

  async function open(): Promise<bigint> {
    // A fresh key each time: recovery may take the lock of lost sessions.
    const key = BigInt.asIntN(64, randomBytes(8).readBigUInt64BE());
    const clients = Array.from(
      { length: SESSIONS },
      () => new pg.Client({ ...settings, connectionTimeoutMillis: 5_000, query_timeout: QUERY_TIMEOUT_MS }),
    );
    for (const client of clients) {
      client.on("error", () => lose(client));
      client.on("end", () => lose(client));
    }
    try {
      await Promise.all(clients.map((client) => join(client, key)));
    } catch (error) {
      for (const client of clients) void client.end().catch(() => {});
      throw error;
    }
    sessions = { key, clients };
    return key;
  }

  async function join(client: pg.Client, key: bigint): Promise<void> {
    await client.connect();
    // Detects a vanished machine in a minute, not in the two hours of most systems.
    const { rows } = await client.query<{ held: boolean }>(
      `select pg_try_advisory_lock_shared($1) as held, set_config('tcp_keepalives_idle', '30', false),
              set_config('tcp_keepalives_interval', '10', false), set_config('tcp_keepalives_count', '3', false)`,
      [key.toString()],
    );
    if (!rows[0]?.held) throw new Error("the lock of a new key is taken");
  }

  function lose(client: pg.Client): void {
    if (!sessions?.clients.includes(client)) return;
    const { clients } = sessions;
    sessions = undefined;
    if (!closed) log.warn({}, `${channel}: lost a database session that holds claims`);
    for (const each of clients) void each.end().catch(() => {});
  }

  async function ready(): Promise<bigint> {
    if (closed) throw new Error(`the sender of ${channel} has stopped`);
    if (sessions) return sessions.key;
    opening ??= open().finally(() => (opening = undefined));
    return await opening;
  }

  const stores = Array.from({ length: SESSIONS }, (_, at) => createStore(at));

  /** Stores marks over session number `at`. */
  function createStore(at: number): (mark: StoredMark, claimer: bigint) => Promise<boolean> {
    let waiting: Waiting[] = [];
    let storing = false;

    async function storeAll(): Promise<void> {
      let largest = LARGEST_BATCH;
      let failures = 0;
      for (let batch = takeBatch(largest); batch.length > 0; batch = takeBatch(largest)) {
        let client: pg.Client | undefined;
        try {
          await ready();
          client = sessions!.clients[at]!;
          const moved = await storeMarks(client, `${channel}_mark`, batch);
          for (const { mark, resolve } of batch) resolve(moved.has(mark.id));
          largest = LARGEST_BATCH;
          failures = 0;
        } catch (error) {
          if (closed) {
            for (const { resolve } of batch) resolve(false);
            continue;
          }
          const wrong = WRONG_VALUE.test((error as { code?: string }).code ?? "");
          const [only, ...more] = batch;
          if (wrong && only && more.length === 0) {
            const { accountId, id } = only.mark;
            log.error(
              { accountId, messageId: id, error: loggableError(error) },
              `${channel}: an outcome can't be stored`,
            );
            only.resolve(false);
            continue;
          }
          // Whether the batch was stored is unknown. Its messages are not sent; outcomes are stored again,
          // which is idempotent.
          for (const { resolve } of batch.filter(isCommit)) resolve(false);
          waiting = [...batch.filter((entry) => !isCommit(entry)), ...waiting];
          if (wrong) largest = 1;
          else {
            if (client) lose(client);
            if (failures === 0)
              log.warn({ error: loggableError(error) }, `${channel}: outcomes wait for the database`);
            await sleep(RETRY_MS[Math.min(failures++, RETRY_MS.length - 1)]);
          }
        }
      }
      storing = false;
    }

    /** The longest run of marks under one key; commits of a key whose lock is gone are refused here. */
    function takeBatch(largest: number): Waiting[] {
      const gone = (entry: Waiting) => isCommit(entry) && entry.claimer !== sessions?.key;
      for (const { resolve } of waiting.filter(gone)) resolve(false);
      waiting = waiting.filter((entry) => !gone(entry));
      const other = waiting.findIndex(({ claimer }) => claimer !== waiting[0]?.claimer);
      return waiting.splice(0, Math.min(other < 0 ? waiting.length : other, largest));
    }

    return (mark, claimer) =>
      new Promise((resolve) => {
        waiting.push({ mark, claimer, resolve });
        if (storing) return;
        storing = true;
        // Includes marks that other connections add in this turn of the event loop.
        setImmediate(() => void storeAll());
      });
  }

  const store = (mark: StoredMark, { claimer, slot }: ClaimSlot) => stores[slot % SESSIONS]!(mark, claimer);

  return {
    ready,
    get key() {
      return sessions?.key;
    },
    async commit(mark, claimSlot) {
      if (claimSlot.claimer !== sessions?.key) return false;
      return await store(mark, claimSlot);
    },
    settle: store,
    async close() {
      closed = true;
      await opening?.catch(() => {});
      await Promise.all((sessions?.clients ?? []).map((client) => client.end().catch(() => {})));
    },
  };
}

const isCommit = ({ mark }: Waiting) => mark.state === "committing";

async function storeMarks(
  client: pg.Client,
  name: `${Channel}_mark`,
  batch: readonly Waiting[],
): Promise<Set<string>> {
  const { rows } = await client.query<{ id: string }>({
    name,
    text: `select ${name}($1, $2) as id`,
    values: [batch[0]!.claimer.toString(), JSON.stringify(batch.map(({ mark }) => row(mark)))],
  });
  return new Set(rows.map(({ id }) => id));
}

/** As PostgreSQL's jsonb_to_recordset reads it. */
function row(mark: StoredMark): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(mark).map(([key, value]) => [
      key.replace(/[A-Z]/g, (sign) => `_${sign.toLowerCase()}`),
      value,
    ]),
  );
}
