import { sendResumable } from "#platform/local/resumable.ts";
import { ask, identityHeaders } from "./request.ts";
import type { LocalBlob } from "../store/local-tables.ts";
import { deleteBytes } from "../store/pieces.ts";
import type { Round } from "./send.ts";
import type { Store } from "../store/store.ts";

// Originals go by themselves: a command doesn't wait for its photos. What the server says to them is in the
// README of media.

const UPLOADS = "/account/media/uploads";
const RECEIPTS = "/account/media/receipts";
const MOST_HASHES = 100;

/** Refused originals in one round, after which it is rather the server that is ill. */
const MOST_BAD = 5;

/** What it says of an original that it will never take as it is: it stands aside here, and stays. */
const NEVER = ["refused", "too_large"];

/** What it says when the business has used all of its room: everything stays here, and is tried again. */
const NO_ROOM = "no_room";

/** Statuses of nobody, of somebody on the way, or of a server that is busy. */
const NOT_NOW = [0, 408, 429, 502, 503, 504, 507];

/**
 * Sends what waits, and lets go of a local copy only when a receipt lists its hash: that the bytes went out
 * says nothing.
 */
export async function sendOriginals(store: Store, signal: AbortSignal): Promise<Round> {
  const asked = await askReceipts(store, signal);
  if (asked !== "done") return asked;
  const noRoom = await store.tables.knows("noRoom", "");
  const aside = new Set<string>();
  let round: Round = "done";
  while (!signal.aborted) {
    const one = (await waitingOriginals(store)).find(({ sha256 }) => !aside.has(sha256));
    if (!one) {
      if (noRoom && round === "done") await store.tables.learn("noRoom", "");
      return round;
    }
    const went = await sendOne(store, one, signal);
    if (went === "no room") return "later";
    if (noRoom && went === "done") await store.tables.learn("noRoom", "");
    const receipt = went === "done" ? await askReceipts(store, signal, [one.sha256]) : went;
    if ((await store.tables.blobs.get(one.sha256))?.state !== "waiting") continue;
    // Not stored: another round tries it again, behind the others, so that one which always fails holds up
    // nobody.
    aside.add(one.sha256);
    await store.tables.blobs.where({ sha256: one.sha256 }).modify((blob) => {
      blob.tries++;
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

async function sendOne(store: Store, one: LocalBlob, signal: AbortSignal): Promise<Round | "no room"> {
  const { blobs } = store.tables;
  const body = await store.source(one.sha256);
  if (!body) return "later";
  const { account } = store.who;
  const result = await sendResumable({
    endpoint: UPLOADS,
    address: `${UPLOADS}/${account}.${one.sha256}`,
    body,
    metadata: {
      account,
      sha256: one.sha256,
      type: one.type,
      ...(one.job === null ? {} : { job: one.job }),
      ...(one.posterOf ? { posterOf: one.posterOf } : {}),
    },
    headers: identityHeaders(store.who),
    signal,
    patience: store.patience,
  });
  // Held already is asked of the receipt like the end of an upload.
  if (result.is === "sent" || result.code === "held") return "done";
  if (result.status === 401 || result.code === "elsewhere") return "signed-out";
  if (result.code === NO_ROOM) {
    await store.tables.learn("noRoom", result.why);
    return "no room";
  }
  if (NEVER.includes(result.code)) {
    await blobs.where({ sha256: one.sha256 }).modify({ state: "refused", why: result.why });
    return "later";
  }
  return NOT_NOW.includes(result.status) ? "unreached" : "later";
}

/** Asks which of those that wait are held, and lets go of their bytes. */
async function askReceipts(store: Store, signal: AbortSignal, of?: readonly string[]): Promise<Round> {
  const hashes = of ?? (await waitingOriginals(store)).map(({ sha256 }) => sha256);
  for (let at = 0; at < hashes.length; at += MOST_HASHES) {
    const some = hashes.slice(at, at + MOST_HASHES);
    const answer = await ask(store, RECEIPTS, signal, { account: store.who.account, hashes: some });
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

async function letGo({ tables, secondCopy }: Store, held: readonly string[]): Promise<void> {
  await secondCopy.dropOriginals(held);
  await tables.transaction("rw", [tables.blobs, tables.bytes], async () => {
    for (const sha256 of held) {
      await tables.blobs.where({ sha256 }).modify({ state: "held", why: null });
      await deleteBytes(tables, sha256);
    }
  });
}
