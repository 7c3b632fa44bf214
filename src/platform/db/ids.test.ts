import { randomUUIDv7 } from "node:crypto";
import { describe, expect, it, vi } from "vitest";
import { newId } from "./ids.ts";

vi.mock("node:crypto", { spy: true });

const SHAPE = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
const millisecondsOf = (id: string) => Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16);

describe("ids", () => {
  it("increase within a millisecond, and are all different and current", () => {
    const began = Date.now();
    const ids = Array.from({ length: 50_000 }, newId);
    expect(ids).toEqual(ids.toSorted());
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids.every((id) => SHAPE.test(id))).toBe(true);
    expect(millisecondsOf(ids[0]!)).toBeGreaterThanOrEqual(began);
    expect(millisecondsOf(ids.at(-1)!)).toBeLessThan(Date.now() + 50);
  });

  it("increase when the clock is set back, and when a millisecond is exhausted", () => {
    const before = newId();
    vi.mocked(randomUUIDv7).mockReturnValue("0190a0b0-c0d0-7123-8456-0123456789ab");
    const ids = [before, ...Array.from({ length: 10_000 }, newId)];
    expect(ids).toEqual([...new Set(ids)].toSorted());
    expect(ids.every((id) => SHAPE.test(id))).toBe(true);
    expect(millisecondsOf(ids.at(-1)!)).toBeLessThanOrEqual(millisecondsOf(before) + 4);
  });
});
