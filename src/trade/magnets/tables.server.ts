import { index, integer, jsonb, pgTable, primaryKey, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { accountId, instant } from "#platform/db/columns.server.ts";
import type { MagnetBrief, MagnetText } from "#ground/writing/public.server.ts";

/**
 * A magnet made by a visitor, not yet in anyone's account. Belongs to nobody: the token is the key, and only
 * its hash is here.
 */
export const magnetsDrafts = pgTable(
  "magnets_drafts",
  {
    /** SHA-256 of the token, hex. */
    tokenHash: text("token_hash").primaryKey(),
    brief: jsonb("brief").$type<MagnetBrief>().notNull(),
    text: jsonb("text").$type<MagnetText>().notNull(),
    createdAt: instant("created_at").notNull(),
    expiresAt: instant("expires_at").notNull(),
    keptAt: instant("kept_at"),
    /** The magnet it became; the account it went to is not told here. */
    keptAs: uuid("kept_as"),
    /** Which version of the built-in writer's this is, from 1. */
    version: integer("version").notNull().default(1),
    /**
     * Where a model's version of the same brief stands; null where none was asked for. `used`: it was chosen,
     * and the two texts changed places.
     */
    modelState: text("model_state", { enum: ["writing", "ready", "used", "failed"] }),
    modelText: jsonb("model_text").$type<MagnetText>(),
    /** Why there is none, in words for the visitor. */
    modelNote: text("model_note"),
  },
  (table) => [index("magnets_drafts_expiry").on(table.expiresAt)],
);

/** A magnet kept by a business. */
export const magnets = pgTable(
  "magnets",
  {
    accountId: accountId(),
    id: uuid("id").notNull(),
    title: text("title").notNull(),
    brief: jsonb("brief").$type<MagnetBrief>().notNull(),
    text: jsonb("text").$type<MagnetText>().notNull(),
    /** Name of a stored PDF; null while it is made anew for every download. */
    pdfFile: text("pdf_file"),
    /** The draft it came from: keeping the same draft twice is one magnet. */
    draftHash: text("draft_hash"),
    createdAt: instant("created_at").notNull(),
    /** When its words were last changed. */
    updatedAt: instant("updated_at"),
    /** Put away by its owner, who can take it back for a while. */
    deletedAt: instant("deleted_at"),
  },
  (table) => [
    primaryKey({ columns: [table.accountId, table.id] }),
    uniqueIndex("magnets_draft").on(table.accountId, table.draftHash),
    index("magnets_newest").on(table.accountId, table.createdAt),
  ],
);

/** What a magnet said before: one row per change, so that no word is lost. */
export const magnetsVersions = pgTable(
  "magnets_versions",
  {
    accountId: accountId(),
    magnetId: uuid("magnet_id").notNull(),
    /** From 1, the text as it was kept first. */
    number: integer("number").notNull(),
    text: jsonb("text").$type<MagnetText>().notNull(),
    /** What made it: kept, edited, restored, another (the writer's next version). */
    made: text("made", { enum: ["kept", "edited", "restored", "another"] }).notNull(),
    /** Who did; null for the product. */
    byUser: uuid("by_user"),
    at: instant("at").notNull(),
  },
  (table) => [primaryKey({ columns: [table.accountId, table.magnetId, table.number] })],
);
