import { type Log, loggableError } from "#platform/log/log.server.ts";
import { startSweep, type Sweep } from "#platform/queue/sweep.server.ts";

/** A webhook with something to send. */
export interface DueWebhook {
  readonly accountId: string;
  readonly webhookId: string;
}

/** How an attempt ended: `none` when there was nothing to send. */
export type Attempted = "none" | "delivered" | "failed";

/** How many webhooks are served at once; one that is slow holds up no other. */
const LANES = 16;
/** How many deliveries a webhook gets before others have their turn. */
const IN_A_ROW = 20;

let sweep: Sweep | undefined;

/**
 * Says that there is something to deliver, so that it leaves now instead of within the second. Costs nothing
 * where nobody delivers.
 */
export function deliverySoon(): void {
  // The transaction that planned it has not committed yet; a moment later it has.
  if (sweep) setTimeout(() => sweep?.wake(), 20).unref();
}

/**
 * Delivers what is due, in any number of processes at once: to each webhook one after the other, to different
 * ones side by side.
 * @param work finds webhooks with something due, and sends the next delivery of one
 */
export function startDeliveries(
  { log }: { log: Log },
  work: { dueWebhooks(limit: number): Promise<DueWebhook[]>; sendNext(due: DueWebhook): Promise<Attempted> },
): { stop(): Promise<void> } {
  const lanes = new Map<string, Promise<void>>();
  let stopping = false;
  const lane = async (due: DueWebhook) => {
    try {
      // One that fails is down, likely as not: what follows waits for the next round.
      for (let sent = 0; sent < IN_A_ROW && !stopping; sent++)
        if ((await work.sendNext(due)) !== "delivered") return;
    } catch (error) {
      log.warn(
        { webhookId: due.webhookId, error: loggableError(error) },
        "a webhook was not served, will try again",
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
    (cause) => log.warn({ error: loggableError(cause) }, "webhooks were not looked at, will try again"),
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
