import { type Log, loggableError } from "#platform/log/log.server.ts";
import { startSweep, type Sweep } from "#platform/queue/sweep.server.ts";

export interface DueWebhook {
  readonly accountId: string;
  readonly webhookId: string;
}

/** How an attempt ended: `none` when there was nothing to send. */
export type Attempted = "none" | "delivered" | "failed";

/** How many webhooks are served in parallel, so that a slow one doesn't block others. */
const LANES = 16;
/** How many deliveries a webhook gets before others have their turn. */
const IN_A_ROW = 20;

let sweep: Sweep | undefined;

/**
 * Wakes the sender so that new deliveries go out now instead of within a second. Does nothing in processes
 * that don't deliver.
 */
export function deliverySoon(): void {
  // The transaction that planned it hasn't committed yet; it will in a moment.
  if (sweep) setTimeout(() => sweep?.wake(), 20).unref();
}

/**
 * Delivers what is due, safely in any number of processes: one at a time per webhook, different webhooks
 * in parallel.
 * @param work finds webhooks with deliveries due, and sends the next delivery of one
 */
export function startDeliveries(
  { log }: { log: Log },
  work: { dueWebhooks(limit: number): Promise<DueWebhook[]>; sendNext(due: DueWebhook): Promise<Attempted> },
): { stop(): Promise<void> } {
  const lanes = new Map<string, Promise<void>>();
  let stopping = false;
  const lane = async (due: DueWebhook) => {
    try {
      // After a failure the receiver is probably down: its other deliveries wait for the next round.
      for (let sent = 0; sent < IN_A_ROW && !stopping; sent++)
        if ((await work.sendNext(due)) !== "delivered") return;
    } catch (error) {
      log.warn(
        { webhookId: due.webhookId, error: loggableError(error) },
        "a webhook’s deliveries failed, will try again",
      );
    } finally {
      lanes.delete(due.webhookId);
    }
  };
  const mine = startSweep(
    async () => {
      if (lanes.size >= LANES) return 0;
      const due = (await work.dueWebhooks(LANES * 4))
        .filter(({ webhookId }) => !lanes.has(webhookId))
        .slice(0, LANES - lanes.size);
      for (const one of due) lanes.set(one.webhookId, lane(one));
      return 0;
    },
    (cause) => log.warn({ error: loggableError(cause) }, "could not check for due webhooks, will try again"),
  );
  sweep = mine;
  return {
    async stop() {
      stopping = true;
      sweep = undefined;
      await mine.stop();
      await Promise.all(lanes.values());
    },
  };
}
