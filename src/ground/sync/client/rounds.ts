import type { Round } from "./send.ts";

/** Shortest delay after a failed round, in milliseconds. */
const SHORTEST_MS = 1_000;
/**
 * Longest delay, in milliseconds. A phone isn't notified when it leaves a dead spot, so retry twice a minute
 * while the app is visible.
 */
const LONGEST_MS = 30_000;
/**
 * Delay between rounds with nothing to do, in milliseconds. The live connection usually triggers one sooner.
 */
const IDLE_MS = 60_000;

/**
 * Runs sync rounds until stopped: immediately on request, otherwise periodically, with growing delays after
 * failures.
 */
export class Rounds {
  private readonly round: (signal: AbortSignal) => Promise<Round>;
  private isWanted = true;
  private wake: (() => void) | null = null;
  private failed = 0;

  constructor(round: (signal: AbortSignal) => Promise<Round>) {
    this.round = round;
  }

  /**
   * Requests another round as soon as the current one ends.
   * @param hope the network may have changed. If the next round still fails, delays start over from the
   * shortest, because phones report "online" too early.
   */
  ask(hope = false): void {
    this.isWanted = true;
    if (hope) this.failed = 0;
    this.wake?.();
  }

  async run(signal: AbortSignal): Promise<void> {
    signal.addEventListener("abort", () => this.wake?.());
    while (!signal.aborted) {
      this.isWanted = false;
      let outcome: Round;
      try {
        outcome = await this.round(signal);
      } catch {
        // The database was closed or couldn't write. Nothing was lost; another round will continue.
        outcome = "later";
      }
      // A hint of a better network that arrived during this round counts for the next one.
      if (outcome === "done") this.failed = 0;
      else if (!this.isWanted || this.failed > 0) this.failed++;
      if (!signal.aborted && !this.isWanted)
        await this.rest(this.failed ? backoffAfter(this.failed) : IDLE_MS);
    }
  }

  private async rest(milliseconds: number): Promise<void> {
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, milliseconds);
      this.wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
    this.wake = null;
  }
}

/**
 * Delay after a number of failures, in milliseconds: doubles each time, with jitter so that devices don't
 * retry in step.
 */
export function backoffAfter(failed: number, random: number = Math.random()): number {
  return Math.min(LONGEST_MS, SHORTEST_MS * 2 ** (failed - 1)) * (0.5 + random / 2);
}
