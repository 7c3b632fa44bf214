import { setTimeout as sleep } from "node:timers/promises";
import { oncePerCause } from "../log/log.server.ts";

/** Interval between two polls for work. */
export const SWEEP_EVERY_MS = 1000;

export interface Sweep {
  /** Polls now instead of at the next turn. */
  wake(): void;
  /** Resolves when the current round has ended. */
  stop(): Promise<void>;
}

/**
 * Polls for work every second, and right away while there is more or after `wake`. One round at a time.
 * @param round does the available work and returns how much it was; a long round may ask whether to stop
 * early
 * @param failed gets a round's error, once per cause until a round succeeds; polling continues
 */
export function startSweep(
  round: (interrupted: () => boolean) => Promise<number>,
  failed: (cause: unknown) => void,
  everyMs = SWEEP_EVERY_MS,
): Sweep {
  const stopping = new AbortController();
  const failure = oncePerCause(failed);
  let nudged = false;
  let interrupt = new AbortController();
  const run = async () => {
    while (!stopping.signal.aborted) {
      nudged = false;
      let done = 0;
      try {
        done = await round(() => nudged || stopping.signal.aborted);
        failure.worked();
      } catch (cause) {
        failure.failed(cause);
      }
      if (done || nudged) continue;
      interrupt = new AbortController();
      await sleep(everyMs, undefined, { signal: AbortSignal.any([stopping.signal, interrupt.signal]) }).catch(
        () => {},
      );
    }
  };
  const running = run();
  return {
    wake() {
      nudged = true;
      interrupt.abort();
    },
    async stop() {
      stopping.abort();
      await running;
    },
  };
}
