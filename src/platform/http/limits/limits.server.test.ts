import fc from "fast-check";
import { RouterContextProvider } from "react-router";
import { beforeAll, describe, expect, test } from "vitest";
import { clientAddressContext, directLoopbackContext } from "../contexts.ts";
import {
  addressKey,
  type Counted,
  createLimiter,
  networkOf,
  refuseTooMany,
  shareLimits,
} from "./limits.server.ts";

const at = (milliseconds: number) => Temporal.Instant.fromEpochMilliseconds(1_800_000_000_000 + milliseconds);
const limiter = (limit = 3, windowSeconds = 60, maxKeys = 1000) =>
  createLimiter({ name: "test", limit, windowSeconds, maxKeys });

describe("createLimiter", () => {
  test("allows the limit, then says when the next one is allowed", () => {
    const limits = limiter();
    for (const moment of [0, 1000, 2000]) expect(limits.check("a", at(moment)).ok).toBe(true);
    expect(limits.check("a", at(2500))).toEqual({ ok: false, retryAfterSeconds: 58 });
    expect(limits.check("b", at(2500)).ok).toBe(true);
    expect(limits.check("a", at(60_000)).ok).toBe(true);
    expect(limits.check("a", at(60_000)).ok).toBe(false);
  });

  test("never allows more than the limit in any window, and never refuses without cause", () => {
    const gaps = fc.array(
      fc.record({ gap: fc.integer({ min: 0, max: 40_000 }), key: fc.constantFrom("a", "b") }),
      { maxLength: 200 },
    );
    fc.assert(
      fc.property(gaps, fc.integer({ min: 1, max: 7 }), (attempts, limit) => {
        const limits = limiter(limit);
        const allowed: Record<string, number[]> = { a: [], b: [] };
        let moment = 0;
        for (const { gap, key } of attempts) {
          moment += gap;
          const recent = allowed[key]!.filter((time) => time > moment - 60_000).length;
          const { ok } = limits.check(key, at(moment));
          expect(ok).toBe(recent < limit);
          if (ok) allowed[key]!.push(moment);
        }
      }),
    );
  });

  test("allows an attempt after the announced wait", () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 20_000 }), { minLength: 4, maxLength: 40 }), (gaps) => {
        const limits = limiter();
        let moment = 0;
        for (const gap of gaps) {
          moment += gap;
          const verdict = limits.check("a", at(moment));
          if (verdict.ok) expect(verdict.retryAfterSeconds).toBe(0);
          else {
            expect(verdict.retryAfterSeconds).toBeGreaterThanOrEqual(1);
            expect(verdict.retryAfterSeconds).toBeLessThanOrEqual(60);
            moment += verdict.retryAfterSeconds * 1000;
            expect(limits.check("a", at(moment)).ok).toBe(true);
          }
        }
      }),
    );
  });

  test("uncounts attempts and forgets keys", () => {
    const limits = limiter(2);
    limits.check("a", at(0));
    limits.check("a", at(1));
    limits.giveBack("a");
    expect(limits.check("a", at(2)).ok).toBe(true);
    expect(limits.check("a", at(3)).ok).toBe(false);
    limits.forget("a");
    expect(limits.check("a", at(4)).ok).toBe(true);
    limits.giveBack("never seen");
    limits.forget("never seen");
  });

  test("limits the number of keys and drops the one unused longest", () => {
    const limits = limiter(1, 60, 10);
    for (let index = 0; index < 1000; index++) limits.check(`key ${index}`, at(index));
    expect(limits.check("key 999", at(1000)).ok).toBe(false);
    expect(limits.check("key 0", at(1000)).ok).toBe(true);
  });

  test("locks no one out when the machine's clock is set back", () => {
    const limits = limiter(1);
    limits.check("a", at(86_400_000));
    expect(limits.check("a", at(0)).ok).toBe(true);
    expect(limits.check("a", at(0)).ok).toBe(false);
  });
});

