import { hashedKey, onCounted, publishCounted } from "./limits.server.ts";

/** What one request leaves of a key's allowance. */
export interface Allowance {
  readonly ok: boolean;
  /** Requests that could follow at once. */
  readonly remaining: number;
  /** Whole seconds until all of it is there again. */
  readonly resetSeconds: number;
  /** 0 when `ok`, else whole seconds until one more request may come. */
  readonly retryAfterSeconds: number;
}

/**
 * A bucket of requests per key that fills evenly: short bursts are fine, and the average is kept. In memory,
 * as limits are: what other processes gave is heard a moment later.
 */
export interface Rate {
  /** How much may come at once. */
  readonly burst: number;
  /** Seconds in which an empty bucket is full again. */
  readonly windowSeconds: number;
  take(key: string, now: Temporal.Instant): Allowance;
}

interface RateOptions {
  /** Says in code what is limited; two never share a bucket. */
  readonly name: string;
  /** On average, of which `burst` may come at once. */
  readonly perMinute: number;
  readonly burst: number;
  readonly maxKeys?: number;
}

/** Makes a rate: `perMinute` on average for each key. */
export function createRate({ name, perMinute, burst, maxKeys = 50_000 }: RateOptions): Rate {
  const perMs = perMinute / 60_000;
  // In the order of the newest request, so that the key quiet longest makes room.
  const buckets = new Map<string, { tokens: number; at: number }>();

  function draw(hash: string, at: number): { ok: boolean; left: number } {
    const before = buckets.get(hash) ?? { tokens: burst, at };
    // A clock that was set back fills nothing.
    const tokens = Math.min(burst, before.tokens + Math.max(0, at - before.at) * perMs);
    const ok = tokens >= 1;
    const left = ok ? tokens - 1 : tokens;
    buckets.delete(hash);
    buckets.set(hash, { tokens: left, at });
    if (buckets.size > maxKeys) buckets.delete(buckets.keys().next().value!);
    return { ok, left };
  }

  onCounted(name, (_, hash, at) => void draw(hash, at));
  return {
    burst,
    windowSeconds: Math.ceil(burst / (perMinute / 60)),
    take(key, now) {
      const hash = hashedKey(name, key);
      const { ok, left } = draw(hash, now.epochMilliseconds);
      if (ok) publishCounted("+", name, hash);
      return {
        ok,
        remaining: Math.floor(left),
        resetSeconds: Math.ceil((burst - left) / perMs / 1000),
        retryAfterSeconds: ok ? 0 : Math.max(1, Math.ceil((1 - left) / perMs / 1000)),
      };
    },
  };
}
