// Long because it is the store's whole interface: each method is a few lines in one transaction.
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

/** What a person sets on one record. */
export interface Change {
  readonly kind: string;
  readonly record: string;
  readonly job: string | null;
  /**
   * New values by field. A function if they depend on the hashes of the originals written with them, in
   * order, or on the time: `skew` is server clock minus device clock, in milliseconds.
   */
  readonly sets:
    | Readonly<Record<string, Json>>
    | ((hashes: readonly string[], skew: number) => Readonly<Record<string, Json>>);
  /**
   * The record's fields as the author saw them, if older than what this device knows: a form that was open
   * while someone else saved. Values the author didn't see are not replaced; they become a conflict.
   */
  readonly saw?: Fields;
  /** Hashes of previously saved originals that a value names again. */
  readonly media?: readonly string[];
  /** The draft that this saves. Its photos move to the change and it is deleted, in the same transaction. */
  readonly draft?: string | undefined;
}

export interface Written {
  readonly ids: readonly string[];
  readonly media: readonly string[];
}

/** The owner of a local store. */
export interface Who {
  readonly account: string;
  readonly user: string;
}

/** Longest wait for a second copy before its command is sent without one, in milliseconds. */
const LONGEST_COPY_MS = 10_000;

/** The local store of one person in one account. Another person on the same device has their own. */
export class Store {
  readonly who: Who;
  readonly tables: LocalTables;
  readonly secondCopy: SecondCopy;
  private readonly shown = new ShownRecords();
  /** Called after each write, to start sending. */
  readonly written = new Set<() => void>();
  readonly filled = new Set<() => void>();
  /** Commands of this tab whose second copy is being written, and since when. See `isBeingCopied`. */
  private readonly copying = new Map<string, number>();
  /** Whether the last write failed because the device is full; cleared by the next successful write. */
  isFull = false;

  /** Longest wait for a response, in milliseconds; a hanging connection counts as none. */
  readonly patience: number;

  constructor(who: Who, patience: number) {
    this.who = who;
    this.patience = patience;
    this.tables = new LocalTables(who.account, who.user);
    this.secondCopy = new SecondCopy(this.tables.name);
  }

  /**
   * Saves one change with its originals. Resolves when everything is on disk; rejects with `NotSaved` if
   * nothing is.
   */
  async write(change: Change, photos: readonly Blob[] = []): Promise<Written> {
    return await this.writeAll([change], photos);
  }

