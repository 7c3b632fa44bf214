import { sendResumable } from "#platform/local/resumable.ts";
import { ask, PATIENCE_MS, whoHeaders } from "./ask.ts";
import type { LocalBlob } from "./local-tables.ts";
import type { Round } from "./send.ts";
import type { Store } from "./store.ts";

// Originals go by themselves: a command doesn't wait for its photos. What the server must do is in the README of media:
// - tus 1.0 at UPLOADS, created with `Upload-Metadata: sha256 <base64 of the hex>, type <base64 of the media type>`;
// - RECEIPTS: `POST {hashes}` → `{plumbline: 1, held: [those whose bytes are stored for good]}`.

const UPLOADS = "/account/media/uploads";
const RECEIPTS = "/account/media/receipts";
const MOST_HASHES = 100;

/** Refused originals in one round, after which it is rather the server that is ill. */
const MOST_BAD = 5;

/** Statuses of nobody, of somebody on the way, or of a server that is busy. */
const NOT_NOW = [0, 408, 429, 502, 503, 504, 507];

/** Sends what waits, and lets go of a local copy only when a receipt lists its hash: that the bytes went out says nothing. */
export async function sendOriginals(store: Store, signal: AbortSignal): Promise<Round> {
  const asked = await askReceipts(store, signal);
  if (asked !== "done") return asked;
  const aside = new Set<string>();
  let round: Round = "done";
  while (!signal.aborted) {
    const one = (await waitingOriginals(store)).find(({ sha256 }) => !aside.has(sha256));
    if (!one) return round;
    const went = await sendOne(store, one, signal);
    const receipt = went === "done" ? await askReceipts(store, signal, [one.sha256]) : went;
    if ((await store.tables.blobs.get(one.sha256))?.state !== "waiting") continue;
    // Not stored: another round tries it again, behind the others, so that one which always fails holds up nobody.
    aside.add(one.sha256);
    await store.tables.blobs.where({ sha256: one.sha256 }).modify((blob) => {
      blob.tries++;
      // Where the server has all the bytes and doesn't list them, they are not what they should be: from the beginning.
      if (went === "done" && receipt === "done") blob.address = null;
    });
    if (receipt === "unreached" || receipt === "signed-out") return receipt;
    round = "later";
    if (aside.size >= MOST_BAD) return round;
  }
  return "unreached";
}

/** Those that went wrong before come last. */
async function waitingOriginals(store: Store): Promise<LocalBlob[]> {
  return await store.tables.blobs.where({ state: "waiting" }).sortBy("tries");
}

async function sendOne(store: Store, one: LocalBlob, signal: AbortSignal): Promise<Round> {
  const { blobs, bytes } = store.tables;
  const found = await bytes.get(one.sha256);
  if (!found) return "later";
  const result = await sendResumable({
    endpoint: UPLOADS,
    body: new Blob([found.bytes], { type: one.type }),
    metadata: { sha256: one.sha256, type: one.type },
    headers: whoHeaders(store.who),
    address: one.address,
    named: (address) => void blobs.where({ sha256: one.sha256 }).modify({ address }),
    signal,
    patience: PATIENCE_MS,
  });
  if (result === "sent") return "done";
  if (result === 401) return "signed-out";
  // A refusal of this one (too large, no picture): the next one may go.
  return NOT_NOW.includes(result) ? "unreached" : "later";
}

/** Asks which of those that wait are held, and lets go of their bytes. */
async function askReceipts(store: Store, signal: AbortSignal, of?: readonly string[]): Promise<Round> {
  const hashes = of ?? (await waitingOriginals(store)).map(({ sha256 }) => sha256);
  for (let at = 0; at < hashes.length; at += MOST_HASHES) {
    const some = hashes.slice(at, at + MOST_HASHES);
    const answer = await ask(store, RECEIPTS, signal, { hashes: some });
    if (answer.is === "bad") return "later";
    if (answer.is !== "ours") return answer.is;
    const held: unknown = answer.body["held"];
    if (!Array.isArray(held)) return "unreached";
    await letGo(
      store,
      some.filter((hash) => held.includes(hash)),
    );
  }
  return "done";
}

async function letGo({ tables }: Store, held: readonly string[]): Promise<void> {
  const { blobs, bytes } = tables;
  await tables.transaction("rw", [blobs, bytes], async () => {
    for (const sha256 of held) {
      await blobs.where({ sha256 }).modify({ state: "held", address: null });
      await bytes.delete(sha256);
    }
  });
}
