import { index, jsonb, pgTable, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { instant } from "#platform/db/columns.server.ts";

// These belong to the installation, not to a business.

/**
 * Somebody on a waitlist whom the operator invited to a tool. The mail's link gives it to the account of
 * whoever follows it with that address.
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

/** What operators did: appended to, never changed. */
export const operatorAudit = pgTable(
  "operator_audit",
  {
    id: uuid("id").primaryKey(),
    at: instant("at").notNull(),
    userId: uuid("user_id").notNull(),
    /** Their address as it was then. */
    who: text("who").notNull(),
    action: text("action").notNull(),
    details: jsonb("details").$type<Readonly<Record<string, string>>>().notNull(),
  },
  (table) => [index("operator_audit_newest").on(table.at)],
);
