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
import type { Scope } from "#platform/api/endpoint.ts";
import type { EventType } from "#platform/api/resource.ts";

/** An API key. The token itself isn't stored. */
export const apiKeys = pgTable(
  "api_keys",
  {
    accountId: accountId(),
    id: uuid("id").notNull(),
    name: text("name").notNull(),
    /** SHA-256 of the token, hex. */
    tokenHash: text("token_hash").notNull(),
    /** The token's last four characters, to tell keys apart. */
    hint: text("hint").notNull(),
    scopes: jsonb("scopes").$type<readonly Scope[]>().notNull(),
    /** The key works for as long as this person may make keys here; null once they have left. */
    madeBy: uuid("made_by"),
    createdAt: instant("created_at").notNull(),
    /** A UTC date, so that a busy key costs one write a day. */
    lastUsed: date("last_used", { mode: "string" }),
    revokedAt: instant("revoked_at"),
  },
  (table) => [
    primaryKey({ columns: [table.accountId, table.id] }),
    uniqueIndex("api_keys_token").on(table.accountId, table.tokenHash),
  ],
);

/** The answer to a request with an Idempotency-Key, written in the transaction of the request's work. */
export const apiAnswers = pgTable(
  "api_answers",
  {
    accountId: accountId(),
    keyId: uuid("key_id").notNull(),
    /** SHA-256 of the Idempotency-Key, hex. */
    idempotencyHash: text("idempotency_hash").notNull(),
    /** SHA-256 of method, address and body, hex. */
    requestHash: text("request_hash").notNull(),
    /** Status, headers and body, encrypted: an answer may contain a secret that is shown once. */
    answer: text("answer").notNull(),
    at: instant("at").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.accountId, table.keyId, table.idempotencyHash] }),
    index("api_answers_at").on(table.at),
  ],
);

/** Events for other programs: ids and short labels, nothing personal. Deleted after 30 days. */
export const apiEvents = pgTable(
  "api_events",
  {
    accountId: accountId(),
    id: uuid("id").notNull(),
    /** Position in the list, assigned on reading (see events.server.ts). */
    number: bigint("number", { mode: "number" }),
    type: text("type").$type<EventType>().notNull(),
    leadId: uuid("lead_id"),
    details: jsonb("details").$type<Readonly<Record<string, string | number>>>().notNull(),
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

/** The address of another program that receives events. */
export const apiWebhooks = pgTable(
  "api_webhooks",
  {
    accountId: accountId(),
    id: uuid("id").notNull(),
    url: text("url").notNull(),
    events: jsonb("events").$type<readonly EventType[]>().notNull(),
    /** The signing secret, encrypted. */
    secret: text("secret").notNull(),
    /** The previous secret, which also signs until then. */
    oldSecret: text("old_secret"),
    oldSecretUntil: instant("old_secret_until"),
    /** The key that last set its address or events; null when a person did in the settings. */
    keyId: uuid("key_id"),
    createdAt: instant("created_at").notNull(),
    disabledAt: instant("disabled_at"),
    /**
     * `failing`: nothing arrived for three days; `unproved`: the owner's mailbox was verified after it was
     * added; `key`: the key that set it up was revoked, or may not read its events.
     */
    disabledWhy: text("disabled_why", { enum: ["owner", "failing", "unproved", "key"] }),
  },
  (table) => [primaryKey({ columns: [table.accountId, table.id] })],
);

/** One event to be delivered to one webhook. */
export const apiDeliveries = pgTable(
  "api_deliveries",
  {
    accountId: accountId(),
    id: uuid("id").notNull(),
    webhookId: uuid("webhook_id").notNull(),
    eventId: uuid("event_id").notNull(),
    /** `waiting` until it is delivered or given up. */
    state: text("state", { enum: ["waiting", "delivered", "failed"] }).notNull(),
    attempts: integer("attempts").notNull(),
    /** The next attempt; during an attempt, the time of the retry if this process dies. */
    dueAt: instant("due_at").notNull(),
    createdAt: instant("created_at").notNull(),
    firstTriedAt: instant("first_tried_at"),
    lastTriedAt: instant("last_tried_at"),
    /** The last answer: its status and the first kilobyte of its body. */
    status: integer("status"),
    answer: text("answer"),
    /** Why it didn't arrive, in words. */
    problem: text("problem"),
    /** What the last attempt sent; null before the first. */
    body: text("body"),
    /** How long the last attempt took, in milliseconds. */
    tookMs: integer("took_ms"),
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

/** Any role may cause an event, which checks for keys and webhooks; only some roles may change them. */
export const apiTableRights: Readonly<Record<string, TableRights>> = {
  api_keys: { read: "work.read", write: "api.change" },
  api_webhooks: { read: "work.read", write: "api.change" },
  api_answers: { read: "api.change", write: "api.change" },
};
