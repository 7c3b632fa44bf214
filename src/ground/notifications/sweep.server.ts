import { database, now } from "#platform/db/scope.server.ts";
import { type Log, loggableError } from "#platform/log/log.server.ts";
import { startSweep, type Sweep } from "#platform/queue/sweep.server.ts";

const ACCOUNTS_AT_ONCE = 100;

let sweep: Sweep | undefined;

/** Has what was just notified leave now instead of within a second. Does nothing without a sweep. */
export function wakeNotifications(): void {
  // The transaction hasn't committed yet; it will in a moment.
  if (sweep) setTimeout(() => sweep?.wake(), 20).unref();
}

/**
 * Sends what people are to be notified of, in any number of processes.
 * @param deliver sends what is due in one account
 */
export function startNotifications(
  { log }: { log: Log },
  deliver: (accountId: string) => Promise<void>,
): { stop(): Promise<void> } {
  const mine = startSweep(
    async () => {
      for (const accountId of await accountsWithNews())
        await deliver(accountId).catch((error: unknown) =>
          log.warn({ accountId, error: loggableError(error) }, "notifications were not sent, will try again"),
        );
      return 0;
    },
    (cause) => log.warn({ error: loggableError(cause) }, "notifications were not looked for, will try again"),
  );
  sweep = mine;
  return {
    async stop() {
      sweep = undefined;
      await mine.stop();
    },
  };
}

async function accountsWithNews(): Promise<string[]> {
  const { rows } = await database().app.query<{ id: string }>("select notifications_accounts($1, $2) as id", [
    now().toString(),
    ACCOUNTS_AT_ONCE,
  ]);
  return rows.map(({ id }) => id);
}
