import { type Log, loggableError } from "#platform/log/log.server.ts";
import type { Mailer } from "#platform/mail/sending/mailer.ts";
import { startSweep, type Sweep, SWEEP_EVERY_MS } from "#platform/queue/sweep.server.ts";
import { accountsWithDueSteps, sendDueSteps } from "./send-due.server.ts";
import { BATCH } from "./due-steps.server.ts";

const ACCOUNTS_AT_ONCE = 4;
/** Longest wait for a busy mailer before messages are queued instead. */
const MAILER_WAIT_MS = 250;

/** Back-off after a failure. Otherwise the account, with the oldest steps, would be first every second. */
const BACKOFF_MS = { least: 2_000, most: 5 * 60_000 };

type Sender = Pick<Mailer, "claimSoon" | "sendClaimed" | "wake">;

let sweep: Sweep | undefined;

/** Starts this process's sweep now instead of within a second. Call it after committing new due steps. */
export function wakeSequenceSweep(): void {
  sweep?.wake();
}

/** Starts turning due steps into messages or reasons. Any number of processes can run it. */
export function startSequenceSweep({ log, mailer }: { log: Log; mailer: Sender }): { stop(): Promise<void> } {
  const backOffs: BackOffs = new Map();
  const thisSweep = startSweep(
    (interrupted) => sweepOnce(mailer, backOffs, interrupted),
    (cause) => log.warn({ error: loggableError(cause) }, "follow-up sweep failed, will try again"),
  );
  sweep = thisSweep;
  return {
    async stop() {
      sweep = undefined;
      await thisSweep.stop();
    },
  };
}

/** Accounts in back-off: its length and end, in milliseconds. */
type BackOffs = Map<string, { readonly ms: number; readonly until: number }>;

/**
 * Visits accounts with due steps, a batch each per round, until none has more or it is time to look for
 * others.
 * @throws the first failure, after all were visited
 */
async function sweepOnce(mailer: Sender, backOffs: BackOffs, interrupted: () => boolean): Promise<number> {
  const began = performance.now();
  const until = began + SWEEP_EVERY_MS;
  const failures: unknown[] = [];
  let decided = 0;
  // Extra rows, so that accounts in back-off don't displace others.
  const due = await accountsWithDueSteps(100 + backOffs.size);
  for (const [accountId, { until: retryAt }] of backOffs)
    if (retryAt <= began && !due.includes(accountId)) backOffs.delete(accountId);
  let accounts = due.filter((accountId) => (backOffs.get(accountId)?.until ?? 0) <= began);
  while (accounts.length > 0) {
    const more: string[] = [];
    for (let at = 0; at < accounts.length; at += ACCOUNTS_AT_ONCE)
      await Promise.all(
        accounts.slice(at, at + ACCOUNTS_AT_ONCE).map(async (accountId) => {
          try {
            const count = await sendBatch(accountId, mailer);
            backOffs.delete(accountId);
            decided += count;
            if (count === BATCH) more.push(accountId);
          } catch (error) {
            const ms = Math.min((backOffs.get(accountId)?.ms ?? BACKOFF_MS.least / 2) * 2, BACKOFF_MS.most);
            backOffs.set(accountId, { ms, until: performance.now() + ms });
            failures.push(error);
          }
        }),
      );
    accounts = interrupted() || performance.now() > until ? [] : more;
  }
  if (failures.length) throw failures[0];
  return decided;
}

async function sendBatch(accountId: string, mailer: Sender): Promise<number> {
  const claim = await mailer.claimSoon(MAILER_WAIT_MS);
  if (claim)
    return await sendDueSteps(accountId, { claim, send: (messages) => mailer.sendClaimed(claim, messages) });
  const decided = await sendDueSteps(accountId);
  if (decided) mailer.wake();
  return decided;
}
