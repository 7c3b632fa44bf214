import type pg from "pg";

// A backup is a moment in the past. The system it was taken from went on: what was on its way then, and what
// came due since, has probably been sent by it, and nobody who restores can know. A follow-up is never sent
// twice, so:
//
// - A follow-up that was claimed or being handed over, and one that waited for a moment that has passed,
//   becomes `unknown`. That is
// what it is, the owner sees it, and nothing sends it again. One that waits for a moment still to come stays
// queued: the old
//   system can't have sent it yet.
// - A transactional message is never lost: it is queued again and keeps its Message-ID, by which a mailbox
//   knows the second copy.
//
// A feature that plans messages ahead (sequences) has the same rule for steps whose time has passed; see
// src/app/commands/backup.ts. The price is paid in a planned move as well: what came due between backup and
// restore is not sent. Erring the other way would write twice to people who trusted a business with their
// address.

/** What a person reads beside a message whose fate a restore left open. */
const MAYBE_SENT =
  "It was on its way when the backup was made that this system was restored from. It may have arrived, so it is not sent again.";

/**
 * A text is never sent twice, so the rule for follow-ups is the rule for texts. One in the outbox waits for
 * its owner as before.
 */
export async function settleTexts(client: pg.Client, now: Temporal.Instant): Promise<string | undefined> {
  // A backup may be of a version that knew no texts.
  const { rows } = await client.query<{ knows: boolean }>(
    "select to_regclass('public.sms_messages') is not null as knows",
  );
  if (!rows[0]?.knows) return undefined;
  const { rowCount } = await client.query(
    `update sms_messages set state = 'unknown', claimed_by = null, failure = $2
      where state in ('claimed', 'committing') or state = 'queued' and next_attempt_at <= $1`,
    [now.toString(), MAYBE_SENT],
  );
  if (!rowCount) return undefined;
  return rowCount === 1
    ? "1 text that was on its way is marked as unknown: it may have been sent since the backup."
    : `${rowCount} texts that were on their way are marked as unknown: they may have been sent since the backup.`;
}

/**
 * Applies the rule to restored messages, inside the restore's transaction.
 * @returns a sentence for the operator where something was held back
 */
export async function settleMail(client: pg.Client, now: Temporal.Instant): Promise<string | undefined> {
  const { rowCount } = await client.query(
    `update mail_messages set state = 'unknown', claimed_by = null, failure = $2
      where kind <> 'transactional' and (state in ('claimed', 'committing') or state = 'queued' and next_attempt_at <= $1)`,
    [now.toString(), MAYBE_SENT],
  );
  await client.query(
    "update mail_messages set state = 'queued', claimed_by = null where kind = 'transactional' and state in ('claimed', 'committing')",
  );
  if (!rowCount) return undefined;
  return rowCount === 1
    ? "1 follow-up message that was on its way is marked as unknown: it may have been sent since the backup."
    : `${rowCount} follow-up messages that were on their way are marked as unknown: they may have been sent since the backup.`;
}
