import { boolean, index, pgTable, primaryKey, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import type { TableRights } from "#ground/businesses/public.server.ts";
import { accountId, instant } from "#platform/db/columns.server.ts";
import { DEEDS } from "./rules.ts";

/** Links reveal who was sent what, so guests of a job see none. */
export const sharesTableRights: Readonly<Record<string, TableRights>> = {
  shares_links: { read: "work.read", write: "work.write" },
};

/** Links to shared documents, `/s/{token}`. Only the token's hash is stored. */
export const sharesLinks = pgTable(
  "shares_links",
  {
    accountId: accountId(),
    id: uuid("id").notNull(),
    tokenHash: text("token_hash").notNull(),
    kind: text("kind").notNull(),
    title: text("title").notNull(),
    file: text("file").notNull(),
    fileName: text("file_name").notNull(),
    jobId: uuid("job_id"),
    askSignature: boolean("ask_signature").notNull().default(false),
    /** The last part of the address of its own page, `/s/{token}/report`; null for the plain page. */
    page: text("page"),
    /** Scrypt with salt; null without a passcode. */
    passcodeHash: text("passcode_hash"),
    /** The person it was made for, such as a lead. */
    aboutId: uuid("about_id"),
    createdAt: instant("created_at").notNull(),
    expiresAt: instant("expires_at").notNull(),
    revokedAt: instant("revoked_at"),
  },
  (table) => [
    primaryKey({ columns: [table.accountId, table.id] }),
    uniqueIndex("shares_links_token").on(table.accountId, table.tokenHash),
    index("shares_links_about").on(table.accountId, table.aboutId),
    index("shares_links_made").on(table.accountId, table.createdAt),
    index("shares_links_job").on(table.accountId, table.jobId),
  ],
);

/** Visits of a link and what was done. Stored with the link, without network addresses. */
export const sharesVisits = pgTable(
  "shares_visits",
  {
    accountId: accountId(),
    id: uuid("id").notNull(),
    linkId: uuid("link_id").notNull(),
    at: instant("at").notNull(),
    did: text("did", { enum: DEEDS }).notNull(),
    /** `person` only after a button press; `us` for people of the business. */
    who: text("who", { enum: ["person", "program", "us", "unknown"] }).notNull(),
    /** The device in plain words: "iPhone", "Outlook's scanner". */
    device: text("device").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.accountId, table.id] }),
    index("shares_visits_of").on(table.accountId, table.linkId, table.at),
  ],
);
