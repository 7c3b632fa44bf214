import { sql } from "drizzle-orm";
import { bigint, boolean, index, jsonb, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import { accountId, instant } from "#platform/db/columns.server.ts";
import type { Fields, Json } from "./rules.ts";

/**
 * How many commands an account has taken. Whoever takes one updates this row first and keeps it locked until
 * the commit, so commands are committed in the order of their count: a reader who has all up to N never
 * misses one below N that was committed later.
 */
export const syncHeads = pgTable(
  "sync_heads",
  { accountId: accountId(), count: bigint("count", { mode: "number" }).notNull() },
  (table) => [primaryKey({ columns: [table.accountId] })],
);

/**
 * Every command that was taken, as it was sent. Added, never changed, but for a person who is erased: a
 * record can be made anew of it.
 */
export const syncCommands = pgTable(
  "sync_commands",
  {
    accountId: accountId(),
    id: uuid("id").notNull(),
    kind: text("kind").notNull(),
    recordId: uuid("record_id").notNull(),
    jobId: uuid("job_id"),
    /** The account's count when it was taken: their order here. */
    number: bigint("number", { mode: "number" }).notNull(),
    /** Nobody where a client without an account or the product itself did it. */
    authorId: uuid("author_id"),
    /** Of the browser that sent it; null for the product's own. */
    deviceId: uuid("device_id"),
    /** The device's clock and zone, as it told them. */
    capturedAt: instant("captured_at").notNull(),
    skew: bigint("skew", { mode: "number" }).notNull(),
    zone: text("zone").notNull(),
    receivedAt: instant("received_at").notNull(),
    sets: jsonb("sets").$type<Readonly<Record<string, Json>>>().notNull(),
    replaces: jsonb("replaces").$type<Readonly<Record<string, readonly string[]>>>().notNull(),
    /** SHA-256 of the originals that it names. */
    media: text("media").array().notNull(),
    /**
     * SHA-256 of the command: the same id with other content is refused. Empty where a person was erased from
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

/** What the commands of a record add up to. */
export const syncRecords = pgTable(
  "sync_records",
  {
    accountId: accountId(),
    id: uuid("id").notNull(),
    kind: text("kind").notNull(),
    /** The job that it belongs to, its own id for a job; null for what belongs to the account. */
    jobId: uuid("job_id"),
    /** The account's count at its last change: no two records of an account have the same. */
    revision: bigint("revision", { mode: "number" }).notNull(),
    fields: jsonb("fields").$type<Fields>().notNull(),
    removed: boolean("removed").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.accountId, table.id] }),
    index("sync_records_job").on(table.accountId, table.jobId, table.revision),
    // What a device asks for without naming a job: what belongs to the account, and its jobs.
    index("sync_records_account")
      .on(table.accountId, table.revision)
      .where(sql`job_id is null or job_id = id`),
  ],
);

/** A guest writes into their one job, which counts too. What was taken is never changed. */
export const syncTableRights = {
  sync_heads: { read: "account.enter", write: "account.enter" },
  sync_commands: { read: "work.read", write: "work.write", appendOnly: true, ofJob: true },
} as const;
