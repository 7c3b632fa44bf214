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
} from "#platform/mail/inbound/imap.server.ts";
import { startSweep } from "#platform/queue/sweep.server.ts";
import { acceptInboundMail } from "./inbound-mail.server.ts";
import { noteMailInMailbox } from "./read-mail.server.ts";

const LOOK_EVERY_MS = 5_000;
/** Each may hold a message of 25 MB. */
const AT_ONCE = 6;

/**
 * Reads the mailboxes that businesses connected, each once a minute, and the installation's own: in any
 * number of processes, each mailbox by one of them. A mailbox that is slow or broken holds up no other.
 */
export function startMailboxes({ log, imapUrl }: { log: Log; imapUrl?: string | undefined }): {
  stop(): Promise<void>;
} {
  const own = imapUrl === undefined ? undefined : imapServerOfUrl(imapUrl);
  const stopping = new AbortController();
  const reading = new Map<string, Promise<void>>();
  const begin = (accountId: string, given?: ImapServer) => {
    const read = readMailbox(accountId, { given, signal: stopping.signal, log })
      .catch((error: unknown) =>
        log.warn({ accountId, error: loggableError(error) }, "a mailbox was not read, will try again"),
      )
      .finally(() => reading.delete(accountId));
    reading.set(accountId, read);
  };
  const round = async (): Promise<number> => {
    // The installation's own has a place of its own, so that it never waits.
    if (own && !reading.has(SYSTEM_ACCOUNT)) begin(SYSTEM_ACCOUNT, own);
    const room = AT_ONCE - reading.size;
    if (room > 0)
      for (const accountId of await listDueMailboxes(room)) if (!reading.has(accountId)) begin(accountId);
    return 0;
  };
  const sweep = startSweep(
    round,
    (error) => log.warn({ error: loggableError(error) }, "mailboxes were not looked for, will try again"),
    LOOK_EVERY_MS,
  );
  return {
    async stop() {
      await sweep.stop();
      stopping.abort();
      await Promise.all(reading.values());
    },
  };
}

/**
 * Reads what is new in an account's mailbox, if it is this process's turn. A problem of the mailbox is noted
 * for its owner, not thrown.
 */
export async function readMailbox(
  accountId: string,
  { given, signal, log }: { given?: ImapServer | undefined; signal?: AbortSignal; log?: Log } = {},
): Promise<void> {
  const turn = await claimMailbox(accountId, given);
  if (!turn) return;
  if (!turn.server)
    return await releaseMailbox(turn, { code: "EUNREADABLE", message: "the stored password can't be read" });
  let since = turn.since;
  /** What went wrong on our side, which says nothing about the mailbox. */
  let ours: { readonly error: unknown } | undefined;
  const keep = async (
    to: Position,
    note: (ctx: AccountContext) => Promise<void> = () => Promise.resolve(),
  ) => {
    try {
      await withAccount(accountId, async (ctx) => {
        await note(ctx);
        await advance(ctx, { ...turn, since }, to);
      });
      since = to;
    } catch (error) {
      ours = { error };
      throw error;
    }
  };
  // Its reply and how far we are, together or not at all: nothing is passed over, nothing counts twice.
  const take = async (raw: Buffer, behind: Position) => {
    try {
      if (given) await acceptInboundMail(raw);
      await keep(behind, (ctx) => (given ? Promise.resolve() : noteMailInMailbox(ctx, raw)));
    } catch (error) {
      ours = { error };
      if (error instanceof MailboxChangedError || isStorageAway(error)) throw error;
      // One mail that we can't make sense of must not keep the rest of the mailbox from being read.
      log?.error({ accountId, error: loggableError(error) }, "a mail in a mailbox was passed over");
      await keep(behind);
      ours = undefined;
    }
  };
  let failure: { readonly message: string; readonly code?: string } | null = null;
  try {
    const end = await readNewMail(turn.server, turn.since, take, signal ? { signal } : {});
    if (end.uid !== since?.uid || end.validity !== since.validity) await keep(end);
  } catch (error) {
    if (ours?.error instanceof MailboxChangedError) return;
    if (ours) throw ours.error;
    failure = error as { message: string; code?: string };
    // A stop of ours.
    if (failure.code === "EABORTED") return;
    if (given) log?.warn({ error: loggableError(error) }, "the mailbox of IMAP_URL can't be read");
  }
  await releaseMailbox(turn, failure);
}
