import { sql } from "drizzle-orm";
import { bigint, boolean, index, jsonb, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import { accountId, instant } from "#platform/db/columns.server.ts";
import { ownPerson } from "#platform/db/migrate.server.ts";
import type { Fields, Json } from "./rules.ts";

/**
 * How many commands an account has applied. A writer updates this row first and locks it until commit, so
 * commands commit in count order: a reader who has all up to N never misses one below N.
 */
export const syncHeads = pgTable(
  "sync_heads",
  { accountId: accountId(), count: bigint("count", { mode: "number" }).notNull() },
  (table) => [primaryKey({ columns: [table.accountId] })],
);

/**
 * Every applied command, as sent. Append-only, except for erasing a person; records can be rebuilt from it.
 */
export const syncCommands = pgTable(
  "sync_commands",
  {
    accountId: accountId(),
    id: uuid("id").notNull(),
    kind: text("kind").notNull(),
    recordId: uuid("record_id").notNull(),
    jobId: uuid("job_id"),
    /** The account's count when it was applied, which is the server's order. */
    number: bigint("number", { mode: "number" }).notNull(),
    /** Null for a client without an account and for the product itself. */
    authorId: uuid("author_id"),
    /** Id of the sending browser; null for the product itself. */
    deviceId: uuid("device_id"),
    /** Clock and time zone as reported by the device. */
    capturedAt: instant("captured_at").notNull(),
    skew: bigint("skew", { mode: "number" }).notNull(),
    zone: text("zone").notNull(),
    receivedAt: instant("received_at").notNull(),
    sets: jsonb("sets").$type<Readonly<Record<string, Json>>>().notNull(),
    replaces: jsonb("replaces").$type<Readonly<Record<string, readonly string[]>>>().notNull(),
    media: text("media").array().notNull(),
    /**
     * SHA-256 of the command; the same id with other content is refused. Empty if a person was erased from
     * it.
     */
    hash: text("hash").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.accountId, table.id] }),
    index("sync_commands_record").on(table.accountId, table.recordId, table.number),
    index("sync_commands_job").on(table.accountId, table.jobId, table.number),
  ],
);

/** The current state of each record, derived from its commands. */
export const syncRecords = pgTable(
  "sync_records",
  {
    accountId: accountId(),
    id: uuid("id").notNull(),
    kind: text("kind").notNull(),
    /** The record's job, its own id for a job; null for account-level records. */
    jobId: uuid("job_id"),
    /** The account's count at its last change; unique within the account. */
    revision: bigint("revision", { mode: "number" }).notNull(),
    fields: jsonb("fields").$type<Fields>().notNull(),
    removed: boolean("removed").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.accountId, table.id] }),
    index("sync_records_job").on(table.accountId, table.jobId, table.revision),
    // For the few records of one kind among a job's thousands.
    index("sync_records_kind").on(table.accountId, table.kind, table.jobId, table.id),
    // For device requests without a job: account-level records and all jobs.
    index("sync_records_account")
      .on(table.accountId, table.revision)
      .where(sql`job_id is null or job_id = id`),
  ],
);

/** SQL condition: an owner, a person they named, or the product itself is acting. */
export const CONFIDANTS = `(select coalesce(nullif(current_setting('app.role', true), ''), 'owner') = 'owner')
  or (select current_setting('app.confidant', true) = 'yes')`;

/**
 * Confidential kinds are for owners and the people they name, whatever a query forgets. Of commands, their
 * author has their own: a device that sends one twice must be answered the same.
 */
const notConfidential = `kind not like '%.confidential-%' or ${CONFIDANTS}`;

/** A guest's writes to their one job also advance the count. Commands are append-only. */
export const syncTableRights = {
  sync_heads: { read: "account.enter", write: "account.enter" },
  sync_commands: {
    read: "work.read",
    write: "work.write",
    appendOnly: true,
    ofJob: true,
    readableIf: `${notConfidential} or ${ownPerson("author_id")}`,
  },
  sync_records: { read: "work.read", write: "work.write", ofJob: true, readableIf: notConfidential },
} as const;
