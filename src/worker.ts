import { leadsTasks } from "#features/leads/tasks.server.ts";
import { magnetsTasks } from "#features/magnets/tasks.server.ts";
import { startSequenceSweep } from "#features/sequences/sweep.server.ts";
import type { Log } from "#platform/log/log.server.ts";
import type { Mailer } from "#platform/mail/mailer.server.ts";
import { type AnyTask, startTaskQueue } from "#platform/queue/queue.server.ts";

// One line per feature: short background tasks on the queue.
export const tasks: readonly AnyTask[] = [...leadsTasks, ...magnetsTasks];

/** Background work of this process. */
export interface Worker {
  /** Finishes what is under way and gives back what is not. */
  stop(): Promise<void>;
}

/**
 * Starts the task queue and, where this process works, the follow-up sweep and the mailer.
 * @param mailer undefined in a process that only serves the web: it enqueues and leaves the work to others
 */
export async function startWorker(options: { mailer: Mailer | undefined; log: Log }): Promise<Worker> {
  const { mailer, log } = options;
  const queue = await startTaskQueue({ tasks, work: mailer !== undefined, log });
  if (mailer) await mailer.start();
  const sweep = mailer ? startSequenceSweep({ log, wakeMailer: () => mailer.wake() }) : undefined;
  return {
    async stop() {
      await sweep?.stop();
      await mailer?.stop();
      await queue.stop();
    },
  };
}
