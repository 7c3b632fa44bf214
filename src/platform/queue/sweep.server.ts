import { setTimeout as sleep } from "node:timers/promises";
import { oncePerCause } from "../log/log.server.ts";

/** How often work is looked for that nobody announced. */
export const SWEEP_EVERY_MS = 1000;

/** Work that is looked for again and again. */
export interface Sweep {
  /** Looks now instead of at the next turn. */
  wake(): void;
  /** Resolves when the round under way has ended. */
  stop(): Promise<void>;
}

/**
 * Looks for work every second, and at once for as long as there is some or somebody says so. One round at a
 * time.
 * @param round does what there is and says how much it was; a long one may ask whether it had better end
 * @param failed hears of a round that threw, once per cause until a round works; the next one comes in its
 * turn
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
