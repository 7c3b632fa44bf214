import { randomBytes } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import type { ConnectionSettings } from "../../db/database.server.ts";
import { type Log, loggableError } from "../../log/log.server.ts";
import type { MailState, MailVia } from "../message.ts";

/** What became of a message, as the function that stores it takes it. */
export interface StoredMark {
  readonly accountId: string;
  readonly id: string;
  readonly state: string;
  readonly at: Temporal.Instant;
}

/** What became of a mail, as `mail_mark` takes it. */
export interface Mark extends StoredMark {
  readonly state: Exclude<MailState, "claimed">;
  readonly nextAttemptAt?: Temporal.Instant | undefined;
  /** The claim was given back without an attempt. */
  readonly unused?: boolean;
  readonly via?: MailVia | undefined;
  readonly failure?: string | undefined;
  readonly permanent?: boolean | undefined;
  readonly reason?: string | undefined;
}

/**
 * Who stores: the lock under which the message was claimed, and the connection to the mail server that it
 * goes over.
 */
export interface ClaimSlot {
  readonly claimer: bigint;
  readonly slot: number;
}

/** A sender's standing in the database: it lives as long as one of its sessions holds the lock of its key. */
export interface Claimer<Of extends StoredMark = Mark> {
  /** The lock that is held now, connecting if need be. @throws when the database is away */
  ready(): Promise<bigint>;
  /** The lock that is held now; undefined when it is not. */
  readonly key: bigint | undefined;
  /**
   * Stores that the end of a message is about to leave. False: it must not, for the claim is gone or the
   * database away.
   */
  commit(mark: Of, claimSlot: ClaimSlot): Promise<boolean>;
  /**
   * Stores an outcome, and keeps trying while the process lives. False when the message is no longer this
   * claim's.
   */
  settle(mark: Of, claimSlot: ClaimSlot): Promise<boolean>;
  /** Gives up what could not be stored and lets go of the lock. */
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
// A server that went silent counts as gone.
const QUERY_TIMEOUT_MS = 30_000;
// SQLSTATE classes that say a value is wrong; trying again would not help.
const WRONG_VALUE = /^2[23]/;

/**
 * Connects when first needed.
 *
 * Each of its sessions shares in the lock, and all that one connection to the mail server has to say goes, in
 * order and in batches with what others say, through one of them. So a message that is stored as committing
 * had a living sender at that moment; a connection's outcome is never stored later than its next commit,
 * which bounds what a crash leaves unknown to one message per connection; and the cost is a commit per batch.
 * When one session is lost all are given up, with the key.
 * @param what is sent: marks are stored by `mail_mark` or `sms_mark`
 */
export function createClaimer<Of extends StoredMark = Mark>(
  settings: ConnectionSettings,
  log: Log,
  what: "mail" | "sms" = "mail",
): Claimer<Of> {
  let sessions: Sessions | undefined;
  let opening: Promise<bigint> | undefined;
  let closed = false;

  async function open(): Promise<bigint> {
    // A fresh key each time: the lock of lost sessions may be taken by those who clean up after them.
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
    // A machine that vanishes is noticed in a minute, not in the two hours of most systems.
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
    if (!closed) log.warn({}, `${what}: lost a database session that holds claims`);
    for (const each of clients) void each.end().catch(() => {});
  }

  async function ready(): Promise<bigint> {
    if (closed) throw new Error(`the sender of ${what} has stopped`);
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
          const moved = await storeMarks(client, `${what}_mark`, batch);
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
              `${what}: an outcome can't be stored`,
            );
            only.resolve(false);
            continue;
          }
          // Whether the batch was stored is not known. No message leaves on that; outcomes are stored again,
          // which changes nothing.
          for (const { resolve } of batch.filter(isCommit)) resolve(false);
          waiting = [...batch.filter((entry) => !isCommit(entry)), ...waiting];
          if (wrong) largest = 1;
          else {
            if (client) lose(client);
            if (failures === 0)
              log.warn({ error: loggableError(error) }, `${what}: outcomes wait for the database`);
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
        // What the other connections have to say in this turn of the loop goes along.
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
  name: "mail_mark" | "sms_mark",
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
