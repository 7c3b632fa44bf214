import { type SQL, sql } from "drizzle-orm";
import {
  bigint,
  date,
  index,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";
import { accountId, instant } from "#platform/db/columns.server.ts";
import { foldedSql } from "#platform/db/search-text.ts";
import { type HistoryDetails, HISTORY_KINDS } from "./history/history.ts";
import { BASES } from "./people/basis.ts";
import type { BeforeMerge } from "./people/merge-before.ts";
import { SPACINGS } from "./preferences/spacing.ts";
import { stageExpression, stageSinceExpression } from "./stage/stage-expression.server.ts";
import { OPEN_STAGES } from "./stage/stages.ts";
import type { Answers } from "./form/questions.ts";

/** A person who showed interest: one per business and address. */
export const leads = pgTable(
  "leads",
  {
    accountId: accountId(),
    id: uuid("id").notNull(),
    /** Of a person without a name their number or address, as shown; see shownName(). */
    name: text("name").notNull(),
    /** In lower case, so that one person is one lead. Null for a person added without one. */
    email: text("email"),
    /** Name and address folded for search; see folded(). */
    searched: text("searched").generatedAlwaysAs((): SQL =>
      foldedSql(sql`name || ' ' || coalesce(email, '')`),
    ),
    createdAt: instant("created_at").notNull(),
    repliedAt: instant("replied_at"),
    unsubscribedAt: instant("unsubscribed_at"),
    /** When the address first bounced. */
    bouncedAt: instant("bounced_at"),
    /** E.164. */
    phone: text("phone"),
    textsStoppedAt: instant("texts_stopped_at"),
    /** The first day they may be emailed again, in the business's time zone. */
    pausedUntil: date("paused_until", { mode: "string" }),
    mailSpacing: text("mail_spacing", { enum: SPACINGS }),
    /** Since when confirmation is pending, if the form requires it. Nothing is sent until they confirm. */
    unconfirmedSince: instant("unconfirmed_since"),
    confirmAskedAt: instant("confirm_asked_at"),
    /** When they proved the address through the emailed link. */
    confirmedAt: instant("confirmed_at"),
    bookedAt: instant("booked_at"),
    outcome: text("outcome", { enum: ["won", "lost"] }),
    outcomeAt: instant("outcome_at"),
    /** Snoozed by the business: hidden from its Today list until this time or the lead's next activity. */
    laterUntil: instant("later_until"),
    outcomeReason: text("outcome_reason"),
    /** In cents of the business's currency. */
    valueCents: bigint("value_cents", { mode: "number" }),
    /** The stage the business chose by hand, and when. It applies until a stronger event; see stages.ts. */
    stage: text("stage", { enum: OPEN_STAGES }),
    stageAt: instant("stage_at"),
    /** Why the business may contact a person it added by hand; null for others, who agreed themselves. */
    basis: text("basis", { enum: BASES }),
  },
  (table) => [
    primaryKey({ columns: [table.accountId, table.id] }),
    uniqueIndex("leads_email").on(table.accountId, table.email),
    index("leads_newest").on(table.accountId, table.createdAt),
    // A reply address names a lead without its account.
    index("leads_id").on(table.id),
    // Finds the first people of each stage without a sort. The expressions must match the query's exactly.
    index("leads_stage").on(table.accountId, stageExpression, stageSinceExpression),
    index("leads_phone")
      .on(table.phone, table.accountId)
      .where(sql`phone is not null`),
    // Partial indexes: few rows, and Today reads them on every visit.
    index("leads_bounced")
      .on(table.accountId, table.bouncedAt)
      .where(sql`bounced_at is not null`),
    index("leads_unconfirmed_since")
      .on(table.accountId, table.unconfirmedSince)
      .where(sql`unconfirmed_since is not null`),
  ],
);

/** A person's other email addresses and numbers; the main one of each is in `leads`. */
export const leadsAddresses = pgTable(
  "leads_addresses",
  {
    accountId: accountId(),
    leadId: uuid("lead_id").notNull(),
    channel: text("channel", { enum: ["mail", "text"] }).notNull(),
    /** An address in lower case, or a number in E.164. */
    address: text("address").notNull(),
    at: instant("at").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.accountId, table.leadId, table.channel, table.address] }),
    index("leads_addresses_address").on(table.accountId, table.address),
    // A text to the installation's number is looked up in all accounts.
    index("leads_addresses_number")
      .on(table.address, table.accountId)
      .where(sql`channel = 'text'`),
  ],
);

/** Two leads that the business made one. Links that name the one that went still find the other. */
export const leadsMerges = pgTable(
  "leads_merges",
  {
    accountId: accountId(),
    id: uuid("id").notNull(),
    leadId: uuid("lead_id").notNull(),
    goneId: uuid("gone_id").notNull(),
    at: instant("at").notNull(),
    /** What an undo needs; null after a day. */
    before: jsonb("before").$type<BeforeMerge>(),
    undoneAt: instant("undone_at"),
  },
  (table) => [
    primaryKey({ columns: [table.accountId, table.id] }),
    index("leads_merges_lead").on(table.accountId, table.leadId),
    index("leads_merges_gone").on(table.accountId, table.goneId),
    index("leads_merges_oldest")
      .on(table.at)
      .where(sql`before is not null`),
  ],
);

