import { type Log, loggableError } from "#platform/log/log.server.ts";
import type { Mailer } from "#platform/mail/sending/mailer.ts";
import { startSweep, type Sweep, SWEEP_EVERY_MS } from "#platform/queue/sweep.server.ts";
import { accountsWithDueSteps, sendDueSteps } from "./send-due.server.ts";
import { BATCH } from "./due-steps.server.ts";

const ACCOUNTS_AT_ONCE = 4;
/** How long a mailer that has enough to do is waited for before messages go to its queue instead. */
const ROOM_MS = 250;

/**
 * How long an account whose turn failed is left alone: it would be the first again each second, as what it
 * has due is the oldest.
 */
const LEFT_ALONE_MS = { least: 2_000, most: 5 * 60_000 };

type Sender = Pick<Mailer, "claimSoon" | "sendClaimed" | "wake">;

let sweep: Sweep | undefined;

/**
 * Looks for due steps now instead of within the second; called after a commit that may have made some. Costs
 * nothing elsewhere.
 */
export function wakeSequenceSweep(): void {
  sweep?.wake();
}

/** Finds due steps and turns them into messages or reasons, in any number of processes at once. */
export function startSequenceSweep({ log, mailer }: { log: Log; mailer: Sender }): { stop(): Promise<void> } {
  const failing: Failing = new Map();
  const mine = startSweep(
    (interrupted) => sweepOnce(mailer, failing, interrupted),
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

/** Accounts whose last turn failed, and when they have the next one. */
type Failing = Map<string, { readonly ms: number; readonly until: number }>;

/**
 * Goes round the accounts that have steps due, a batch of each at a time, until they have no more or others
 * may have some.
 * @throws the first failure, after all had their turn: one account that can't be worked on holds up no other
 */
async function sweepOnce(mailer: Sender, failing: Failing, interrupted: () => boolean): Promise<number> {
  const began = performance.now();
  const until = began + SWEEP_EVERY_MS;
  const failures: unknown[] = [];
  let decided = 0;
  // Those that are left alone are looked for besides, so that they take nobody's place.
  const due = await accountsWithDueSteps(100 + failing.size);
  for (const [accountId, { until: then }] of failing)
    if (then <= began && !due.includes(accountId)) failing.delete(accountId);
  let accounts = due.filter((accountId) => (failing.get(accountId)?.until ?? 0) <= began);
  while (accounts.length > 0) {
    const more: string[] = [];
    for (let at = 0; at < accounts.length; at += ACCOUNTS_AT_ONCE)
      await Promise.all(
        accounts.slice(at, at + ACCOUNTS_AT_ONCE).map(async (accountId) => {
          try {
            const count = await sendSome(accountId, mailer);
            failing.delete(accountId);
            decided += count;
            if (count === BATCH) more.push(accountId);
          } catch (error) {
            const ms = Math.min(
              (failing.get(accountId)?.ms ?? LEFT_ALONE_MS.least / 2) * 2,
              LEFT_ALONE_MS.most,
            );
            failing.set(accountId, { ms, until: performance.now() + ms });
            failures.push(error);
          }
        }),
      );
    accounts = interrupted() || performance.now() > until ? [] : more;
  }
  if (failures.length) throw failures[0];
  return decided;
}

async function sendSome(accountId: string, mailer: Sender): Promise<number> {
  const claim = await mailer.claimSoon(ROOM_MS);
  if (claim)
    return await sendDueSteps(accountId, { claim, send: (messages) => mailer.sendClaimed(claim, messages) });
  const decided = await sendDueSteps(accountId);
  if (decided) mailer.wake();
  return decided;
}
