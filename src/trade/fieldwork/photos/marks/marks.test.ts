import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { blurredIn, drawingOf, pathOf } from "./drawing.ts";
import {
  LONGEST_LENGTH,
  LONGEST_WORDS,
  type Mark,
  MARK_COLORS,
  MARK_KINDS,
  mergeMarks,
  MOST_MARKS,
  readMarks,
} from "./marks.ts";

const part = fc.double({ min: 0, max: 1, noNaN: true });
const point = fc.tuple(part, part);
const mark = fc.record({
  id: fc.uuid(),
  kind: fc.constantFrom(...MARK_KINDS),
  color: fc.constantFrom(...MARK_COLORS),
  from: point,
  to: point,
  text: fc.string({ unit: "grapheme", maxLength: 200 }),
});
const almost = fc.record(
  {
    id: fc.oneof(fc.string(), fc.anything()),
    kind: fc.oneof(fc.constantFrom(...MARK_KINDS), fc.anything()),
    color: fc.oneof(fc.constantFrom(...MARK_COLORS), fc.anything()),
    from: fc.oneof(fc.tuple(fc.double(), fc.double()), fc.anything()),
    to: fc.oneof(fc.tuple(fc.double(), fc.double()), fc.anything()),
    text: fc.anything(),
  },
  { requiredKeys: [] },
);

const arrow: Mark = { id: "1", kind: "arrow", color: "red", from: [0.1, 0.1], to: [0.6, 0.6], text: "" };
const blur: Mark = { ...arrow, id: "2", kind: "blur", from: [0.8, 0.9], to: [0.4, 0.2] };

describe("marks from a device", () => {
  it("are whole and few, whatever it wrote", () => {
    fc.assert(
      fc.property(fc.oneof(fc.anything(), fc.array(fc.oneof(almost, mark), { maxLength: 90 })), (value) => {
        const marks = readMarks(value);
        expect(marks.length).toBeLessThanOrEqual(MOST_MARKS);
        expect(new Set(marks.map(({ id }) => id)).size).toBe(marks.length);
        for (const { kind, color, from, to, text } of marks) {
          expect(MARK_KINDS).toContain(kind);
          expect(MARK_COLORS).toContain(color);
          for (const one of [...from, ...to]) expect(one >= 0 && one <= 1).toBe(true);
          expect(text).not.toMatch(/[\p{Cc}]/u);
          expect(Array.from(text).length).toBeLessThanOrEqual(
            { words: LONGEST_WORDS, line: LONGEST_LENGTH }[kind as string] ?? 0,
          );
        }
        expect(readMarks(marks)).toEqual(marks);
        expect(readMarks(JSON.parse(JSON.stringify(marks)))).toEqual(marks);
      }),
    );
  });

  it("hide what they hide even if the rest is nonsense", () => {
    expect(readMarks([{ ...blur, color: 7, text: {} }, null, 5, { id: "x" }])).toEqual([
      { ...blur, color: "red" },
    ]);
  });

  it("keep a typed length as it is", () => {
    const [line] = readMarks([{ ...arrow, kind: "line", text: ` 3' 6 1/2"\n` }]);
    expect(line?.text).toBe(`3' 6 1/2"`);
  });

  it("aren't a slip of the finger, and words say something", () => {
    expect(
      readMarks([
        { ...arrow, to: [0.101, 0.101] },
        { ...arrow, kind: "words", text: "  " },
      ]),
    ).toEqual([]);
  });
});

describe("what two people drew without seeing each other", () => {
  it("is all there, once", () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(mark, { selector: ({ id }) => id, maxLength: 20 }),
        fc.uniqueArray(mark, { selector: ({ id }) => id, maxLength: 20 }),
        (one, other) => {
          const merged = mergeMarks([one, other]);
          const shapes = (marks: readonly Mark[]) => marks.map((of) => JSON.stringify({ ...of, id: "" }));
          for (const shape of shapes([...readMarks(one), ...readMarks(other)]))
            expect(shapes(merged)).toContain(shape);
          expect(mergeMarks([one, one])).toEqual(readMarks(one));
          expect(new Set(merged.map(({ id }) => id)).size).toBe(merged.length);
        },
      ),
    );
  });

  it("stays when one moved what the other saw", () => {
    const moved = { ...blur, from: [0.1, 0.1], to: [0.2, 0.2] };
    expect(blurredIn(mergeMarks([[blur], [moved]]))).toHaveLength(2);
  });
});

describe("drawing", () => {
  it("has finite numbers, and letters within the picture", () => {
    fc.assert(
      fc.property(
        fc.array(mark, { maxLength: 20 }),
        fc.integer({ min: 1, max: 8000 }),
        fc.integer({ min: 1, max: 8000 }),
        (marks, width, height) => {
          const read = readMarks(marks);
          const { marks: drawn } = drawingOf(read, width, height);
          expect(drawn).toHaveLength(read.length - blurredIn(read).length);
          for (const { lines, area, text } of drawn) {
            for (const one of [...lines.flat(), ...area].flat()) expect(Number.isFinite(one)).toBe(true);
            expect(pathOf(lines)).not.toMatch(/NaN|undefined|e/);
            if (text) expect(text.x >= 0 && text.x <= width && Number.isFinite(text.y)).toBe(true);
          }
        },
      ),
    );
  });

  it("breaks long words into lines that say the same", () => {
    const text = "The shutoff behind the tub wall leaks at the second elbow, replace before tile";
    const [drawn] = drawingOf([{ ...arrow, kind: "words", from: [0.7, 0.2], text }], 900, 1200).marks;
    expect(drawn?.text?.lines.length).toBeGreaterThan(2);
    expect(drawn?.text?.lines.join(" ")).toBe(text);
  });

  it("names a blurred region whichever corner came first", () => {
    expect(blurredIn([blur])).toEqual([{ left: 0.4, top: 0.2, right: 0.8, bottom: 0.9 }]);
  });
});
