import { sql } from "drizzle-orm";
import { bigint, index, integer, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import { accountId, instant } from "../db/columns.server.ts";
import { TEXT_KINDS, TEXT_STATES, TEXT_VIAS } from "./text.ts";

/** Every outgoing text and its state. */
export const smsMessages = pgTable(
  "sms_messages",
  {
    accountId: accountId(),
    id: uuid("id").notNull(),
    state: text("state", { enum: TEXT_STATES }).notNull(),
    via: text("via", { enum: TEXT_VIAS }),
    kind: text("kind", { enum: TEXT_KINDS }).notNull().default("followup"),
    /** E.164. */
    to: text("recipient").notNull(),
    /** The sending number, stored before sending: replies come to that number. */
    fromNumber: text("from_number"),
    body: text("body").notNull(),
    segments: integer("segments").notNull(),
    /** What it concerns, such as a lead. */
    aboutId: uuid("about_id").notNull(),
    /** Twilio's id for it. */
    sid: text("sid"),
    createdAt: instant("created_at").notNull(),
    /** Times it was claimed for sending, not counting claims released unused. */
    attempts: integer("attempts").notNull(),
    nextAttemptAt: instant("next_attempt_at").notNull(),
    /** Retries are limited from here. */
    firstAttemptAt: instant("first_attempt_at"),
    /**
     * Key of the advisory lock that its sender holds while alive; not cleared on `unknown`, so that the
     * sender can still report the outcome.
     */
    claimedBy: bigint("claimed_by", { mode: "bigint" }),
    claimedAt: instant("claimed_at"),
    sentAt: instant("sent_at"),
    deliveredAt: instant("delivered_at"),
    /** The other side's response, for people. */
    failure: text("failure"),
    /** Why it was suppressed or failed, for rules (see TEXT_REASONS). */
    reason: text("reason"),
  },
  (table) => [
    primaryKey({ columns: [table.accountId, table.id] }),
    // By time across accounts (who has work), by account (claiming it). Both contain queued rows only.
    index("sms_messages_due")
      .on(table.nextAttemptAt, table.accountId)
      .where(sql`state = 'queued'`),
    index("sms_messages_account_due")
      .on(table.accountId, table.nextAttemptAt)
      .where(sql`state = 'queued'`),
    index("sms_messages_in_flight")
      .on(table.claimedBy, table.accountId)
      .where(sql`state in ('claimed', 'committing')`),
    index("sms_messages_sent")
      .on(table.accountId, table.sentAt)
      .where(sql`kind = 'followup' and sent_at is not null`),
    index("sms_messages_outbox")
      .on(table.accountId, table.createdAt)
      .where(sql`kind = 'followup' and state = 'sent' and via = 'outbox'`),
    index("sms_messages_failed")
      .on(table.accountId, table.claimedAt)
      .where(sql`kind = 'followup' and state in ('failed', 'unknown')`),
    index("sms_messages_about").on(table.accountId, table.aboutId),
    // For STOP of a sub: its accounts aren't known.
    index("sms_messages_job_to")
      .on(table.to)
      .where(sql`kind = 'job'`),
    index("sms_messages_to").on(table.accountId, table.to),
  ],
);
