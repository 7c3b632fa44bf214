import { z } from "zod";

// The protocol between device and server. Old devices come back after months, so only add to it.

/** Version of what a device sends. The server accepts every version ever used. */
export const WIRE_VERSION = 1;
export const MOST_COMMANDS = 100;
/** Largest command as JSON, in bytes: enough for a long note, not for a file. */
export const MOST_COMMAND_BYTES = 64 * 1024;

const json: z.ZodType<import("../rules.ts").Json> = z.json();
const sha256 = z.string().regex(/^[0-9a-f]{64}$/);
const field = z.string().regex(/^[a-z][A-Za-z0-9]*(\.[A-Za-z0-9-]{1,64})?$/);

export const commandSchema = z.object({
  id: z.uuid(),
  kind: z.string().regex(/^[a-z]+\.[a-z-]+$/),
  record: z.uuid(),
  job: z.uuid().nullable(),
  sets: z.record(field, json).refine((sets) => Object.keys(sets).length > 0, "This change is empty."),
  replaces: z.record(field, z.array(z.uuid()).max(100)),
  /** Up to the year 9999. */
  capturedAt: z.int().min(0).max(253_402_300_799_999),
  skew: z.int(),
  zone: z.string().max(64),
  media: z.array(sha256).max(100),
});

/**
 * `POST /account/sync/commands`. Each command is parsed separately, so an unreadable one doesn't block the
 * others.
 */
export const sentSchema = z.object({
  version: z.int().min(1),
  device: z.uuid(),
  commands: z.array(z.unknown()).max(MOST_COMMANDS),
});

/**
 * Result of one command. `held`: stored durably with everything it caused. `refused`: can never be applied as
 * it is; `why` is shown to people. `later`: send it again (an unknown kind while the server is being
 * updated).
 */
export type Outcome =
  | { readonly id: string; readonly is: "held" }
  | { readonly id: string; readonly is: "refused"; readonly code: string; readonly why: string }
  | { readonly id: string; readonly is: "later"; readonly why: string };

/** The response to `POST /account/sync/commands`. */
export interface CommandsAnswer {
  /** Tells our response from a captive portal's 200. */
  readonly plumbline: 1;
  /** In the order sent; `id` is "" if none could be read. */
  readonly outcomes: readonly Outcome[];
  /** The account's count afterwards. */
  readonly upTo: number;
  /** Server clock, milliseconds since 1970; devices measure their skew by it. */
  readonly now: number;
}

/** A record as stored on the server. */
export interface StoredRecord {
  readonly kind: string;
  readonly id: string;
  readonly job: string | null;
  /** The account's count at the record's last change. */
  readonly revision: number;
  readonly fields: import("../rules.ts").Fields;
}

/**
 * All but what is confidential; all but what is private to others; or those of one job that guests may see.
 * The first two also with what is confidential.
 */
export type Sees = "all" | "all-confidential" | "shared" | "shared-confidential" | "as-guest";

/**
 * The response to `GET /account/sync/records?since=N[&job=ID[&happened=M]]`. Without `job`: account-level
 * records and all jobs. With it: that job and its records; with `happened`, also events on it that no device
 * wrote.
 */
export interface Newer {
  readonly plumbline: 1;
  readonly records: readonly StoredRecord[];
  readonly upTo: number;
  readonly more: boolean;
  /**
   * Which part of the records this person may have. Once it differs from what it was, such as when a member
   * is made a manager, a device asks from 0 again, and then deletes what it didn’t get.
   */
  readonly sees: Sees;
  /** If requested: records that only the server writes, numbered by the job's own count. */
  readonly happened?: {
    readonly records: readonly StoredRecord[];
    readonly upTo: number;
    readonly more: boolean;
  };
  readonly now: number;
}
