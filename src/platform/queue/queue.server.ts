import { fromDrizzle, PgBoss } from "pg-boss";
import { sql } from "drizzle-orm";
import type { z } from "zod";
import { afterCommit, database, now } from "../db/scope.server.ts";
import type { ConnectionSettings, Db } from "../db/database.server.ts";
import { AppError, isStorageAway } from "../errors/app-error.ts";
import { causeOf, type Log, loggableError } from "../log/log.server.ts";
import { counter, readGauges } from "../metrics/metrics.server.ts";
import { startSweep } from "./sweep.server.ts";

/** A kind of background work: a name, a payload of ids, and a function. */
export interface Task<Payload extends object> {
  /** `feature.verb-noun`; the prefix is the feature's folder. */
  readonly name: string;
  readonly payload: z.ZodType<Payload>;
  /** Cron expression in UTC, to the minute, for repeated work. Its payload is `{}`. */
  readonly every?: string;
  /** Maximum retries, and the first wait, which doubles each time. Default: eight, from 2 seconds. */
  readonly retry?: { readonly limit: number; readonly delaySeconds: number };
  /** Uses a full core: as many run at once as this process has cores for them. Default: one at a time. */
  readonly isHeavy?: boolean;
  /** Somebody watches for its result: a process that runs it begins once it is enqueued there. */
  readonly isAwaited?: boolean;
  /** Mostly waits for others: how many run at once in a process. Default: one at a time. */
  readonly atOnce?: number;
  run(payload: Payload, now: Temporal.Instant): Promise<void>;
}

// oxlint-disable-next-line typescript/no-explicit-any -- a list holds tasks of many payloads; each checks its own
export type AnyTask = Task<any>;

export const SCHEMA = "pgboss";
/** Tasks that failed too often; only an operator looks at them (dead-letters.server.ts). */
export const DEAD_LETTERS = "dead-letters";

const RETRY = { retryLimit: 8, retryDelay: 2, retryBackoff: true, retryDelayMax: 3600 } as const;
// A crashed worker's task would stay active until it expires; a missing heartbeat shows it sooner.
const LIVENESS = { heartbeatSeconds: 15, expireInSeconds: 900 } as const;
const HEARTBEAT_EVERY_SECONDS = 5;
/** The library looks for missing heartbeats once a minute, and a process that crashes sooner never does. */
const LOOK_FOR_CRASHED_MS = 5_000;

/**
 * Creates the queue's own schema and one queue per task. Runs as the owner, before anything serves (cold
 * caches can deadlock a send).
 */
export async function createTaskQueues(owner: ConnectionSettings, tasks: readonly AnyTask[]): Promise<void> {
  const boss = new PgBoss({
    ...bossConnection(owner),
    max: 2,
    schema: SCHEMA,
    supervise: false,
    schedule: false,
    registerInstance: false,
  });
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
    // An upgrade of the library may be building an index: cut off, it would leave an invalid one.
    await boss.stop({ graceful: true, timeout: 30_000 });
  }
}

// pg-boss accepts node-postgres settings but types them more narrowly.
function bossConnection(settings: ConnectionSettings) {
  return settings as {
    connectionString?: string;
    host?: string;
    port?: number;
    user?: string;
    database?: string;
  };
}

let boss: PgBoss | undefined;
/** Ids of this process's workers of awaited tasks, which otherwise look once a second. */
const awaited = new Map<string, string>();

const taskRuns = {
  done: counter("plumbline_tasks_done_total", "Background tasks that this process finished", "task"),
  failed: counter(
    "plumbline_tasks_failed_total",
    "Attempts at background tasks that failed in this process; most are tried again",
    "task",
  ),
};

export interface TaskQueue {
  stop(): Promise<void>;
}

/**
 * Opens the queue on the app role's pool.
 * @param options.tasks tasks to run in this process; none for a process that only enqueues
 * @param options.cores for heavy tasks; default: one
 */