describe("limits of several processes", () => {
  const sent: Counted[] = [];
  let receive: ReturnType<typeof shareLimits>;
  beforeAll(
    () => void (receive = shareLimits(Buffer.from("one salt"), (counted) => void sent.push(counted))),
  );
  /**
   * The same limiter in two processes: what the first sends, the second receives at that moment of its own
   * clock.
   */
  const two = (name: string, limit: number, alone = false) => {
    const one = createLimiter({ name, limit, windowSeconds: 60, alone });
    const other = createLimiter({ name, limit, windowSeconds: 60, alone });
    const pass = (moment: number) => {
      for (const counted of sent.splice(0)) receive(counted, at(moment));
    };
    return { one, other, pass };
  };

  test("share one limit: an attempt in one counts in the other, once", () => {
    const { one, other, pass } = two("shared", 3);
    one.check("a", at(0));
    one.check("a", at(10));
    pass(100);
    expect(other.check("a", at(200)).ok).toBe(true);
    expect(other.check("a", at(300))).toEqual({ ok: false, retryAfterSeconds: 60 });
    expect(other.check("b", at(300)).ok).toBe(true);
    expect(other.check("a", at(60_100)).ok).toBe(true);
  });

  test("share uncounted attempts and forgotten keys", () => {
    const { one, other, pass } = two("shared back", 1);
    one.check("a", at(0));
    pass(0);
    expect(other.check("a", at(1)).ok).toBe(false);
    one.giveBack("a");
    pass(1);
    expect(other.check("a", at(2)).ok).toBe(true);
    one.forget("a");
    pass(3);
    expect(other.check("a", at(4)).ok).toBe(true);
  });

  test("store no more of others' attempts than needed, and impose no longer wait", () => {
    const { one, other, pass } = two("shared more", 2);
    other.check("a", at(0));
    other.check("a", at(1));
    sent.splice(0);
    one.check("a", at(0));
    one.check("a", at(2));
    pass(30_000);
    expect(other.check("a", at(40_000))).toEqual({ ok: false, retryAfterSeconds: 50 });
    expect(other.check("a", at(90_000)).ok).toBe(true);
  });

  test("share only hashed keys, and nothing when alone", () => {
    two("shared quiet", 3).one.check("dana@example.com", at(0));
    expect(JSON.stringify(sent.splice(0))).not.toContain("dana");
    two("alone", 3, true).one.check("a", at(0));
    expect(sent).toEqual([]);
  });
});

describe("addressKey", () => {
  const contextOf = (address: string, direct: boolean) => {
    const context = new RouterContextProvider();
    context.set(clientAddressContext, address);
    context.set(directLoopbackContext, direct);
    return context;
  };

  test("counts by address, except for this machine itself", () => {
    expect(addressKey(contextOf("203.0.113.7", false))).toBe("203.0.113.7");
    expect(addressKey(contextOf("127.0.0.1", true))).toBeUndefined();
    expect(addressKey(contextOf("127.0.0.1", false))).toBe("127.0.0.1");
  });

  test.each([
    ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"],
    ["2001:0DB8:0001:0002::9", "2001:db8:1:2::/64"],
    ["2001:db8::1", "2001:db8:0:0::/64"],
    ["::1", "0:0:0:0::/64"],
    ["fe80::1%eth0", "fe80:0:0:0::/64"],
    ["198.51.100.4", "198.51.100.4"],
    ["", ""],
  ])("%s counts as %s", (address, network) => expect(networkOf(address)).toBe(network));
});

test("refuseTooMany returns what was typed and when to retry", () => {
  const answer = refuseTooMany({ ok: false, retryAfterSeconds: 61 }, { email: "a@b.co" }, "Too many tries.");
  expect(answer.init?.status).toBe(429);
  expect(new Headers(answer.init?.headers).get("Retry-After")).toBe("61");
  expect(answer.data).toEqual({
    values: { email: "a@b.co" },
    errors: {},
    message: "Too many tries. Please try again in 2 minutes.",
  });
});
