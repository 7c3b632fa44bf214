// Long because every table about a person stands here, beside the others that they are erased with.
import type { ReplyFile } from "./mail/reply-file.ts";
import { type SQL, sql } from "drizzle-orm";
import {
  bigint,
  boolean,
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
import { SPACINGS } from "./preferences/spacing.ts";
import { stageExpression, stageSinceExpression } from "./stage/stage-expression.server.ts";
import { OPEN_STAGES } from "./stage/stages.ts";
import type { Answers, FormAsks } from "./form/questions.ts";

/** What a personal page gives away: a snapshot, so that the page never depends on the maker's tables. */
export interface Offer {
  readonly kind: "magnet";
  readonly magnetId: string;
  readonly title: string;
  readonly promise: string;
  /** The document in the file store, and the name it is downloaded as. */
  readonly file: string;
  readonly fileName: string;
}

/** A business's personal page, `/p/{slug}`. */
export const leadsPages = pgTable(
  "leads_pages",
  {
    accountId: accountId(),
    id: uuid("id").notNull(),
    slug: text("slug").notNull(),
    offer: jsonb("offer").$type<Offer>().notNull(),
    /** What its form asks; null for name and email alone. */
    form: jsonb("form").$type<FormAsks>(),
    createdAt: instant("created_at").notNull(),
    closedAt: instant("closed_at"),
  },
  (table) => [primaryKey({ columns: [table.accountId, table.id] })],
);

/**
 * Directory: which account and page a slug means. Public by nature, readable by all; written only inside the
 * account.
 */
export const leadsSlugs = pgTable(
  "leads_slugs",
  {
    slug: text("slug").primaryKey(),
    accountId: accountId(),
    pageId: uuid("page_id").notNull(),
  },
  (table) => [index("leads_slugs_page").on(table.accountId, table.pageId)],
);

/** A person who showed interest: one per business and address. */
export const leads = pgTable(
  "leads",
  {
    accountId: accountId(),
    id: uuid("id").notNull(),
    name: text("name").notNull(),
    /** Lower case: the same person twice is one lead. */
    email: text("email").notNull(),
    /** Name and address as they are searched: see folded(). */
    searched: text("searched").generatedAlwaysAs((): SQL => foldedSql(sql`name || ' ' || email`)),
    createdAt: instant("created_at").notNull(),
    repliedAt: instant("replied_at"),
    unsubscribedAt: instant("unsubscribed_at"),
    /** Since when their address is known not to work. */
    bouncedAt: instant("bounced_at"),
    /** E.164, where they left one. */
    phone: text("phone"),
    /** Since when they want no texts. Mail goes on. */
    textsStoppedAt: instant("texts_stopped_at"),
    /** The first day, by the business's calendar, on which they may be written to again, as they asked. */
    pausedUntil: date("paused_until", { mode: "string" }),
    /** How far apart they asked mails to be; null as planned. */
    mailSpacing: text("mail_spacing", { enum: SPACINGS }),
    /**
     * Since when their address waits to be confirmed, where the form asks for that: until then nothing is
     * sent to them.
     */
    unconfirmedSince: instant("unconfirmed_since"),
    /** When they were last asked to confirm it, by mail. */
    confirmAskedAt: instant("confirm_asked_at"),
    /** Since when the address is known to be theirs, by a link that was mailed to it. */
    confirmedAt: instant("confirmed_at"),
    /** Since when they have an appointment. */
    bookedAt: instant("booked_at"),
    /** How it ended, and when the business said so. */
    outcome: text("outcome", { enum: ["won", "lost"] }),
    outcomeAt: instant("outcome_at"),
    /**
     * The business wants to see to them later: not on its list of the day before this. What they do
     * themselves ends it.
     */
    laterUntil: instant("later_until"),
    /** Why it ended so, in the business's words. */
    outcomeReason: text("outcome_reason"),
    /** What the work is worth, in cents of the business's currency. */
    valueCents: bigint("value_cents", { mode: "number" }),
    /**
     * Where the business put them by hand, and when: it counts until something happens that says more. See
     * stages.ts.
     */
    stage: text("stage", { enum: OPEN_STAGES }),
    stageAt: instant("stage_at"),
  },
  (table) => [
    primaryKey({ columns: [table.accountId, table.id] }),
    uniqueIndex("leads_email").on(table.accountId, table.email),
    index("leads_newest").on(table.accountId, table.createdAt),
    // The first people of each stage are found without sorting the others. The expressions are those of the
    // query, letter by letter.
    index("leads_stage").on(table.accountId, stageExpression, stageSinceExpression),
    index("leads_phone")
      .on(table.phone, table.accountId)
      .where(sql`phone is not null`),
    // What needs somebody to decide: few rows, and asked for at every look at the day.
    index("leads_bounced")
      .on(table.accountId, table.bouncedAt)
      .where(sql`bounced_at is not null`),
    index("leads_unconfirmed_since")
      .on(table.accountId, table.unconfirmedSince)
      .where(sql`unconfirmed_since is not null`),
  ],
);

/**
 * What a client left on a personal page, durable the moment they are thanked. Within moments it becomes a
 * lead with touch, consent and enrolment, in the transaction that takes it out of here; see convertCaptures().
 */
export const leadsCaptures = pgTable(
  "leads_captures",
  {
    accountId: accountId(),
    /**
     * Made with the form, so that a double submit is one capture. A form sent again with another address is
     * another person.
     */
    id: uuid("id").notNull(),
    pageId: uuid("page_id").notNull(),
    name: text("name").notNull(),
    email: text("email").notNull(),
    source: jsonb("source").$type<Record<string, string>>().notNull(),
    /** What they answered beside name and email; null for nothing. */
    answers: jsonb("answers").$type<Answers>(),
    at: instant("at").notNull(),
  },
  (table) => [primaryKey({ columns: [table.accountId, table.id, table.email] })],
);

/**
 * A capture that looks like spam: kept for 30 days for its business to say whether a person sent it. A table
 * of its own, so that those who wait for nobody, which is nearly everybody, have theirs to themselves.
 */
export const leadsHeldBack = pgTable(
  "leads_held_back",
  {
    accountId: accountId(),
    id: uuid("id").notNull(),
    pageId: uuid("page_id").notNull(),
    name: text("name").notNull(),
    email: text("email").notNull(),
    source: jsonb("source").$type<Record<string, string>>().notNull(),
    answers: jsonb("answers").$type<Answers>(),
    /** The signs of spam.ts that held it, the weightiest first. */
    reasons: jsonb("reasons").$type<readonly string[]>().notNull(),
    at: instant("at").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.accountId, table.id, table.email] }),
    index("leads_held_back_newest").on(table.accountId, table.at),
    index("leads_held_back_oldest").on(table.at),
  ],
);

