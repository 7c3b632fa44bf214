import { index, integer, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import { accountId, instant } from "#platform/db/columns.server.ts";

/**
 * What people did: one row per person, kind and thing, however often, so that it stays as small as the number
 * of things there are. Follow-up asks it; it is no log.
 */
export const eventsDeeds = pgTable(
  "events_deeds",
  {
    accountId: accountId(),
    leadId: uuid("lead_id").notNull(),
    /** A dotted word such as `clicked` or `estimate.viewed`; whoever tells of it chooses it. */
    what: text("what").notNull(),
    /** What it was done to, where that matters; else empty. */
    about: text("about").notNull().default(""),
    firstAt: instant("first_at").notNull(),
    lastAt: instant("last_at").notNull(),
    times: integer("times").notNull(),
  },
  // A condition looks up by all of it, or by its beginning.
  (table) => [
    primaryKey({ columns: [table.accountId, table.leadId, table.what, table.about] }),
    // Who did something lately.
    index("events_deeds_lately").on(table.accountId, table.lastAt),
  ],
);
