import { z } from "zod";

// What a device and the server say to each other. Old devices come back after months: what is written here is
// only ever added to.

/** Version of what a device sends. The server takes every version there ever was. */
export const WIRE_VERSION = 1;
/** Commands in one request. */
export const MOST_COMMANDS = 100;
/** Bytes of one command as JSON: a long note has room, a file does not. */
export const MOST_COMMAND_BYTES = 64 * 1024;

const json: z.ZodType<import("../rules.ts").Json> = z.json();
const sha256 = z.string().regex(/^[0-9a-f]{64}$/);
const field = z.string().regex(/^[a-z][A-Za-z0-9]*(\.[A-Za-z0-9-]{1,64})?$/);

/** One command as it is sent. */
export const commandSchema = z.object({
  id: z.uuid(),
  kind: z.string().regex(/^[a-z]+\.[a-z-]+$/),
  record: z.uuid(),
  job: z.uuid().nullable(),
  sets: z.record(field, json).refine((sets) => Object.keys(sets).length > 0, "It sets nothing."),
  replaces: z.record(field, z.array(z.uuid()).max(100)),
  /** Up to the year 9999. */
  capturedAt: z.int().min(0).max(253_402_300_799_999),
  skew: z.int(),
  zone: z.string().max(64),
  media: z.array(sha256).max(100),
});

/**
 * `POST /account/sync/commands`. Each command is read by itself, so that one that can't be read doesn't hold
 * up the others.
 */
export const sentSchema = z.object({
  version: z.int().min(1),
  /** UUIDv7 of the browser. */
  device: z.uuid(),
  commands: z.array(z.unknown()).max(MOST_COMMANDS),
});

/**
 * What became of a command. `held`: stored for good, and so is all that it did. `refused`: it will never be
 * taken as it is; `why` is for people. `later`: not now (an unknown kind on a server that is being updated);
 * it is sent again.
 */
export type Outcome =
  | { readonly id: string; readonly is: "held" }
  | { readonly id: string; readonly is: "refused"; readonly code: string; readonly why: string }
  | { readonly id: string; readonly is: "later"; readonly why: string };

/** The answer to `POST /account/sync/commands`. */
export interface Taken {
  /** Tells our answer from what a captive portal says with 200. */
  readonly plumbline: 1;
  /** In the order they were sent; `id` is "" where none could be read. */
  readonly outcomes: readonly Outcome[];
  /** The account's count after it. */
  readonly upTo: number;
  /** The server's clock, milliseconds since 1970: a device measures its own by it. */
  readonly now: number;
}

/** One record as the server holds it. */
export interface StoredRecord {
  readonly kind: string;
  readonly id: string;
  readonly job: string | null;
  /** The account's count at its last change. */
  readonly revision: number;
  readonly fields: import("../rules.ts").Fields;
}

/**
 * The answer to `GET /account/sync/records?since=N[&job=ID[&happened=M]]`: without `job` what belongs to the
 * account, and its jobs; with it that job and what belongs to it; with `happened` also what happened on it
 * that no device wrote.
 */
export interface Newer {
  readonly plumbline: 1;
  readonly records: readonly StoredRecord[];
  /** Ask on from here. */
  readonly upTo: number;
  /** There is more after it. */
  readonly more: boolean;
  /** Where it was asked for: records that only the server writes, with a count of the job's own. */
  readonly happened?: {
    readonly records: readonly StoredRecord[];
    readonly upTo: number;
    readonly more: boolean;
  };
  readonly now: number;
}
