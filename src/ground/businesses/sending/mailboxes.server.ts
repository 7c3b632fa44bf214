import { sql } from "drizzle-orm";
import { type AccountContext, database, now, withAccount } from "#platform/db/scope.server.ts";
import type { ImapServer, Position } from "#platform/mail/inbound/imap.server.ts";
import { needsAttention, troubleOf } from "#platform/mail/smtp/connection-error.ts";
import { recordConnectionStatus } from "./connection-status.server.ts";
import { ofChannel, openSealed } from "./secrets.server.ts";
import { withToken } from "../mailbox/tokens.server.ts";
import { businessesChannels } from "../tables.server.ts";

/** Seconds between reads of a mailbox, and after trouble that only a person can end. */
const POLL_SECONDS = 60;
const RETRY_SECONDS = 600;

/**
 * Lists accounts with a mailbox to read. SECURITY DEFINER, so it can look across accounts; it returns only
 * ids.
 */
export const dueMailboxesFunction = `
create or replace function businesses_due_mailboxes(at timestamptz, at_most int) returns setof uuid
language sql stable security definer set search_path = public, pg_temp as $$
  select account_id from businesses_channels
   where kind = 'imap' and account_id <> '00000000-0000-0000-0000-000000000000'
     and coalesce((shown->>'nextAt')::timestamptz, '-infinity') <= at
   order by coalesce((shown->>'nextAt')::timestamptz, '-infinity') limit at_most
$$`;

/** Accounts with a mailbox to read now. */
export async function listDueMailboxes(atMost: number): Promise<string[]> {
  const { rows } = await database().app.query<{ id: string }>(
    "select id from businesses_due_mailboxes($1, $2) as id",
    [now().toString(), atMost],
  );
  return rows.map(({ id }) => id);
}

/** This process's claim on a mailbox. Other processes skip the mailbox until its minute is over. */
export interface Turn {
  readonly accountId: string;
  /** `changed_at` of the connection. */
  readonly version: string;
  /** Undefined when the stored secrets can't be decrypted. */
  readonly server: ImapServer | undefined;
  readonly since: Position | undefined;
}

/**
 * Claims a mailbox; of several processes, one succeeds.
 * @param given the server, when it comes from the settings rather than the account
 * @param isNews its server reported new mail: the usual minute isn't waited out, but the longer pause after
 * trouble is
 */
export function claimMailbox(
  accountId: string,
  given?: ImapServer,
  isNews = false,
): Promise<Turn | undefined> {
  return withAccount(accountId, async (ctx) => {
    const dueBy = isNews ? ctx.now.add({ seconds: POLL_SECONDS }) : ctx.now;
    if (given)
      await ctx.db
        .insert(businessesChannels)
        .values({ accountId, kind: "imap", sealed: "", shown: {}, changedAt: ctx.now })
        .onConflictDoNothing();
    const nextAt = ctx.now.add({ seconds: POLL_SECONDS }).toString();
    const [row] = await ctx.db
      .update(businessesChannels)
      .set({ shown: sql`shown || jsonb_build_object('nextAt', ${nextAt}::text)` })
      .where(
        sql`${ofChannel(accountId, "imap")} and coalesce((shown->>'nextAt')::timestamptz, '-infinity') <= ${dueBy.toString()}`,
      )
      .returning();
    if (!row) return undefined;
    const { validity, uid, host = "" } = row.shown;
    // If IMAP_URL names another mailbox than last time, start over.
    const isSame = !given || host === mailboxName(given);
    const own = given ? undefined : openSealed(accountId, "imap", row.sealed);
    return {
      accountId,
      version: row.changedAt.toString(),
      server: given ?? (own && withToken(accountId, own)),
      since: isSame && validity && uid ? { validity, uid: Number(uid) } : undefined,
    };
  });
}

const mailboxName = ({ host, port, user, folder }: ImapServer) => `${user}@${host}:${port}/${folder}`;

/**
 * Saves the read position, in the transaction that saves the messages.
 * @throws MailboxChangedError when the connection was changed or another process read further; the messages
 * must not be saved
 */
export async function advance(ctx: AccountContext, turn: Turn, to: Position): Promise<void> {
  const { since } = turn;
  const before = since
    ? sql`shown->>'validity' = ${since.validity} and (shown->>'uid')::bigint < ${to.uid}`
    : sql`true`;
  const isAhead = since && since.validity === to.validity ? before : sql`true`;
  const identity = turn.server?.trusted ? { host: mailboxName(turn.server) } : {};
  const change = JSON.stringify({ validity: to.validity, uid: String(to.uid), ...identity });
  const updated = await ctx.db
    .update(businessesChannels)
    .set({ shown: sql`shown || ${change}::jsonb` })
    .where(sql`${ofChannel(turn.accountId, "imap")} and changed_at = ${turn.version} and ${isAhead}`)
    .returning({ kind: businessesChannels.kind });
  if (!updated.length) throw new MailboxChangedError();
}

/** The connection was changed while it was being read. */
export class MailboxChangedError extends Error {
  override name = "MailboxChangedError";
}

/**
 * Ends a claim. After trouble such as a wrong password the mailbox is left alone for ten minutes, because
 * repeated wrong passwords get accounts locked. A server that restarts is asked again after the usual minute:
 * people wait for each other's replies.
 */
export async function releaseMailbox(
  { accountId, version }: Turn,
  error: { message: string; code?: string } | null,
): Promise<void> {
  const next: Record<string, string> =
    error && needsAttention(troubleOf(error))
      ? { nextAt: now().add({ seconds: RETRY_SECONDS }).toString() }
      : {};
  await recordConnectionStatus(accountId, "imap", version, error, next);
}
