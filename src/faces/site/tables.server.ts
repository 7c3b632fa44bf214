import { index, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import { instant } from "#platform/db/columns.server.ts";

// These tables belong to the installation, not to a business; the operator reads them.

export const siteContactMessages = pgTable(
  "site_contact_messages",
  {
    /**
     * A hash of text, writer and day, so that a double submit is one message (see contact/data.server.ts).
     */
    id: uuid("id").primaryKey(),
    name: text("name").notNull(),
    email: text("email").notNull(),
    message: text("message").notNull(),
    receivedAt: instant("received_at").notNull(),
    /** Why it was quarantined as likely spam; null for emailed messages. */
    heldBecause: text("held_because"),
    /** When the operator marked it as done. */
    doneAt: instant("done_at"),
  },
  (table) => [index("site_contact_messages_newest").on(table.receivedAt)],
);

/** A waitlist entry: one per address and source. */
export const siteWaitlistEntries = pgTable(
  "site_waitlist_entries",
  {
    /** Lower case: the same person twice is one entry. */
    email: text("email").notNull(),
    source: text("source").notNull(),
    joinedAt: instant("joined_at").notNull(),
    heldBecause: text("held_because"),
  },
  (table) => [
    primaryKey({ columns: [table.email, table.source] }),
    index("site_waitlist_entries_source").on(table.source, table.joinedAt),
  ],
);

/** A page view. It doesn't identify the visitor. */
export const sitePageViews = pgTable(
  "site_page_views",
  {
    id: uuid("id").primaryKey(),
    at: instant("at").notNull(),
    path: text("path").notNull(),
    title: text("title").notNull(),
    location: text("location").notNull(),
    referrer: text("referrer").notNull(),
  },
  (table) => [index("site_page_views_newest").on(table.at)],
);
