import type pg from "pg";

// A backup shows the past. The system it was made of went on and has probably sent everything that was in
// progress then or came due since; a restore can't know. Follow-ups are never sent twice, so:
//
// - A follow-up that was claimed or committing, or whose time has passed, becomes `unknown`. The owner sees
//   it, and it is not sent again. One with a future time stays queued: the old system can't have sent it yet.
// - A transactional message is never lost: it is queued again with the same Message-ID, so that a mailbox
//   recognizes the second copy.
//
// Features that plan messages ahead (sequences) apply the same rule to steps whose time has passed; see
// src/app/commands/backup.ts. The cost, in a planned move too: whatever came due between backup and restore
// is not sent. The opposite would write twice to people who trusted a business with their address.

/** Shown beside a message of unknown outcome after a restore. */
const MAYBE_SENT =
  "It was being sent when the backup was made. It may have arrived, so we don’t send it again.";

/**
 * Texts are never sent twice, so they follow the rule for follow-ups. One in the outbox waits for its owner
 * as before.
 */
export async function settleTexts(client: pg.Client, now: Temporal.Instant): Promise<string | undefined> {
  // A backup may be of a version without texts.
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
    ? "1 text that was being sent is marked unknown, because it may have gone out since the backup."
    : `${rowCount} texts that were being sent are marked unknown, because they may have gone out since the backup.`;
}

/**
 * Applies the rule to restored messages, inside the restore's transaction.
 * @returns a sentence for the operator if any message became unknown
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
    ? "1 follow-up message that was being sent is marked unknown, because it may have gone out since the backup."
    : `${rowCount} follow-up messages that were being sent are marked unknown, because they may have gone out since the backup.`;
}
