import { createHash, randomBytes } from "node:crypto";
import { isIPv6 } from "node:net";
import { data, type RouterContextProvider } from "react-router";
import { tryAgainIn } from "../../errors/app-error.ts";
import type { FormFailure } from "../answers.server.ts";
import { clientAddressContext, directLoopbackContext } from "../contexts.ts";

/** Whether an attempt may go ahead, and if not, in how many whole seconds one may. */
export interface Verdict {
  readonly ok: boolean;
  /** 0 when `ok`, else at least 1. */
  readonly retryAfterSeconds: number;
}

/**
 * Counts attempts per key. In memory: what other web processes of the installation counted is heard a moment
 * later (see `shareLimits`).
 */
export interface Limiter {
  /** Counts one attempt if it is allowed. A refused attempt is not counted, so waiting always helps. */
  check(key: string, now: Temporal.Instant): Verdict;
  /** Takes back the newest counted attempt, such as one that turned out to be right. */
  giveBack(key: string): void;
  /** Forgets everything about a key. */
  forget(key: string): void;
}

interface LimiterOptions {
  /** Says in code and tests what is limited; two limiters never share counts. */
  readonly name: string;
  /** Attempts allowed in any stretch of `windowSeconds`. */
  readonly limit: number;
  readonly windowSeconds: number;
  /**
   * Keys remembered at most; beyond it the key that has been quiet longest is forgotten. About 200 bytes
   * each.
   */
  readonly maxKeys?: number;
  /** Not told to other processes: for what comes with nearly every page, and costs little. */
  readonly alone?: boolean;
}

/**
 * Something counted: an attempt, one taken back, a key forgotten. Names no person: keys are salted and
 * hashed.
 */
export type Counted = readonly [what: "+" | "-" | "0", limiter: string, hash: string];

// Memory holds no address or name, not even in a heap dump. Of this process, unless several share what they
// count.
let salt: Buffer = randomBytes(16);
let tell: ((counted: Counted) => void) | undefined;
const hearing = new Map<string, (what: Counted[0], hash: string, at: number) => void>();

/** A key as it is kept and told. @param name of what counts */
export const hashedKey = (name: string, key: string): string =>
  createHash("sha256").update(salt).update(name).update("\0").update(key).digest("base64url").slice(0, 22);

/** Tells the other processes, where there are any. */
export const publishCounted = (...counted: Counted): void => tell?.(counted);

/** Lets something that counts hear what other processes counted under its name. */
export const onCounted = (name: string, heard: (what: Counted[0], hash: string, at: number) => void): void =>
  void hearing.set(name, heard);

/**
 * Makes this process tell what it counts, and hear what others did, so that two web processes do not allow
 * twice as much. Called once, before anything is counted.
 * @param shared the salt that all of them use
 * @returns hears what another process told; counted as of now, because clocks of machines differ
 */
export function shareLimits(
  shared: Buffer,
  say: (counted: Counted) => void,
): (counted: Counted, now: Temporal.Instant) => void {
  salt = shared;
  tell = say;
  return ([what, name, hash], now) => hearing.get(name)?.(what, hash, now.epochMilliseconds);
}

/** Makes a limiter that never allows more than `limit` attempts per key in any stretch of `windowSeconds`. */
export function createLimiter({
  name,
  limit,
  windowSeconds,
  maxKeys = 50_000,
  alone = false,
}: LimiterOptions): Limiter {
  const windowMs = windowSeconds * 1000;
  // Kept in order of the newest attempt, oldest first: what has expired or must make room is always in front.
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

  function takeBack(hash: string): void {
    const times = attempts.get(hash);
    times?.pop();
    if (times?.length === 0) attempts.delete(hash);
  }

  // A time ahead of now was counted before the machine's clock was set back; it must not lock anyone out for
  // longer.
  const recent = (hash: string, at: number) =>
    (attempts.get(hash) ?? []).filter((time) => time > at - windowMs && time <= at);

  if (!alone)
    onCounted(name, (what, hash, at) => {
      if (what === "0") attempts.delete(hash);
      else if (what === "-") takeBack(hash);
      else {
        const times = recent(hash, at);
        // Told by processes that each allowed it, there may be more than the limit: the oldest of them say
        // nothing any more.
        add(hash, times.slice(Math.max(0, times.length - limit + 1)), at);
      }
    });
  const told = (what: Counted[0], hash: string) => (alone ? undefined : publishCounted(what, name, hash));

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
      told("+", hash);
      return { ok: true, retryAfterSeconds: 0 };
    },
    giveBack(key) {
      const hash = hashedKey(name, key);
      takeBack(hash);
      told("-", hash);
    },
    forget(key) {
      const hash = hashedKey(name, key);
      attempts.delete(hash);
      told("0", hash);
    },
  };
}

/**
 * What limits per client address count by, or nothing when they do not apply: a client on this machine
 * without a proxy between (everyone behind a proxy that is not configured would otherwise share one count).
 */
export function addressKey(context: Readonly<RouterContextProvider>): string | undefined {
  return context.get(directLoopbackContext) ? undefined : networkOf(context.get(clientAddressContext));
}

/** An IPv4 address as it is; of an IPv6 address the /64, because one household owns all of it. */
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
 * The network around a client address, as a limit counts it: the /24 of an IPv4 address, the /48 of an IPv6
 * one.
 * @param network of `networkOf`
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
