import { integer, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import { accountId, instant } from "#platform/db/columns.server.ts";

/** What a lead did, once per kind and thing: the first time, the last, and how often. */
export const eventsDeeds = pgTable(
  "events_deeds",
  {
    accountId: accountId(),
    leadId: uuid("lead_id").notNull(),
    /** A word for it, such as `clicked`. */
    what: text("what").notNull(),
    /** Which one; empty where there is only one. */
    about: text("about").notNull().default(""),
    firstAt: instant("first_at").notNull(),
    lastAt: instant("last_at").notNull(),
    times: integer("times").notNull(),
  },
  (table) => [primaryKey({ columns: [table.accountId, table.leadId, table.what, table.about] })],
);
