import { index, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import { accountId, instant } from "#platform/db/columns.server.ts";
import { ownPerson } from "#platform/db/migrate.server.ts";

/** One business. Name, address and zone stay empty until its owner gives them. */
export const businessesAccounts = pgTable(
  "businesses_accounts",
  {
    accountId: accountId(),
    name: text("name"),
    postalAddress: text("postal_address"),
    /** IANA name, such as America/Denver. */
    zone: text("zone"),
    /** Where a client's reply goes. */
    replyAddress: text("reply_address"),
    createdAt: instant("created_at").notNull(),
  },
  (table) => [primaryKey({ columns: [table.accountId] })],
);

/** Who belongs to which business, and as what. */
export const businessesMembers = pgTable(
  "businesses_members",
  {
    accountId: accountId(),
    userId: uuid("user_id").notNull(),
    role: text("role", { enum: ["owner", "manager", "member", "guest"] }).notNull(),
    createdAt: instant("created_at").notNull(),
  },
  (table) => [primaryKey({ columns: [table.accountId, table.userId] }), index("businesses_members_user").on(table.userId)],
);

/** A person may read their own memberships before an account is entered: that is how it is found. */
export const businessesReadableRows = { businesses_members: ownPerson("user_id") };
