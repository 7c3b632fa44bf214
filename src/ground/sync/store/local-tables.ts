import { LocalDatabase, type LocalTable } from "#platform/local/database.ts";
import type { Command, Fields, Json } from "../rules.ts";
import type { StoredRecord } from "../device/protocol.ts";

/** A command that the server has not said it holds. */
export interface Waiting {
  /** In the order they were made on this device. */
  order?: number;
  readonly id: string;
  readonly kind: string;
  readonly record: string;
  readonly job: string | null;
  readonly command: Command;
  /** Times that the server answered badly to it alone. */
  tries: number;
  /**
   * `waiting` to be sent; `refused` stands aside until somebody says what becomes of it; `away` is kept, but
   * neither shown nor sent.
   */
  state: "waiting" | "refused" | "away";
  refusal: { readonly code: string; readonly why: string } | null;
}

/** A command as it is put into the outbox. */
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

/** A record as the server holds it, with what it said since that it holds; that record comes later. */
export interface LocalRecord extends StoredRecord {
  /** How many commands of this device were folded in since. */
  readonly folded?: number;
}

/** An original made or taken on this device. Its bytes are in `bytes` until a receipt lists its hash. */
export interface LocalBlob {
  readonly sha256: string;
  readonly size: number;
  readonly type: string;
  readonly kind: string;
  readonly record: string;
  readonly job: string | null;
  /**
   * `refused` stands aside: the server will never take it as it is; `away` is a refused one that somebody put
   * away: kept, and neither counted nor sent. `draft` belongs to a form that was not saved yet: kept, and
   * neither counted nor sent until it is.
   */
  state: "waiting" | "refused" | "away" | "held" | "draft";
  /** Of a draft's: the state that it had before, which it gets back when the draft is discarded. */
  readonly before?: "away" | "held";
  tries: number;
  /** Why it was refused, for people. */
  why: string | null;
  /** Hash of the video whose first frame this is. */
  readonly posterOf?: string;
  /** What its file was called on this device, where it had a name. */
  readonly name?: string;
  /** Into how many pieces its bytes are cut (`pieces.ts`); left out where they are kept as a whole. */
  readonly pieces?: number;
}

/** A form that was begun and not saved: what was typed, and the photos that were chosen for it. */
export interface LocalDraft {
  readonly id: string;
  /** Which form it is of, such as "log {job} {date} {company} note". */
  readonly of: string;
  readonly job: string;
  readonly kind: string;
  /** Id of the record that saving makes or changes. */
  readonly record: string;
  /** What it is, for people: "note", "change to a delivery". */
  readonly title: string;
  /** Address at which the form is opened again, without the origin. */
  readonly href: string;
  /** What was typed, by the names of the form's fields. */
  readonly typed: Readonly<Record<string, string>>;
  /** Fields of the record that are decided already, such as its photos. */
  readonly sets: Readonly<Record<string, Json>>;
  /** The fields of the record as they were when the form was opened; left out for a new record. */
  readonly saw?: Fields;
  /** Last change, milliseconds since 1970 by this device's clock. */
  readonly at: number;
  /** It was saved or discarded, and its second copy may still be here. */
  readonly isDone?: true;
}

/** How the server was last heard. */
export type Link = "unknown" | "reached" | "unreached" | "signed-out";

/** What a browser knows about itself and the server, one row each. */
export interface Known {
  /** UUIDv7 of this browser. */
  device: string;
  /** Server clock minus this device's, in milliseconds. */
  skew: number;
  /** When the server last answered, by this device's clock; 0 for never. */
  contact: number;
  link: Link;
  /** Commands and originals made here since `madeOn`. */
  made: number;
  /** Why the server has no room for photos, for people; empty while it has. */
  noRoom: string;
  /** The day that `made` is counted from, by this device's calendar. */
  madeOn: string;
}

/** How far the records of a scope are known: of the account (`""`) or of a followed job. */
export interface Cursor {
  readonly scope: string;
  upTo: number;
  /** Of a job: how far what the server alone tells of it is known. */
  happened?: number;
}

/** The database of one person in one account, in this browser. */
export class LocalTables extends LocalDatabase {
  /** What the server holds. */
  declare readonly records: LocalTable<LocalRecord, [string, string]>;
  declare readonly outbox: LocalTable<Waiting, number>;
  declare readonly blobs: LocalTable<LocalBlob, string>;
  /**
   * Apart from what is known about them, so that counting doesn't read them. Large ones in pieces, see
   * `pieces.ts`.
   */
  declare readonly bytes: LocalTable<{ readonly sha256: string; readonly bytes: ArrayBuffer }, string>;
  /**
   * Small pictures of originals taken here. They stay when the bytes went, so that they are seen without a
   * signal.
   */
  declare readonly previews: LocalTable<
    { readonly sha256: string; readonly type: string; readonly bytes: ArrayBuffer },
    string
  >;
  declare readonly drafts: LocalTable<LocalDraft, string>;
  declare readonly cursors: LocalTable<Cursor, string>;
  declare readonly known: LocalTable<{ readonly name: string; value: unknown }, string>;

  constructor(account: string, user: string) {
    super(`plumbline-${account}-${user}`);
    // A version is never changed once it was used: a device may come back after months. What is new is a
    // version of its own.
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
  }

  /** What is known by that name, or `otherwise`. */
  async knows<Name extends keyof Known>(name: Name, otherwise: Known[Name]): Promise<Known[Name]> {
    const row = await this.known.get(name);
    return row ? (row.value as Known[Name]) : otherwise;
  }

  /** Remembers it. */
  async learn<Name extends keyof Known>(name: Name, value: Known[Name]): Promise<void> {
    await this.known.put({ name, value });
  }
}
