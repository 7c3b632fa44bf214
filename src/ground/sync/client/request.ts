import type { Store, Who } from "../store/store.ts";

/** What an answer was, as far as it can be believed. */
export type Answer =
  | { readonly is: "ours"; readonly body: Readonly<Record<string, unknown>> }
  /** Our server says who it doesn't know, or that somebody else is signed in. */
  | { readonly is: "signed-out" }
  /** A server answered, but not that it did what was asked: perhaps because of what it was sent. */
  | { readonly is: "bad" }
  /** Nobody, or somebody on the way who is not our server. */
  | { readonly is: "unreached" };

/**
 * Whose store asks: a browser where somebody else signed in meanwhile must send nothing under their name, nor
 * keep what is theirs.
 */
export const identityHeaders = ({ account, user }: Who): Record<string, string> => ({
  "plumbline-account": account,
  "plumbline-person": user,
});

/** Statuses of somebody on the way, or of a server that is busy: nothing is wrong with what was sent. */
const NOT_NOW = new Set([408, 425, 429, 502, 503, 504, 507, 511]);

/**
 * Asks our server, and believes only what is certainly its answer: a captive portal answers anything with 200
 * and a page. Learns this device's clock from it.
 */
export async function ask(
  store: Store,
  address: string,
  signal: AbortSignal,
  body?: unknown,
): Promise<Answer> {
  const began = Date.now();
  try {
    const response = await fetch(address, {
      method: body === undefined ? "GET" : "POST",
      headers: {
        accept: "application/json",
        ...identityHeaders(store.who),
        ...(body === undefined ? {} : { "content-type": "application/json" }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      credentials: "same-origin",
      cache: "no-store",
      // Our server leads nobody elsewhere from here.
      redirect: "error",
      signal: AbortSignal.any([signal, AbortSignal.timeout(store.patience)]),
    });
    const answer = await jsonOf(response);
    const isOurs = answer?.["plumbline"] === 1;
    if (response.status === 401) return { is: "signed-out" };
    if (response.status === 200) {
      if (!isOurs || !answer) return { is: "unreached" };
      if (typeof answer["now"] === "number") await learnClock(store, answer["now"], began);
      return { is: "ours", body: answer };
    }
    if (NOT_NOW.has(response.status) || response.status < 400) return { is: "unreached" };
    return { is: "bad" };
  } catch {
    // Offline, cut off, led elsewhere, too slow, or no JSON: what was asked may have been done or not, and is
    // asked again.
    return { is: "unreached" };
  }
}

async function jsonOf(response: Response): Promise<Record<string, unknown> | null> {
  const text = await response.text();
  if (!/^application\/([a-z.]+\+)?json\b/.test(response.headers.get("content-type") ?? "")) return null;
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : null;
  } catch {
    return null;
  }
}

/** A change of the measured skew below which it is noise of the network, in milliseconds. */
const NOISE_MS = 2_000;

/**
 * The server's clock in the middle of asking and answer, beside this device's. A long wait measures nothing.
 */
async function learnClock(store: Store, now: number, began: number): Promise<void> {
  const ended = Date.now();
  const { tables } = store;
  await tables.transaction("rw", tables.known, async () => {
    await tables.learn("contact", ended);
    const measured = Math.round(now - (began + ended) / 2);
    const before = await tables.known.get("skew");
    if (
      ended - began < 10_000 &&
      ended >= began &&
      (!before || Math.abs((before.value as number) - measured) > NOISE_MS)
    )
      await tables.learn("skew", measured);
  });
}
