import { sendResumable } from "#platform/local/resumable.ts";
import { ask, identityHeaders } from "./request.ts";
import type { LocalBlob } from "../store/local-tables.ts";
import { deleteBytes } from "../store/pieces.ts";
import type { Round } from "./send.ts";
import type { Store } from "../store/store.ts";

// Originals are sent separately: a command doesn't wait for its photos. Responses are described in the README
// of media.

const UPLOADS = "/account/media/uploads";
const RECEIPTS = "/account/media/receipts";
const MOST_HASHES = 100;

/** After this many refused originals in a round, assume the server is at fault. */
const MOST_BAD = 5;

/** Codes for an original the server will never accept. It is set aside on this device and not deleted. */
const NEVER = ["refused", "too_large"];

/** Code for a business that used up its storage: originals stay here and are retried. */
const NO_ROOM = "no_room";

/** Statuses without a response, from a proxy, or from a busy server. */
const NOT_NOW = [0, 408, 429, 502, 503, 504, 507];

/**
 * Sends waiting originals. Local bytes are deleted only when a receipt lists their hash; a completed upload
 * proves nothing.
 */
export async function sendOriginals(store: Store, signal: AbortSignal): Promise<Round> {
  const asked = await askReceipts(store, signal);
  if (asked !== "done") return asked;
  const noRoom = await store.tables.loadSetting("noRoom", "");
  const aside = new Set<string>();
  let round: Round = "done";
  while (!signal.aborted) {
    const one = (await waitingOriginals(store)).find(({ sha256 }) => !aside.has(sha256));
    if (!one) {
      if (noRoom && round === "done") await store.tables.saveSetting("noRoom", "");
      return round;
    }
    const result = await sendOne(store, one, signal);
    if (result === "no room") return "later";
    if (noRoom && result === "done") await store.tables.saveSetting("noRoom", "");
    const receipt = result === "done" ? await askReceipts(store, signal, [one.sha256]) : result;
    if ((await store.tables.blobs.get(one.sha256))?.state !== "waiting") continue;
    // Not stored: retry in a later round after the others, so one failing original blocks nobody.
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

/** Originals that failed before come last. */
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
  // `held` means the server already has it; like a finished upload, that is confirmed by a receipt.
  if (result.is === "sent" || result.code === "held") return "done";
  if (result.status === 401 || result.code === "elsewhere") return "signed-out";
  if (result.code === NO_ROOM) {
    await store.tables.saveSetting("noRoom", result.why);
    return "no room";
  }
  if (NEVER.includes(result.code)) {
    await blobs.where({ sha256: one.sha256 }).modify({ state: "refused", why: result.why });
    return "later";
  }
  return NOT_NOW.includes(result.status) ? "unreached" : "later";
}

/** Asks which waiting originals the server has and deletes their local bytes. */
async function askReceipts(store: Store, signal: AbortSignal, of?: readonly string[]): Promise<Round> {
  const hashes = of ?? (await waitingOriginals(store)).map(({ sha256 }) => sha256);
  for (let at = 0; at < hashes.length; at += MOST_HASHES) {
    const some = hashes.slice(at, at + MOST_HASHES);
    const answer = await ask(store, RECEIPTS, signal, { account: store.who.account, hashes: some });
    if (answer.is === "bad") return "later";
    if (answer.is !== "ours") return answer.is;
    const stored: unknown = answer.body["held"];
    if (!Array.isArray(stored)) return "unreached";
    await deleteLocalBytes(
      store,
      some.filter((hash) => stored.includes(hash)),
    );
  }
  return "done";
}

async function deleteLocalBytes({ tables, secondCopy }: Store, stored: readonly string[]): Promise<void> {
  await secondCopy.dropOriginals(stored);
  await tables.transaction("rw", [tables.blobs, tables.bytes], async () => {
    for (const sha256 of stored) {
      await tables.blobs.where({ sha256 }).modify({ state: "held", why: null });
      await deleteBytes(tables, sha256);
    }
  });
}
