import { sql } from "drizzle-orm";
import { index, integer, jsonb, pgTable, primaryKey, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { accountId, instant } from "#platform/db/columns.server.ts";
import type { TableRights } from "#ground/businesses/public.server.ts";
import type { Json } from "./rules.ts";

/** The end of each job's history. Appending locks this row, so numbers have no gaps or duplicates. */
export const evidenceHeads = pgTable(
  "evidence_heads",
  {
    accountId: accountId(),
    jobId: uuid("job_id").notNull(),
    /** Number of the newest entry; 0 if there is none. */
    number: integer("number").notNull(),
    hash: text("hash"),
    at: instant("at"),
  },
  (table) => [primaryKey({ columns: [table.accountId, table.jobId] })],
);

/** Entries of job histories, append-only: see `evidence_keep` in functions.server.ts. */
export const evidenceEntries = pgTable(
  "evidence_entries",
  {
    accountId: accountId(),
    jobId: uuid("job_id").notNull(),
    number: integer("number").notNull(),
    at: instant("at").notNull(),
    /** When it happened, according to its author. */
    occurredAt: instant("occurred_at").notNull(),
    /** Device-reported. */
    capturedAt: instant("captured_at"),
    author: uuid("author"),
    kind: text("kind").notNull(),
    corrects: integer("corrects"),
    media: text("media").array().notNull(),
    /** Payload and salt are null once erased. */
    payload: jsonb("payload").$type<Json>(),
    salt: text("salt"),
    payloadHash: text("payload_hash").notNull(),
    previousHash: text("previous_hash"),
    hash: text("hash").notNull(),
    /** Ids of people named in the payload, used to erase it for them. Not covered by the hash. */
    about: uuid("about").array().notNull(),
    /** The law that forbids erasing it, and until when. */
    retainedBy: text("retained_by"),
    retainedUntil: instant("retained_until"),
  },
  (table) => [
    primaryKey({ columns: [table.accountId, table.jobId, table.number] }),
    index("evidence_entries_about").using("gin", table.about),
    // For the few corrections and erasures among a job's thousands of entries.
    index("evidence_entries_corrections")
      .on(table.accountId, table.jobId, table.corrects)
      .where(sql`corrects is not null`),
    index("evidence_entries_erasures")
      .on(table.accountId, table.jobId)
      .where(sql`kind = 'evidence.erased'`),
  ],
);

/** Signatures over histories up to an entry. Append-only. */
export const evidenceSeals = pgTable(
  "evidence_seals",
  {
    accountId: accountId(),
    jobId: uuid("job_id").notNull(),
    id: uuid("id").notNull(),
    number: integer("number").notNull(),
    hash: text("hash").notNull(),
    at: instant("at").notNull(),
    author: uuid("author"),
    key: text("key").notNull(),
    signature: text("signature").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.accountId, table.id] }),
    uniqueIndex("evidence_seals_number").on(table.accountId, table.jobId, table.number),
  ],
);

/** Current and former signing keys. They belong to the installation's own account. */
export const evidenceKeys = pgTable(
  "evidence_keys",
  {
    accountId: accountId(),
    /** SHA-256 of the public key, hex. */
    id: text("id").notNull(),
    publicKey: text("public_key").notNull(),
    /** The private half, encrypted with a key derived from SECRET. */
    sealed: text("sealed").notNull(),
    at: instant("at").notNull(),
  },
  (table) => [primaryKey({ columns: [table.accountId, table.id] })],
);

/** Every account reads keys, to seal and to verify. */
export const evidenceReadableRows = { evidence_keys: "true" };

/** Only the product creates keys. They are never deleted, because old seals need old keys. */
export const evidenceTableRights: Readonly<Record<string, TableRights>> = {
  evidence_keys: { read: "work.read", write: "nobody", appendOnly: true },
};
