import { sql } from "drizzle-orm";
import { check, index, jsonb, pgTable, primaryKey, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { accountId, instant } from "#platform/db/columns.server.ts";
import { ownPerson } from "#platform/db/migrate.server.ts";
import type { Part } from "./domain/facts.ts";
import type { FirstRun } from "./first-run.ts";
import { type Action, ROLES, type TableRights } from "./rules.ts";
import type { OpeningHours, TaxRate } from "./schema.ts";
import { TOOLS } from "./tools.ts";

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
    phone: text("phone"),
    licenceNumber: text("licence_number"),
    /** By weekday, Monday first; a day without is closed. */
    hours: jsonb("hours").$type<OpeningHours>(),
    /** When its follow-up goes out, by weekday, Monday first; null is the working week. */
    sendWindow: jsonb("send_window").$type<OpeningHours>(),
    /** ISO 4217. */
    currency: text("currency").notNull().default("USD"),
    taxRates: jsonb("tax_rates").$type<readonly TaxRate[]>().notNull().default([]),
    /** What its mails end with, a few lines. */
    signature: text("signature"),
    /** Key of a re-encoded PNG in the file store. */
    logoFile: text("logo_file"),
    /** `#rrggbb`. */
    color: text("color"),
    /** Where clients may write a review, an https address. */
    reviewLink: text("review_link"),
    /** How far its owner came on the way from an empty account to a page that works. */
    firstRun: jsonb("first_run").$type<FirstRun>(),
    /** Set by the operator: nobody works in it and nothing is sent. */
    suspendedAt: instant("suspended_at"),
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
    role: text("role", { enum: ROLES }).notNull(),
    /** The one job that a guest sees. */
    jobId: uuid("job_id"),
    createdAt: instant("created_at").notNull(),
    /** Since when they want no mail about the week that was. */
    weeklyStoppedAt: instant("weekly_stopped_at"),
  },
  (table) => [
    primaryKey({ columns: [table.accountId, table.userId] }),
    index("businesses_members_user").on(table.userId),
    check("businesses_members_guest_job", sql`role <> 'guest' or job_id is not null`),
  ],
);

/** Somebody asked to join, by mail. The token starts with the account's id (docs/decisions/0002). */
export const businessesInvites = pgTable(
  "businesses_invites",
  {
    accountId: accountId(),
    id: uuid("id").notNull(),
    /** Lower case. */
    email: text("email").notNull(),
    role: text("role", { enum: ROLES }).notNull(),
    jobId: uuid("job_id"),
    /** SHA-256 of the token, hex; a new mail has a new token. */
    tokenHash: text("token_hash").notNull(),
    invitedBy: uuid("invited_by").notNull(),
    createdAt: instant("created_at").notNull(),
    expiresAt: instant("expires_at").notNull(),
    acceptedAt: instant("accepted_at"),
    acceptedBy: uuid("accepted_by"),
    revokedAt: instant("revoked_at"),
  },
  (table) => [
    primaryKey({ columns: [table.accountId, table.id] }),
    uniqueIndex("businesses_invites_token").on(table.accountId, table.tokenHash),
    uniqueIndex("businesses_invites_open")
      .on(table.accountId, table.email)
      .where(sql`accepted_at is null and revoked_at is null`),
  ],
);

/** A business's own connections. What is secret in them is sealed with a key of SECRET. */
export const businessesChannels = pgTable(
  "businesses_channels",
  {
    accountId: accountId(),
    kind: text("kind", { enum: ["smtp", "imap", "twilio", "dkim"] }).notNull(),
    sealed: text("sealed").notNull(),
    /** What may be shown of it: host, user, number, selector, public key. */
    shown: jsonb("shown").$type<Readonly<Record<string, string>>>().notNull(),
    changedAt: instant("changed_at").notNull(),
    /** When it was last tried, and what was wrong then; null when it worked. */
    checkedAt: instant("checked_at"),
    problem: text("problem"),
  },
  (table) => [primaryKey({ columns: [table.accountId, table.kind] })],
);

