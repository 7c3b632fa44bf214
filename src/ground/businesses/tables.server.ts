import { sql } from "drizzle-orm";
import {
  boolean,
  check,
  index,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";
import { accountId, instant } from "#platform/db/columns.server.ts";
import { ownPerson } from "#platform/db/migrate.server.ts";
import type { Part } from "./domain/facts.ts";
import type { FirstRun } from "./first-run.ts";
import { type Action, ROLES, type TableRights } from "./rules.ts";
import type { OpeningHours, TaxRate } from "./schema.ts";
import { TOOLS } from "./tools.ts";

/** One business. Name, address and time zone are null until the owner enters them. */
export const businessesAccounts = pgTable(
  "businesses_accounts",
  {
    accountId: accountId(),
    name: text("name"),
    postalAddress: text("postal_address"),
    /** IANA name, such as America/Denver. */
    zone: text("zone"),
    /** Where clients' replies go. */
    replyAddress: text("reply_address"),
    phone: text("phone"),
    licenceNumber: text("licence_number"),
    /** By weekday, Monday first; null for a closed day. */
    hours: jsonb("hours").$type<OpeningHours>(),
    /** When follow-up may go out, by weekday, Monday first; null means the working week. */
    sendWindow: jsonb("send_window").$type<OpeningHours>(),
    /** ISO 4217. */
    currency: text("currency").notNull().default("USD"),
    taxRates: jsonb("tax_rates").$type<readonly TaxRate[]>().notNull().default([]),
    /** Closing lines of its emails. */
    signature: text("signature"),
    /** Key of a re-encoded PNG in the file store. */
    logoFile: text("logo_file"),
    /** `#rrggbb`. */
    color: text("color"),
    /** An https address where clients can leave a review. */
    reviewLink: text("review_link"),
    personName: text("person_name"),
    services: text("services"),
    serviceArea: text("service_area"),
    introduction: text("introduction"),
    /** Key of a re-encoded WebP in the file store: the face of whom clients meet. */
    faceFile: text("face_file"),
    firstRun: jsonb("first_run").$type<FirstRun>(),
    /** Set by the operator. A suspended business can't be used and sends nothing. */
    suspendedAt: instant("suspended_at"),
    createdAt: instant("created_at").notNull(),
  },
  (table) => [primaryKey({ columns: [table.accountId] })],
);

export const businessesMembers = pgTable(
  "businesses_members",
  {
    accountId: accountId(),
    userId: uuid("user_id").notNull(),
    role: text("role", { enum: ROLES }).notNull(),
    /** The one job a guest can see. */
    jobId: uuid("job_id"),
    createdAt: instant("created_at").notNull(),
    /** Whether an owner named them as a reader of confidential records. */
    isConfidant: boolean("is_confidant").notNull().default(false),
    /** When they unsubscribed from the weekly email. */
    weeklyStoppedAt: instant("weekly_stopped_at"),
  },
  (table) => [
    primaryKey({ columns: [table.accountId, table.userId] }),
    index("businesses_members_user").on(table.userId),
    check("businesses_members_guest_job", sql`role <> 'guest' or job_id is not null`),
  ],
);

/** An emailed invitation. The token starts with the account's id (docs/decisions/0002). */
export const businessesInvites = pgTable(
  "businesses_invites",
  {
    accountId: accountId(),
    id: uuid("id").notNull(),
    /** Lowercase. */
    email: text("email").notNull(),
    role: text("role", { enum: ROLES }).notNull(),
    jobId: uuid("job_id"),
    /** SHA-256 of the token, hex. Each email has a new token. */
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

/**
 * A business's own connections. Secrets are encrypted with a key derived from SECRET. A `grant` has the
 * tokens of a provider that `smtp` and `imap` sign in with.
 */
export const businessesChannels = pgTable(
  "businesses_channels",
  {
    accountId: accountId(),
    kind: text("kind", { enum: ["smtp", "imap", "twilio", "dkim", "grant"] }).notNull(),
    sealed: text("sealed").notNull(),
    /** The parts that aren't secret: host, user, number, selector, public key. */
    shown: jsonb("shown").$type<Readonly<Record<string, string>>>().notNull(),
    changedAt: instant("changed_at").notNull(),
    /** When it was last tried, and what went wrong; null when it worked. */
    checkedAt: instant("checked_at"),
    problem: text("problem"),
  },
  (table) => [primaryKey({ columns: [table.accountId, table.kind] })],
);

export const businessesDomainChecks = pgTable(
  "businesses_domain_checks",
  {
    accountId: accountId(),
    /** What the check was for. A different sender or server makes it stale. */
    domain: text("domain").notNull(),
    host: text("host").notNull(),
    at: instant("at").notNull(),
    parts: jsonb("parts").$type<readonly Part[]>().notNull(),
    dnsHost: text("dns_host"),
  },
  (table) => [primaryKey({ columns: [table.accountId] })],
);

/** What was done in the account, and by whom. Append-only; written by recordAudit(). */
export const businessesAudit = pgTable(
  "businesses_audit",
  {
    accountId: accountId(),
    id: uuid("id").notNull(),
    at: instant("at").notNull(),
    /** Null when the product or the operator did it. */
    userId: uuid("user_id"),
    /** The person's address at the time, or the name of another actor. */
    who: text("who").notNull(),
    /** A key of AUDITED in audit.server.ts. */
    action: text("action").notNull(),
    /** What changed, from what, to what, in words for the owner. Never a secret. */
    details: jsonb("details").$type<Readonly<Record<string, string>>>().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.accountId, table.id] }),
    index("businesses_audit_newest").on(table.accountId, table.at),
  ],
);