  /** Saves several changes and their originals, all or nothing. See `write`. */
  async writeAll(changes: readonly [Change, ...Change[]], photos: readonly Blob[] = []): Promise<Written> {
    const originals = await readOriginals(photos);
    const hashes = originals.map(({ sha256 }) => sha256);
    const capturedAt = Date.now();
    const ids = changes.map(() => newLocalId());
    const commands: Command[] = [];
    const save = async () => {
      const { records, outbox, blobs, bytes, cursors, known, drafts } = this.tables;
      await this.tables.transaction(
        "rw",
        [records, outbox, blobs, bytes, cursors, known, drafts],
        async () => {
          const skew = await this.tables.loadSetting("skew", 0);
          let made = 0;
          commands.length = 0;
          for (const [at, change] of changes.entries()) {
            const draft =
              change.draft === undefined ? null : await saveDraft(this.tables, change.draft, change);
            made += draft?.freed ?? 0;
            const newSets = typeof change.sets === "function" ? change.sets(hashes, skew) : change.sets;
            const sets = { ...draft?.sets, ...newSets };
            const stored = await records.get([change.kind, change.record]);
            const waiting = await this.waitingOn(change.kind, change.record);
            const command: Command = {
              id: ids[at]!,
              kind: change.kind,
              record: change.record,
              job: change.job,
              sets,
              replaces: seen(
                change.saw ?? foldWaiting(stored?.fields ?? {}, waiting, this.who.user),
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
    for (const id of ids) this.copying.set(id, capturedAt);
    try {
      await this.saveDurably(originals, save);
      await saveCopies(this, commands, originals, changes[0]);
    } finally {
      for (const id of ids) this.copying.delete(id);
    }
    for (const [at, { draft, kind, record, job }] of changes.entries())
      if (draft !== undefined)
        await dropDraftCopy(this, draft, { media: commands[at]!.media, of: { kind, record, job } });
    for (const notify of this.written) notify();
    void requestPersistence();
    return { ids, media: hashes };
  }

  /**
   * Whether a command has to wait for its second copy before it is sent. If the browser dies between the two
   * and loses its database, the server would have a command whose photos are nowhere. A copy that hangs
   * doesn't hold the command back for long.
   */
  isBeingCopied(id: string): boolean {
    return Date.now() - (this.copying.get(id) ?? 0) < LONGEST_COPY_MS;
  }

  /**
   * Runs a write with its originals. Failures become `NotSaved`; if the device is full, frees space and
   * retries first.
   */
  async saveDurably(originals: readonly Original[], save: () => Promise<void>): Promise<void> {
    try {
      await withPieces(this.tables, originals, save).catch(async (error: unknown) => {
        // Delete second copies of photos to make room for first ones.
        if (!isFull(error) || !(await this.secondCopy.dropAllOriginals())) throw error;
        await withPieces(this.tables, originals, save);
      });
    } catch (error) {
      if (error instanceof NotSaved) throw error;
      this.setFull(isFull(error));
      throw new NotSaved(this.isFull ? "full" : "failed", error);
    }
    this.setFull(false);
  }

  /** Subscribes to changes of `isFull`. @returns the unsubscribe function */
  readonly watchSpace = (notify: () => void): (() => void) => {
    this.filled.add(notify);
    return () => this.filled.delete(notify);
  };

  async record(kind: string, id: string): Promise<ShownRecord | undefined> {
    const [stored, waiting] = await Promise.all([
      this.tables.records.get([kind, id]),
      this.waitingOn(kind, id),
    ]);
    return this.shown.of(stored, waiting, this.who.user);
  }

  /**
   * Records of a kind, in one job or (null) everywhere: either those not removed or only the removed ones. An
   * unchanged record is the same object each time.
   */
  async recordsOf(kind: string, job: string | null, isRemoved = false): Promise<ShownRecord[]> {
    const { records, outbox } = this.tables;
    const range = job === null ? null : { kind, job };
    const [stored, waiting] = await this.tables.transaction("r", [records, outbox], () =>
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
    const known = new Map(stored.map((one) => [one.id, one]));
    return [...new Set([...known.keys(), ...byRecord.keys()])].flatMap((id) => {
      const ordered = (byRecord.get(id) ?? []).toSorted((one, other) => one.order! - other.order!);
      const one = this.shown.of(known.get(id), ordered, this.who.user);
      return one?.isRemoved === isRemoved ? [one] : [];
    });
  }

  /** The bytes of an original while this device has them; afterwards ask the server. */
  async original(sha256: string): Promise<Blob | undefined> {
    const [one, found] = await Promise.all([this.tables.blobs.get(sha256), this.tables.bytes.get(sha256)]);
    if (one?.pieces && one.state !== "held") return await readPieces(this.tables, one);
    return found && new Blob([found.bytes], { type: one?.type ?? "" });
  }

  /** The original as an upload source; of a large one, only the part being sent is read. */
  async source(sha256: string): Promise<Source | undefined> {
    const one = await this.tables.blobs.get(sha256);
    return one?.pieces ? await sourceOf(this.tables, one) : await this.original(sha256);
  }

  /** Fetches the job's records from now on, and stores them for offline use. */
  async follow(job: string): Promise<void> {
    const isNew = await this.tables.transaction("rw", this.tables.cursors, async () => {
      if (await this.tables.cursors.get(job)) return false;
      await this.tables.cursors.add({ scope: job, upTo: 0 });
      return true;
    });
    if (isNew) for (const notify of this.written) notify();
  }

  /** Whether the job's records were ever fetched; until then the server may have more than is shown. */
  async hasFetched(job: string): Promise<boolean> {
    const cursor = await this.tables.cursors.get(job);
    return cursor !== undefined && (cursor.upTo > 0 || cursor.isAgain === true);
  }

  /** Deletes the server's records of a job from this device. Unsent work stays. */
  async unfollow(job: string): Promise<void> {
    const { cursors, records, thumbs, saved } = this.tables;
    await this.tables.transaction("rw", [cursors, records, thumbs, saved], async () => {
      await cursors.delete(job);
      await thumbs.where({ job }).delete();
      await saved.where({ job }).delete();
      // The job itself is part of the account's list.
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
    for (const notify of this.written) notify();
  }

  /**
   * Puts away a refused command or original: neither counted nor sent, but it stays in this browser and in
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
      // They no longer count among what the server should have.
      await this.tables.saveSetting(
        "made",
        (await this.tables.loadSetting("made", 0)) - isAway - isPhotoAway,
      );
    });
    await Promise.all([this.secondCopy.dropCommands([id]), this.secondCopy.dropOriginals([id])]);
  }

  private setFull(isFull: boolean): void {
    if (this.isFull === isFull) return;
    this.isFull = isFull;
    for (const notify of this.filled) notify();
  }

  private async waitingOn(kind: string, record: string): Promise<Waiting[]> {
    return await this.tables.outbox.where({ kind, record }).sortBy("order");
  }

  /**
   * Inside a transaction, and for a large one inside `withPieces`: stores an original unless it is already
   * here.
   * @returns whether the server is now expected to store one more
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
    // One that the server once had is uploaded again, because this device can't know whether it still has it.
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
   * Inside a transaction: adds to the day's count. A new day starts at zero once everything from before is
   * sent.
   */
  async count(made: number): Promise<void> {
    const today = new Date().toLocaleDateString("en-CA");
    const isNewDay = (await this.tables.loadSetting("madeOn", "")) !== today;
    const open = isNewDay ? (await this.openCounts()).open : 0;
    // Items added in this transaction are already among the open ones.
    const before = isNewDay && open === made ? 0 : await this.tables.loadSetting("made", 0);
    if (isNewDay && open === made) await this.tables.saveSetting("madeOn", today);
    await this.tables.saveSetting("made", before + made);
  }

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

  /** Whether everything here is also on the server; what was put away counts as not. */
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
