import { LocalDatabase, type LocalTable } from "#platform/local/database.ts";
import type { Command, Fields, Json } from "../rules.ts";
import type { Sees, StoredRecord } from "../device/protocol.ts";

/** A command that the server hasn't confirmed. */
export interface Waiting {
  /** Creation order on this device. */
  order?: number;
  readonly id: string;
  readonly kind: string;
  readonly record: string;
  readonly job: string | null;
  readonly command: Command;
  /** How often sending it alone failed. */
  tries: number;
  /** `waiting` to be sent; `refused` until a person decides; `away`: stored, but neither shown nor sent. */
  state: "waiting" | "refused" | "away";
  refusal: { readonly code: string; readonly why: string } | null;
}

/** Makes an outbox row of a command. */
export const toWaiting = (command: Command): Waiting => ({
  id: command.id,
  kind: command.kind,
  record: command.record,
  job: command.job,
  command,
  tries: 0,
  state: "waiting",
  refusal: null,
});

/**
 * The server's record with confirmed commands of this device folded in, until the server's newer record
 * arrives.
 */
export interface LocalRecord extends StoredRecord {
  /** How many commands of this device were folded in. */
  readonly folded?: number;
  /** What the person saw when it was fetched, see `Cursor.sees`. */
  readonly sees?: Sees;
}

/** An original made or chosen on this device. Its bytes are in `bytes` until a receipt lists its hash. */
export interface LocalBlob {
  readonly sha256: string;
  readonly size: number;
  readonly type: string;
  readonly kind: string;
  readonly record: string;
  readonly job: string | null;
  /**
   * `refused`: the server will never accept it as it is. `away`: a refused one that a person put away;
   * stored, but neither counted nor sent. `draft`: belongs to an unsaved form; not counted or sent until that
   * is saved.
   */
  state: "waiting" | "refused" | "away" | "held" | "draft";
  /** In a draft: the previous state, restored if the draft is discarded. */
  readonly before?: "away" | "held";
  tries: number;
  why: string | null;
  /** Hash of the video whose first frame this is. */
  readonly posterOf?: string;
  readonly name?: string;
  /** Number of pieces its bytes are split into (`pieces.ts`); absent if stored whole. */
  readonly pieces?: number;
}

export interface LocalThumb {
  readonly sha256: string;
  readonly job: string;
  readonly type: string;
  readonly bytes: ArrayBuffer;
}

/** An unfinished form: the typed text and chosen photos. */
export interface LocalDraft {
  readonly id: string;
  /** Which form, such as "log {job} {date} {company} note". */
  readonly of: string;
  readonly job: string;
  readonly kind: string;
  readonly record: string;
  /** Shown to people: "note", "change to a delivery". */
  readonly title: string;
  /** Path at which the form is reopened. */
  readonly href: string;
  readonly typed: Readonly<Record<string, string>>;
  /** Record fields already decided, such as its photos. */
  readonly sets: Readonly<Record<string, Json>>;
  /** The record's fields when the form was opened; absent for a new record. */
  readonly saw?: Fields;
  readonly at: number;
  /** Saved or discarded; its second copy may still exist. */
  readonly isDone?: true;
}

/** Result of the last contact with the server. */
export type Link = "unknown" | "reached" | "unreached" | "signed-out";

/** What a browser knows about itself and the server, one row each. */
export interface Known {
  device: string;
  /** Server clock minus this device's, in milliseconds. */
  skew: number;
  contact: number;
  link: Link;
  /** Commands and originals made here since `madeOn`. */
  made: number;
  /** Why the server has no room for photos, shown to people; empty if it has. */
  noRoom: string;
  /** The day that `made` is counted from, by this device's calendar. */
  madeOn: string;
  /** The server's last answer to what a person's day has, which isn't made of records. */
  day: unknown;
}

/** How far a scope has been fetched: the account (`""`) or a followed job. */
export interface Cursor {
  readonly scope: string;
  upTo: number;
  /** For a job: how far its server-only records have been fetched. */
  happened?: number;
  /** Which part of the records the person may have; absent in cursors older than this field. */
  readonly sees?: Sees;
  /** It was fetched from the beginning because that changed; then what didn't come again is deleted. */
  readonly isAgain?: true;
}

/** The local database of one person in one account. */
export class LocalTables extends LocalDatabase {
  declare readonly records: LocalTable<LocalRecord, [string, string]>;
  declare readonly outbox: LocalTable<Waiting, number>;
  declare readonly blobs: LocalTable<LocalBlob, string>;
  /**
   * Separate from their rows, so that counting doesn't read them. Large ones are in pieces, see `pieces.ts`.
   */
  declare readonly bytes: LocalTable<{ readonly sha256: string; readonly bytes: ArrayBuffer }, string>;
  /** Small previews of originals taken here. They outlive the bytes, so they show without a signal. */
  declare readonly previews: LocalTable<
    { readonly sha256: string; readonly type: string; readonly bytes: ArrayBuffer },
    string
  >;
  /** The server's thumbnails of a job's newest photos, for looking at them without a signal. */
  declare readonly thumbs: LocalTable<LocalThumb, string>;
  /** Originals that somebody chose to have on this device. */
  declare readonly saved: LocalTable<LocalThumb, string>;
  declare readonly drafts: LocalTable<LocalDraft, string>;
  declare readonly cursors: LocalTable<Cursor, string>;
  declare readonly known: LocalTable<{ readonly name: string; value: unknown }, string>;

  constructor(account: string, user: string) {
    super(`plumbline-${account}-${user}`);
    // Never change a version once released, because a device may come back after months. Add a new version.
    this.version(1).stores({
      records: "[kind+id], [kind+job], job",
      outbox: "++order, &id, state, [kind+record], [kind+job], job",
      blobs: "sha256, state, record",
      bytes: "sha256",
      cursors: "scope",
      known: "name",
    });
    this.version(2).stores({ previews: "sha256" });
    this.version(3).stores({ drafts: "id, job" });
    this.version(4).stores({ thumbs: "sha256, job" });
    this.version(5).stores({ saved: "sha256, job" });
  }

  async loadSetting<Name extends keyof Known>(name: Name, otherwise: Known[Name]): Promise<Known[Name]> {
    const row = await this.known.get(name);
    return row ? (row.value as Known[Name]) : otherwise;
  }

  async saveSetting<Name extends keyof Known>(name: Name, value: Known[Name]): Promise<void> {
    await this.known.put({ name, value });
  }
}
