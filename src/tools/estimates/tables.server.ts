import { sql } from "drizzle-orm";
import {
  bigint,
  boolean,
  customType,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";
import type { Sending } from "#ground/papers/public.server.ts";
import { accountId, instant } from "#platform/db/columns.server.ts";
import { type Estimate, forTexts } from "./rules/estimate.ts";
import { SILENT, type State } from "./rules/states.ts";
import type { Choice } from "./rules/totals.ts";

/**
 * The state of each estimate. What it says is in its record. `setState` locks the row, so that answers and
 * new versions come one after the other.
 */
export const estimates = pgTable(
  "estimates_estimates",
  {
    accountId: accountId(),
    /** The record's id. */
    id: uuid("id").notNull(),
    jobId: uuid("job_id").notNull(),
    /** "EST-2026-001"; null before the first version is sent. */
    number: text("number"),
    state: text("state").$type<State>().notNull(),
    stateAt: instant("state_at").notNull(),
    /** The last that was sent; 0 for none. */
    version: integer("version").notNull(),
    /** What the last version costs, as first shown or as approved; null before the first is sent. */
    cents: bigint("cents", { mode: "number" }),
    /** When the first version was sent. */
    sentAt: instant("sent_at"),
    /** What the client chose when they approved. */
    choice: jsonb("choice").$type<Choice>(),
    /** Whether its client gets follow-up, as the person who sent it last chose. */
    followUp: boolean("follow_up").notNull().default(false),
    /** The version whose follow-up before its last day was started; 0 for none. */
    endAnnounced: integer("end_announced").notNull().default(0),
    /** When somebody noted that the deposit is here. */
    depositAt: instant("deposit_at"),
  },
  (table) => [
    primaryKey({ columns: [table.accountId, table.id] }),
    // For `estimates_ending`, which goes over all accounts. Another silent state needs a migration.
    index("estimates_estimates_followed")
      .on(table.accountId)
      .where(sql.raw(`follow_up and state in (${SILENT.map((state) => `'${state}'`).join(", ")})`)),
    uniqueIndex("estimates_estimates_number").on(table.accountId, table.number),
    index("estimates_estimates_sent").on(table.accountId, table.sentAt),
  ],
);

/** A version that was sent before a field existed has it empty. */
const content = customType<{ data: Estimate; driverData: unknown }>({
  dataType: () => "jsonb",
  toDriver: (value) => JSON.stringify(value),
  fromDriver: (value) =>
    ({ ...forTexts(() => ""), payments: [], photos: [], ...(value as Partial<Estimate>) }) as Estimate,
});

/** A copy of each version that was sent. Its rows never change. */
export const estimatesVersions = pgTable(
  "estimates_versions",
  {
    accountId: accountId(),
    /** The id of its paper. */
    id: uuid("id").notNull(),
    estimateId: uuid("estimate_id").notNull(),
    version: integer("version").notNull(),
    /** As its client sees it: without what the lines cost us. */
    content: content("content").notNull(),
    createdAt: instant("created_at").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.accountId, table.id] }),
    uniqueIndex("estimates_versions_of_estimate").on(table.accountId, table.estimateId, table.version),
  ],
);

/** An email that waits for its time: at most one per estimate. Its row goes when it is sent or canceled. */
export const estimatesScheduled = pgTable(
  "estimates_scheduled",
  {
    accountId: accountId(),
    estimateId: uuid("estimate_id").notNull(),
    at: instant("at").notNull(),
    /** `contentHash` of what its sender saw: if the estimate says something else by then, nothing is sent. */
    contentHash: text("content_hash").notNull(),
    /** To whom, and how; null once it failed. */
    sending: jsonb("sending").$type<Scheduled>(),
    /** Why it wasn't sent, as a sentence; null while it waits. */
    failure: text("failure"),
    madeBy: uuid("made_by"),
    createdAt: instant("created_at").notNull(),
  },
  (table) => [primaryKey({ columns: [table.accountId, table.estimateId] })],
);

/** What its sender entered. A passcode is only stored as a hash, so none can be scheduled. */
export interface Scheduled extends Omit<Sending, "passcode"> {
  readonly followUp: boolean;
}
