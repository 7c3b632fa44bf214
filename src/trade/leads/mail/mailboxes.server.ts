import { setTimeout as sleep } from "node:timers/promises";
import {
  advance,
  listDueMailboxes,
  releaseMailbox,
  MailboxChangedError,
  claimMailbox,
} from "#ground/businesses/public.server.ts";
import { type AccountContext, SYSTEM_ACCOUNT, withAccount } from "#platform/db/scope.server.ts";
import { isStorageAway } from "#platform/errors/app-error.ts";
import { type Log, loggableError } from "#platform/log/log.server.ts";
import {
  type ImapServer,
  imapServerOfUrl,
  type Position,
  readNewMail,
  watchMailbox,
} from "#platform/mail/inbound/imap.server.ts";
import { startSweep } from "#platform/queue/sweep.server.ts";
import { acceptInboundMail } from "./inbound-mail.server.ts";
import { noteMailInMailbox } from "./read-mail.server.ts";

const POLL_MS = 5_000;
const WATCH_AGAIN_MS = 60_000;
/** Each may hold a 25 MB message in memory. */
const AT_ONCE = 6;

/**
 * Reads the businesses' mailboxes, each once a minute, and the installation's own, until stopped. Any number
 * of processes may run it; each mailbox is claimed by one. A slow or broken mailbox doesn't delay others.
 */
export function startMailboxes({ log, imapUrl }: { log: Log; imapUrl?: string | undefined }): {
  stop(): Promise<void>;
} {
  const own = imapUrl === undefined ? undefined : imapServerOfUrl(imapUrl);
  const stopping = new AbortController();
  const reading = new Map<string, Promise<void>>();
  const startReading = (accountId: string, given?: ImapServer, isNews = false) => {
    const read = readMailbox(accountId, { given, isNews, signal: stopping.signal, log })
      .catch((error: unknown) =>
        log.warn({ accountId, error: loggableError(error) }, "a mailbox was not read, will try again"),
      )
      .finally(() => reading.delete(accountId));
    reading.set(accountId, read);
    return read;
  };
  const watching = own && watchOwn(own, startReading, reading, stopping.signal);
  const round = async (): Promise<number> => {
    // The installation's own mailbox doesn't count toward AT_ONCE, so it never waits.
    if (own && !reading.has(SYSTEM_ACCOUNT)) void startReading(SYSTEM_ACCOUNT, own);
    const room = AT_ONCE - reading.size;
    if (room > 0)
      for (const accountId of await listDueMailboxes(room))
        if (!reading.has(accountId)) void startReading(accountId);
    return 0;
  };
  const sweep = startSweep(
    round,
    (error) => log.warn({ error: loggableError(error) }, "mailboxes were not looked for, will try again"),
    POLL_MS,
  );
  return {
    async stop() {
      await sweep.stop();
      stopping.abort();
      await watching;
      await Promise.all(reading.values());
    },
  };
}

/**
 * Reads the installation's mailbox as soon as its server reports mail, because people wait for each other's
 * replies. A server that can't report is read once a minute, as every mailbox is.
 */
async function watchOwn(
  own: ImapServer,
  startReading: (accountId: string, given: ImapServer, isNews: boolean) => Promise<void>,
  reading: ReadonlyMap<string, Promise<void>>,
  signal: AbortSignal,
): Promise<void> {
  const turns = { wanted: false };
  const read = async () => {
    turns.wanted = true;
    await reading.get(SYSTEM_ACCOUNT);
    // Whoever waited first reads for all.
    if (!turns.wanted || signal.aborted || reading.has(SYSTEM_ACCOUNT)) return;
    turns.wanted = false;
    await startReading(SYSTEM_ACCOUNT, own, true);
  };
  while (!signal.aborted) {
    // Its trouble is told by the reading, which tries the same mailbox.
    const isWatched = await watchMailbox(own, () => void read(), { signal }).catch(() => false);
    if (!isWatched) await sleep(WATCH_AGAIN_MS, undefined, { signal }).catch(() => {});
  }
}

/**
 * Reads new email of an account's mailbox, if no other process has claimed it. Mailbox errors are saved for
 * the owner, not thrown.
 */
export async function readMailbox(
  accountId: string,
  {
    given,
    isNews,
    signal,
    log,
  }: { given?: ImapServer | undefined; isNews?: boolean; signal?: AbortSignal; log?: Log } = {},
): Promise<void> {
  const claim = await claimMailbox(accountId, given, isNews);
  if (!claim) return;
  if (!claim.server)
    return await releaseMailbox(claim, { code: "EUNREADABLE", message: "the stored password can't be read" });
  let since = claim.since;
  /** An error on our side, which must not be blamed on the mailbox. */
  let ownError: { readonly error: unknown } | undefined;
  const saveProgress = async (
    to: Position,
    apply: (ctx: AccountContext) => Promise<void> = () => Promise.resolve(),
  ) => {
    try {
      await withAccount(accountId, async (ctx) => {
        await apply(ctx);
        await advance(ctx, { ...claim, since }, to);
      });
      since = to;
    } catch (error) {
      ownError = { error };
      throw error;
    }
  };
  // The reply and the position are saved in one transaction, so nothing is skipped or counted twice.
  const readMessage = async (raw: Buffer, after: Position) => {
    try {
      if (given) await acceptInboundMail(raw);
      await saveProgress(after, (ctx) => (given ? Promise.resolve() : noteMailInMailbox(ctx, raw)));
    } catch (error) {
      ownError = { error };
      if (error instanceof MailboxChangedError || isStorageAway(error)) throw error;
      // One unreadable email must not block the rest of the mailbox.
      log?.error({ accountId, error: loggableError(error) }, "an email in a mailbox was skipped");
      await saveProgress(after);
      ownError = undefined;
    }
  };
  let failure: { readonly message: string; readonly code?: string } | null = null;
  try {
    const end = await readNewMail(claim.server, claim.since, readMessage, signal ? { signal } : {});
    if (end.uid !== since?.uid || end.validity !== since.validity) await saveProgress(end);
  } catch (error) {
    if (ownError?.error instanceof MailboxChangedError) return;
    if (ownError) throw ownError.error;
    failure = error as { message: string; code?: string };
    if (failure.code === "EABORTED") return;
    if (given) log?.warn({ error: loggableError(error) }, "the mailbox of IMAP_URL can't be read");
  }
  await releaseMailbox(claim, failure);
}
