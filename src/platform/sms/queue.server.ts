import { sql } from "drizzle-orm";
import type { Db } from "../db/database.server.ts";
import { isId } from "../db/scope.server.ts";
import { AppError } from "../errors/app-error.ts";
import { countText, foldForText } from "./segments.ts";
import { isE164, type NewText } from "./text.ts";
import { smsMessages } from "./tables.server.ts";

export type { NewText } from "./text.ts";

/** Twilio's limit, in characters. */
const MAX_TEXT_LENGTH = 1600;

/**
 * Queues texts of the account that `db` is scoped to, in the caller's transaction: they are sent if, and only
 * if, that commits. The sender finds them within a second.
 * @throws AppError invalid if a text is not allowed as it is: callers validate user input first
 */
export async function queueTexts(
  db: Db,
  texts: readonly NewText[],
  { now }: { now: Temporal.Instant },
): Promise<void> {
  if (!texts.length) return;
  await db.insert(smsMessages).values(texts.map((text) => prepare(text, now)));
}

/**
 * Suppresses unsent texts about a lead (who replied or opted out): queued, claimed, or in the outbox. A text
 * that is being sent right now is not stopped.
 * @param reason for the owner to read after `not sent:`
 * @param withAnswers also texts written by hand, which otherwise remain under their writer's control
 * @returns how many were stopped
 */
export async function suppressQueuedTexts(
  db: Db,
  {
    accountId,
    aboutId,
    reason,
    withAnswers = false,
  }: { accountId: string; aboutId: string; reason: string; withAnswers?: boolean },
): Promise<number> {
  // A sender learns that it lost its claim when it asks to commit. Locked rows are skipped: waiting for them
  // might never end, since senders store several at once.
  const { rowCount } = await db.execute(sql`
    update sms_messages set state = 'suppressed', reason = ${reason}, claimed_by = null
     where account_id = ${accountId} and id in (
       select id from sms_messages
        where account_id = ${accountId} and about_id = ${aboutId}
          and (state in ('queued', 'claimed') or state = 'sent' and via = 'outbox')
          ${withAnswers ? sql`` : sql`and kind = 'followup'`}
          for update skip locked)`);
  return rowCount ?? 0;
}

function prepare(
  { id, accountId, to, body, aboutId, kind = "followup", sendAt }: NewText,
  now: Temporal.Instant,
): typeof smsMessages.$inferInsert {
  if (![id, accountId, aboutId].every(isId)) invalid("its id is not valid");
  if (!isE164(to)) invalid("its recipient is not a telephone number with its country code");
  const folded = foldForText(body).trim();
  if (!folded) invalid("it is empty");
  if (folded.length > MAX_TEXT_LENGTH) invalid(`it is longer than ${MAX_TEXT_LENGTH} characters`);
  return {
    accountId,
    id,
    state: "queued",
    kind,
    to,
    body: folded,
    segments: countText(folded).parts.length,
    aboutId,
    createdAt: now,
    attempts: 0,
    nextAttemptAt: sendAt ?? now,
  };
}

function invalid(why: string): never {
  throw new AppError("invalid", `This text can’t be sent: ${why}.`);
}
