import { setTimeout as sleep } from "node:timers/promises";
import { type Log, loggableError } from "#platform/log/log.server.ts";
import { accountsWithDueSteps, sendDueSteps } from "./data.server.ts";

const EVERY_MS = 1000;
const ACCOUNTS_AT_ONCE = 4;

let wake: (() => void) | undefined;

/** Looks for due steps now instead of within the second; called after a commit that may have made some. Costs nothing elsewhere. */
export function wakeSequenceSweep(): void {
  wake?.();
}

/** Finds due steps and turns them into messages or reasons, in any number of processes at once. */
export function startSequenceSweep(options: { log: Log; wakeMailer: () => void }): { stop(): Promise<void> } {
  const stopping = new AbortController();
  let nudged = false;
  let interrupt = new AbortController();
  wake = () => {
    nudged = true;
    interrupt.abort();
  };

  const run = async () => {
    while (!stopping.signal.aborted) {
      nudged = false;
      let decided = 0;
      try {
        decided = await sweepOnce();
      } catch (error) {
        options.log.warn({ error: loggableError(error) }, "follow-up sweep failed, will try again");
      }
      if (decided) options.wakeMailer();
      if (decided || nudged) continue;
      interrupt = new AbortController();
      await sleep(EVERY_MS, undefined, { signal: AbortSignal.any([stopping.signal, interrupt.signal]) }).catch(() => {});
    }
  };
  const running = run();
  return {
    async stop() {
      wake = undefined;
      stopping.abort();
      await running;
    },
  };
}

async function sweepOnce(): Promise<number> {
  const accounts = await accountsWithDueSteps(100);
  let decided = 0;
  for (let at = 0; at < accounts.length; at += ACCOUNTS_AT_ONCE) {
    const batch = accounts.slice(at, at + ACCOUNTS_AT_ONCE);
    const counts = await Promise.all(batch.map((accountId) => sendDueSteps(accountId)));
    decided += counts.reduce((sum, count) => sum + count, 0);
  }
  return decided;
}
