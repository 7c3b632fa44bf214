import {
  bigint,
  boolean,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";
import { instant } from "#platform/db/columns.server.ts";

// The identity library (better-auth) owns the shape of these four; names and zoned timestamps are ours.
// People belong to no account, so none of them has a column called account_id: memberships are the businesses
// feature's.
const at = (name: string) => timestamp(name, { withTimezone: true, precision: 3 });

export const identityUsers = pgTable(
  "identity_users",
  {
    id: uuid("id").primaryKey(),
    name: text("name").notNull(),
    email: text("email").notNull(),
    emailVerified: boolean("email_verified").notNull().default(false),
    image: text("image"),
    createdAt: at("created_at").notNull(),
    updatedAt: at("updated_at").notNull(),
  },
  (table) => [uniqueIndex("identity_users_email").on(table.email)],
);

export const identitySessions = pgTable(
  "identity_sessions",
  {
    id: uuid("id").primaryKey(),
    userId: uuid("user_id")
      .notNull()
      .references(() => identityUsers.id, { onDelete: "cascade" }),
    token: text("token").notNull(),
    expiresAt: at("expires_at").notNull(),
    ipAddress: text("ip_address"),
    userAgent: text("user_agent"),
    createdAt: at("created_at").notNull(),
    updatedAt: at("updated_at").notNull(),
    // The library knows nothing of these three.
    /** When it was last used, to a few minutes; null until then. */
    lastUsedAt: instant("last_used_at"),
    /** The client address it was last used from. */
    lastAddress: text("last_address"),
    /** When its person last proved who they are: at sign-in, or asked again before something that matters. */
    confirmedAt: instant("confirmed_at"),
  },
  (table) => [
    uniqueIndex("identity_sessions_token").on(table.token),
    index("identity_sessions_user").on(table.userId),
  ],
);

export const identityCredentials = pgTable(
  "identity_credentials",
  {
    id: uuid("id").primaryKey(),
    userId: uuid("user_id")
      .notNull()
      .references(() => identityUsers.id, { onDelete: "cascade" }),
    providerId: text("provider_id").notNull(),
    providerAccountId: text("provider_account_id").notNull(),
    password: text("password"),
    accessToken: text("access_token"),
    refreshToken: text("refresh_token"),
    idToken: text("id_token"),
    accessTokenExpiresAt: at("access_token_expires_at"),
    refreshTokenExpiresAt: at("refresh_token_expires_at"),
    scope: text("scope"),
    createdAt: at("created_at").notNull(),
    updatedAt: at("updated_at").notNull(),
  },
  (table) => [
    uniqueIndex("identity_credentials_provider").on(table.providerId, table.providerAccountId),
    index("identity_credentials_user").on(table.userId),
  ],
);

export const identityVerifications = pgTable(
  "identity_verifications",
  {
    id: uuid("id").primaryKey(),
    identifier: text("identifier").notNull(),
    value: text("value").notNull(),
    expiresAt: at("expires_at").notNull(),
    createdAt: at("created_at").notNull(),
    updatedAt: at("updated_at").notNull(),
  },
  (table) => [index("identity_verifications_identifier").on(table.identifier)],
);

// From here on the tables are ours alone.
const person = () =>
  uuid("user_id")
    .notNull()
    .references(() => identityUsers.id, { onDelete: "cascade" });

/**
 * Something begun and not yet ended: the hash of a token is the key, and taking it out is using it. See
 * challenges.server.ts.
 */
export const identityChallenges = pgTable(
  "identity_challenges",
  {
    /** SHA-256 of the token, hex. */
    tokenHash: text("token_hash").primaryKey(),
    kind: text("kind", {
      enum: ["second-factor", "passkey-sign-in", "passkey-add", "openid", "magic-link", "change-email"],
    }).notNull(),
    /** Whose it is, where that is known already. */
    userId: uuid("user_id").references(() => identityUsers.id, { onDelete: "cascade" }),
    data: jsonb("data").$type<Readonly<Record<string, string>>>().notNull(),
    createdAt: instant("created_at").notNull(),
    expiresAt: instant("expires_at").notNull(),
  },
  (table) => [
    index("identity_challenges_user").on(table.userId, table.kind),
    index("identity_challenges_expiry").on(table.expiresAt),
  ],
);

/** A person's authenticator app. Without `confirmed_at` it was begun and asks nobody for anything. */
export const identityTotp = pgTable("identity_totp", {
  userId: person().primaryKey(),
  /** The shared secret, sealed with a key of SECRET. */
  sealed: text("sealed").notNull(),
  createdAt: instant("created_at").notNull(),
  confirmedAt: instant("confirmed_at"),
  /** The newest time step whose code was taken: a code works once. */
  lastStep: bigint("last_step", { mode: "number" }),
});

/** Ten at a time, each good for one sign-in. */
export const identityRecoveryCodes = pgTable(
  "identity_recovery_codes",
  {
    userId: person(),
    /** Keyed hash of the code. */
    codeHash: text("code_hash").notNull(),
    createdAt: instant("created_at").notNull(),
    usedAt: instant("used_at"),
  },
  (table) => [primaryKey({ columns: [table.userId, table.codeHash] })],
);

/** Passkeys (WebAuthn credentials). */
export const identityPasskeys = pgTable(
  "identity_passkeys",
  {
    /** The credential's id as its authenticator chose it, base64url. */
    id: text("id").primaryKey(),
    userId: person(),
    /** What its person calls it. */
    name: text("name").notNull(),
    /** COSE key, base64url. */
    publicKey: text("public_key").notNull(),
    counter: bigint("counter", { mode: "number" }).notNull(),
    transports: jsonb("transports").$type<readonly string[]>().notNull(),
    /** Whether its authenticator keeps it in more than one place. */
    backedUp: boolean("backed_up").notNull(),
    createdAt: instant("created_at").notNull(),
    lastUsedAt: instant("last_used_at"),
  },
  (table) => [index("identity_passkeys_user").on(table.userId)],
);

/**
 * Browsers a person has signed in with, by a cookie of their own; what is new to the list is told to the
 * person by mail.
 */
export const identityDevices = pgTable(
  "identity_devices",
  {
    userId: person(),
    /** SHA-256 of the cookie's token, hex. */
    deviceHash: text("device_hash").notNull(),
    firstSeenAt: instant("first_seen_at").notNull(),
    lastSeenAt: instant("last_seen_at").notNull(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.deviceHash] })],
);

/**
 * What happened to a person's account, for that person to read: sign-ins, changes, refusals. Written by
 * events.server.ts.
 */
export const identityEvents = pgTable(
  "identity_events",
  {
    id: uuid("id").primaryKey(),
    userId: person(),
    at: instant("at").notNull(),
    /** One of the kinds of events.server.ts. */
    kind: text("kind").notNull(),
    address: text("address"),
    userAgent: text("user_agent"),
    details: jsonb("details").$type<Readonly<Record<string, string>>>().notNull(),
  },
  (table) => [index("identity_events_newest").on(table.userId, table.at)],
);

/** Copies of a person's data that were asked for. */
export const identityExports = pgTable(
  "identity_exports",
  {
    id: uuid("id").primaryKey(),
    userId: person(),
    askedAt: instant("asked_at").notNull(),
    readyAt: instant("ready_at"),
    failedAt: instant("failed_at"),
    /** Key in the file store, under the person's id. */
    file: text("file"),
    bytes: integer("bytes"),
    expiresAt: instant("expires_at"),
  },
  (table) => [index("identity_exports_newest").on(table.userId, table.askedAt)],
);
