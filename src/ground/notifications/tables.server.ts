import { sql } from "drizzle-orm";
import {
  boolean,
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
import { CHANNELS, type Choices } from "./kinds.ts";
import type { NotificationText } from "./notification.ts";

/** What happened that people hear of. Rows are deleted after a week. */
export const notificationsEvents = pgTable(
  "notifications_events",
  {
    accountId: accountId(),
    /** Derived from the kind and the key of what happened, so that nothing happens twice. */
    id: uuid("id").notNull(),
    kind: text("kind").notNull(),
    at: instant("at").notNull(),
    text: jsonb("text").$type<NotificationText>().notNull(),
    /** The person outside whom it names; erased with them. */
    leadId: uuid("lead_id"),
    jobId: uuid("job_id"),
    /** Whom it concerns besides owners; null for everyone. */
    people: uuid("people").array(),
    /** Who did it, and needn't be notified. */
    byUser: uuid("by_user"),
    /** When it was decided who hears of it, and how. */
    spreadAt: instant("spread_at"),
  },
  (table) => [
    primaryKey({ columns: [table.accountId, table.id] }),
    index("notifications_events_new")
      .on(table.accountId)
      .where(sql`spread_at is null`),
    index("notifications_events_lead").on(table.accountId, table.leadId),
    index("notifications_events_old").on(table.at),
  ],
);

/** What one person still has to get, on one channel: deleted in the transaction that sends it. */
export const notificationsWaiting = pgTable(
  "notifications_waiting",
  {
    accountId: accountId(),
    eventId: uuid("event_id").notNull(),
    userId: uuid("user_id").notNull(),
    channel: text("channel", { enum: CHANNELS }).notNull(),
    dueAt: instant("due_at").notNull(),
    /** Whether it waited for the end of quiet hours. */
    wasHeld: boolean("was_held").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.accountId, table.eventId, table.userId, table.channel] }),
    index("notifications_waiting_due").on(table.dueAt, table.accountId),
  ],
);

/** What one person chose; without a row, the presets apply. */
export const notificationsChoices = pgTable(
  "notifications_choices",
  {
    accountId: accountId(),
    userId: uuid("user_id").notNull(),
    channels: jsonb("channels").$type<Choices>().notNull(),
    /** Someone who isn't an owner also hears of what only concerns others. */
    hearsAll: boolean("hears_all").notNull().default(false),
    /** "21:00"; null for no quiet hours. */
    quietFrom: text("quiet_from"),
    quietTo: text("quiet_to"),
    /** Whether email waits for their end too. */
    holdsEmail: boolean("holds_email").notNull().default(false),
    /** IANA name; null means the zone of the business. */
    zone: text("zone"),
    changedAt: instant("changed_at").notNull(),
  },
  (table) => [primaryKey({ columns: [table.accountId, table.userId] })],
);

/** A browser that shows notifications to one person, as long as they are logged in there. */
export const notificationsDevices = pgTable(
  "notifications_devices",
  {
    accountId: accountId(),
    id: uuid("id").notNull(),
    userId: uuid("user_id").notNull(),
    /** It gets nothing after this session has ended. */
    sessionId: uuid("session_id").notNull(),
    /** "Chrome on Android". */
    name: text("name").notNull(),
    endpointHash: text("endpoint_hash").notNull(),
    /** Its address and keys, encrypted. */
    sealed: text("sealed").notNull(),
    createdAt: instant("created_at").notNull(),
    /** Since when nothing could be delivered, and when to try again; null while it works. */
    failingSince: instant("failing_since"),
    retryAt: instant("retry_at"),
  },
  (table) => [
    primaryKey({ columns: [table.accountId, table.id] }),
    uniqueIndex("notifications_devices_endpoint").on(table.accountId, table.endpointHash),
    index("notifications_devices_person").on(table.accountId, table.userId),
  ],
);

/** A person's own mobile number. */
export const notificationsPhones = pgTable(
  "notifications_phones",
  {
    accountId: accountId(),
    userId: uuid("user_id").notNull(),
    /** E.164. */
    phone: text("phone").notNull(),
    /** The text with the newest code. */
    codeId: uuid("code_id").notNull(),
    /** Made with a key from SECRET; empty once it was used. */
    codeHash: text("code_hash").notNull(),
    codeAt: instant("code_at").notNull(),
    /** Wrong codes so far. */
    tries: integer("tries").notNull(),
    /** When its person entered the code; nothing else is texted before. */
    provenAt: instant("proven_at"),
    /** When it replied STOP; null once it replied START. */
    stoppedAt: instant("stopped_at"),
  },
  (table) => [
    primaryKey({ columns: [table.accountId, table.userId] }),
    index("notifications_phones_number").on(table.phone),
  ],
);

/** The installation's key pairs for web push, the newest last. They belong to its own account. */
export const notificationsKeys = pgTable(
  "notifications_keys",
  {
    accountId: accountId(),
    id: uuid("id").notNull(),
    publicKey: text("public_key").notNull(),
    /** The private half, encrypted with a key derived from SECRET. */
    sealed: text("sealed").notNull(),
    at: instant("at").notNull(),
  },
  (table) => [primaryKey({ columns: [table.accountId, table.id] })],
);

export const notificationsTableRights = {
  // What a guest writes on their one job is news for others.
  notifications_events: { read: "work.read", write: "work.write", ofJob: true },
  notifications_waiting: { read: "nobody", write: "nobody" },
  notifications_keys: { read: "nobody", write: "nobody", appendOnly: true },
} as const satisfies Readonly<Record<string, TableRights>>;