/**
 * What somebody asked for with an address that is not known to be theirs, on a form that asks to confirm it.
 * It is neither a touch nor a consent before a hand has pressed the button behind the mailed link; see
 * confirm.server.ts.
 */
export const leadsUnconfirmed = pgTable(
  "leads_unconfirmed",
  {
    accountId: accountId(),
    leadId: uuid("lead_id").notNull(),
    /** The capture's, so that a double submit is one. */
    id: uuid("id").notNull(),
    pageId: uuid("page_id").notNull(),
    name: text("name").notNull(),
    at: instant("at").notNull(),
    source: jsonb("source").$type<Record<string, string>>().notNull(),
    answers: jsonb("answers").$type<Answers>(),
    /** The words they saw, as they were then. */
    wordingVersion: text("wording_version").notNull(),
    wording: text("wording").notNull(),
    /** Those about texts, which count where the answers say so. */
    textWording: text("text_wording").notNull(),
    shownAt: text("shown_at").notNull(),
    /** When the mail was made that asks about it; null while no mail may go out from here. */
    askedAt: instant("asked_at"),
  },
  (table) => [
    primaryKey({ columns: [table.accountId, table.leadId, table.id] }),
    index("leads_unconfirmed_to_ask")
      .on(table.accountId)
      .where(sql`asked_at is null`),
  ],
);

/** Each time somebody showed interest. The id comes from the form, so a double submit is one touch. */
export const leadsTouches = pgTable(
  "leads_touches",
  {
    accountId: accountId(),
    id: uuid("id").notNull(),
    leadId: uuid("lead_id").notNull(),
    /** None where a file brought them and no page's follow-up was chosen. */
    pageId: uuid("page_id"),
    at: instant("at").notNull(),
    source: jsonb("source").$type<Record<string, string>>().notNull(),
    /** What they answered beside name and email; null for nothing. */
    answers: jsonb("answers").$type<Answers>(),
  },
  (table) => [
    primaryKey({ columns: [table.accountId, table.id] }),
    // In the order of time, so that each one's first is found without sorting.
    index("leads_touches_lead").on(table.accountId, table.leadId, table.at),
  ],
);

/** What a person agreed to, in the words they saw. */
export const leadsConsents = pgTable(
  "leads_consents",
  {
    accountId: accountId(),
    id: uuid("id").notNull(),
    leadId: uuid("lead_id").notNull(),
    /** What it allows: to write to them, or to text them. Each is asked for by itself. */
    channel: text("channel", { enum: ["mail", "text"] })
      .notNull()
      .default("mail"),
    wordingVersion: text("wording_version").notNull(),
    wording: text("wording").notNull(),
    /** The page they saw them on. */
    source: text("source").notNull(),
    at: instant("at").notNull(),
    /** When they said so once more by a link that was mailed to them; null where nobody asked for that. */
    confirmedAt: instant("confirmed_at"),
  },
  (table) => [
    primaryKey({ columns: [table.accountId, table.id] }),
    index("leads_consents_lead").on(table.accountId, table.leadId),
  ],
);