/**
 * What was turned off when the owner's mailbox was first verified by someone other than the person who set
 * the account up. Rows stay after the owner decides. See
 * docs/decisions/0037-a-proved-mailbox-starts-clean.md.
 */
export const businessesTurnedOff = pgTable(
  "businesses_turned_off",
  {
    accountId: accountId(),
    id: uuid("id").notNull(),
    at: instant("at").notNull(),
    kind: text("kind").notNull(),
    /** The id, connection type, or other key its switch finds it by. */
    ref: text("ref").notNull(),
    /** Its name, for the owner. */
    label: text("label").notNull(),
    /** What the switch needs to turn it on again, such as the removed row. Secrets in it stay encrypted. */
    kept: jsonb("kept").$type<Readonly<Record<string, unknown>>>(),
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

export const businessesTools = pgTable(
  "businesses_tools",
  {
    accountId: accountId(),
    tool: text("tool", { enum: TOOLS }).notNull(),
    since: instant("since").notNull(),
  },
  (table) => [primaryKey({ columns: [table.accountId, table.tool] })],
);

/** Tools the operator opened to everyone. One set per installation. */
export const businessesOpenTools = pgTable("businesses_open_tools", {
  tool: text("tool", { enum: TOOLS }).primaryKey(),
  since: instant("since").notNull(),
});

/** People can read their own memberships before an account is entered; that is how the account is found. */
export const businessesReadableRows = { businesses_members: ownPerson("user_id") };

/** Tables with other rights than USUAL_RIGHTS in rules.ts. */
export const businessesTableRights: Readonly<Record<string, TableRights>> = {
  businesses_accounts: { read: "account.enter", write: "business.change" },
  businesses_members: { read: "people.read", write: "people.change" },
  businesses_invites: { read: "people.read", write: "people.change" },
  businesses_channels: { read: "sending.change", write: "sending.change" },
  businesses_turned_off: { read: "people.owners", write: "people.owners" },
  businesses_domain_checks: { read: "sending.change", write: "sending.change" },
  // Everyone's actions are recorded, and only the owner reads them. secureSchema() refuses changes.
  businesses_audit: { read: "history.read", write: "account.enter", appendOnly: true },
  businesses_tools: { read: "account.enter", write: "nobody" },
} satisfies Record<string, { read: Action; write: Action; appendOnly?: boolean }>;
