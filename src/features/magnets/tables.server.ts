import { index, jsonb, pgTable, primaryKey, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { accountId, instant } from "#platform/db/columns.server.ts";
import type { MagnetBrief, MagnetText } from "#features/writing/public.server.ts";

/** A magnet made by a visitor, not yet in anyone's account. Belongs to nobody: the token is the key, and only its hash is here. */
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
  },
  (table) => [
    primaryKey({ columns: [table.accountId, table.id] }),
    uniqueIndex("magnets_draft").on(table.accountId, table.draftHash),
    index("magnets_newest").on(table.accountId, table.createdAt),
  ],
);
