import { index, integer, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import { accountId, instant } from "#platform/db/columns.server.ts";

/**
 * Deeds: one row per person, kind and object, however often repeated, so the table stays small. Used by
 * follow-up conditions; not a log.
 */
export const eventsDeeds = pgTable(
  "events_deeds",
  {
    accountId: accountId(),
    leadId: uuid("lead_id").notNull(),
    /** A dotted word such as `clicked` or `estimate.viewed`, chosen by the publishing feature. */
    what: text("what").notNull(),
    /** The object it was done to, if that matters; else empty. */
    about: text("about").notNull().default(""),
    firstAt: instant("first_at").notNull(),
    lastAt: instant("last_at").notNull(),
    times: integer("times").notNull(),
  },
  // Conditions look up by the whole key or a prefix.
  (table) => [
    primaryKey({ columns: [table.accountId, table.leadId, table.what, table.about] }),
    index("events_deeds_lately").on(table.accountId, table.lastAt),
  ],
);
