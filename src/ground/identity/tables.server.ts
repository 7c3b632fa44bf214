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

// The identity library (better-auth) defines the shape of these four; the names and time zones are ours.
// People belong to no account, so no table has an account_id; memberships are in businesses.
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
    // The library doesn't know the next three columns.
    /** Last use, to a few minutes; null until then. */
    lastUsedAt: instant("last_used_at"),
    /** Client address of the last use. */
    lastAddress: text("last_address"),
    /** When the person last proved their identity, at sign-in or on a confirm page. */
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

// The library doesn't know the tables below.
const person = () =>
  uuid("user_id")
    .notNull()
    .references(() => identityUsers.id, { onDelete: "cascade" });

/** Pending challenges. Deleting a row uses up its token. See challenges.server.ts. */
export const identityChallenges = pgTable(
  "identity_challenges",
  {
    /** SHA-256 of the token, hex. */
    tokenHash: text("token_hash").primaryKey(),
    kind: text("kind", {
      enum: [
        "second-factor",
        "passkey-sign-in",
        "passkey-add",
        "openid",
        "magic-link",
        "change-email",
        "mailbox",
      ],
    }).notNull(),
    /** Null while the person is unknown. */
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

/** A person's authenticator app. Without `confirmed_at` its setup is unfinished and it isn't used. */
export const identityTotp = pgTable("identity_totp", {
  userId: person().primaryKey(),
  /** The shared secret, encrypted with a key derived from SECRET. */
  sealed: text("sealed").notNull(),
  createdAt: instant("created_at").notNull(),
  confirmedAt: instant("confirmed_at"),
  /** The newest accepted time step, so that a code works once. */
  lastStep: bigint("last_step", { mode: "number" }),
});

/** Ten per person, each for one use. */
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

export const identityPasskeys = pgTable(
  "identity_passkeys",
  {
    /** WebAuthn credential id, base64url. */
    id: text("id").primaryKey(),
    userId: person(),
    /** The person's name for it. */
    name: text("name").notNull(),
    /** COSE key, base64url. */
    publicKey: text("public_key").notNull(),
    counter: bigint("counter", { mode: "number" }).notNull(),
    transports: jsonb("transports").$type<readonly string[]>().notNull(),
    /** Whether the authenticator syncs it to other devices. */
    backedUp: boolean("backed_up").notNull(),
    createdAt: instant("created_at").notNull(),
    lastUsedAt: instant("last_used_at"),
  },
  (table) => [index("identity_passkeys_user").on(table.userId)],
);

/** Known browsers of a person, by a cookie. The person is emailed about new ones. */
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

/** A person's account activity, shown to them. Written by events.server.ts. */
export const identityEvents = pgTable(
  "identity_events",
  {
    id: uuid("id").primaryKey(),
    userId: person(),
    at: instant("at").notNull(),
    /** A key of EVENTS in events.server.ts. */
    kind: text("kind").notNull(),
    address: text("address"),
    userAgent: text("user_agent"),
    details: jsonb("details").$type<Readonly<Record<string, string>>>().notNull(),
  },
  (table) => [index("identity_events_newest").on(table.userId, table.at)],
);

/** Requested copies of a person's data. */
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
