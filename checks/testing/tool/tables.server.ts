import { integer, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import { accountId } from "#platform/db/columns.server.ts";
import type { State } from "./rules.ts";

/** Read model for lists over jobs; the record is the source of truth. */
export const deliveries = pgTable(
  "deliveries_deliveries",
  {
    accountId: accountId(),
    id: uuid("id").notNull(),
    jobId: uuid("job_id").notNull(),
    what: text("what").notNull(),
    count: integer("count"),
    state: text("state").$type<State>().notNull(),
  },
  (table) => [primaryKey({ columns: [table.accountId, table.id] })],
);
