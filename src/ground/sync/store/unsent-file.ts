import { saveCopies } from "./copies.ts";
import { type LocalBlob, type Waiting, toWaiting } from "./local-tables.ts";
import { UnsentFileError, seal, unseal } from "./encrypted-file.ts";
import { inPieces, type Original, originalOf } from "./originals.ts";
import { withPieces } from "./pieces.ts";
import type { Store } from "./store.ts";

// Layout of a file of unsent work, per entry: four bytes of length, that much JSON, and for an original its
// bytes. A command's originals come before it, so an import restores both or neither.
type Entry =
  | {
      readonly is: "head";
      readonly account: string;
      readonly user: string;
      readonly commands: number;
      readonly originals: number;
    }
  | { readonly is: "original"; readonly blob: LocalBlob }
  | { readonly is: "command"; readonly waiting: Waiting }
  | { readonly is: "end" };

/** Longest JSON of an entry, in bytes: a command plus its envelope. */
const LONGEST_ENTRY = 256 * 1024;
/** Bytes of an original read at a time. */
const AT_ONCE = 4 * 1024 * 1024;

/** Counts of what a file contains or of what was imported. */
export interface UnsentCounts {
  readonly commands: number;
  readonly originals: number;
}

/** Exports everything not on the server, including what was put away, as one encrypted `.plumbline` file. */
export async function exportUnsent(
  store: Store,
  passphrase: string,
): Promise<{ file: Blob; kept: UnsentCounts }> {
  const { outbox, blobs } = store.tables;
  const [waiting, originals] = await store.tables.transaction("r", [outbox, blobs], () =>
    Promise.all([
      outbox.orderBy("order").toArray(),
      blobs.where("state").anyOf("waiting", "refused", "away").toArray(),
    ]),
  );
  const kept = { commands: waiting.length, originals: originals.length };
  async function* entries() {
    const left = new Map(originals.map((one) => [one.sha256, one]));
    async function* original(blob: LocalBlob) {
      left.delete(blob.sha256);
      const found = await store.original(blob.sha256);
      // Sent in the meantime.
      if (!found) return;
      yield entryBytes({ is: "original", blob });
      yield* inPieces(found);
    }
    yield entryBytes({ is: "head", ...store.who, ...kept });
    for (const one of waiting) {
      for (const hash of one.command.media) {
        const blob = left.get(hash);
        if (blob) yield* original(blob);
      }
      yield entryBytes({ is: "command", waiting: one });
    }
    for (const blob of left.values()) yield* original(blob);
    yield entryBytes({ is: "end" });
  }
  return { file: await seal(entries(), passphrase), kept };
}

function entryBytes(entry: Entry): Uint8Array<ArrayBuffer> {
  const json = new TextEncoder().encode(JSON.stringify(entry));
  const bytes = new Uint8Array(4 + json.length);
  new DataView(bytes.buffer).setUint32(0, json.length);
  bytes.set(json, 4);
  return bytes;
}

/**
 * Imports a file into the outbox; importing it twice adds nothing. From a damaged file, everything before the
 * damage is imported.
 *
 * @throws {UnsentFileError} with a message for the person who chose the file
 */
export async function importUnsent(store: Store, file: Blob, passphrase: string): Promise<UnsentCounts> {
  const read = new Reader(unseal(file, passphrase));
  let originals: { readonly original: Original; readonly blob: LocalBlob }[] = [];
  const kept = { commands: 0, originals: 0 };
  try {
    const first = await read.entry();
    if (first.is !== "head") throw broken();
    if (first.account !== store.who.account || first.user !== store.who.user)
      throw new UnsentFileError(
        "somebody-else",
        "This file has someone else’s work. They need to log in to restore it.",
      );
    for (let entry = await read.entry(); entry.is !== "end"; entry = await read.entry())
      if (entry.is === "original") {
        const { blob } = entry;
        const original = await originalOf(await read.blob(blob.size), blob.type);
        if (original.sha256 !== blob.sha256) throw broken();
        originals.push({ original, blob });
      } else if (entry.is === "command") {
        kept.originals += originals.length;
        kept.commands++;
        await restoreEntry(store, originals, entry.waiting);
        originals = [];
      } else throw broken();
    // Originals whose commands are already on the server.
    for (const one of originals) await restoreEntry(store, [one], null);
    kept.originals += originals.length;
  } catch (error) {
    if (error instanceof UnsentFileError && error.why === "damaged" && kept.commands)
      throw new UnsentFileError(
        "damaged",
        `This file is damaged. ${kept.commands} changes from before the damage were restored.`,
      );
    throw error;
  } finally {
    for (const notify of store.written) notify();
  }
  return kept;
}

const broken = () => new UnsentFileError("damaged", "This file is damaged or incomplete.");

async function restoreEntry(
  store: Store,
  originals: readonly { original: Original; blob: LocalBlob }[],
  waiting: Waiting | null,
): Promise<void> {
  const { tables } = store;
  const save = async () => {
    let made = 0;
    for (const { original, blob } of originals) if (await store.saveOriginal(original, blob)) made++;
    const { command, state, refusal } = waiting ?? {};
    if (command && !(await tables.outbox.where({ id: command.id }).count())) {
      // Refused and put-away commands remain so; the person sees why and may try again.
      await tables.outbox.add({ ...toWaiting(command), state: state ?? "waiting", refusal: refusal ?? null });
      if (command.job !== null && !(await tables.cursors.get(command.job)))
        await tables.cursors.add({ scope: command.job, upTo: 0 });
      if (state !== "away") made++;
    }
    if (made) await store.count(made);
  };
  await withPieces(
    tables,
    originals.map(({ original }) => original),
    () =>
      tables.transaction(
        "rw",
        [tables.outbox, tables.blobs, tables.bytes, tables.cursors, tables.known],
        save,
      ),
  );
  for (const { original, blob } of originals) await saveCopies(store, [], [original], blob);
  if (waiting && waiting.state !== "away") await saveCopies(store, [waiting.command], [], waiting);
}

class Reader {
  private readonly pieces: AsyncGenerator<Uint8Array<ArrayBuffer>>;
  private rest = new Uint8Array();

  constructor(pieces: AsyncGenerator<Uint8Array<ArrayBuffer>>) {
    this.pieces = pieces;
  }

  async read(length: number): Promise<Uint8Array<ArrayBuffer>> {
    const bytes = new Uint8Array(length);
    let filled = 0;
    while (filled < length) {
      if (!this.rest.length) {
        const next = await this.pieces.next();
        if (next.done === true) throw broken();
        this.rest = next.value;
        continue;
      }
      const some = this.rest.subarray(0, length - filled);
      bytes.set(some, filled);
      filled += some.length;
      this.rest = this.rest.subarray(some.length);
    }
    return bytes;
  }

  /** Reads a blob without having more than a piece in memory. */
  async blob(length: number): Promise<Blob> {
    const parts: Blob[] = [];
    for (let left = length; left > 0;) {
      const some = await this.read(Math.min(left, AT_ONCE));
      parts.push(new Blob([some]));
      left -= some.length;
    }
    return new Blob(parts);
  }

  async entry(): Promise<Entry> {
    const length = new DataView((await this.read(4)).buffer).getUint32(0);
    if (length > LONGEST_ENTRY) throw broken();
    return JSON.parse(new TextDecoder().decode(await this.read(length))) as Entry;
  }
}
