import { describe, expect, it } from "vitest";
import { anySignal } from "./any-signal.ts";

describe("anySignal", () => {
  it("aborts with the first that aborts, once, with its reason", () => {
    const [one, other] = [new AbortController(), new AbortController()];
    const signal = anySignal([one.signal, other.signal]);
    expect(signal.aborted).toBe(false);
    let aborts = 0;
    signal.addEventListener("abort", () => aborts++);
    other.abort("enough");
    one.abort("too late");
    expect([signal.aborted, signal.reason, aborts]).toEqual([true, "enough", 1]);
  });

  it("is aborted from the start if one of them already is", () => {
    const reason = new Error("gone");
    const signal = anySignal([new AbortController().signal, AbortSignal.abort(reason)]);
    expect([signal.aborted, signal.reason]).toEqual([true, reason]);
  });

  it("never aborts without signals", () => {
    expect(anySignal([]).aborted).toBe(false);
  });
});
