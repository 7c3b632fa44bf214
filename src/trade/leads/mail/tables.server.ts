import { sql } from "drizzle-orm";
import { boolean, index, jsonb, pgTable, primaryKey, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { accountId, instant } from "#platform/db/columns.server.ts";
import type { ReplyFile } from "./reply-file.ts";

/** How a reply came: `page` is a question on a page of the business, `owner` one that the owner reported. */
export const REPLY_WAYS = ["mail", "owner", "text", "page"] as const;
export type ReplyWay = (typeof REPLY_WAYS)[number];

/** A reply, from an inbound webhook, a mailbox or a page, or reported by the owner. */
export const leadsReplies = pgTable(
  "leads_replies",
  {
    accountId: accountId(),
    id: uuid("id").notNull(),
    leadId: uuid("lead_id").notNull(),
    via: text("via", { enum: REPLY_WAYS }).notNull(),
    at: instant("at").notNull(),
    /** The email's Message-ID or Twilio's id, so that one delivered twice is one reply. */
    messageId: text("message_id"),
    subject: text("subject"),
    body: text("body"),
    /** Message-IDs of the conversation, from the email's headers. Our reply repeats them. */
    thread: text("thread"),
    files: jsonb("files").$type<readonly ReplyFile[]>().notNull().default([]),
    /** The address it came from, if that isn't one of the lead's. */
    otherSender: text("other_sender"),
    /**
     * Whether it needs a reply. Null for rows from before this column, until an upgrade fills it
     * (`rereadOldReplies`).
     */
    waiting: boolean("waiting"),
  },
  (table) => [
    primaryKey({ columns: [table.accountId, table.id] }),
    uniqueIndex("leads_replies_message").on(table.accountId, table.messageId),
    index("leads_replies_lead").on(table.accountId, table.leadId, table.at),
    // Newest first, so that a list reads only the rows it shows.
    index("leads_replies_newest").on(table.accountId, table.at),
    index("leads_replies_waiting")
      .on(table.accountId, table.at)
      .where(sql`waiting`),
  ],
);

/**
 * A hand-written reply. Its message has the same id and the delivery state; a canceled one has no message.
 */
export const leadsAnswers = pgTable(
  "leads_answers",
  {
    accountId: accountId(),
    /** Made with the form, so a double submit is one reply. */
    id: uuid("id").notNull(),
    leadId: uuid("lead_id").notNull(),
    via: text("via", { enum: ["mail", "text"] }).notNull(),
    subject: text("subject"),
    /** As typed, without signature or quoted text. A canceled one stays until the next is written. */
    body: text("body").notNull(),
    files: jsonb("files").$type<readonly ReplyFile[]>().notNull().default([]),
    /** The address it was emailed from, if its writer used their own mail program. */
    emailedFrom: text("emailed_from"),
    at: instant("at").notNull(),
    /** Until then it can be canceled unseen. */
    leavesAt: instant("leaves_at").notNull(),
    takenBackAt: instant("taken_back_at"),
  },
  (table) => [
    primaryKey({ columns: [table.accountId, table.id] }),
    index("leads_answers_lead").on(table.accountId, table.leadId, table.at),
  ],
);

/** Email from the signed webhook, until its task has read it. */
export const leadsInboundMails = pgTable("leads_inbound_mails", {
  id: uuid("id").primaryKey(),
  /** SHA-256 of the raw message, to recognize a redelivery. */
  hash: text("hash").notNull().unique(),
  raw: text("raw").notNull(),
  receivedAt: instant("received_at").notNull(),
  readAt: instant("read_at"),
  /** Hashes of its recipients. They show whether mail to an address reaches this webhook. */
  recipients: text("recipients").array().notNull().default([]),
});

/** Ids of texts received, to recognize a redelivery. No numbers, no text. */
export const leadsInboundTexts = pgTable(
  "leads_inbound_texts",
  {
    accountId: accountId(),
    /** Twilio's id. */
    sid: text("sid").notNull(),
    at: instant("at").notNull(),
  },
  (table) => [primaryKey({ columns: [table.accountId, table.sid] })],
);

/** Addresses of the business that refused a forwarded reply. */
export const leadsForwardBounces = pgTable(
  "leads_forward_bounces",
  {
    accountId: accountId(),
    /** In lower case. */
    address: text("address").notNull(),
    /** The last time. */
    at: instant("at").notNull(),
    /** What its mail server said; empty if unknown. */
    said: text("said").notNull(),
  },
  (table) => [primaryKey({ columns: [table.accountId, table.address] })],
);
