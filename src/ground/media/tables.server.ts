import {
  bigint,
  boolean,
  doublePrecision,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  uuid,
} from "drizzle-orm/pg-core";
import { accountId, instant } from "#platform/db/columns.server.ts";
import { KINDS } from "#platform/pictures/kinds.ts";
import { DERIVATIVES } from "./rules.ts";

/**
 * Originals as made by a camera. A row means that the file is complete and stored; only the state of its
 * derivatives ever changes.
 */
export const mediaOriginals = pgTable(
  "media_originals",
  {
    accountId: accountId(),
    /** Of the content, in hex. */
    sha256: text("sha256").notNull(),
    file: text("file").notNull(),
    bytes: bigint("bytes", { mode: "number" }).notNull(),
    /** From its first bytes, confirmed by decoding it. */
    kind: text("kind", { enum: KINDS }).notNull(),
    /** Upright, in pixels; null for a video. */
    width: integer("width"),
    height: integer("height"),
    /** Of a video, if it says so. */
    durationMs: integer("duration_ms"),
    /** As the camera reports it. Private, and in no derivative. */
    takenAt: instant("taken_at"),
    /** The camera's local time, ISO without a zone; without a zone of its own it is read in the job's. */
    takenLocal: text("taken_local"),
    camera: text("camera"),
    latitude: doublePrecision("latitude"),
    longitude: doublePrecision("longitude"),
    /** In meters. */
    accuracy: doublePrecision("accuracy"),
    /**
     * Whether its last rows are missing: a truncated photo is stored anyway, because it is still evidence.
     */
    isIncomplete: boolean("is_incomplete").notNull().default(false),
    /** SHA-256 of the video whose first frame this photo is. */
    posterOf: text("poster_of"),
    uploadedBy: uuid("uploaded_by"),
    receivedAt: instant("received_at").notNull(),
    state: text("state", { enum: ["waiting", "ready", "refused"] }).notNull(),
    /** Why no derivative could be rendered, shown to people. */
    problem: text("problem"),
    thumbhash: text("thumbhash"),
    /** Of what it shows, in hex: nearly equal photos differ in few bits. */
    likeness: text("likeness"),
  },
  (table) => [
    primaryKey({ columns: [table.accountId, table.sha256] }),
    index("media_originals_poster").on(table.accountId, table.posterOf),
    // For the page that verifies a photo: its accounts aren't known.
    index("media_originals_hash").on(table.sha256),
    // For summing an account's storage before each upload.
    index("media_originals_stored").on(table.accountId, table.bytes),
  ],
);

/** Smaller upright renditions of an original, without metadata. */
export const mediaDerivatives = pgTable(
  "media_derivatives",
  {
    accountId: accountId(),
    sha256: text("sha256").notNull(),
    name: text("name", { enum: DERIVATIVES }).notNull(),
    file: text("file").notNull(),
    bytes: integer("bytes").notNull(),
    width: integer("width").notNull(),
    height: integer("height").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.accountId, table.sha256, table.name] }),
    index("media_derivatives_file").on(table.accountId, table.file),
  ],
);

/** Derivatives with what was drawn on the photo, for people outside. */
export const mediaMarked = pgTable(
  "media_marked",
  {
    accountId: accountId(),
    sha256: text("sha256").notNull(),
    /** Of all marks that are in it. */
    digest: text("digest").notNull(),
    name: text("name", { enum: DERIVATIVES }).notNull(),
    file: text("file").notNull(),
    drawnAt: instant("drawn_at").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.accountId, table.sha256, table.digest, table.name] }),
    index("media_marked_file").on(table.accountId, table.file),
  ],
);

/**
 * Originals that only confidential records name: for owners and the people they name (docs/decisions/0073). A
 * row may precede the bytes, and goes when a record that others read names the same original.
 */
export const mediaConfidential = pgTable(
  "media_confidential",
  { accountId: accountId(), sha256: text("sha256").notNull() },
  (table) => [primaryKey({ columns: [table.accountId, table.sha256] })],
);

/** Links originals to jobs; people on a job may see its originals. A link may precede the bytes. */
export const mediaJobs = pgTable(
  "media_jobs",
  {
    accountId: accountId(),
    jobId: uuid("job_id").notNull(),
    sha256: text("sha256").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.accountId, table.jobId, table.sha256] }),
    index("media_jobs_original").on(table.accountId, table.sha256),
  ],
);
