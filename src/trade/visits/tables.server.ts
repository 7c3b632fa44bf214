import { sql } from "drizzle-orm";
import { boolean, index, integer, jsonb, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import type { BusyStretch } from "#platform/calendar/read-busy.server.ts";
import { accountId, instant } from "#platform/db/columns.server.ts";
import type { OpeningHours } from "#ground/businesses/public.ts";
import type { TableRights } from "#ground/businesses/public.server.ts";
import { type DayException, type Place, PLACES, STATES } from "./rules.ts";

/** How a business takes visits. No row: it takes none. */
export const visitsSettings = pgTable(
  "visits_settings",
  {
    accountId: accountId(),
    isOpen: boolean("is_open").notNull(),
    name: text("name").notNull(),
    week: jsonb("week").$type<OpeningHours>().notNull(),
    exceptions: jsonb("exceptions").$type<readonly DayException[]>().notNull(),
    lengthMinutes: integer("length_minutes").notNull(),
    travelMinutes: integer("travel_minutes").notNull(),
    noticeHours: integer("notice_hours").notNull(),
    aheadDays: integer("ahead_days").notNull(),
    places: jsonb("places").$type<readonly Place[]>().notNull(),
    remindHours: integer("remind_hours").notNull(),
    /** Names the feed in its address; a new one ends the old address. */
    feedId: uuid("feed_id").notNull(),
  },
  (table) => [primaryKey({ columns: [table.accountId] })],
);

/**
 * Visits that clients booked. The constraint `visits_one_at_a_time` of the migration lets no two booked
 * visits of a business overlap, whoever saves them.
 */
export const visitsVisits = pgTable(
  "visits_visits",
  {
    accountId: accountId(),
    id: uuid("id").notNull(),
    leadId: uuid("lead_id").notNull(),
    state: text("state", { enum: STATES }).notNull(),
    startsAt: instant("starts_at").notNull(),
    endsAt: instant("ends_at").notNull(),
    /** When the next one may start: the end, and the way there. */
    freeAt: instant("free_at").notNull(),
    /** What it is called, as it was booked. */
    title: text("title").notNull(),
    place: text("place", { enum: PLACES }).notNull(),
    /** As the client typed them. */
    name: text("name").notNull(),
    email: text("email"),
    /** E.164. */
    phone: text("phone"),
    address: text("address"),
    note: text("note"),
    /** The zone in which the client saw it. */
    zone: text("zone").notNull(),
    /** Counts changes, for calendars. */
    sequence: integer("sequence").notNull().default(0),
    createdAt: instant("created_at").notNull(),
    changedAt: instant("changed_at").notNull(),
    /** When the client is to be reminded; null for not at all, or once it was done. */
    remindAt: instant("remind_at"),
    /** When it was noted as over; null before. */
    overAt: instant("over_at"),
  },
  (table) => [
    primaryKey({ columns: [table.accountId, table.id] }),
    index("visits_visits_time").on(table.accountId, table.startsAt),
    index("visits_visits_lead").on(table.accountId, table.leadId),
    // The sweep looks across all accounts.
    index("visits_visits_remind").on(table.remindAt, table.accountId),
    index("visits_visits_over")
      .on(table.endsAt, table.accountId)
      .where(sql`over_at is null and state = 'booked'`),
  ],
);

/** Calendars that a business has elsewhere, read by their address. */
export const visitsCalendars = pgTable(
  "visits_calendars",
  {
    accountId: accountId(),
    id: uuid("id").notNull(),
    name: text("name").notNull(),
    /** Its address, which is a secret, encrypted. */
    sealed: text("sealed").notNull(),
    /** When it is busy, in epoch milliseconds, in order. */
    busy: jsonb("busy").$type<readonly BusyStretch[]>().notNull(),
    events: integer("events").notNull(),
    /** What is wrong with it, in a sentence; null for nothing. */
    problem: text("problem"),
    checkedAt: instant("checked_at").notNull(),
    /** When it could last be read. */
    readAt: instant("read_at").notNull(),
    /** When it is to be read again. */
    nextAt: instant("next_at").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.accountId, table.id] }),
    // The sweep looks across all accounts.
    index("visits_calendars_next").on(table.nextAt),
  ],
);

export type Visit = Omit<typeof visitsVisits.$inferSelect, "accountId">;

export const visitsTableRights = {
  visits_calendars: { read: "work.read", write: "business.change" },
  visits_settings: { read: "work.read", write: "business.change" },
  visits_visits: { read: "work.read", write: "work.write" },
} as const satisfies Readonly<Record<string, TableRights>>;
