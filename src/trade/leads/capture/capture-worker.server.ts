import { type Log, loggableError } from "#platform/log/log.server.ts";
import { startSweep, type Sweep } from "#platform/queue/sweep.server.ts";
import { accountsWithCaptures, convertCaptures } from "./capture-queue.server.ts";

/** A capture that could not be kept is left alone this long before it is tried again. */
const REST_MS = 10_000;

let keeper: Sweep | undefined;

/**
 * Says that a capture was accepted, so that it is kept now instead of within the second. Costs nothing where
 * nobody keeps.
 */
export function wakeCaptureWorker(): void {
  keeper?.wake();
}

/**
 * Makes leads of accepted captures, in any number of processes at once.
 * @param options.kept called after leads were made
 */
export function startCaptureWorker(options: { log: Log; kept: () => void }): { stop(): Promise<void> } {
  const resting = new Map<string, number>();
  const round = async (): Promise<number> => {
    const at = performance.now();
    for (const [id, until] of resting) if (until <= at) resting.delete(id);
    let made = 0;
    for (const account of await accountsWithCaptures(100)) {
      const { kept, failed } = await convertCaptures(account, [...resting.keys()]);
      made += kept;
      for (const { id, cause } of failed) {
        resting.set(id, at + REST_MS);
        options.log.error(
          { captureId: id, error: loggableError(cause) },
          "a capture could not be made a lead; it stays and is tried again",
        );
      }
    }
    if (made) options.kept();
    return made;
  };
  const mine = startSweep(round, (cause) =>
    options.log.warn({ error: loggableError(cause) }, "captures were not looked at, will try again"),
  );
  keeper = mine;
  return {
    async stop() {
      keeper = undefined;
      await mine.stop();
    },
  };
}
