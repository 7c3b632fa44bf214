// Long because it is all that may be done to a store from outside: each method is a few lines of one
// transaction.
import { isFull } from "#platform/local/database.ts";
import type { Source } from "#platform/local/resumable.ts";
import { type Command, type Fields, type Json, seen } from "../rules.ts";
import { saveCopies } from "./copies.ts";
import { newLocalId } from "./ids.ts";
import { MOST_COMMAND_BYTES } from "../client/limits.ts";
import { type LocalBlob, LocalTables, type Waiting, toWaiting } from "./local-tables.ts";
import { NotSaved } from "./not-saved.ts";
import { type Original, piecesOf, readOriginals } from "./originals.ts";
import { readPieces, sourceOf, withPieces } from "./pieces.ts";
import { dropDraftCopy, saveDraft } from "../client/save-draft.ts";
import { SecondCopy } from "./second-copy.ts";
import { foldWaiting, type ShownRecord, ShownRecords } from "./shown-record.ts";
import { requestPersistence } from "./space.ts";

/** What somebody sets on one record. */
export interface Change {
  readonly kind: string;
  readonly record: string;
  /** See `Command.job`. */
  readonly job: string | null;
  /**
   * New values by field; a function where they name the originals that are written with it, by their hashes
   * in that order, or a moment: `skew` is what this device's clock lacks, in milliseconds, as far as the
   * server told.
   */
  readonly sets:
    | Readonly<Record<string, Json>>
    | ((hashes: readonly string[], skew: number) => Readonly<Record<string, Json>>);
  /**
   * The fields of the record as the author saw them, where that may be older than what this device knows by
   * now: a form that stood open while somebody else saved. What they did not see is not replaced, but stays
   * beside it as the other side of a conflict.
   */
  readonly saw?: Fields;
  /** Originals written before that a value names again. */
  readonly media?: readonly string[];
  /**
   * Id of the draft that this saves. Its photos become part of the change and it is gone, in the same
   * transaction.
   */
  readonly draft?: string | undefined;
}

/** What was kept. */
export interface Written {
  /** Ids of the commands, in the order of the changes. */
  readonly ids: readonly string[];
  /** Hashes of the originals, in their order. */
  readonly media: readonly string[];
}

/** Whose data this is, on this device. */
export interface Who {
  readonly account: string;
  readonly user: string;
}

/**
 * What one person in one account holds in this browser. It is theirs alone: another person on the same device
 * has another one.
 */
export class Store {
  readonly who: Who;
  readonly tables: LocalTables;
  readonly secondCopy: SecondCopy;
  private readonly shown = new ShownRecords();
  /** Called after each write, to send it. */
  readonly written = new Set<() => void>();
  /** Called when `isFull` changes. */
  readonly filled = new Set<() => void>();
  /** Whether the last write failed because the device is full; cleared by the next one that is kept. */
  isFull = false;

  /** Longest wait for an answer, in milliseconds: a link that hangs is as good as none. */
  readonly patience: number;

  constructor(who: Who, patience: number) {
    this.who = who;
    this.patience = patience;
    this.tables = new LocalTables(who.account, who.user);
    this.secondCopy = new SecondCopy(this.tables.name);
  }

  /**
   * Keeps one change with its originals. Resolves when all of it is on the disk; rejects with `NotSaved` when
   * none of it is.
   */
  async write(change: Change, photos: readonly Blob[] = []): Promise<Written> {
    return await this.writeAll([change], photos);
  }

  /** Keeps several changes and the originals that they name, all or none. See `write`. */
  async writeAll(changes: readonly [Change, ...Change[]], photos: readonly Blob[] = []): Promise<Written> {
    const originals = await readOriginals(photos);
    const hashes = originals.map(({ sha256 }) => sha256);
    const capturedAt = Date.now();
    const ids = changes.map(() => newLocalId());
    const commands: Command[] = [];
    const keep = async () => {
      const { records, outbox, blobs, bytes, cursors, known, drafts } = this.tables;
      await this.tables.transaction(
        "rw",
        [records, outbox, blobs, bytes, cursors, known, drafts],
        async () => {
          const skew = await this.tables.knows("skew", 0);
          let made = 0;
          commands.length = 0;
          for (const [at, change] of changes.entries()) {
            const draft =
              change.draft === undefined ? null : await saveDraft(this.tables, change.draft, change);
            made += draft?.freed ?? 0;
            const said = typeof change.sets === "function" ? change.sets(hashes, skew) : change.sets;
            const sets = { ...draft?.sets, ...said };
            const held = await records.get([change.kind, change.record]);
            const waiting = await this.waitingOn(change.kind, change.record);
            const command: Command = {
              id: ids[at]!,
              kind: change.kind,
              record: change.record,
              job: change.job,
              sets,
              replaces: seen(
                change.saw ?? foldWaiting(held?.fields ?? {}, waiting, this.who.user),
                Object.keys(sets),
              ),
              capturedAt,
              skew,
              zone: Intl.DateTimeFormat().resolvedOptions().timeZone,
              media: [...new Set([...hashes, ...(draft?.media ?? []), ...(change.media ?? [])])],
            };
            if (new TextEncoder().encode(JSON.stringify(command)).length > MOST_COMMAND_BYTES)
              throw new NotSaved("too-long");
            await outbox.add(toWaiting(command));
            commands.push(command);
            if (change.job !== null && !(await cursors.get(change.job)))
              await cursors.add({ scope: change.job, upTo: 0 });
            made++;
          }
          const [{ kind, record, job }] = changes;
          for (const one of originals) if (await this.saveOriginal(one, { kind, record, job })) made++;
          await this.count(made);
        },
      );
    };
    await this.keeping(originals, keep);
    await saveCopies(this, commands, originals, changes[0]);
    for (const [at, { draft, kind, record, job }] of changes.entries())
      if (draft !== undefined)
        await dropDraftCopy(this, draft, { media: commands[at]!.media, of: { kind, record, job } });
    for (const tell of this.written) tell();
    void requestPersistence();
    return { ids, media: hashes };
  }

