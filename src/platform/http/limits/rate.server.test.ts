import { describe, expect, it } from "vitest";
import { type Counted, shareLimits } from "./limits.server.ts";
import { createRate } from "./rate.server.ts";

const START = Temporal.Instant.from("2026-11-20T17:00:00Z");
const after = (ms: number) => START.add({ milliseconds: ms });

describe("a rate", () => {
  it("allows a burst, then its average, and says when the next request is allowed", () => {
    const rate = createRate({ name: "test", perMinute: 60, burst: 3 });
    expect(rate.windowSeconds).toBe(3);
    expect([1, 2, 3].map(() => rate.take("a", START).remaining)).toEqual([2, 1, 0]);
    expect(rate.take("a", START)).toEqual({ ok: false, remaining: 0, resetSeconds: 3, retryAfterSeconds: 1 });
    // A refused request costs nothing.
    expect(rate.take("a", after(1000))).toMatchObject({ ok: true, remaining: 0 });
    expect(rate.take("a", after(1500)).ok).toBe(false);
    expect(rate.take("b", after(1500)).ok).toBe(true);
  });

  it("never allows more than burst and average in any stretch, and is full again after its window", () => {
    const rate = createRate({ name: "test", perMinute: 600, burst: 100 });
    let passed = 0;
    for (let ms = 0; ms < 60_000; ms += 10) if (rate.take("a", after(ms)).ok) passed++;
    expect(passed).toBeGreaterThanOrEqual(690);
    expect(passed).toBeLessThanOrEqual(700);
    expect(rate.take("a", after(60_000 + rate.windowSeconds * 1000)).remaining).toBe(99);
  });

  it("gains nothing when the clock is set back", () => {
    const rate = createRate({ name: "test", perMinute: 60, burst: 1 });
    rate.take("a", after(60_000));
    expect(rate.take("a", START).ok).toBe(false);
  });
});

it("counts what another process allowed", () => {
  const sent: Counted[] = [];
  const receive = shareLimits(Buffer.from("one salt"), (counted) => void sent.push(counted));
  const here = createRate({ name: "shared", perMinute: 60, burst: 2 });
  here.take("a", START);
  here.take("a", START);
  expect(here.take("a", START).ok).toBe(false);
  // A refused request is not shared.
  expect(sent).toHaveLength(2);
  const there = createRate({ name: "shared", perMinute: 60, burst: 2 });
  for (const one of sent) receive(one, START);
  expect(there.take("a", START).ok).toBe(false);
  expect(there.take("a", after(1000)).ok).toBe(true);
});
