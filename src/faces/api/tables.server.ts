import { sql } from "drizzle-orm";
import {
  bigint,
  date,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";
import type { TableRights } from "#ground/businesses/public.server.ts";
import { accountId, instant } from "#platform/db/columns.server.ts";
import type { EventType, Scope, TEST_EVENT } from "./scopes.ts";

/** A key that another program signs in with. The token itself is only in its holder's hands. */
export const apiKeys = pgTable(
  "api_keys",
  {
    accountId: accountId(),
    id: uuid("id").notNull(),
    name: text("name").notNull(),
    /** SHA-256 of the token, hex. */
    tokenHash: text("token_hash").notNull(),
    /** The token's last four characters: which of several keys it is. */
    hint: text("hint").notNull(),
    scopes: jsonb("scopes").$type<readonly Scope[]>().notNull(),
    /** The key works for as long as this person may make keys here; forgotten once they have left. */
    madeBy: uuid("made_by"),
    createdAt: instant("created_at").notNull(),
    /** A day in UTC, so that a busy key costs one write a day. */
    lastUsed: date("last_used", { mode: "string" }),
    revokedAt: instant("revoked_at"),
  },
  (table) => [
    primaryKey({ columns: [table.accountId, table.id] }),
    uniqueIndex("api_keys_token").on(table.accountId, table.tokenHash),
  ],
);

/**
 * What was answered to a request with an Idempotency-Key, written in the transaction of what the request did.
 */
export const apiAnswers = pgTable(
  "api_answers",
  {
    accountId: accountId(),
    keyId: uuid("key_id").notNull(),
    /** SHA-256 of the Idempotency-Key, hex. */
    idempotencyHash: text("idempotency_hash").notNull(),
    /** SHA-256 of method, address and body, hex. */
    requestHash: text("request_hash").notNull(),
    /** Status, headers and body, sealed: an answer may hold a secret that is shown once. */
    answer: text("answer").notNull(),
    at: instant("at").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.accountId, table.keyId, table.idempotencyHash] }),
    index("api_answers_at").on(table.at),
  ],
);

/** What happened, for other programs: ids and short words, nothing personal. Kept for 30 days. */
export const apiEvents = pgTable(
  "api_events",
  {
    accountId: accountId(),
    id: uuid("id").notNull(),
    /** Its place in the list, given when somebody reads (see events.server.ts). */
    number: bigint("number", { mode: "number" }),
    type: text("type").$type<EventType | typeof TEST_EVENT>().notNull(),
    leadId: uuid("lead_id"),
    details: jsonb("details").$type<Readonly<Record<string, string>>>().notNull(),
    at: instant("at").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.accountId, table.id] }),
    uniqueIndex("api_events_number").on(table.accountId, table.number),
    index("api_events_new")
      .on(table.accountId)
      .where(sql`number is null`),
    index("api_events_lead").on(table.accountId, table.leadId, table.type),
    index("api_events_at").on(table.at),
  ],
);

/** An address of another program that is told of what happens. */
export const apiWebhooks = pgTable(
  "api_webhooks",
  {
    accountId: accountId(),
    id: uuid("id").notNull(),
    url: text("url").notNull(),
    events: jsonb("events").$type<readonly EventType[]>().notNull(),
    /** What deliveries are signed with, sealed. */
    secret: text("secret").notNull(),
    /** The one before it, which signs as well until then. */
    oldSecret: text("old_secret"),
    oldSecretUntil: instant("old_secret_until"),
    /** The key that last said where it goes or what it hears; null for a person in the settings. */
    keyId: uuid("key_id"),
    createdAt: instant("created_at").notNull(),
    disabledAt: instant("disabled_at"),
    /**
     * `failing` when nothing arrived for three days; `unproved` when the owner's mailbox was proved after it
     * was added; `key` when the key that set it up was revoked, or may not read what it hears.
     */
    disabledWhy: text("disabled_why", { enum: ["owner", "failing", "unproved", "key"] }),
  },
  (table) => [primaryKey({ columns: [table.accountId, table.id] })],
);

/** One event on its way to one webhook. */
export const apiDeliveries = pgTable(
  "api_deliveries",
  {
    accountId: accountId(),
    id: uuid("id").notNull(),
    webhookId: uuid("webhook_id").notNull(),
    eventId: uuid("event_id").notNull(),
    /** `waiting` until it was taken, or was given up. */
    state: text("state", { enum: ["waiting", "delivered", "failed"] }).notNull(),
    attempts: integer("attempts").notNull(),
    /** When it is tried next; while it is being tried, when it is tried again should this process die. */
    dueAt: instant("due_at").notNull(),
    createdAt: instant("created_at").notNull(),
    firstTriedAt: instant("first_tried_at"),
    lastTriedAt: instant("last_tried_at"),
    /** What was answered last: status, and the first kilobyte of the body. */
    status: integer("status"),
    answer: text("answer"),
    /** Why it did not arrive, in words. */
    problem: text("problem"),
  },
  (table) => [
    primaryKey({ columns: [table.accountId, table.id] }),
    index("api_deliveries_due")
      .on(table.dueAt, table.accountId, table.webhookId)
      .where(sql`state = 'waiting'`),
    index("api_deliveries_webhook").on(table.accountId, table.webhookId, table.createdAt),
    index("api_deliveries_created").on(table.createdAt),
  ],
);

/**
 * Whoever does the work may cause an event, which asks whether there is a key or a webhook to tell; only some
 * may change these.
 */
export const apiTableRights: Readonly<Record<string, TableRights>> = {
  api_keys: { read: "work.read", write: "api.change" },
  api_webhooks: { read: "work.read", write: "api.change" },
  api_answers: { read: "api.change", write: "api.change" },
};
