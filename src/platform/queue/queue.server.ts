import { fromDrizzle, PgBoss } from "pg-boss";
import { sql } from "drizzle-orm";
import type { z } from "zod";
import { database, now } from "../db/scope.server.ts";
import type { ConnectionSettings, Db } from "../db/database.server.ts";
import { type Log, loggableError } from "../log/log.server.ts";
import { gauge } from "../metrics/metrics.server.ts";

/** Background work: a name, the ids it needs, and what it does with them. */
export interface Task<Payload extends object> {
  /** `feature.verb-noun`; the prefix is the feature's folder. */
  readonly name: string;
  readonly payload: z.ZodType<Payload>;
  /** Minute-grained cron expression (UTC) for work that repeats by itself. Its payload is `{}`. */
  readonly every?: string;
  /** How often a failure is tried again, and how long the first wait is; it doubles each time. Eight times from 2 seconds when left out. */
  readonly retry?: { readonly limit: number; readonly delaySeconds: number };
  run(payload: Payload, now: Temporal.Instant): Promise<void>;
}

// oxlint-disable-next-line typescript/no-explicit-any -- a list holds tasks of many payloads; each checks its own
export type AnyTask = Task<any>;

const SCHEMA = "pgboss";
/** Where work ends that failed too often; nothing reads it but an operator. */
const DEAD_LETTERS = "dead-letters";

const RETRY = { retryLimit: 8, retryDelay: 2, retryBackoff: true, retryDelayMax: 3600 } as const;
// A crashed worker's task would stay active until it expires; the heartbeat notices within half a minute.
const LIVENESS = { heartbeatSeconds: 30, expireInSeconds: 900 } as const;

/** Creates the queue's own schema and one queue per task. Runs as the owner, before anything serves (cold caches can deadlock a send). */
export async function createTaskQueues(owner: ConnectionSettings, tasks: readonly AnyTask[]): Promise<void> {
  const boss = new PgBoss({ ...bossConnection(owner), max: 2, schema: SCHEMA, supervise: false, schedule: false });
  boss.on("error", () => {});
  await boss.start();
  try {
    const existing = new Map((await boss.getQueues()).map((queue) => [queue.name, queue]));
    if (!existing.has(DEAD_LETTERS)) await boss.createQueue(DEAD_LETTERS, { retentionSeconds: 90 * 86_400 });
    for (const { name, retry } of tasks) {
      const own = retry ? { retryLimit: retry.limit, retryDelay: retry.delaySeconds } : {};
      const options = { ...RETRY, ...own, ...LIVENESS, deadLetter: DEAD_LETTERS };
      if (!existing.has(name)) await boss.createQueue(name, options);
    }
  } finally {
    await boss.stop({ graceful: false });
  }
}

// pg-boss takes node-postgres settings but types them more narrowly.
function bossConnection(settings: ConnectionSettings) {
  return settings as { connectionString?: string; host?: string; port?: number; user?: string; database?: string };
}

let boss: PgBoss | undefined;

/** The queue of this process. */
export interface TaskQueue {
  stop(): Promise<void>;
}

/**
 * Opens the queue on the app role's pool.
 * @param tasks work to do in this process; none for a process that only enqueues
 */
export async function startTaskQueue(options: { tasks: readonly AnyTask[]; work: boolean; log: Log }): Promise<TaskQueue> {
  const { tasks, work, log } = options;
  const pool = database().app;
  const queue = new PgBoss({
    db: { executeSql: (text, values) => pool.query(text, values as unknown[]) },
    schema: SCHEMA,
    migrate: false,
    createSchema: false,
    supervise: work,
    schedule: work,
    reindex: false,
    monitorVacuum: false,
  });
  queue.on("error", (error) => log.warn({ error: loggableError(error) }, "task queue"));
  await queue.start();
  // Warms the cache of queues, so that no send looks one up inside a business transaction.
  await queue.getQueues();
  boss = queue;
  gauge("tasks_dead_letters", "Background tasks that failed for good and wait for an operator", countDeadLetters);
  if (work)
    for (const task of tasks) {
      await queue.work<object>(task.name, { pollingIntervalSeconds: 1, batchSize: 20 }, async (jobs) => {
        for (const job of jobs) {
          try {
            await task.run(task.payload.parse(job.data ?? {}), now());
          } catch (error) {
            log.warn({ task: task.name, taskId: job.id, error: loggableError(error) }, "task failed, will be retried");
            // Only this one: the rest of the batch is done, and completing the batch leaves what has failed alone.
            await queue.fail(task.name, job.id);
          }
        }
      });
      if (task.every) await queue.schedule(task.name, task.every, {});
    }
  return {
    async stop() {
      boss = undefined;
      await queue.stop({ graceful: true, timeout: 10_000 });
    },
  };
}

/** How many tasks failed for good. */
export async function countDeadLetters(): Promise<number> {
  const { rows } = await database().app.query<{ count: number }>(`select count(*)::int as count from ${SCHEMA}.job where name = $1`, [
    DEAD_LETTERS,
  ]);
  return rows[0]?.count ?? 0;
}

/** Puts work on the queue in the transaction of the change it belongs to: both happen, or neither. Payloads carry ids. */
export async function enqueue<Payload extends object>(
  db: Db,
  task: Task<Payload>,
  payload: Payload,
  options: { startAfter?: Temporal.Instant } = {},
): Promise<void> {
  if (!boss) throw new Error("the task queue is not started");
  await boss.send(task.name, task.payload.parse(payload) as object, {
    db: fromDrizzle(db, sql),
    ...(options.startAfter ? { startAfter: new Date(options.startAfter.epochMilliseconds) } : {}),
  });
}
