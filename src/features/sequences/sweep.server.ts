import { type Log, loggableError } from "#platform/log/log.server.ts";
import type { Mailer } from "#platform/mail/mailer.server.ts";
import { startSweep, type Sweep, SWEEP_EVERY_MS } from "#platform/queue/sweep.server.ts";
import { accountsWithDueSteps, sendDueSteps } from "./data.server.ts";
import { BATCH } from "./due-steps.server.ts";

const ACCOUNTS_AT_ONCE = 4;
/** How long a mailer that has enough to do is waited for before messages go to its queue instead. */
const ROOM_MS = 250;

type Sender = Pick<Mailer, "claimSoon" | "sendClaimed" | "wake">;

let sweep: Sweep | undefined;

/** Looks for due steps now instead of within the second; called after a commit that may have made some. Costs nothing elsewhere. */
export function wakeSequenceSweep(): void {
  sweep?.wake();
}

/** Finds due steps and turns them into messages or reasons, in any number of processes at once. */
export function startSequenceSweep({ log, mailer }: { log: Log; mailer: Sender }): { stop(): Promise<void> } {
  const mine = startSweep(
    (interrupted) => sweepOnce(mailer, interrupted),
    (cause) => log.warn({ error: loggableError(cause) }, "follow-up sweep failed, will try again"),
  );
  sweep = mine;
  return {
    async stop() {
      sweep = undefined;
      await mine.stop();
    },
  };
}

/** Goes round the accounts that have steps due, a batch of each at a time, until they have no more or others may have some. */
async function sweepOnce(mailer: Sender, interrupted: () => boolean): Promise<number> {
  const until = performance.now() + SWEEP_EVERY_MS;
  let decided = 0;
  let accounts = await accountsWithDueSteps(100);
  while (accounts.length > 0) {
    const more: string[] = [];
    for (let at = 0; at < accounts.length; at += ACCOUNTS_AT_ONCE) {
      const counts = await Promise.allSettled(
        accounts.slice(at, at + ACCOUNTS_AT_ONCE).map(async (accountId) => {
          const count = await sendSome(accountId, mailer);
          if (count === BATCH) more.push(accountId);
          return count;
        }),
      );
      const failed = counts.find((one) => one.status === "rejected");
      if (failed) throw failed.reason;
      decided += counts.reduce((sum, one) => sum + (one.status === "fulfilled" ? one.value : 0), 0);
    }
    accounts = interrupted() || performance.now() > until ? [] : more;
  }
  return decided;
}

async function sendSome(accountId: string, mailer: Sender): Promise<number> {
  const claim = await mailer.claimSoon(ROOM_MS);
  if (claim) return await sendDueSteps(accountId, { claim, send: (messages) => mailer.sendClaimed(claim, messages) });
  const decided = await sendDueSteps(accountId);
  if (decided) mailer.wake();
  return decided;
}
