import { createHash, randomBytes } from "node:crypto";

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

/** A bucket of requests per key that fills evenly: short bursts are fine, and the average is kept. Lives in this process alone. */
export interface Rate {
  /** How much may come at once. */
  readonly burst: number;
  /** Seconds in which an empty bucket is full again. */
  readonly windowSeconds: number;
  take(key: string, now: Temporal.Instant): Allowance;
}

const salt = randomBytes(16);

/** @param options.perMinute on average, of which `burst` may come at once */
export function createRate({ perMinute, burst, maxKeys = 50_000 }: { perMinute: number; burst: number; maxKeys?: number }): Rate {
  const perMs = perMinute / 60_000;
  // Memory holds no key, not even in a heap dump. In the order of the newest request, so that the one quiet longest makes room.
  const buckets = new Map<string, { tokens: number; at: number }>();
  return {
    burst,
    windowSeconds: Math.ceil(burst / (perMinute / 60)),
    take(key, now) {
      const at = now.epochMilliseconds;
      const hash = createHash("sha256").update(salt).update(key).digest("base64url").slice(0, 22);
      const before = buckets.get(hash) ?? { tokens: burst, at };
      // A clock that was set back fills nothing.
      const tokens = Math.min(burst, before.tokens + Math.max(0, at - before.at) * perMs);
      const ok = tokens >= 1;
      const left = ok ? tokens - 1 : tokens;
      buckets.delete(hash);
      buckets.set(hash, { tokens: left, at });
      if (buckets.size > maxKeys) buckets.delete(buckets.keys().next().value!);
      return {
        ok,
        remaining: Math.floor(left),
        resetSeconds: Math.ceil((burst - left) / perMs / 1000),
        retryAfterSeconds: ok ? 0 : Math.max(1, Math.ceil((1 - left) / perMs / 1000)),
      };
    },
  };
}
