import { bigint, date, doublePrecision, index, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import { accountId, instant } from "#platform/db/columns.server.ts";
import type { Status } from "./rules.ts";

/**
 * A job as its record shows it, for lists and for whoever asks on the server. What was typed of a new client
 * stays in the record alone.
 */
export const jobs = pgTable(
  "jobs",
  {
    accountId: accountId(),
    /** By this name a guest's one job is told. */
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
    /** Taken away by its people; it can be taken back. */
    removedAt: instant("removed_at"),
  },
  (table) => [
    primaryKey({ columns: [table.accountId, table.jobId] }),
    index("jobs_of_lead").on(table.accountId, table.leadId),
    index("jobs_by_change").on(table.accountId, table.changedAt),
  ],
);
