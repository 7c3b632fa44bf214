import { sql } from "drizzle-orm";
import { type AccountContext, database, now, withAccount } from "#platform/db/scope.server.ts";
import type { ImapServer, Position } from "#platform/mail/inbound/imap.server.ts";
import { recordConnectionStatus } from "./connection-status.server.ts";
import { ofChannel, openSealed } from "./channels.server.ts";
import { businessesChannels } from "../tables.server.ts";

/** How often a mailbox is read, and how long one is left alone that did not let us in. */
const EVERY_SECONDS = 60;
const TROUBLED_SECONDS = 600;

/**
 * Lists accounts whose mailbox is to be read. Owned by the owner, so it may look across accounts; it gives
 * away ids and nothing else.
 */
export const dueMailboxesFunction = `
create or replace function businesses_due_mailboxes(at timestamptz, at_most int) returns setof uuid
language sql stable security definer set search_path = public, pg_temp as $$
  select account_id from businesses_channels
   where kind = 'imap' and account_id <> '00000000-0000-0000-0000-000000000000'
     and coalesce((shown->>'nextAt')::timestamptz, '-infinity') <= at
   order by coalesce((shown->>'nextAt')::timestamptz, '-infinity') limit at_most
$$`;

/** Accounts whose mailbox is to be read now. */
export async function listDueMailboxes(atMost: number): Promise<string[]> {
  const { rows } = await database().app.query<{ id: string }>(
    "select id from businesses_due_mailboxes($1, $2) as id",
    [now().toString(), atMost],
  );
  return rows.map(({ id }) => id);
}

/** A mailbox that this process reads now; until its minute is over nobody else does. */
export interface Turn {
  readonly accountId: string;
  /** `changed_at` of the connection. */
  readonly version: string;
  /** Undefined: what was stored can't be read any more. */
  readonly server: ImapServer | undefined;
  readonly since: Position | undefined;
}

/**
 * Takes an account's turn: of any number of processes at once, one gets it.
 * @param given the server, where the settings name it rather than the account
 */
export function claimMailbox(accountId: string, given?: ImapServer): Promise<Turn | undefined> {
  return withAccount(accountId, async (ctx) => {
    if (given)
      await ctx.db
        .insert(businessesChannels)
        .values({ accountId, kind: "imap", sealed: "", shown: {}, changedAt: ctx.now })
        .onConflictDoNothing();
    const nextAt = ctx.now.add({ seconds: EVERY_SECONDS }).toString();
    const [row] = await ctx.db
      .update(businessesChannels)
      .set({ shown: sql`shown || jsonb_build_object('nextAt', ${nextAt}::text)` })
      .where(
        sql`${ofChannel(accountId, "imap")} and coalesce((shown->>'nextAt')::timestamptz, '-infinity') <= ${ctx.now.toString()}`,
      )
      .returning();
    if (!row) return undefined;
    const { validity, uid, host = "" } = row.shown;
    // Another mailbox behind IMAP_URL than last time begins anew.
    const same = !given || host === mailboxName(given);
    return {
      accountId,
      version: row.changedAt.toString(),
      server: given ?? openSealed(accountId, "imap", row.sealed),
      since: same && validity && uid ? { validity, uid: Number(uid) } : undefined,
    };
  });
}

const mailboxName = ({ host, port, user, folder }: ImapServer) => `${user}@${host}:${port}/${folder}`;

/**
 * Notes how far a mailbox was read, in the transaction of what was read there.
 * @throws Error when the connection was changed meanwhile, or somebody else reads it: what was read is not
 * ours to keep
 */
export async function advance(ctx: AccountContext, turn: Turn, to: Position): Promise<void> {
  const { since } = turn;
  const before = since
    ? sql`shown->>'validity' = ${since.validity} and (shown->>'uid')::bigint < ${to.uid}`
    : sql`true`;
  const moved = since && since.validity === to.validity ? before : sql`true`;
  const named = turn.server?.trusted ? { host: mailboxName(turn.server) } : {};
  const change = JSON.stringify({ validity: to.validity, uid: String(to.uid), ...named });
  const done = await ctx.db
    .update(businessesChannels)
    .set({ shown: sql`shown || ${change}::jsonb` })
    .where(sql`${ofChannel(turn.accountId, "imap")} and changed_at = ${turn.version} and ${moved}`)
    .returning({ kind: businessesChannels.kind });
  if (!done.length) throw new MailboxChangedError();
}

/** The connection is another one by now. */
export class MailboxChangedError extends Error {
  override name = "MailboxChangedError";
}

/**
 * Notes how a turn ended. After a problem the mailbox is left alone for ten minutes: wrong passwords get
 * accounts locked.
 */
export async function releaseMailbox(
  { accountId, version }: Turn,
  error: { message: string; code?: string } | null,
): Promise<void> {
  const next: Record<string, string> = error
    ? { nextAt: now().add({ seconds: TROUBLED_SECONDS }).toString() }
    : {};
  await recordConnectionStatus(accountId, "imap", version, error, next);
}
