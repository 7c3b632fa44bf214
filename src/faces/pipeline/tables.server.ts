import { date, pgTable, primaryKey } from "drizzle-orm/pg-core";
import { accountId, instant } from "#platform/db/columns.server.ts";

/**
 * Weeks a business was notified of, or had nothing to report. The row is written with the email, which
 * prevents duplicates.
 */
export const pipelineWeeklies = pgTable(
  "pipeline_weeklies",
  {
    accountId: accountId(),
    /** The Monday of the notification, in the business's calendar. */
    week: date("week", { mode: "string" }).notNull(),
    at: instant("at").notNull(),
  },
  (table) => [primaryKey({ columns: [table.accountId, table.week] })],
);
