import { createHash, randomBytes } from "node:crypto";
import { isIPv6 } from "node:net";
import { data, type RouterContextProvider } from "react-router";
import { tryAgainIn } from "../../errors/app-error.ts";
import type { FormFailure } from "../answers.server.ts";
import { clientAddressContext, directLoopbackContext } from "../contexts.ts";

/** Whether an attempt is allowed, and if not, after how many whole seconds one is. */
export interface Verdict {
  readonly ok: boolean;
  /** 0 when `ok`, else at least 1. */
  readonly retryAfterSeconds: number;
}

/**
 * Counts attempts per key, in memory. Counts of the installation's other web processes arrive a moment later
 * (see `shareLimits`).
 */
export interface Limiter {
  /** Counts one attempt if it is allowed. A refused attempt is not counted, so waiting always helps. */
  check(key: string, now: Temporal.Instant): Verdict;
  /** Uncounts the newest attempt, such as a correct password. */
  giveBack(key: string): void;
  forget(key: string): void;
}

interface LimiterOptions {
  /** Names the limited action in code and tests; two limiters never share counts. */
  readonly name: string;
  /** Attempts allowed in any stretch of `windowSeconds`. */
  readonly limit: number;
  readonly windowSeconds: number;
  /** Maximum number of keys; beyond it, the key unused longest is dropped. About 200 bytes each. */
  readonly maxKeys?: number;
  /** Not shared with other processes: for cheap actions of nearly every page. */
  readonly alone?: boolean;
}

/**
 * An event to share: attempt counted, attempt uncounted, key cleared. Names no person: keys are salted and
 * hashed.
 */
export type Counted = readonly [what: "+" | "-" | "0", limiter: string, hash: string];

// So that memory contains no address or name, not even in a heap dump. Per process, unless several share
// counts.
let salt: Buffer = randomBytes(16);
let send: ((counted: Counted) => void) | undefined;
const receivers = new Map<string, (what: Counted[0], hash: string, at: number) => void>();

/**
 * A key as stored and shared.
 * @param name of the limiter
 */
export const hashedKey = (name: string, key: string): string =>
  createHash("sha256").update(salt).update(name).update("\0").update(key).digest("base64url").slice(0, 22);

/** Sends counts to the other processes, if any. */
export const publishCounted = (...counted: Counted): void => send?.(counted);

/** Registers a limiter for counts of other processes under its name. */
export const onCounted = (
  name: string,
  receive: (what: Counted[0], hash: string, at: number) => void,
): void => void receivers.set(name, receive);

/**
 * Exchanges counts with other processes, so that two web processes don't allow twice as much. Call once,
 * before anything is counted.
 * @param shared the salt that all of them use
 * @returns a function for counts from other processes; they count as of now, because the machines' clocks
 * differ
 */
export function shareLimits(
  shared: Buffer,
  publish: (counted: Counted) => void,
): (counted: Counted, now: Temporal.Instant) => void {
  salt = shared;
  send = publish;
  return ([what, name, hash], now) => receivers.get(name)?.(what, hash, now.epochMilliseconds);
}

/** Creates a limiter: never more than `limit` attempts per key in any stretch of `windowSeconds`. */
export function createLimiter({
  name,
  limit,
  windowSeconds,
  maxKeys = 50_000,
  alone = false,
}: LimiterOptions): Limiter {
  const windowMs = windowSeconds * 1000;
  // In order of the newest attempt, oldest first: expired keys and the next one to drop are always in front.
  const attempts = new Map<string, number[]>();
  function dropExpired(at: number): void {
    for (const [key, times] of attempts) {
      if (times.at(-1)! > at - windowMs) return;
      attempts.delete(key);
    }
  }

  function add(hash: string, times: readonly number[], at: number): void {
    attempts.delete(hash);
    attempts.set(hash, [...times, at]);
    if (attempts.size > maxKeys) attempts.delete(attempts.keys().next().value!);
  }

  function uncount(hash: string): void {
    const times = attempts.get(hash);
    times?.pop();
    if (times?.length === 0) attempts.delete(hash);
  }

  // A time in the future was counted before the machine's clock was set back; it must not extend a lockout.
  const recent = (hash: string, at: number) =>
    (attempts.get(hash) ?? []).filter((time) => time > at - windowMs && time <= at);

  if (!alone)
    onCounted(name, (what, hash, at) => {
      if (what === "0") attempts.delete(hash);
      else if (what === "-") uncount(hash);
      else {
        const times = recent(hash, at);
        // Several processes may have allowed more than the limit between them; the oldest attempts then no
        // longer matter.
        add(hash, times.slice(Math.max(0, times.length - limit + 1)), at);
      }
    });
  const publish = (what: Counted[0], hash: string) => (alone ? undefined : publishCounted(what, name, hash));

  return {
    check(key, now) {
      const at = now.epochMilliseconds;
      dropExpired(at);
      const hash = hashedKey(name, key);
      const times = recent(hash, at);
      if (times.length >= limit) {
        attempts.set(hash, times);
        return { ok: false, retryAfterSeconds: Math.max(1, Math.ceil((times[0]! + windowMs - at) / 1000)) };
      }
      add(hash, times, at);
      publish("+", hash);
      return { ok: true, retryAfterSeconds: 0 };
    },
    giveBack(key) {
      const hash = hashedKey(name, key);
      uncount(hash);
      publish("-", hash);
    },
    forget(key) {
      const hash = hashedKey(name, key);
      attempts.delete(hash);
      publish("0", hash);
    },
  };
}

/**
 * The key for limits per client address, or undefined if they don't apply: a client on this machine without a
 * proxy (else everyone behind an unconfigured proxy would share one count).
 */
export function addressKey(context: Readonly<RouterContextProvider>): string | undefined {
  return context.get(directLoopbackContext) ? undefined : networkOf(context.get(clientAddressContext));
}

/** An IPv4 address unchanged; the /64 of an IPv6 address, because one household owns all of it. */
export function networkOf(address: string): string {
  if (!isIPv6(address)) return address;
  const [left = "", right] = address.toLowerCase().split("%")[0]!.split("::");
  const groups = left.split(":").filter(Boolean);
  const rest = right?.split(":").filter(Boolean) ?? [];
  const zeros = right === undefined ? 0 : 8 - groups.length - rest.length;
  const all = [...groups, ...Array<string>(Math.max(0, zeros)).fill("0"), ...rest];
  return `${all
    .slice(0, 4)
    .map((group) => group.replace(/^0+(?=.)/, ""))
    .join(":")}::/64`;
}

/**
 * The wider network around a client address: the /24 of an IPv4 address, the /48 of an IPv6 one.
 * @param network a result of `networkOf`
 */
export function widerNetworkOf(network: string): string {
  return network.includes(":")
    ? `${network.split(":").slice(0, 3).join(":")}::/48`
    : `${network.split(".").slice(0, 3).join(".")}.0/24`;
}

/** Re-renders a form that was sent too often: 429 with Retry-After, and everything typed still there. */
export function refuseTooMany<Values>(verdict: Verdict, values: Values, sentence: string) {
  const refusal: FormFailure<Values> = {
    values,
    errors: {},
    message: `${sentence} ${tryAgainIn(verdict.retryAfterSeconds)}`,
  };
  return data(refusal, { status: 429, headers: { "Retry-After": String(verdict.retryAfterSeconds) } });
}
