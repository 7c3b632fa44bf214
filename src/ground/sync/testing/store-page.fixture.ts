import { createElement } from "react";
import { createRoot } from "react-dom/client";
import {
  addToDraft,
  discardDraft,
  draftsOf,
  discard,
  savePoster,
  saveTyped,
  exportUnsent,
  NotSaved,
  openStore,
  photosOfDraft,
  importUnsent,
  sha256Of,
  StoreProvider,
  SyncState,
  syncState,
  formatSyncState,
} from "../public.tsx";

// A page with nothing but the store, for tests that kill the browser. Its functions are on `window.page`.

const who = { account: "0198c0de-0000-7000-8000-00000000000a", user: "0198c0de-0000-7000-8000-00000000000b" };
const open = openStore(who, 1_500);
const { store } = open;

const RECORD_JOB = "0198c0de-0000-7000-8000-0000000000bb";

function bytesOf(seed: number, size: number): Uint8Array<ArrayBuffer> {
  const words = new Uint32Array(Math.ceil(size / 4));
  let state = seed >>> 0;
  for (let at = 0; at < words.length; at++) {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    words[at] = state;
  }
  return new Uint8Array(words.buffer, 0, size);
}

const photo = (seed: number, size: number) => new Blob([bytesOf(seed, size)], { type: "image/jpeg" });

const page = {
  store,
  syncNow: open.syncNow,
  forget: open.forget,
  discard: (id: string) => discard(store, id),
  write: async (record: string, sets: Record<string, string>, sizes: readonly number[] = [], seed = 1) => {
    const photos = sizes.map((size, at) => photo(seed + at, size));
    const fields = (hashes: readonly string[]) => ({
      ...sets,
      ...Object.fromEntries(hashes.map((hash, at) => [`photo.${at}`, hash])),
    });
    return await store.write({ kind: "test.note", record, job: null, sets: fields }, photos);
  },
  /** Writes as fast as it can and reports each acknowledged write. */
  keepWriting: async (seed: number, acknowledged: (id: string, media: readonly string[]) => void) => {
    for (let at = 0; ; at++) {
      const draw = bytesOf(seed * 7919 + at, 16);
      // As large as real photos. On values below 64 KB in browser databases see docs/decisions/0033.
      const sizes = Array.from(
        { length: draw[0]! % 4 },
        (_, index) => 80_000 + ((draw[index + 1]! * 256 + draw[index + 5]!) % 250) * 1_000,
      );
      const record = `0198c0de-0000-7000-8000-0000000000${(16 + (draw[9]! % 8)).toString(16)}`;
      const { ids, media } = await page.write(
        record,
        { text: `note ${seed} ${at}` },
        sizes,
        seed * 1_000_003 + at * 10,
      );
      acknowledged(ids[0]!, media);
    }
  },
  look: async () => {
    await open.restored;
    const [outbox, blobs, bytes] = await store.tables.transaction(
      "r",
      [store.tables.outbox, store.tables.blobs, store.tables.bytes],
      () =>
        Promise.all([
          store.tables.outbox.toArray(),
          store.tables.blobs.toArray(),
          store.tables.bytes.toArray(),
        ]),
    );
    return {
      commands: outbox.map(({ id, state, refusal, command }) => ({
        id,
        state,
        refusal,
        media: command.media,
        sets: command.sets,
        skew: command.skew,
      })),
      blobs: blobs.map(({ sha256, state, size }) => ({ sha256, state, size })),
      bytes: await Promise.all(
        bytes
          .filter(({ sha256 }) => !sha256.includes("."))
          .map(async (one) => ({
            sha256: one.sha256,
            is: await sha256Of(one.bytes),
            size: one.bytes.byteLength,
          })),
      ),
      /** Originals stored in pieces. */
      pieces: bytes
        .filter(({ sha256 }) => sha256.includes("."))
        .map(({ sha256, bytes: { byteLength } }) => ({ sha256, size: byteLength })),
    };
  },
  state: async () => {
    const state = await syncState(store);
    return { ...state, words: formatSyncState(state) };
  },
  shown: async () =>
    Object.fromEntries((await store.recordsOf("test.note", null)).map(({ id, values }) => [id, values])),
  keep: async (passphrase: string) => {
    const { file, kept } = await exportUnsent(store, passphrase);
    const bytes = new Uint8Array(await file.arrayBuffer());
    let text = "";
    for (let at = 0; at < bytes.length; at += 8_192)
      text += String.fromCharCode(...bytes.subarray(at, at + 8_192));
    return { file: btoa(text), kept };
  },
  importUnsent: async (file: string, passphrase: string) => {
    const bytes = Uint8Array.from(atob(file), (one) => one.charCodeAt(0));
    try {
      return await importUnsent(store, new Blob([bytes]), passphrase);
    } catch (error) {
      return (error as Error).message;
    }
  },
  /** Saves a video of this size in a new record and reports the largest amount read into memory at once. */
  writeVideo: async (record: string, size: number, seed = 7) => {
    const video = new Blob([bytesOf(seed, size)], { type: "video/mp4" });
    const largest = { read: 0 };
    const whole = Blob.prototype.arrayBuffer;
    Blob.prototype.arrayBuffer = function read() {
      largest.read = Math.max(largest.read, this.size);
      return whole.call(this);
    };
    try {
      const sets = (hashes: readonly string[]) => ({ "photo.0": hashes[0]! });
      const { media } = await store.write({ kind: "test.note", record, job: null, sets }, [video]);
      return { sha256: media[0]!, ...largest };
    } finally {
      Blob.prototype.arrayBuffer = whole;
    }
  },
  hashOf: async (sha256: string) => {
    const found = await store.original(sha256);
    return found ? await sha256Of(await found.arrayBuffer()) : null;
  },
  savePoster: (video: string, size: number) => savePoster(store, video, photo(11, size)),
  begin: async (id: string, record: string, text: string, sizes: readonly number[] = []) => {
    const head = { id, of: "form", job: RECORD_JOB, kind: "test.note", record, title: "note", href: "/" };
    for (const [at, size] of sizes.entries())
      await addToDraft(store, head, { sets: ([hash]) => ({ [`photos.${hash!}`]: { at } }) }, [
        photo(50 + at + size, size),
      ]);
    return await saveTyped(store, head, { text }, sizes.length > 0);
  },
  saveForm: (id: string, record: string, text: string) =>
    store.write({ kind: "test.note", record, job: RECORD_JOB, sets: { text }, draft: id }),
  discardDraft: (id: string) => discardDraft(store, id),
  drafts: async () => {
    await open.restored;
    const drafts = await draftsOf(store, RECORD_JOB);
    return drafts.map(({ id, typed, sets }) => ({ id, typed, photos: photosOfDraft({ sets }) }));
  },
  putAway: (id: string) => store.putAway(id),
  writeFails: async (size: number) => {
    try {
      await page.write("0198c0de-0000-7000-8000-0000000000ff", { text: "too much" }, [size], 99);
      return null;
    } catch (error) {
      return error instanceof NotSaved ? `${error.why}: ${error.message}` : `not ours: ${String(error)}`;
    }
  },
};

export type OfflinePage = typeof page;

Object.assign(globalThis, { page });
createRoot(document.getElementById("root")!).render(
  createElement(StoreProvider, { open, children: createElement(SyncState) }),
);
