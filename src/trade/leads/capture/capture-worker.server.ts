import { type Log, loggableError } from "#platform/log/log.server.ts";
import { startSweep, type Sweep } from "#platform/queue/sweep.server.ts";
import { accountsWithCaptures, convertCaptures } from "./capture-queue.server.ts";

/** Pause before a failed capture is tried again. */
const RETRY_MS = 10_000;

let worker: Sweep | undefined;

/**
 * Wakes the worker for a new capture, so that it is converted now rather than within a second. Does nothing
 * in a process without a worker.
 */
export function wakeCaptureWorker(): void {
  worker?.wake();
}

/**
 * Converts accepted captures until stopped. Any number of processes may run it.
 * @param options.onConverted called after leads were created
 */
export function startCaptureWorker(options: { log: Log; onConverted: () => void }): {
  stop(): Promise<void>;
} {
  const paused = new Map<string, number>();
  const round = async (): Promise<number> => {
    const at = performance.now();
    for (const [id, until] of paused) if (until <= at) paused.delete(id);
    let made = 0;
    for (const account of await accountsWithCaptures(100)) {
      const { kept, failed } = await convertCaptures(account, [...paused.keys()]);
      made += kept;
      for (const { id, cause } of failed) {
        paused.set(id, at + RETRY_MS);
        options.log.error(
          { captureId: id, error: loggableError(cause) },
          "a capture could not be made a lead; it stays and is tried again",
        );
      }
    }
    if (made) options.onConverted();
    return made;
  };
  const sweep = startSweep(round, (cause) =>
    options.log.warn({ error: loggableError(cause) }, "captures were not looked at, will try again"),
  );
  worker = sweep;
  return {
    async stop() {
      worker = undefined;
      await sweep.stop();
    },
  };
}