/** A reply, heard by an inbound webhook or a mailbox, or reported by the owner. */
export const leadsReplies = pgTable(
  "leads_replies",
  {
    accountId: accountId(),
    id: uuid("id").notNull(),
    leadId: uuid("lead_id").notNull(),
    via: text("via", { enum: ["mail", "owner", "text"] }).notNull(),
    at: instant("at").notNull(),
    /**
     * The mail's own Message-ID, or Twilio's of a text, so that the same one delivered twice is one reply.
     */
    messageId: text("message_id"),
    subject: text("subject"),
    body: text("body"),
    /**
     * Message-IDs of the conversation that a mail came in, as its headers name them: an answer names them
     * too.
     */
    thread: text("thread"),
    /** What came with a mail, in the order in which it came. */
    files: jsonb("files").$type<readonly ReplyFile[]>().notNull().default([]),
    /**
     * Whether it waits for an answer. Null of one from before this was kept, until an upgrade has looked at
     * it (`rereadOldReplies`).
     */
    waiting: boolean("waiting"),
  },
  (table) => [
    primaryKey({ columns: [table.accountId, table.id] }),
    uniqueIndex("leads_replies_message").on(table.accountId, table.messageId),
    index("leads_replies_lead").on(table.accountId, table.leadId, table.at),
    // The newest first, of all and of those who wait: a list reads as many rows as it shows.
    index("leads_replies_newest").on(table.accountId, table.at),
    index("leads_replies_waiting")
      .on(table.accountId, table.at)
      .where(sql`waiting`),
  ],
);

/**
 * What somebody of the business wrote to a lead by hand, to answer them. The message that carries it has the
 * same id, and its state says what became of it; there is none for one that was taken back.
 */
export const leadsAnswers = pgTable(
  "leads_answers",
  {
    accountId: accountId(),
    /** Made with the form, so that a double submit is one answer. */
    id: uuid("id").notNull(),
    leadId: uuid("lead_id").notNull(),
    via: text("via", { enum: ["mail", "text"] }).notNull(),
    /** Null of a text. */
    subject: text("subject"),
    /**
     * As it was typed: without signature and quoted words. Of one that was taken back, until the next is
     * written.
     */
    body: text("body").notNull(),
    at: instant("at").notNull(),
    /** Until then it can be taken back with nobody having seen it. */
    leavesAt: instant("leaves_at").notNull(),
    takenBackAt: instant("taken_back_at"),
  },
  (table) => [
    primaryKey({ columns: [table.accountId, table.id] }),
    index("leads_answers_lead").on(table.accountId, table.leadId, table.at),
  ],
);

/**
 * What happened with a lead that stands nowhere else: what the business said and noted of them, and what they
 * asked for.
 */
export const leadsHappenings = pgTable(
  "leads_happenings",
  {
    accountId: accountId(),
    id: uuid("id").notNull(),
    leadId: uuid("lead_id").notNull(),
    at: instant("at").notNull(),
    what: text("what", { enum: HISTORY_KINDS }).notNull(),
    /** Of a note its words, of an end its reason. */
    words: text("words"),
    details: jsonb("details").$type<HistoryDetails>().notNull().default({}),
    /** Since when it is taken back. */
    undoneAt: instant("undone_at"),
  },
  (table) => [
    primaryKey({ columns: [table.accountId, table.id] }),
    index("leads_happenings_lead").on(table.accountId, table.leadId, table.at),
  ],
);

/** Why an address must not be written to; of several the last here is the one that stays. */
export const SUPPRESSIONS = ["bad_address", "unsubscribed", "complained"] as const;
export type Suppression = (typeof SUPPRESSIONS)[number];

/**
 * Addresses that must not be written to, and numbers that must not be texted, as a hash: it outlives the
 * lead.
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
 * Links to what is held about a lead, mailed to the lead's own address when somebody asks. The token is never
 * kept, only its hash; the first who opens it has it to themselves.
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

/** Mail that arrived at the signed webhook, kept until its task has read it. */
export const leadsInboundMails = pgTable("leads_inbound_mails", {
  id: uuid("id").primaryKey(),
  /** SHA-256 of the raw message: the same delivery twice is one row. */
  hash: text("hash").notNull().unique(),
  raw: text("raw").notNull(),
  receivedAt: instant("received_at").notNull(),
  readAt: instant("read_at"),
  /** Hashes of the addresses it was for: whether what is answered to one of them comes here. */
  recipients: text("recipients").array().notNull().default([]),
});

/**
 * Texts that came in, so that the same one delivered again, however late, does nothing. Neither number nor
 * words.
 */
export const leadsInboundTexts = pgTable(
  "leads_inbound_texts",
  {
    accountId: accountId(),
    /** Twilio's name for it. */
    sid: text("sid").notNull(),
    at: instant("at").notNull(),
  },
  (table) => [primaryKey({ columns: [table.accountId, table.sid] })],
);

export const leadsReadableRows = { leads_slugs: "true" };
