import fc from "fast-check";
import { expect, it } from "vitest";
import { canBecome, isFrozen, isOpen, SILENT, type State, STATES } from "./states.ts";

const follow = (steps: readonly State[]): State[] => {
  const path: State[] = ["draft"];
  for (const step of steps) if (canBecome(path.at(-1)!, step)) path.push(step);
  return path;
};

it("an approved estimate never changes, and nothing is approved that its client doesn't have", () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...STATES), { maxLength: 30 }), (steps) => {
      const path = follow(steps);
      const at = path.indexOf("approved");
      expect(at === -1 || at === path.length - 1).toBe(true);
      if (at > 0) {
        const before = path[at - 1]!;
        // Whoever declined may still change their mind.
        expect(isOpen(before) || before === "declined", before).toBe(true);
      }
    }),
  );
});

it("nothing follows on a frozen state, and an approved estimate is frozen", () => {
  expect(isFrozen("approved")).toBe(true);
  for (const from of STATES.filter(isFrozen))
    for (const to of STATES) expect(canBecome(from, to)).toBe(false);
});

it.each(STATES)("%s can be sent, again too, unless it's frozen", (state) => {
  expect(canBecome(state, "sent")).toBe(!isFrozen(state));
});

it("an open one can be answered, withdrawn and expire; another can't", () => {
  for (const state of STATES) {
    expect(canBecome(state, "approved"), state).toBe(isOpen(state) || state === "declined");
    expect(canBecome(state, "declined"), state).toBe(isOpen(state));
    expect(canBecome(state, "withdrawn"), state).toBe(isOpen(state));
    expect(canBecome(state, "expired"), state).toBe(isOpen(state));
  }
  for (const state of SILENT) expect(canBecome(state, "asked"), state).toBe(true);
});
