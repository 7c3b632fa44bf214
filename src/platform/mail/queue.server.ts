import { sql } from "drizzle-orm";
import type { Db } from "../db/database.server.ts";
import { newId } from "../db/ids.ts";
import { isId } from "../db/scope.server.ts";
import { AppError } from "../errors/app-error.ts";
import { isFileKey } from "../files/file-store.ts";
import { isFreeHeader } from "./compose/compose.server.ts";
import { headerText, mailAddress } from "./compose/header-text.ts";
import { plainOf } from "./compose/layout.ts";
import type { MailMessage, Mailbox, NewMail } from "./message.ts";
import { messageIdHeader, type Sender } from "./sender.server.ts";
import { jsonOfRow } from "./sending/row.server.ts";
import type { mailMessages } from "./tables.server.ts";

/** A living sender's right to send rows stored under it without claiming them first (see `Mailer.claim`). */
export interface Claim {
  readonly claimer: bigint;
}

export interface QueueContext {
  readonly now: Temporal.Instant;
  readonly sender: Sender;
  /**
   * Stores due messages as already claimed by this process, which saves a round trip each: pass the result to
   * `Mailer.sendClaimed` after the transaction has committed.
   */
  readonly claim?: Claim | undefined;
}

const ROWS_PER_STATEMENT = 500;
// A type that an attachment can have; multipart and message are structure, not content.
const CONTENT_TYPE = /^(application|audio|font|image|text|video)\/[a-z0-9.+-]+$/;

/**
 * Queues one message in the caller's transaction: it is sent if, and only if, that commits. See `queueMails`.
 */
export async function queueMail(db: Db, message: NewMail, context: QueueContext): Promise<MailMessage> {
  return (await queueMails(db, [message], context))[0]!;
}

/**
 * Queues messages of the account that `db` is scoped to, in the caller's transaction. Call `Mailer.wake`
 * after it has committed, or wait up to a second.
 * @returns the stored messages in the given order
 * @throws AppError invalid if a message is not allowed as it is: callers validate user input first
 */
export async function queueMails(
  db: Db,
  messages: readonly NewMail[],
  context: QueueContext,
): Promise<MailMessage[]> {
  const rows = messages.map((message) => prepare(message, context));
  // One parameter for all rows: a parameter per value costs more than the rest of storing a message.
  for (let at = 0; at < rows.length; at += ROWS_PER_STATEMENT) {
    const batch = JSON.stringify(rows.slice(at, at + ROWS_PER_STATEMENT).map(jsonOfRow));
    await db.execute(
      sql`insert into mail_messages select * from json_populate_recordset(null::mail_messages, ${batch})`,
    );
  }
  return rows;
}

/**
 * Suppresses unsent follow-ups about a lead (who replied or opted out), queued or claimed. A follow-up that
 * is being sent right now is not stopped: its row is locked or `committing`.
 * @returns how many were stopped
 */
export async function suppressQueued(
  db: Db,
  { accountId, aboutId, reason }: { accountId: string; aboutId: string; reason: string },
): Promise<number> {
  // A sender learns that it lost its claim when it asks to commit. Locked rows are skipped: waiting for them
  // might never end, since senders store several at once.
  const { rowCount } = await db.execute(sql`
    update mail_messages set state = 'suppressed', reason = ${reason}, claimed_by = null
     where account_id = ${accountId} and id in (
       select id from mail_messages
        where account_id = ${accountId} and about_id = ${aboutId} and state in ('queued', 'claimed') and kind = 'followup'
          for update skip locked)`);
  return rowCount ?? 0;
}

type Row = typeof mailMessages.$inferInsert & MailMessage;

