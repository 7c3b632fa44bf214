import { type SQL, sql } from "drizzle-orm";
import {
  bigint,
  boolean,
  customType,
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
import type { Drawing } from "#ground/signatures/public.ts";
import { accountId, instant } from "#platform/db/columns.server.ts";
import type { StepsDone } from "./incidents/forms/dates.ts";
import type { CertifiedForm } from "./incidents/forms/open-cases.ts";
import type { Owner } from "./incidents/forms/summary.ts";
import { SHEET_LANGUAGES, TYPES } from "./sheets/sheet.ts";

/** Links that open without an account: to sign a talk or plan, the sheets of a job, its emergency card. */
export const safetyLinks = pgTable(
  "safety_links",
  {
    accountId: accountId(),
    /** What it opens: a record, or a job whose sheets it lists. */
    aboutId: uuid("talk_id").notNull(),
    /** In `shares_links`. */
    linkId: uuid("link_id").notNull(),
    /** Its token, encrypted, so that the same QR code can be shown again. */
    sealed: text("sealed").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.accountId, table.aboutId] }),
    uniqueIndex("safety_links_link").on(table.accountId, table.linkId),
  ],
);

/** A place of the business with OSHA forms of its own. Jobs belong to the oldest unless they say another. */
export const safetyEstablishments = pgTable(
  "safety_establishments",
  {
    accountId: accountId(),
    id: uuid("id").notNull(),
    name: text("name").notNull(),
    /** The company’s legal name. */
    company: text("company").notNull(),
    ein: text("ein").notNull(),
    street: text("street").notNull(),
    city: text("city").notNull(),
    state: text("state").notNull(),
    zip: text("zip").notNull(),
    industry: text("industry").notNull(),
    naics: text("naics").notNull(),
    owner: integer("owner").$type<Owner>().notNull(),
    createdAt: instant("created_at").notNull(),
  },
  (table) => [primaryKey({ columns: [table.accountId, table.id] })],
);

/** Jobs of an establishment other than the oldest. */
export const safetyEstablishmentJobs = pgTable(
  "safety_establishment_jobs",
  {
    accountId: accountId(),
    jobId: uuid("job_id").notNull(),
    establishmentId: uuid("establishment_id").notNull(),
  },
  (table) => [primaryKey({ columns: [table.accountId, table.jobId] })],
);

/** What an establishment typed for a year. Null: not known yet. */
export const safetyYears = pgTable(
  "safety_years",
  {
    accountId: accountId(),
    establishmentId: uuid("establishment_id").notNull(),
    year: integer("year").notNull(),
    headcount: integer("headcount"),
    averageEmployees: integer("average_employees"),
    hours: bigint("hours", { mode: "number" }),
    /** On which day each step was done, such as posting form 300A. */
    done: jsonb("done").$type<StepsDone>().notNull().default({}),
  },
  (table) => [primaryKey({ columns: [table.accountId, table.establishmentId, table.year] })],
);

/** What the whole company typed for a year. */
export const safetyCompanyYears = pgTable(
  "safety_company_years",
  {
    accountId: accountId(),
    year: integer("year").notNull(),
    /** The most people employed at the same time in the year before. */
    mostInCompany: integer("most_in_company"),
    /** The insurer’s experience modification rate, in hundredths: 87 is 0.87. */
    emr: integer("emr"),
  },
  (table) => [primaryKey({ columns: [table.accountId, table.year] })],
);

/** Form 300A as somebody certified it. Rows never change; a change of the log needs another one. */
export const safetyCertificates = pgTable(
  "safety_certificates",
  {
    accountId: accountId(),
    /** Made by the form, so that sending it twice certifies once. */
    id: uuid("id").notNull(),
    establishmentId: uuid("establishment_id").notNull(),
    year: integer("year").notNull(),
    /** From 1 on; later ones are amended. */
    version: integer("version").notNull(),
    /** What was certified. Of cases, only the days of those that were open. */
    form: jsonb("form").$type<CertifiedForm>().notNull(),
    name: text("name").notNull(),
    title: text("title").notNull(),
    phone: text("phone").notNull(),
    /** "2027-01-28" */
    day: text("day").notNull(),
    drawing: jsonb("drawing").$type<Drawing>().notNull(),
    /** Why it was amended; "" for the first. */
    reason: text("reason").notNull(),
    certifiedBy: uuid("certified_by"),
    certifiedAt: instant("certified_at").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.accountId, table.id] }),
    uniqueIndex("safety_certificates_version").on(
      table.accountId,
      table.establishmentId,
      table.year,
      table.version,
    ),
  ],
);

const searchable = customType<{ data: string }>({ dataType: () => "tsvector" });

/** The library of a business: safety data sheets and safety plans. Rows stay when a sheet is removed. */
export const safetySheets = pgTable(
  "safety_sheets",
  {
    accountId: accountId(),
    id: uuid("id").notNull(),
    name: text("name").notNull(),
    type: text("type", { enum: TYPES }).notNull(),
    /** Empty if nobody typed it. */
    maker: text("maker").notNull(),
    language: text("language", { enum: SHEET_LANGUAGES }).notNull(),
    reviewOn: date("review_on", { mode: "string" }),
    /** The latest. */
    version: integer("version").notNull(),
    addedAt: instant("added_at").notNull(),
    removedAt: instant("removed_at"),
    /** Folded, see `foundBy`: of its name, its maker, and its latest version. */
    words: text("words").notNull(),
    search: searchable("search").generatedAlwaysAs((): SQL => sql`strip(to_tsvector('simple', words))`),
  },
  (table) => [
    primaryKey({ columns: [table.accountId, table.id] }),
    index("safety_sheets_name").on(table.accountId, table.name),
    index("safety_sheets_search").using("gin", table.search),
  ],
);

/** Every version of a sheet. None is ever changed or deleted. */
export const safetySheetVersions = pgTable(
  "safety_sheet_versions",
  {
    accountId: accountId(),
    sheetId: uuid("sheet_id").notNull(),
    /** From 1. */
    version: integer("version").notNull(),
    /** As printed on it. */
    revisedOn: date("revised_on", { mode: "string" }),
    /** Of its PDF, in the file store; in hex. */
    sha256: text("sha256").notNull(),
    file: text("file").notNull(),
    /** As the person's device named it. */
    fileName: text("file_name").notNull(),
    bytes: integer("bytes").notNull(),
    pages: integer("pages").notNull(),
    hasText: boolean("has_text").notNull(),
    /** Of its text, each once, folded. */
    words: text("words").notNull(),
    addedAt: instant("added_at").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.accountId, table.sheetId, table.version] }),
    index("safety_sheet_versions_file").on(table.accountId, table.sha256),
  ],
);