/** What someone of the business wants to do for a lead, and when. */
export const leadsTodos = pgTable(
  "leads_todos",
  {
    accountId: accountId(),
    id: uuid("id").notNull(),
    leadId: uuid("lead_id").notNull(),
    text: text("text").notNull(),
    dueAt: instant("due_at").notNull(),
    /** Who does it. */
    userId: uuid("user_id").notNull(),
    createdAt: instant("created_at").notNull(),
    doneAt: instant("done_at"),
  },
  (table) => [
    primaryKey({ columns: [table.accountId, table.id] }),
    index("leads_todos_lead").on(table.accountId, table.leadId, table.dueAt),
  ],
);

/** Each time a person showed interest. The id comes from the form, so a double submit is one touch. */
export const leadsTouches = pgTable(
  "leads_touches",
  {
    accountId: accountId(),
    id: uuid("id").notNull(),
    leadId: uuid("lead_id").notNull(),
    pageId: uuid("page_id"),
    at: instant("at").notNull(),
    source: jsonb("source").$type<Record<string, string>>().notNull(),
    answers: jsonb("answers").$type<Answers>(),
  },
  (table) => [
    primaryKey({ columns: [table.accountId, table.id] }),
    // Finds a lead's first touch without a sort.
    index("leads_touches_lead").on(table.accountId, table.leadId, table.at),
    // Finds whom somebody referred; few touches have a code.
    index("leads_touches_referred")
      .on(table.accountId, sql`(source ->> 'friend')`)
      .where(sql`source ? 'friend'`),
  ],
);

/** What a person agreed to, in the words they saw. */
export const leadsConsents = pgTable(
  "leads_consents",
  {
    accountId: accountId(),
    id: uuid("id").notNull(),
    leadId: uuid("lead_id").notNull(),
    /** What it allows: email or texts. Each needs its own consent. */
    channel: text("channel", { enum: ["mail", "text"] })
      .notNull()
      .default("mail"),
    wordingVersion: text("wording_version").notNull(),
    wording: text("wording").notNull(),
    source: text("source").notNull(),
    /** The number that a consent to texts is for; null for the number they have. */
    phone: text("phone"),
    at: instant("at").notNull(),
    /** Null if no confirmation was required. */
    confirmedAt: instant("confirmed_at"),
  },
  (table) => [
    primaryKey({ columns: [table.accountId, table.id] }),
    index("leads_consents_lead").on(table.accountId, table.leadId),
  ],
);

/** Events that no other table records: what the business noted or decided, and what the lead asked for. */
export const leadsHappenings = pgTable(
  "leads_happenings",
  {
    accountId: accountId(),
    id: uuid("id").notNull(),
    leadId: uuid("lead_id").notNull(),
    at: instant("at").notNull(),
    what: text("what", { enum: HISTORY_KINDS }).notNull(),
    /** The text of a note, or the reason of an ending. */
    words: text("words"),
    details: jsonb("details").$type<HistoryDetails>().notNull().default({}),
    undoneAt: instant("undone_at"),
  },
  (table) => [
    primaryKey({ columns: [table.accountId, table.id] }),
    index("leads_happenings_lead").on(table.accountId, table.leadId, table.at),
  ],
);

/** Why an address shouldn’t be emailed, weakest first; the strongest reason is stored. */
export const SUPPRESSIONS = ["bad_address", "unsubscribed", "complained"] as const;
export type Suppression = (typeof SUPPRESSIONS)[number];

/**
 * Hashes of addresses that shouldn’t be emailed and numbers that must not be texted. They outlive the lead.
 */
export const leadsSuppressions = pgTable(
  "leads_suppressions",
  {
    accountId: accountId(),
    addressHash: text("address_hash").notNull(),
    reason: text("reason", { enum: SUPPRESSIONS }).notNull(),
    at: instant("at").notNull(),
  },
  (table) => [primaryKey({ columns: [table.accountId, table.addressHash] })],
);

/**
 * Emailed links to a person's data. Only the token's hash is stored; the first browser to open a link gets
 * exclusive use.
 */
export const leadsLinks = pgTable(
  "leads_links",
  {
    accountId: accountId(),
    id: uuid("id").notNull(),
    leadId: uuid("lead_id").notNull(),
    tokenHash: text("token_hash").notNull(),
    createdAt: instant("created_at").notNull(),
    expiresAt: instant("expires_at").notNull(),
    openedAt: instant("opened_at"),
  },
  (table) => [
    primaryKey({ columns: [table.accountId, table.id] }),
    uniqueIndex("leads_links_token").on(table.accountId, table.tokenHash),
    index("leads_links_lead").on(table.accountId, table.leadId),
  ],
);