  /**
   * Does what writes, with the originals that it names; what fails is said as `NotSaved`, and makes room
   * first where that helps.
   */
  async keeping(originals: readonly Original[], keep: () => Promise<void>): Promise<void> {
    try {
      await withPieces(this.tables, originals, keep).catch(async (error: unknown) => {
        // Second copies of photos give way to the first ones.
        if (!isFull(error) || !(await this.secondCopy.dropAllOriginals())) throw error;
        await withPieces(this.tables, originals, keep);
      });
    } catch (error) {
      if (error instanceof NotSaved) throw error;
      this.learnFull(isFull(error));
      throw new NotSaved(this.isFull ? "full" : "failed", error);
    }
    this.learnFull(false);
  }

  /** Calls `tell` when `isFull` changes. @returns what ends that */
  readonly watchSpace = (tell: () => void): (() => void) => {
    this.filled.add(tell);
    return () => this.filled.delete(tell);
  };

  /** A record as this device shows it; undefined where it knows none. */
  async record(kind: string, id: string): Promise<ShownRecord | undefined> {
    const [held, waiting] = await Promise.all([
      this.tables.records.get([kind, id]),
      this.waitingOn(kind, id),
    ]);
    return this.shown.of(held, waiting, this.who.user);
  }

  /**
   * Every record of a kind, of one job or (null) all of them; without those that were taken away, or those
   * alone. One that did not change is the same object.
   */
  async recordsOf(kind: string, job: string | null, isRemoved = false): Promise<ShownRecord[]> {
    const { records, outbox } = this.tables;
    const range = job === null ? null : { kind, job };
    const [held, waiting] = await this.tables.transaction("r", [records, outbox], () =>
      Promise.all([
        range
          ? records.where(range).toArray()
          : records.where("[kind+id]").between([kind, ""], [kind, "\uffff"]).toArray(),
        range
          ? outbox.where(range).toArray()
          : outbox.where("[kind+record]").between([kind, ""], [kind, "\uffff"]).toArray(),
      ]),
    );
    const byRecord = Map.groupBy(waiting, ({ record }) => record);
    const known = new Map(held.map((one) => [one.id, one]));
    return [...new Set([...known.keys(), ...byRecord.keys()])].flatMap((id) => {
      const ordered = (byRecord.get(id) ?? []).toSorted((one, other) => one.order! - other.order!);
      const one = this.shown.of(known.get(id), ordered, this.who.user);
      return one?.isRemoved === isRemoved ? [one] : [];
    });
  }

  /** The bytes of an original, while this device has them; afterwards the server is asked for it. */
  async original(sha256: string): Promise<Blob | undefined> {
    const [one, found] = await Promise.all([this.tables.blobs.get(sha256), this.tables.bytes.get(sha256)]);
    if (one?.pieces && one.state !== "held") return await readPieces(this.tables, one);
    return found && new Blob([found.bytes], { type: one?.type ?? "" });
  }

  /** The same to be sent: of a large one, only what is sent is read. */
  async source(sha256: string): Promise<Source | undefined> {
    const one = await this.tables.blobs.get(sha256);
    return one?.pieces ? await sourceOf(this.tables, one) : await this.original(sha256);
  }

  /** From now on what belongs to the job is fetched, and kept for when there is no signal. */
  async follow(job: string): Promise<void> {
    const isNew = await this.tables.transaction("rw", this.tables.cursors, async () => {
      if (await this.tables.cursors.get(job)) return false;
      await this.tables.cursors.add({ scope: job, upTo: 0 });
      return true;
    });
    if (isNew) for (const tell of this.written) tell();
  }

  /**
   * Whether what the server holds of a job was ever fetched to this device: until then it may hold more than
   * is shown here.
   */
  async hasFetched(job: string): Promise<boolean> {
    return ((await this.tables.cursors.get(job))?.upTo ?? 0) > 0;
  }