export async function startTaskQueue(options: {
  tasks: readonly AnyTask[];
  work: boolean;
  cores?: number;
  log: Log;
}): Promise<TaskQueue> {
  const { tasks, work, cores = 1, log } = options;
  const pool = database().app;
  const trouble = createTroubleLogger(log);
  const queue = new PgBoss({
    db: {
      async executeSql(text, values) {
        const result = await pool.query(text, values as unknown[]);
        trouble.databaseAnswers();
        return result;
      },
    },
    schema: SCHEMA,
    migrate: false,
    createSchema: false,
    supervise: work,
    schedule: work,
    // Nothing reads its list of processes.
    registerInstance: false,
    reindex: false,
    monitorVacuum: false,
  });
  queue.on("error", (error) => trouble.tell(error));
  await queue.start();
  // Warms the cache of queues, so that no send looks one up inside a business transaction.
  await queue.getQueues();
  boss = queue;
  readGauges(
    {
      plumbline_tasks_dead: "Background tasks that failed for good and wait for an operator",
      plumbline_tasks_waiting: {
        help: "Background tasks whose time has come and that nobody has begun, by name",
        label: "task",
      },
      plumbline_tasks_waiting_age_seconds: {
        help: "How long the oldest of these waits, in seconds, by name",
        label: "task",
      },
    },
    readTasks,
  );
  if (work)
    for (const task of tasks) {
      const runJob = async (job: { id: string; data: object }) => {
        try {
          await task.run(task.payload.parse(job.data ?? {}), now());
          taskRuns.done.count(task.name);
        } catch (error) {
          taskRuns.failed.count(task.name);
          log.warn(
            { task: task.name, taskId: job.id, error: loggableError(error) },
            "task failed, will be retried",
          );
          // Fails only this one: the rest of the batch is done, and completing the batch doesn't change
          // failed tasks.
          await queue.fail(task.name, job.id, describeFailure(error));
        }
      };
      // A crash counts as an attempt of every task in the batch, begun or not, so few are claimed at a time.
      const polling = { pollingIntervalSeconds: 1, batchSize: task.atOnce ?? 4, burstWhenBatchFull: true };
      const liveness = { heartbeatRefreshSeconds: HEARTBEAT_EVERY_SECONDS };
      const worker = await queue.work<object>(task.name, { ...polling, ...liveness }, async (jobs) => {
        const left = [...jobs];
        const lanes = Array.from({ length: task.atOnce ?? (task.isHeavy ? cores : 1) }, async () => {
          for (let job = left.shift(); job; job = left.shift()) await runJob(job);
        });
        await Promise.all(lanes);
      });
      if (task.isAwaited) awaited.set(task.name, worker);
      if (task.every) await queue.schedule(task.name, task.every, {});
    }
  const names = tasks.map(({ name }) => name);
  const crashed = work
    ? startSweep(
        () => retryCrashedTasks(queue, names),
        (error) => trouble.tell(error),
        LOOK_FOR_CRASHED_MS,
      )
    : undefined;
  return {
    async stop() {
      await crashed?.stop();
      boss = undefined;
      awaited.clear();
      await queue.stop({ graceful: true, timeout: 10_000 });
    },
  };
}

/** Fails tasks whose process crashed, so that they run again like others that failed. @returns how many */
async function retryCrashedTasks(queue: PgBoss, names: readonly string[]): Promise<number> {
  const { rows } = await database().app.query<{ name: string; ids: string[] }>(
    `select name, array_agg(id::text) as ids from ${SCHEMA}.job
      where name = any($1) and state = 'active' and heartbeat_on + heartbeat_seconds * interval '1 second' < ${SCHEMA}.job_now()
      group by name`,
    [names],
  );
  for (const { name, ids } of rows)
    await queue.fail(name, ids, { words: "The process that ran it crashed." });
  return rows.length;
}

