import { sql } from "drizzle-orm";
import { index, jsonb, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import { accountId, instant } from "#platform/db/columns.server.ts";
import type { Answers } from "../form/questions.ts";

/**
 * A submission, durable before the person is thanked. Within moments it becomes a lead in the transaction
 * that deletes it here; see convertCaptures().
 */
export const leadsCaptures = pgTable(
  "leads_captures",
  {
    accountId: accountId(),
    /**
     * Made with the form, so a double submit is one capture. Sent again with another address, it is another
     * person.
     */
    id: uuid("id").notNull(),
    pageId: uuid("page_id").notNull(),
    name: text("name").notNull(),
    email: text("email").notNull(),
    source: jsonb("source").$type<Record<string, string>>().notNull(),
    /** Answers beyond name and email; null for none. */
    answers: jsonb("answers").$type<Answers>(),
    at: instant("at").notNull(),
  },
  (table) => [primaryKey({ columns: [table.accountId, table.id, table.email] })],
);

/**
 * A capture that looks like spam, saved for 30 days for the business to review. A table of its own, so that
 * the usual path never reads past quarantined rows.
 */
export const leadsHeldBack = pgTable(
  "leads_held_back",
  {
    accountId: accountId(),
    id: uuid("id").notNull(),
    pageId: uuid("page_id").notNull(),
    name: text("name").notNull(),
    email: text("email").notNull(),
    source: jsonb("source").$type<Record<string, string>>().notNull(),
    answers: jsonb("answers").$type<Answers>(),
    /** The matching signs of spam.ts, heaviest first. */
    reasons: jsonb("reasons").$type<readonly string[]>().notNull(),
    at: instant("at").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.accountId, table.id, table.email] }),
    index("leads_held_back_newest").on(table.accountId, table.at),
    index("leads_held_back_oldest").on(table.at),
  ],
);

/**
 * A request from an unproven address, on a form that requires confirmation. Pressing the button behind the
 * emailed link makes it a touch and a consent; see confirm.server.ts.
 */
export const leadsUnconfirmed = pgTable(
  "leads_unconfirmed",
  {
    accountId: accountId(),
    leadId: uuid("lead_id").notNull(),
    /** The capture's id, so a double submit is one row. */
    id: uuid("id").notNull(),
    pageId: uuid("page_id").notNull(),
    name: text("name").notNull(),
    at: instant("at").notNull(),
    source: jsonb("source").$type<Record<string, string>>().notNull(),
    answers: jsonb("answers").$type<Answers>(),
    wordingVersion: text("wording_version").notNull(),
    wording: text("wording").notNull(),
    /** The consent text about texts, used if the answers agree to it. */
    textWording: text("text_wording").notNull(),
    shownAt: text("shown_at").notNull(),
    /** Null while this account may not send. */
    askedAt: instant("asked_at"),
  },
  (table) => [
    primaryKey({ columns: [table.accountId, table.leadId, table.id] }),
    index("leads_unconfirmed_to_ask")
      .on(table.accountId)
      .where(sql`asked_at is null`),
  ],
);