  /** Forgets what the server holds of a job. What waits here stays. */
  async unfollow(job: string): Promise<void> {
    const { cursors, records } = this.tables;
    await this.tables.transaction("rw", [cursors, records], async () => {
      await cursors.delete(job);
      // The job itself belongs to the account's list.
      await records
        .where({ job })
        .and(({ id }) => id !== job)
        .delete();
    });
  }

  /** Sends a refused command or original again. @param id of the command, or hash of the original */
  async tryAgain(id: string): Promise<void> {
    await this.tables.outbox.where({ id }).modify({ state: "waiting", refusal: null, tries: 0 });
    await this.tables.blobs
      .where({ sha256: id })
      .and(({ state }) => state === "refused")
      .modify({ state: "waiting", why: null, tries: 0 });
    for (const tell of this.written) tell();
  }

  /**
   * Puts a refused command or original away: it is neither counted nor sent, but stays in this browser and in
   * every export.
   * @param id of the command, or hash of the original
   */
  async putAway(id: string): Promise<void> {
    const { outbox, blobs, known } = this.tables;
    await this.tables.transaction("rw", [outbox, blobs, known], async () => {
      const isAway = await outbox
        .where({ id })
        .and(({ state }) => state === "refused")
        .modify({ state: "away" });
      const isPhotoAway = await blobs
        .where({ sha256: id })
        .and(({ state }) => state === "refused")
        .modify({ state: "away" });
      // It is no longer among what the server should hold.
      await this.tables.learn("made", (await this.tables.knows("made", 0)) - isAway - isPhotoAway);
    });
    await Promise.all([this.secondCopy.dropCommands([id]), this.secondCopy.dropOriginals([id])]);
  }

  private learnFull(isFull: boolean): void {
    if (this.isFull === isFull) return;
    this.isFull = isFull;
    for (const tell of this.filled) tell();
  }

  /** Commands on a record that wait, in the order they were made. */
  private async waitingOn(kind: string, record: string): Promise<Waiting[]> {
    return await this.tables.outbox.where({ kind, record }).sortBy("order");
  }

  /**
   * Inside a transaction, and for a large one inside of `withPieces`: keeps an original unless it is here.
   * @returns whether it counts as one more that the server must hold
   */
  async saveOriginal(
    one: Original,
    of: Pick<LocalBlob, "kind" | "record" | "job" | "posterOf">,
    state: "waiting" | "draft" = "waiting",
  ): Promise<boolean> {
    const { blobs, bytes } = this.tables;
    const { sha256, size, type, name, content } = one;
    const before = await blobs.get(sha256);
    if (before?.state === "waiting" || before?.state === "refused" || before?.state === state) return false;
    const pieces = piecesOf(one);
    if (content instanceof ArrayBuffer) await bytes.put({ sha256, bytes: content });
    const { kind, record, job, posterOf } = of;
    const belongs = { kind, record, job, ...(posterOf ? { posterOf } : {}), ...(name ? { name } : {}) };
    // One that the server held is asked for again: nobody knows here whether it still does.
    const was =
      state === "draft" && (before?.state === "held" || before?.state === "away")
        ? { before: before.state }
        : {};
    await blobs.put({
      sha256,
      size,
      type,
      ...belongs,
      ...(pieces ? { pieces } : {}),
      ...was,
      state,
      tries: 0,
      why: null,
    });
    return state === "waiting";
  }

  /**
   * Inside a transaction: counts what was made. On a new day it begins anew, once all of the day before is
   * held.
   */
  async count(made: number): Promise<void> {
    const today = new Date().toLocaleDateString("en-CA");
    const isNewDay = (await this.tables.knows("madeOn", "")) !== today;
    const open = isNewDay ? (await this.openCounts()).open : 0;
    // What was added in this transaction is among the open ones.
    const before = isNewDay && open === made ? 0 : await this.tables.knows("made", 0);
    if (isNewDay && open === made) await this.tables.learn("madeOn", today);
    await this.tables.learn("made", before + made);
  }

  /** How much waits and how much was refused, of commands and originals. */
  async openCounts(): Promise<{ open: number; photos: number; refused: number }> {
    const { outbox, blobs } = this.tables;
    const [commands, photos, ...refusals] = await Promise.all([
      outbox.where({ state: "waiting" }).count(),
      blobs.where({ state: "waiting" }).count(),
      outbox.where({ state: "refused" }).count(),
      blobs.where({ state: "refused" }).count(),
    ]);
    const refused = refusals[0] + refusals[1];
    return { open: commands + photos + refused, photos, refused };
  }

  /** Whether nothing is here that is not on the server, what was put away included. */
  async isEmpty(): Promise<boolean> {
    return (
      (await this.tables.outbox.count()) +
        (await this.tables.blobs.where("state").notEqual("held").count()) ===
      0
    );
  }

  close(): void {
    this.tables.close();
  }
}
