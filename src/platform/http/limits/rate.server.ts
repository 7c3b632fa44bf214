import { hashedKey, onCounted, publishCounted } from "./limits.server.ts";

export interface Allowance {
  readonly ok: boolean;
  /** Requests that could follow right away. */
  readonly remaining: number;
  /** Whole seconds until the allowance is full again. */
  readonly resetSeconds: number;
  /** 0 when `ok`, else whole seconds until one more request is allowed. */
  readonly retryAfterSeconds: number;
}

/**
 * A token bucket per key: allows short bursts and limits the average. In memory, like limits; requests to
 * other processes count a moment later.
 */
export interface Rate {
  readonly burst: number;
  /** Seconds until an empty bucket is full. */
  readonly windowSeconds: number;
  take(key: string, now: Temporal.Instant): Allowance;
}

interface RateOptions {
  /** Names the limited action in code; two rates never share a bucket. */
  readonly name: string;
  readonly perMinute: number;
  readonly burst: number;
  readonly maxKeys?: number;
}

/** Creates a rate: `perMinute` on average for each key. */
export function createRate({ name, perMinute, burst, maxKeys = 50_000 }: RateOptions): Rate {
  const perMs = perMinute / 60_000;
  // In the order of the newest request, so that the key unused longest is dropped first.
  const buckets = new Map<string, { tokens: number; at: number }>();

  function draw(hash: string, at: number): { ok: boolean; left: number } {
    const before = buckets.get(hash) ?? { tokens: burst, at };
    // A clock set back adds no tokens.
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