function prepare(message: NewMail, { now, sender, claim }: QueueContext): Row {
  const id = message.id ?? newId();
  if (!isId(id) || !isId(message.accountId)) invalid("its id is not valid");
  const from = box(message.from ?? sender.mailbox, "its sender");
  const to = box(message.to, "its recipient");
  const replyTo =
    message.replyTo === undefined ? null : box({ address: message.replyTo }, "its reply address").address;
  const subject = headerText(message.subject);
  if (!subject || subject.length > 500) invalid("its subject is empty or very long");
  if (!message.text.trim()) invalid("it has no plain text");
  for (const name of Object.keys(message.headers ?? {}))
    if (!isFreeHeader(name)) invalid("it sets a reserved header");
  for (const attachment of message.attachments ?? []) {
    if ("file" in attachment && !isFileKey(attachment.file)) invalid("an attachment is not a stored file");
    if (!CONTENT_TYPE.test(attachment.contentType)) invalid("an attachment has an invalid content type");
  }
  if (message.unsubscribeUrl !== undefined) webAddress(message.unsubscribeUrl);
  if (message.kind === "followup") checkOptOut(message);
  const sendAt = message.sendAt ?? now;
  // Only messages due now can be claimed; later ones wait in the queue.
  const claimed = claim && Temporal.Instant.compare(sendAt, now) <= 0 ? claim : undefined;
  return {
    accountId: message.accountId,
    id,
    kind: message.kind,
    state: claimed ? "claimed" : "queued",
    fromName: from.name,
    fromAddress: from.address,
    replyTo,
    recipientName: to.name,
    recipient: to.address,
    subject,
    // PostgreSQL can't store a NUL.
    text: wellFormed(message.text),
    html: message.html === undefined ? null : wellFormed(message.html),
    headers: Object.fromEntries(
      Object.entries(message.headers ?? {}).map(([name, value]) => [name, headerText(value)]),
    ),
    attachments: (message.attachments ?? []).map(({ name, contentType, ...content }) => ({
      name: headerText(name),
      contentType,
      ...("text" in content ? { text: wellFormed(content.text) } : { file: content.file }),
    })),
    messageIdHeader: messageIdHeader(message.accountId, id, sender.host),
    unsubscribeUrl: message.unsubscribeUrl ?? null,
    aboutId: message.aboutId ?? null,
    createdAt: now,
    attempts: claimed ? 1 : 0,
    nextAttemptAt: sendAt,
    firstAttemptAt: claimed ? now : null,
    claimedBy: claimed?.claimer ?? null,
    claimedAt: claimed ? now : null,
  };
}

function box({ name, address }: Mailbox, what: string): Required<Mailbox> {
  const checked = mailAddress(address);
  if (!checked) invalid(`${what} is not a valid address`);
  return { name: headerText(name ?? "").slice(0, 200), address: checked };
}

// The law requires both in every marketing email; a text without them is a bug in our program, so fail
// loudly.
function checkOptOut({ text, html, unsubscribeUrl, postalAddress }: NewMail): void {
  if (!unsubscribeUrl) invalid("it is a follow-up without a way to unsubscribe");
  if (!postalAddress?.trim()) invalid("it is a follow-up without a postal address");
  const lines = squash(postalAddress);
  if (!text.includes(unsubscribeUrl) || !squash(text).includes(lines))
    invalid("its text lacks the unsubscribe link or the postal address");
  if (html === undefined) return;
  if (!html.includes(unsubscribeUrl.replaceAll("&", "&amp;")) || !squash(plainOf(html)).includes(lines))
    invalid("its HTML lacks the unsubscribe link or the postal address");
}

function webAddress(text: string): void {
  const url = URL.parse(text);
  if (!url || !/^https?:$/.test(url.protocol) || url.href.length > 900 || /[\s<>]/.test(url.href))
    invalid("its unsubscribe link is not a web address");
}

const squash = (text: string) => text.replace(/\s+/gu, " ").trim();
const wellFormed = (text: string) => text.toWellFormed().replaceAll("\0", "");

function invalid(why: string): never {
  throw new AppError("invalid", `This message can't be sent: ${why}.`);
}
