import { sql } from "drizzle-orm";
import {
  bigint,
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uuid,
} from "drizzle-orm/pg-core";
import { accountId, instant } from "../db/columns.server.ts";
import { type Attachment, KINDS, STATES, VIAS } from "./message.ts";

/**
 * Every outgoing email and its state. Identity and operator mail has the nil UUID as its account, so row
 * security hides it from every business.
 */
export const mailMessages = pgTable(
  "mail_messages",
  {
    accountId: accountId(),
    id: uuid("id").notNull(),
    kind: text("kind", { enum: KINDS }).notNull(),
    state: text("state", { enum: STATES }).notNull(),
    /** By a mail server, or as a file if none is set. */
    via: text("via", { enum: VIAS }),
    fromName: text("from_name").notNull(),
    fromAddress: text("from_address").notNull(),
    replyTo: text("reply_to"),
    recipientName: text("recipient_name").notNull(),
    recipient: text("recipient").notNull(),
    subject: text("subject").notNull(),
    text: text("text").notNull(),
    html: text("html"),
    /** Further headers, such as In-Reply-To; checked when it was queued. */
    headers: jsonb("headers").$type<Readonly<Record<string, string>>>().notNull(),
    attachments: jsonb("attachments").$type<readonly Attachment[]>().notNull(),
    /**
     * Fixed at creation, so that a receiver can recognize a message sent again after a crash as the same one.
     */
    messageIdHeader: text("message_id_header").notNull(),
    unsubscribeUrl: text("unsubscribe_url"),
    /** What it concerns, such as a lead. */
    aboutId: uuid("about_id"),
    createdAt: instant("created_at").notNull(),
    /** Times it was claimed for sending, not counting claims released unused. */
    attempts: integer("attempts").notNull(),
    nextAttemptAt: instant("next_attempt_at").notNull(),
    /** Retries are limited from here: a message that waited out a downtime still gets its days. */
    firstAttemptAt: instant("first_attempt_at"),
    /**
     * Key of the advisory lock that its sender holds while alive; not cleared on `unknown`, so that the
     * sender can still report the outcome.
     */
    claimedBy: bigint("claimed_by", { mode: "bigint" }),
    claimedAt: instant("claimed_at"),
    sentAt: instant("sent_at"),
    /** The other server's response, for people. */
    failure: text("failure"),
    permanent: boolean("permanent"),
    /** Why it was suppressed or failed, for rules (see REASONS). */
    reason: text("reason"),
  },
  (table) => [
    primaryKey({ columns: [table.accountId, table.id] }),
    // Two indexes for due rows: by time across accounts (who has work), by account (claiming it). Both
    // contain queued rows only.
    index("mail_messages_due")
      .on(table.nextAttemptAt, table.accountId)
      .where(sql`state = 'queued'`),
    index("mail_messages_account_due")
      .on(table.accountId, table.nextAttemptAt)
      .where(sql`state = 'queued'`),
    index("mail_messages_in_flight")
      .on(table.claimedBy, table.accountId)
      .where(sql`state in ('claimed', 'committing')`),
    index("mail_messages_about")
      .on(table.accountId, table.aboutId)
      .where(sql`about_id is not null`),
    // Follow-ups sent on a day.
    index("mail_messages_followups_sent")
      .on(table.accountId, table.sentAt)
      .where(sql`kind = 'followup' and sent_at is not null`),
    index("mail_messages_outbox")
      .on(table.accountId, table.createdAt)
      .where(sql`kind = 'followup' and state = 'sent' and via = 'outbox'`),
    index("mail_messages_followups_failed")
      .on(table.accountId, table.claimedAt)
      .where(sql`kind = 'followup' and state in ('failed', 'unknown')`),
    check("mail_messages_opt_out", sql`kind <> 'followup' or unsubscribe_url is not null`),
  ],
);
