import { index, integer, pgTable, primaryKey, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { accountId, instant } from "#platform/db/columns.server.ts";
import type { State } from "./rules/issue.ts";

/** What is asked of issues without reading their records: whose they are, and what is due. */
export const issues = pgTable(
  "issues_issues",
  {
    accountId: accountId(),
    /** The record's id. */
    id: uuid("id").notNull(),
    jobId: uuid("job_id").notNull(),
    /** "PL-001"; null until the task that numbers it has run. */
    number: text("number"),
    state: text("state").$type<State>().notNull(),
    stateAt: instant("state_at").notNull(),
    /** The record of the firm that fixes it, or the user; at most one of the two. */
    firmId: uuid("firm_id"),
    userId: uuid("user_id"),
    /** `2026-11-29`, in the job's time zone. */
    due: text("due"),
    createdAt: instant("created_at").notNull(),
    /** When it last became ready for review. */
    fixedAt: instant("fixed_at"),
    /** How often a fix wasn't accepted. */
    refusals: integer("refusals").notNull().default(0),
    /** The firm that a message last named it to, and when. */
    toldFirm: uuid("told_firm"),
    toldAt: instant("told_at"),
    /** Its date when a message said that it’s due soon, and that it’s late: each is said once. */
    soonFor: text("soon_for"),
    lateFor: text("late_for"),
  },
  (table) => [
    primaryKey({ columns: [table.accountId, table.id] }),
    index("issues_issues_job").on(table.accountId, table.jobId),
    index("issues_issues_firm").on(table.accountId, table.firmId),
  ],
);

/** The link of a firm to what it fixes at a job, and what was sent with it. */
export const issuesLinks = pgTable(
  "issues_links",
  {
    accountId: accountId(),
    jobId: uuid("job_id").notNull(),
    firmId: uuid("firm_id").notNull(),
    /** In `shares_links`. */
    linkId: uuid("link_id").notNull(),
    /** Its token, encrypted, so that the same link can be sent again. */
    sealed: text("sealed").notNull(),
    sentAt: instant("sent_at").notNull(),
    seenAt: instant("seen_at"),
    /** The last messages; null for none. */
    mailId: uuid("mail_id"),
    textId: uuid("text_id"),
    /** When there may be more to send. */
    nextAt: instant("next_at").notNull(),
    /** When to ask what became of the last messages; null once that is known. */
    watchAt: instant("watch_at"),
  },
  (table) => [
    primaryKey({ columns: [table.accountId, table.jobId, table.firmId] }),
    uniqueIndex("issues_links_link").on(table.accountId, table.linkId),
    index("issues_links_next").on(table.nextAt),
    index("issues_links_watch").on(table.watchAt),
  ],
);
