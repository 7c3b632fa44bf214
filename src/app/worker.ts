import { availableParallelism } from "node:os";
import { startCaptureWorker } from "#trade/leads/capture/capture-worker.server.ts";
import { dueWebhooks, sendNext } from "#faces/api/webhooks/deliveries.server.ts";
import { startDeliveries } from "#faces/api/webhooks/sender.server.ts";
import { apiTasks } from "#faces/api/tasks.server.ts";
import { businessesTasks } from "#ground/businesses/tasks.server.ts";
import { closeoutsTasks } from "#trade/closeouts/tasks.server.ts";
import { dripsTasks } from "#trade/drips/tasks.server.ts";
import { identityTasks } from "#ground/identity/tasks.server.ts";
import { startMailboxes } from "#trade/leads/mail/mailboxes.server.ts";
import { importTasks } from "#trade/imports/tasks.server.ts";
import { leadsTasks } from "#trade/leads/tasks.server.ts";
import { pipelineTasks } from "#faces/pipeline/tasks.server.ts";
import { magnetsTasks } from "#trade/magnets/tasks.server.ts";
import { deliverDue } from "#ground/notifications/deliver.server.ts";
import { startNotifications } from "#ground/notifications/sweep.server.ts";
import { notificationsTasks } from "#ground/notifications/tasks.server.ts";
import { dueTasks } from "#ground/due/tasks.server.ts";
import { mediaTasks } from "#ground/media/tasks.server.ts";
import { papersTasks } from "#ground/papers/tasks.server.ts";
import { reportsTasks } from "#trade/reports/tasks.server.ts";
import { startSequenceSweep, wakeSequenceSweep } from "#trade/sequences/sending/sweep.server.ts";
import { sequencesTasks } from "#trade/sequences/tasks.server.ts";
import { signaturesTasks } from "#ground/signatures/tasks.server.ts";
import { writeUnsignedTask } from "#ground/sync/public.server.ts";
import { visitsTasks } from "#trade/visits/tasks.server.ts";
import { weatherTasks } from "#trade/weather/tasks.server.ts";
import { siteTasks } from "#faces/site/tasks.server.ts";
import { writingTasks } from "#ground/writing/tasks.server.ts";
import type { Log } from "#platform/log/log.server.ts";
import type { Mailer } from "#platform/mail/sending/mailer.ts";
import type { Texter } from "#platform/sms/sending/texter.server.ts";
import { type AnyTask, startTaskQueue } from "#platform/queue/queue.server.ts";
import { serverTools } from "./tools.server.ts";

// Short background tasks on the queue: one line per feature.
export const tasks: readonly AnyTask[] = [
  ...apiTasks,
  ...businessesTasks,
  ...closeoutsTasks,
  ...dripsTasks,
  ...dueTasks,
  ...identityTasks,
  ...importTasks,
  ...leadsTasks,
  ...magnetsTasks,
  ...mediaTasks,
  ...notificationsTasks,
  ...papersTasks,
  ...pipelineTasks,
  ...reportsTasks,
  ...sequencesTasks,
  ...signaturesTasks,
  ...siteTasks,
  writeUnsignedTask,
  ...serverTools.flatMap((tool) => tool.tasks ?? []),
  ...visitsTasks,
  ...weatherTasks,
  ...writingTasks,
];

export interface Worker {
  /** Finishes running work and releases the rest. */
  stop(): Promise<void>;
}

/**
 * Starts the task queue and, where this process does background work, the capture sweep, the follow-up
 * sweep, mailbox reading, webhooks, notifications, the mailer and the text sender.
 * @param mailer undefined in a process that only serves the web: it enqueues and leaves the work to others
 * @param imapUrl the installation's own mailbox, if it has one
 */
export async function startWorker(options: {
  mailer: Mailer | undefined;
  texter: Texter | undefined;
  /** Whether this process also serves the web: then one core is left free for that. */
  serves: boolean;
  log: Log;
  imapUrl?: string | undefined;
}): Promise<Worker> {
  const { mailer, texter, serves, log, imapUrl } = options;
  const cores = Math.max(1, availableParallelism() - (serves ? 1 : 0));
  const queue = await startTaskQueue({ tasks, work: mailer !== undefined, cores, log });
  if (mailer) await mailer.start();
  await texter?.start();
  const sweep = mailer ? startSequenceSweep({ log, mailer }) : undefined;
  const captureWorker = mailer ? startCaptureWorker({ log, onConverted: wakeSequenceSweep }) : undefined;
  const mailboxes = mailer ? startMailboxes({ log, imapUrl }) : undefined;
  const notifications = mailer ? startNotifications({ log }, deliverDue) : undefined;
  const deliveries = mailer ? startDeliveries({ log }, { dueWebhooks, sendNext }) : undefined;
  return {
    async stop() {
      await deliveries?.stop();
      await notifications?.stop();
      await mailboxes?.stop();
      await captureWorker?.stop();
      await sweep?.stop();
      await Promise.all([mailer?.stop(), texter?.stop()]);
      await queue.stop();
    },
  };
}
