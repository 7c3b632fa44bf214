import { index, jsonb, pgTable, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { instant } from "#platform/db/columns.server.ts";

// These tables belong to the installation, not to a business.

/**
 * An invitation to a tool for a person on a waitlist. The email's link gives the tool to the account of
 * the person who opens it signed in with that address.
 */
export const operatorInvitations = pgTable(
  "operator_invitations",
  {
    id: uuid("id").primaryKey(),
    /** Lower case. */
    email: text("email").notNull(),
    /** One of TOOLS of businesses. */
    tool: text("tool").notNull(),
    /** SHA-256 of the token, hex. */
    tokenHash: text("token_hash").notNull(),
    invitedAt: instant("invited_at").notNull(),
    acceptedAt: instant("accepted_at"),
    /** The business that got the tool. */
    business: uuid("business"),
  },
  (table) => [
    uniqueIndex("operator_invitations_once").on(table.email, table.tool),
    uniqueIndex("operator_invitations_token").on(table.tokenHash),
  ],
);

/** The log of operator actions: append-only. */
export const operatorAudit = pgTable(
  "operator_audit",
  {
    id: uuid("id").primaryKey(),
    at: instant("at").notNull(),
    userId: uuid("user_id").notNull(),
    /** Their address at that time. */
    who: text("who").notNull(),
    action: text("action").notNull(),
    details: jsonb("details").$type<Readonly<Record<string, string>>>().notNull(),
  },
  (table) => [index("operator_audit_newest").on(table.at)],
);