/** What DNS said about the domain a business sends from, when somebody looked last. */
export const businessesDomainChecks = pgTable(
  "businesses_domain_checks",
  {
    accountId: accountId(),
    /** What it was looked up for; another sender or server makes it stale. */
    domain: text("domain").notNull(),
    host: text("host").notNull(),
    at: instant("at").notNull(),
    parts: jsonb("parts").$type<readonly Part[]>().notNull(),
    dnsHost: text("dns_host"),
  },
  (table) => [primaryKey({ columns: [table.accountId] })],
);

/** What was done in the account, by whom: appended to, never changed. Written by recordAudit(). */
export const businessesAudit = pgTable(
  "businesses_audit",
  {
    accountId: accountId(),
    id: uuid("id").notNull(),
    at: instant("at").notNull(),
    /** Nobody when the product itself or the operator did it. */
    userId: uuid("user_id"),
    /** Their address as it was then, or who else it was. */
    who: text("who").notNull(),
    /** One of the kinds of audit.server.ts. */
    action: text("action").notNull(),
    /** In words for its reader: what changed, from what, to what. Never a secret. */
    details: jsonb("details").$type<Readonly<Record<string, string>>>().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.accountId, table.id] }),
    index("businesses_audit_newest").on(table.accountId, table.at),
  ],
);

/**
 * What was turned off when the owner's mailbox was proved for the first time, by someone other than the
 * person who set it up. A row stays after its owner turned the thing on again or decided to leave it off. See
 * docs/decisions/0037-a-proved-mailbox-starts-clean.md.
 */
export const businessesTurnedOff = pgTable(
  "businesses_turned_off",
  {
    accountId: accountId(),
    id: uuid("id").notNull(),
    at: instant("at").notNull(),
    /** The `kind` of an OffSwitch. */
    kind: text("kind").notNull(),
    /** Which one: an id, a kind of connection, or whatever its switch finds it by. */
    ref: text("ref").notNull(),
    /** What it is called, for its owner. */
    label: text("label").notNull(),
    /**
     * What its switch needs to turn it on again, such as the row that was removed. Secrets in it are sealed,
     * as in their own table.
     */
    kept: jsonb("kept").$type<Readonly<Record<string, unknown>>>(),
    /** When its owner turned it on again, or decided to leave it off. */
    turnedOnAt: instant("turned_on_at"),
    leftOffAt: instant("left_off_at"),
  },
  (table) => [
    primaryKey({ columns: [table.accountId, table.id] }),
    index("businesses_turned_off_open")
      .on(table.accountId)
      .where(sql`turned_on_at is null and left_off_at is null`),
  ],
);

/** The field tools that a business has. */
export const businessesTools = pgTable(
  "businesses_tools",
  {
    accountId: accountId(),
    tool: text("tool", { enum: TOOLS }).notNull(),
    since: instant("since").notNull(),
  },
  (table) => [primaryKey({ columns: [table.accountId, table.tool] })],
);

/** Tools that the operator opened to everybody. Belongs to the installation. */
export const businessesOpenTools = pgTable("businesses_open_tools", {
  tool: text("tool", { enum: TOOLS }).primaryKey(),
  since: instant("since").notNull(),
});

/** A person may read their own memberships before an account is entered: that is how it is found. */
export const businessesReadableRows = { businesses_members: ownPerson("user_id") };

/** Who reads and who writes these, where it is not "whoever does the work" (see tableRoles in rules.ts). */
export const businessesTableRights: Readonly<Record<string, TableRights>> = {
  businesses_accounts: { read: "account.enter", write: "business.change" },
  businesses_members: { read: "people.read", write: "people.change" },
  businesses_invites: { read: "people.read", write: "people.change" },
  businesses_channels: { read: "sending.change", write: "sending.change" },
  businesses_turned_off: { read: "people.owners", write: "people.owners" },
  businesses_domain_checks: { read: "sending.change", write: "sending.change" },
  // Everybody's doing is written down; only the owner reads it. Nobody changes or removes a line: see
  // secureSchema().
  businesses_audit: { read: "history.read", write: "account.enter", appendOnly: true },
  businesses_tools: { read: "account.enter", write: "nobody" },
} satisfies Record<string, { read: Action; write: Action; appendOnly?: boolean }>;
