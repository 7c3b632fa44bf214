import type { AccountContext } from "#platform/db/scope.server.ts";
import type { Json } from "#ground/sync/public.server.ts";

/** A job, in the words of a file. */
export interface NamedJob {
  readonly name: string;
  readonly address: string | null;
}

/** Where a record goes, once the import knows. */
export interface ImportTarget {
  readonly id: string;
  /** Null for what is on no job. */
  readonly job: string | null;
  readonly account: string;
  /** IANA zone of the business. */
  readonly zone: string;
  /** The bytes of a file of the ZIP. @throws Error if it is damaged */
  file(path: string): Promise<Uint8Array<ArrayBuffer>>;
}

/** One write of a record of ours. */
export interface ImportWrite {
  readonly id: string;
  readonly kind: string;
  readonly sets: Readonly<Record<string, Json>>;
  /** SHA-256 of the photos that `sets` names. */
  readonly media?: readonly string[];
}

/** What an import makes of one thing in a file. */
export interface ImportedRecord {
  /** Which thing it is in the other product: importing the same key again adds nothing. */
  readonly key: string;
  /** For the preview. */
  readonly title: string;
  readonly details: string;
  /** What couldn’t be read, and is left out of it. */
  readonly leftOut?: string | undefined;
  /** Whether it is a job itself. */
  readonly isJob?: true;
  /** Of a job: its own name and address. Of what is on a job: the job’s, or null if the file doesn’t say. */
  readonly job: NamedJob | null;
  /** Its id, where it isn’t made from the key, such as a photo’s from its bytes. */
  idOf?(to: Omit<ImportTarget, "id">): Promise<string>;
  /** Stores its files, outside any transaction; may be repeated. @throws AppError invalid, for the row */
  prepare?(account: string, file: ImportTarget["file"]): Promise<void>;
  /** Its writes, in the transaction of `ctx`. @throws AppError invalid with a message for the row */
  writes(ctx: AccountContext, to: ImportTarget): Promise<readonly ImportWrite[]> | readonly ImportWrite[];
}
