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
import { accountId, instant } from "#platform/db/columns.server.ts";
import type { Snapshot } from "./content/snapshot.ts";

/** What the office has written for the package of a job, one per job. Null stands for the usual text. */
export const closeoutsPackages = pgTable(
  "closeouts_packages",
  {
    accountId: accountId(),
    jobId: uuid("job_id").notNull(),
    letter: text("letter"),
    contacts: text("contacts"),
    /** Ids of parts that people left out; everything else is in, and so is what comes later. */
    leftOut: text("left_out").array().notNull(),
    /** Whether the client is offered the yearly follow-up. */
    offersYearly: boolean("offers_yearly").notNull(),
    updatedAt: instant("updated_at").notNull(),
    updatedBy: uuid("updated_by"),
  },
  (table) => [primaryKey({ columns: [table.accountId, table.jobId] })],
);

/** PDFs that the office added, such as the manual of a water heater. */
export const closeoutsManuals = pgTable(
  "closeouts_manuals",
  {
    accountId: accountId(),
    id: uuid("id").notNull(),
    jobId: uuid("job_id").notNull(),
    name: text("name").notNull(),
    /** Key in the file store. Versions that were published go on using it once the manual is removed. */
    file: text("file").notNull(),
    sha256: text("sha256").notNull(),
    bytes: integer("bytes").notNull(),
    pages: integer("pages").notNull(),
    addedAt: instant("added_at").notNull(),
    addedBy: uuid("added_by"),
    removedAt: instant("removed_at"),
  },
  (table) => [
    primaryKey({ columns: [table.accountId, table.id] }),
    index("closeouts_manuals_of_job").on(table.accountId, table.jobId),
  ],
);

/** What was published. Once made, a version never changes. */
export const closeoutsVersions = pgTable(
  "closeouts_versions",
  {
    accountId: accountId(),
    id: uuid("id").notNull(),
    jobId: uuid("job_id").notNull(),
    /** From 1. */
    version: integer("version").notNull(),
    state: text("state", { enum: ["waiting", "ready", "failed"] }).notNull(),
    problem: text("problem"),
    /** As its page shows it. Null, like the following columns, until it is made. */
    page: jsonb("page").$type<Snapshot>(),
    /** Key of the PDF in the file store. */
    file: text("file"),
    fileName: text("file_name"),
    sha256: text("sha256"),
    bytes: integer("bytes"),
    madeBy: uuid("made_by"),
    createdAt: instant("created_at").notNull(),
    readyAt: instant("ready_at"),
  },
  (table) => [
    primaryKey({ columns: [table.accountId, table.id] }),
    uniqueIndex("closeouts_versions_of_job").on(table.accountId, table.jobId, table.version),
  ],
);

/** That a client asked for the yearly follow-up, once per job. */
export const closeoutsReminders = pgTable(
  "closeouts_reminders",
  {
    accountId: accountId(),
    jobId: uuid("job_id").notNull(),
    /** Through whose link. */
    recipientId: uuid("recipient_id").notNull(),
    at: instant("at").notNull(),
  },
  (table) => [primaryKey({ columns: [table.accountId, table.jobId] })],
);

const WORK = { read: "work.read", write: "work.write" } as const;

/** Guests have no access: what a client gets at the end is the business's matter. */
export const closeoutsTableRights = {
  closeouts_packages: WORK,
  closeouts_manuals: WORK,
  closeouts_versions: WORK,
  closeouts_reminders: WORK,
} as const;
