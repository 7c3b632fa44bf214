import { bigint, date, doublePrecision, index, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import { accountId, instant } from "#platform/db/columns.server.ts";
import type { Status } from "./rules.ts";

/** Read model. A new client's details stay in the record only. */
export const jobs = pgTable(
  "jobs",
  {
    accountId: accountId(),
    /** Row security limits a guest to one job by this column. */
    jobId: uuid("job_id").notNull(),
    name: text("name").notNull(),
    address: text("address"),
    lat: doublePrecision("lat"),
    lon: doublePrecision("lon"),
    status: text("status").$type<Status>().notNull(),
    leadId: uuid("lead_id"),
    startsOn: date("starts_on", { mode: "string" }),
    finishesOn: date("finishes_on", { mode: "string" }),
    contractCents: bigint("contract_cents", { mode: "number" }),
    zone: text("zone"),
    team: uuid("team").array().notNull(),
    changedAt: instant("changed_at").notNull(),
    /** Null if it wasn't removed, or was restored. */
    removedAt: instant("removed_at"),
  },
  (table) => [
    primaryKey({ columns: [table.accountId, table.jobId] }),
    index("jobs_of_lead").on(table.accountId, table.leadId),
    index("jobs_by_change").on(table.accountId, table.changedAt),
  ],
);
