import { index, integer, jsonb, pgTable, primaryKey, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { accountId, instant } from "#platform/db/columns.server.ts";
import type { MagnetBrief, MagnetText } from "#ground/writing/public.server.ts";

/** A visitor's guide, in no account. Its token is the key; only the hash is stored. */
export const magnetsDrafts = pgTable(
  "magnets_drafts",
  {
    /** SHA-256, hex. */
    tokenHash: text("token_hash").primaryKey(),
    brief: jsonb("brief").$type<MagnetBrief>().notNull(),
    text: jsonb("text").$type<MagnetText>().notNull(),
    createdAt: instant("created_at").notNull(),
    expiresAt: instant("expires_at").notNull(),
    keptAt: instant("kept_at"),
    /** The saved guide's id. Its account is not stored here. */
    keptAs: uuid("kept_as"),
    /** The built-in writer's version, from 1. */
    version: integer("version").notNull().default(1),
    /**
     * The state of the model's version; null if none was requested. `used`: it was chosen, and the two texts
     * changed places.
     */
    modelState: text("model_state", { enum: ["writing", "ready", "used", "failed"] }),
    modelText: jsonb("model_text").$type<MagnetText>(),
    /** Why there is no model's version, for the visitor. */
    modelNote: text("model_note"),
  },
  (table) => [index("magnets_drafts_expiry").on(table.expiresAt)],
);

export const magnets = pgTable(
  "magnets",
  {
    accountId: accountId(),
    id: uuid("id").notNull(),
    title: text("title").notNull(),
    brief: jsonb("brief").$type<MagnetBrief>().notNull(),
    text: jsonb("text").$type<MagnetText>().notNull(),
    /** A stored PDF; null if it is rendered for every download. */
    pdfFile: text("pdf_file"),
    /** The draft it came from: saving a draft twice makes one guide. */
    draftHash: text("draft_hash"),
    createdAt: instant("created_at").notNull(),
    updatedAt: instant("updated_at"),
    /** Can be restored for a while. */
    deletedAt: instant("deleted_at"),
  },
  (table) => [
    primaryKey({ columns: [table.accountId, table.id] }),
    uniqueIndex("magnets_draft").on(table.accountId, table.draftHash),
    index("magnets_newest").on(table.accountId, table.createdAt),
  ],
);

/** One row per change, so that no text is lost. */
export const magnetsVersions = pgTable(
  "magnets_versions",
  {
    accountId: accountId(),
    magnetId: uuid("magnet_id").notNull(),
    /** From 1, the text as first saved. */
    number: integer("number").notNull(),
    text: jsonb("text").$type<MagnetText>().notNull(),
    /**
     * What created it: `kept` (first saved), `edited`, `restored`, or `another` (the writer's next version).
     */
    made: text("made", { enum: ["kept", "edited", "restored", "another"] }).notNull(),
    /** The author; null for the product. */
    byUser: uuid("by_user"),
    at: instant("at").notNull(),
  },
  (table) => [primaryKey({ columns: [table.accountId, table.magnetId, table.number] })],
);
