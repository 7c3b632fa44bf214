import type { Round } from "./send.ts";

/** Waits between rounds that went wrong, in milliseconds. */
const SHORTEST_MS = 1_000;
/**
 * Nobody tells a phone that a dead spot ended: it is tried twice a minute while somebody looks at the app.
 */
const LONGEST_MS = 30_000;
/**
 * Between rounds that found nothing to do, in milliseconds: the live line tells sooner, where there is one.
 */
const IDLE_MS = 60_000;

/**
 * Does rounds one after another until it is stopped: at once when somebody asks for one, after a while
 * otherwise, later and later while they go wrong.
 */
export class Rounds {
  private readonly round: (signal: AbortSignal) => Promise<Round>;
  private isWanted = true;
  private wake: (() => void) | null = null;
  /** Rounds in a row that went wrong. */
  private failed = 0;

  constructor(round: (signal: AbortSignal) => Promise<Round>) {
    this.round = round;
  }

  /**
   * One more round, as soon as the one that is on its way ends.
   * @param hope something has changed on the way to the server: if it goes wrong once more, the waits begin
   * anew with the shortest. Phones say
   *   that they are online before they are.
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
      let went: Round;
      try {
        went = await this.round(signal);
      } catch {
        // The database was closed, or could not write: everything is where it was, and another round begins
        // from there.
        went = "later";
      }
      // Hope that came meanwhile is not spent on a round that began before it.
      if (went === "done") this.failed = 0;
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

/** Twice as long each time, and never the same for two devices that lost the same server. In milliseconds. */
export function backoffAfter(failed: number, random: number = Math.random()): number {
  return Math.min(LONGEST_MS, SHORTEST_MS * 2 ** (failed - 1)) * (0.5 + random / 2);
}
