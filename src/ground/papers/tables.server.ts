import { index, integer, jsonb, pgTable, primaryKey, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import type { TableRights } from "#ground/businesses/public.server.ts";
import type { Json } from "#platform/canonical/canonical-json.ts";
import { accountId, instant } from "#platform/db/columns.server.ts";
import { ANSWERS, ASKS, STATES, WAYS } from "./rules.ts";
import type { WaitingMail } from "./send/mail.ts";

/** One version of a document for people outside. Once saved, its file never changes. */
export const papers = pgTable(
  "papers",
  {
    accountId: accountId(),
    /** Made by the tool that owns the paper. */
    id: uuid("id").notNull(),
    /** `report`, `estimate`: which tool hears of the answers. */
    kind: text("kind").notNull(),
    /** What it is the paper of, such as an estimate; the same for all versions. */
    thingId: uuid("thing_id").notNull(),
    version: integer("version").notNull(),
    /** `EST-2026-001`, the same for all versions; null without a series. */
    number: text("number"),
    jobId: uuid("job_id"),
    /** Its page in the account, such as `/account/reports/{id}`. */
    accountPath: text("account_path").notNull(),
    title: text("title").notNull(),
    /** Key in the file store. */
    file: text("file").notNull(),
    fileName: text("file_name").notNull(),
    /** Of the file's bytes, in hex. */
    sha256: text("sha256").notNull(),
    /** How many people must approve; null where each answers for themselves. */
    approvers: integer("approvers"),
    /** After that, nobody can approve or decline. */
    answerBy: instant("answer_by"),
    state: text("state", { enum: STATES }).notNull(),
    stateAt: instant("state_at").notNull(),
    madeBy: uuid("made_by"),
    createdAt: instant("created_at").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.accountId, table.id] }),
    uniqueIndex("papers_version").on(table.accountId, table.kind, table.thingId, table.version),
    index("papers_of_job").on(table.accountId, table.jobId),
  ],
);

/** Somebody outside who got a paper, with a link of their own. */
export const papersRecipients = pgTable(
  "papers_recipients",
  {
    accountId: accountId(),
    id: uuid("id").notNull(),
    paperId: uuid("paper_id").notNull(),
    way: text("way", { enum: WAYS }).notNull(),
    /** In lower case. Empty for a link that was handed over, and after an erasure. */
    address: text("address").notNull(),
    /** The client, if they are a lead. */
    leadId: uuid("lead_id"),
    linkId: uuid("link_id").notNull(),
    asks: text("asks", { enum: ASKS }).notNull(),
    /** From 1, where people approve one after the other; null for everyone else. */
    turn: integer("turn"),
    /** The email that they get when it is their turn; null once they have it. */
    waiting: jsonb("waiting").$type<WaitingMail>(),
    sentBy: uuid("sent_by"),
    at: instant("at").notNull(),
    /** When a person, not a program, first had it before them. */
    viewedAt: instant("viewed_at"),
  },
  (table) => [
    primaryKey({ columns: [table.accountId, table.id] }),
    index("papers_recipients_of_paper").on(table.accountId, table.paperId),
    index("papers_recipients_lead").on(table.accountId, table.leadId),
    index("papers_recipients_at").on(table.accountId, table.at),
    uniqueIndex("papers_recipients_link").on(table.accountId, table.linkId),
  ],
);

/** What a person outside answered. Only an erasure changes it. */
export const papersAnswers = pgTable(
  "papers_answers",
  {
    accountId: accountId(),
    id: uuid("id").notNull(),
    paperId: uuid("paper_id").notNull(),
    recipientId: uuid("recipient_id").notNull(),
    answer: text("answer", { enum: ANSWERS }).notNull(),
    /** As they typed it. */
    name: text("name").notNull(),
    /** Their reason, comment or question. */
    words: text("words").notNull(),
    /** What else they chose, as the tool of the paper reads it; null for nothing. */
    details: jsonb("details").$type<Json>(),
    /** The signature that it was given with. */
    signatureId: uuid("signature_id"),
    at: instant("at").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.accountId, table.id] }),
    index("papers_answers_of_paper").on(table.accountId, table.paperId, table.at),
  ],
);

/** The last number given in a series, such as `EST-2026`. */
export const papersSeries = pgTable(
  "papers_series",
  {
    accountId: accountId(),
    series: text("series").notNull(),
    last: integer("last").notNull(),
  },
  (table) => [primaryKey({ columns: [table.accountId, table.series] })],
);

const WORK = { read: "work.read", write: "work.write" } as const;

/** Guests of a job have no access: what is sent to a client is the business's matter. */
export const papersTableRights: Readonly<Record<string, TableRights>> = {
  papers: WORK,
  papers_recipients: WORK,
  papers_answers: WORK,
};
