import { index, integer, jsonb, pgTable, primaryKey, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import type { DripBrief, DripText } from "#ground/writing/public.server.ts";
import { accountId, instant } from "#platform/db/columns.server.ts";

/** A drip made by a visitor. Belongs to nobody: the token is the key, and only its hash is here. */
export const dripsDrafts = pgTable(
  "drips_drafts",
  {
    /** SHA-256 of the token, hex. */
    tokenHash: text("token_hash").primaryKey(),
    brief: jsonb("brief").$type<DripBrief>().notNull(),
    text: jsonb("text").$type<DripText>().notNull(),
    createdAt: instant("created_at").notNull(),
    expiresAt: instant("expires_at").notNull(),
    keptAt: instant("kept_at"),
    /** The drip it became; the account it went to is not told here. */
    keptAs: uuid("kept_as"),
    /** Which version of the built-in writer's this is, from 1. */
    version: integer("version").notNull().default(1),
    /**
     * Where a model's version of the same brief stands; null where none was asked for. `used`: it was chosen,
     * and the two texts changed places.
     */
    modelState: text("model_state", { enum: ["writing", "ready", "used", "failed"] }),
    modelText: jsonb("model_text").$type<DripText>(),
    /** Why there is none, in words for the visitor. */
    modelNote: text("model_note"),
  },
  (table) => [index("drips_drafts_expiry").on(table.expiresAt)],
);

/** A drip kept by a business: a draft of a sequence until it goes live. */
export const drips = pgTable(
  "drips",
  {
    accountId: accountId(),
    id: uuid("id").notNull(),
    title: text("title").notNull(),
    brief: jsonb("brief").$type<DripBrief>().notNull(),
    text: jsonb("text").$type<DripText>().notNull(),
    /** The draft it came from: keeping the same draft twice is one drip. */
    draftHash: text("draft_hash"),
    createdAt: instant("created_at").notNull(),
    /** When its words were last changed. */
    updatedAt: instant("updated_at"),
    /** Put away by its owner, who can take it back for a while. */
    deletedAt: instant("deleted_at"),
  },
  (table) => [
    primaryKey({ columns: [table.accountId, table.id] }),
    uniqueIndex("drips_draft").on(table.accountId, table.draftHash),
    index("drips_newest").on(table.accountId, table.createdAt),
  ],
);

/** What a drip said before: one row per change, so that no word is lost. */
export const dripsVersions = pgTable(
  "drips_versions",
  {
    accountId: accountId(),
    dripId: uuid("drip_id").notNull(),
    /** From 1, the text as it was kept first. */
    number: integer("number").notNull(),
    text: jsonb("text").$type<DripText>().notNull(),
    /** What made it: kept, edited, restored, another (the writer's next version). */
    made: text("made", { enum: ["kept", "edited", "restored", "another"] }).notNull(),
    /** Who did; null for the product. */
    byUser: uuid("by_user"),
    at: instant("at").notNull(),
  },
  (table) => [primaryKey({ columns: [table.accountId, table.dripId, table.number] })],
);
