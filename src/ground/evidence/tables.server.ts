import { index, integer, jsonb, pgTable, primaryKey, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { accountId, instant } from "#platform/db/columns.server.ts";
import type { TableRights } from "#ground/businesses/public.server.ts";
import type { Json } from "./rules.ts";

/**
 * Where a job's history stands. Its row is locked by whoever appends: one at a time, so no number is left out
 * or given twice.
 */
export const evidenceHeads = pgTable(
  "evidence_heads",
  {
    accountId: accountId(),
    jobId: uuid("job_id").notNull(),
    /** Number of the newest entry; 0 where there is none. */
    number: integer("number").notNull(),
    hash: text("hash"),
    at: instant("at"),
  },
  (table) => [primaryKey({ columns: [table.accountId, table.jobId] })],
);

/**
 * What happened on a job, one line after another, never changed: see `evidence_keep` in functions.server.ts.
 */
export const evidenceEntries = pgTable(
  "evidence_entries",
  {
    accountId: accountId(),
    jobId: uuid("job_id").notNull(),
    number: integer("number").notNull(),
    /** When the server took it. */
    at: instant("at").notNull(),
    /** When it happened, as its author says. */
    occurredAt: instant("occurred_at").notNull(),
    /** Device-reported. */
    capturedAt: instant("captured_at"),
    author: uuid("author"),
    /** `feature.what`. */
    kind: text("kind").notNull(),
    corrects: integer("corrects"),
    /** SHA-256 of originals, hex. */
    media: text("media").array().notNull(),
    /** Null once erased, and so is what follows. */
    payload: jsonb("payload").$type<Json>(),
    salt: text("salt"),
    payloadHash: text("payload_hash").notNull(),
    previousHash: text("previous_hash"),
    hash: text("hash").notNull(),
    /**
     * Ids of the people that the payload names: found by it when one of them is to be forgotten. No part of
     * the hash.
     */
    about: uuid("about").array().notNull(),
    /** The law that keeps it from being erased, and until when. */
    retainedBy: text("retained_by"),
    retainedUntil: instant("retained_until"),
  },
  (table) => [
    primaryKey({ columns: [table.accountId, table.jobId, table.number] }),
    index("evidence_entries_about").using("gin", table.about),
  ],
);

/** Signed words that a history is as it is, up to a number. Never changed. */
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

/**
 * The keys that this installation signs with, now and before. They belong to the installation's own account.
 */
export const evidenceKeys = pgTable(
  "evidence_keys",
  {
    accountId: accountId(),
    /** SHA-256 of the public key, hex. */
    id: text("id").notNull(),
    publicKey: text("public_key").notNull(),
    /** The private half, sealed with a key of SECRET. */
    sealed: text("sealed").notNull(),
    at: instant("at").notNull(),
  },
  (table) => [primaryKey({ columns: [table.accountId, table.id] })],
);

/** Whoever works in any account checks a signature, and seals. */
export const evidenceReadableRows = { evidence_keys: "true" };

/** Keys are made by the product alone, and stay: an old seal is checked with an old key. */
export const evidenceTableRights: Readonly<Record<string, TableRights>> = {
  evidence_keys: { read: "work.read", write: "nobody", appendOnly: true },
};
