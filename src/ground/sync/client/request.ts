import type { Store, Who } from "../store/store.ts";

/** A response, classified by how far it can be trusted. */
export type Answer =
  | { readonly is: "ours"; readonly body: Readonly<Record<string, unknown>> }
  /** Our server says nobody is signed in, or somebody else is. */
  | { readonly is: "signed-out" }
  /** A server responded, but didn't do what was asked; the request itself may be the cause. */
  | { readonly is: "bad" }
  /** No response, or one that didn't come from our server. */
  | { readonly is: "unreached" };

/**
 * Headers that name the store's owner. If somebody else has signed in to this browser, the server must not
 * accept changes under their name or return their data.
 */
export const identityHeaders = ({ account, user }: Who): Record<string, string> => ({
  "plumbline-account": account,
  "plumbline-person": user,
});

/** Statuses from a proxy or a busy server: the request itself is fine. */
const NOT_NOW = new Set([408, 425, 429, 502, 503, 504, 507, 511]);

/**
 * Calls our server and trusts only a response that is certainly ours: a captive portal answers everything
 * with 200 and a page. Also measures this device's clock.
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
      // Our server never redirects here.
      redirect: "error",
      signal: AbortSignal.any([signal, AbortSignal.timeout(store.patience)]),
    });
    const answer = await jsonOf(response);
    const isOurs = answer?.["plumbline"] === 1;
    if (response.status === 401) return { is: "signed-out" };
    if (response.status === 200) {
      if (!isOurs || !answer) return { is: "unreached" };
      if (typeof answer["now"] === "number") await measureClock(store, answer["now"], began);
      return { is: "ours", body: answer };
    }
    if (NOT_NOW.has(response.status) || response.status < 400) return { is: "unreached" };
    return { is: "bad" };
  } catch {
    // Offline, cut off, redirected, too slow, or not JSON. The request may or may not have been carried out;
    // send it again.
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

/** Changes of the measured skew below this are network noise, in milliseconds. */
const NOISE_MS = 2_000;

/** Estimates clock skew from the server's time at the midpoint of the request. Slow requests are ignored. */
async function measureClock(store: Store, now: number, began: number): Promise<void> {
  const ended = Date.now();
  const { tables } = store;
  await tables.transaction("rw", tables.known, async () => {
    await tables.saveSetting("contact", ended);
    const measured = Math.round(now - (began + ended) / 2);
    const before = await tables.known.get("skew");
    if (
      ended - began < 10_000 &&
      ended >= began &&
      (!before || Math.abs((before.value as number) - measured) > NOISE_MS)
    )
      await tables.saveSetting("skew", measured);
  });
}