/** A persistent cause is logged again after this long (ms). */
const LOG_AGAIN_MS = 600_000;

/**
 * Logs errors of the queue itself once per cause: each task is polled every second, and when the database is
 * away all of them fail alike.
 */
function createTroubleLogger(log: Log): { tell(error: unknown): void; databaseAnswers(): void } {
  const logged = new Map<string, { readonly at: number; isAway: boolean }>();
  return {
    tell(error) {
      const cause = causeOf(error);
      const { queue: task, message } = error as { queue?: unknown; message?: unknown };
      const before = logged.get(cause);
      if (before && performance.now() - before.at < LOG_AGAIN_MS) return;
      // The library copies errors into plain objects, so only the message shows that the database is away.
      const isAway = isStorageAway(Object.assign(new Error(String(message)), error));
      logged.set(cause, { at: performance.now(), isAway });
      const what = typeof task === "string" ? "tasks were not looked for" : "upkeep was not done";
      log.warn(
        { ...(typeof task === "string" ? { task } : {}), error: loggableError(error) },
        `task queue: ${what}${isAway ? ", nor others, as the database is away" : ""}; will try again`,
      );
    },
    databaseAnswers() {
      if (logged.size) for (const [cause, { isAway }] of logged) if (isAway) logged.delete(cause);
    },
  };
}

export function queueOfProcess(): PgBoss {
  if (!boss) throw new Error("the task queue is not started");
  return boss;
}

/**
 * The part of a failure that operators may read: our own message or the kind of error. Other messages quote
 * what people typed.
 */
function describeFailure(error: unknown): { words: string } {
  if (error instanceof AppError) return { words: error.message };
  const { type, code, stack } = loggableError(error) as {
    type?: string;
    code?: string | number;
    stack?: readonly string[];
  };
  const own = stack?.find((line) => !/node:|node_modules/.test(line))?.replace(/^at /, "");
  return {
    words: [
      `${type ?? "Error"}${code === undefined ? "" : ` ${code}`}`,
      own && `in ${own.replace(/ \(.*[\\/]/, " (")}`,
    ]
      .filter(Boolean)
      .join(" "),
  };
}

/** Number of permanently failed tasks. */
export async function countDeadLetters(): Promise<number> {
  const { rows } = await database().app.query<{ count: number }>(
    `select count(*)::int as count from ${SCHEMA}.job where name = $1`,
    [DEAD_LETTERS],
  );
  return rows[0]?.count ?? 0;
}

async function readTasks() {
  const { rows } = await database().app.query<{ task: string; waiting: number; age: number }>(
    `select name as task, count(*)::int as waiting, greatest(extract(epoch from $1 - min(start_after)), 0)::float as age
       from (select name, start_after from ${SCHEMA}.job where state < 'active' and name <> $2 and start_after <= $1 limit 100000) job group by name`,
    [now().toString(), DEAD_LETTERS],
  );
  return {
    plumbline_tasks_dead: await countDeadLetters(),
    plumbline_tasks_waiting: Object.fromEntries(rows.map(({ task, waiting }) => [task, waiting])),
    plumbline_tasks_waiting_age_seconds: Object.fromEntries(rows.map(({ task, age }) => [task, age])),
  };
}

/**
 * Enqueues a task in the transaction of the change it belongs to: both happen, or neither. Payloads contain
 * ids only.
 */
export async function enqueue<Payload extends object>(
  db: Db,
  task: Task<Payload>,
  payload: Payload,
  options: { startAfter?: Temporal.Instant } = {},
): Promise<void> {
  await queueOfProcess().send(task.name, task.payload.parse(payload) as object, {
    db: fromDrizzle(db, sql),
    ...(options.startAfter ? { startAfter: new Date(options.startAfter.epochMilliseconds) } : {}),
  });
  const worker = awaited.get(task.name);
  if (worker) afterCommit(db, () => boss?.notifyWorker(worker));
}
