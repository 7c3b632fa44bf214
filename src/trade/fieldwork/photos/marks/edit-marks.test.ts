import fc from "fast-check";
import { expect, it } from "vitest";
import {
  moveMark,
  NO_STEPS,
  redoStep,
  resizeMark,
  stepped,
  undoStep,
  withMark,
  withoutMark,
} from "./edit-marks.ts";
import { type Mark, MARK_COLORS, MARK_KINDS, readMarks } from "./marks.ts";

const part = fc.integer({ min: 0, max: 10_000 }).map((one) => one / 10_000);
const point = fc.tuple(part, part);
const mark: fc.Arbitrary<Mark> = fc.record({
  id: fc.uuid(),
  kind: fc.constantFrom(...MARK_KINDS),
  color: fc.constantFrom(...MARK_COLORS),
  from: point,
  to: point,
  text: fc.constant(""),
});
const far = fc.tuple(
  fc.double({ min: -3, max: 3, noNaN: true }),
  fc.double({ min: -3, max: 3, noNaN: true }),
);

it("a moved mark keeps its size and stays in the picture, however far it is dragged", () => {
  fc.assert(
    fc.property(mark, far, (before, by) => {
      const after = moveMark(before, by);
      for (const axis of [0, 1] as const) {
        for (const end of ["from", "to"] as const)
          expect(after[end][axis] >= 0 && after[end][axis] <= 1).toBe(true);
        expect(after.to[axis] - after.from[axis]).toBeCloseTo(before.to[axis] - before.from[axis], 3);
      }
    }),
  );
});

it("a resized mark moves one end only, within the picture", () => {
  fc.assert(
    fc.property(mark, far, (before, to) => {
      const after = resizeMark(before, "to", to);
      expect(after.from).toEqual(before.from);
      for (const one of after.to) expect(one >= 0 && one <= 1).toBe(true);
    }),
  );
});

it("every change can be undone and redone, in order", () => {
  fc.assert(
    fc.property(fc.array(mark, { maxLength: 12 }), (added) => {
      let [marks, steps]: [readonly Mark[], typeof NO_STEPS] = [[], NO_STEPS];
      const states = [marks];
      for (const one of added) {
        steps = stepped(steps, marks);
        marks = marks.length % 3 === 2 ? withoutMark(marks, marks[0]!.id) : withMark(marks, one);
        states.push(marks);
      }
      const last = states.length - 1;
      for (let at = last - 1; at >= 0; at--) {
        ({ marks, steps } = undoStep(steps, marks)!);
        expect(marks).toEqual(states[at]);
      }
      expect(undoStep(steps, marks)).toBeUndefined();
      for (let at = 1; at <= last; at++) {
        ({ marks, steps } = redoStep(steps, marks)!);
        expect(marks).toEqual(states[at]);
      }
      expect(redoStep(steps, marks)).toBeUndefined();
      expect(readMarks(marks).length).toBeLessThanOrEqual(marks.length);
    }),
  );
});
