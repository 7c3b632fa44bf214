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
 * What a camera made, as it was made. A row says that its file is whole and stored; nothing but its
 * derivatives' state ever changes.
 */
export const mediaOriginals = pgTable(
  "media_originals",
  {
    accountId: accountId(),
    /** Of the content, in hex. */
    sha256: text("sha256").notNull(),
    /** Key in the file store. */
    file: text("file").notNull(),
    bytes: bigint("bytes", { mode: "number" }).notNull(),
    /** By its first bytes, and read to its end as that. */
    kind: text("kind", { enum: KINDS }).notNull(),
    /** Upright, in pixels; null for a video. */
    width: integer("width"),
    height: integer("height"),
    /** Of a video, where it says so. */
    durationMs: integer("duration_ms"),
    /** What the camera says, and nothing more than that: private, and part of no derivative. */
    takenAt: instant("taken_at"),
    /**
     * The camera's clock on the wall, ISO without a zone: for a photo that says no zone, it is read in that
     * of its job.
     */
    takenLocal: text("taken_local"),
    camera: text("camera"),
    latitude: doublePrecision("latitude"),
    longitude: doublePrecision("longitude"),
    /** In metres. */
    accuracy: doublePrecision("accuracy"),
    /**
     * Whether its last rows are missing: it was cut off on its way, and is kept as the evidence that it is.
     */
    isIncomplete: boolean("is_incomplete").notNull().default(false),
    /** SHA-256 of the video whose first frame this photo is. */
    posterOf: text("poster_of"),
    uploadedBy: uuid("uploaded_by"),
    receivedAt: instant("received_at").notNull(),
    state: text("state", { enum: ["waiting", "ready", "refused"] }).notNull(),
    /** Why no derivative could be drawn, for people. */
    problem: text("problem"),
    /** Base64 of a ThumbHash: some 25 bytes that look like the photo until it is there. */
    thumbhash: text("thumbhash"),
  },
  (table) => [
    primaryKey({ columns: [table.accountId, table.sha256] }),
    index("media_originals_poster").on(table.accountId, table.posterOf),
    // What an account has stored is added up before each upload.
    index("media_originals_stored").on(table.accountId, table.bytes),
  ],
);

/** What was drawn from an original: upright, smaller, and without anything but the picture. */
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

/**
 * Which jobs an original belongs to: whoever works on one of them may see it. May be known before its bytes
 * arrive.
 */
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
