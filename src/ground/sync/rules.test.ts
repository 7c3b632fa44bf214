import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { applyCommand, type Command, conflicts, type Fields, momentOf, seen, shown } from "./rules.ts";

const command = (over: Partial<Command> & { id: string }): Command => ({
  kind: "test.thing",
  record: "r",
  job: null,
  sets: {},
  replaces: {},
  capturedAt: 0,
  skew: 0,
  zone: "America/Denver",
  media: [],
  ...over,
});

/** Devices write in turn and sometimes see what another has written so far. Yields everything they sent. */
const histories = fc
  .array(
    fc.record({
      device: fc.integer({ min: 0, max: 2 }),
      looksAt: fc.option(fc.integer({ min: 0, max: 2 })),
      fields: fc.uniqueArray(fc.constantFrom("name", "status", "note"), { minLength: 1, maxLength: 2 }),
      value: fc.integer({ min: 0, max: 3 }),
      clock: fc.integer({ min: 0, max: 4 }),
    }),
    { minLength: 1, maxLength: 6 },
  )
  .map((moves) => {
    const devices: Fields[] = [{}, {}, {}];
    const heard: Command[][] = [[], [], []];
    return moves.map(({ device, looksAt, fields, value, clock }, index) => {
      for (const one of looksAt === null
        ? []
        : heard[looksAt]!.filter((other) => !heard[device]!.includes(other))) {
        devices[device] = applyCommand(devices[device]!, one, one.capturedAt, "a");
        heard[device]!.push(one);
      }
      const made = command({
        id: `c${index}`,
        sets: Object.fromEntries(fields.map((name) => [name, value])),
        replaces: seen(devices[device]!, fields),
        capturedAt: clock,
      });
      devices[device] = applyCommand(devices[device]!, made, clock, "a");
      heard[device]!.push(made);
      return made;
    });
  });

const fold = (commands: readonly Command[]) =>
  commands.reduce<Fields>((fields, one) => applyCommand(fields, one, one.capturedAt, "a"), {});

function permutations<T>(of: readonly T[]): T[][] {
  if (of.length < 2) return [[...of]];
  return of.flatMap((first, at) => permutations(of.toSpliced(at, 1)).map((rest) => [first, ...rest]));
}

describe("commands", () => {
  it("give the same result in every order", () => {
    fc.assert(
      fc.property(histories, (commands) => {
        const expected = fold(commands);
        // Every order of the first five; a sixth command keeps its position.
        for (const order of permutations(commands.slice(0, 5)))
          expect(fold([...order, ...commands.slice(5)])).toEqual(expected);
        expect(fold(commands.toReversed())).toEqual(expected);
      }),
      { numRuns: 300 },
    );
  });

  it("keep the last replaced values, in any order of arrival", () => {
    const wrote = (id: string, at: number, text: string, sees: readonly string[]) =>
      command({ id, sets: { text }, replaces: { text: sees }, capturedAt: at });
    const edits = [wrote("c1", 1, "one", []), wrote("c2", 2, "two", ["c1"]), wrote("c3", 3, "three", ["c2"])];
    for (const order of permutations(edits))
      expect(fold(order)["text"]).toMatchObject({
        values: [{ value: "three" }],
        earlier: [{ value: "two" }, { value: "one" }],
      });
    const more = Array.from({ length: 6 }, (_, at) =>
      wrote(`c${at + 4}`, at + 4, `${at + 4}`, [`c${at + 3}`]),
    );
    expect(fold([...edits, ...more])["text"]!.earlier!.map(({ value }) => value)).toEqual(["8", "7", "6"]);
    expect(fold(edits.slice(0, 1))["text"]).not.toHaveProperty("earlier");
  });

  it("give the same result however often they arrive", () => {
    fc.assert(
      fc.property(histories, fc.array(fc.nat(), { maxLength: 12 }), (commands, again) => {
        const more = again.map((index) => commands[index % commands.length]!);
        expect(fold([...commands, ...more])).toEqual(fold(commands));
        expect(fold([...more, ...commands])).toEqual(fold(commands));
      }),
      { numRuns: 1_000 },
    );
  });

  it("never lose a value that nobody had seen", () => {
    fc.assert(
      fc.property(histories, (commands) => {
        const fields = fold(commands);
        for (const one of commands)
          for (const name of Object.keys(one.sets)) {
            const replaced = commands.some((other) => other.replaces[name]?.includes(one.id));
            expect(fields[name]!.values.some((value) => value.by === one.id)).toBe(!replaced);
          }
      }),
    );
  });

  it("keep both values of people who didn't see each other's, and show the later one", () => {
    const first = command({ id: "a", sets: { name: "Deck" }, capturedAt: 1 });
    const here = command({ id: "b", sets: { name: "Back deck" }, replaces: { name: ["a"] }, capturedAt: 5 });
    const there = command({
      id: "c",
      sets: { name: "Cedar deck" },
      replaces: { name: ["a"] },
      capturedAt: 3,
    });
    const both = fold([there, first, here]);
    expect(shown(both, "name")).toBe("Back deck");
    expect(both["name"]!.values.map((one) => one.value)).toEqual(["Back deck", "Cedar deck"]);
    expect(conflicts(both)).toEqual(["name"]);
    const settled = command({
      id: "d",
      sets: { name: "Cedar deck" },
      replaces: seen(both, ["name"]),
      capturedAt: 2,
    });
    expect(conflicts(fold([there, first, here, settled]))).toEqual([]);
    expect(shown(fold([settled, there, first, here]), "name")).toBe("Cedar deck");
  });

  it("don't conflict when both wrote the same", () => {
    const both = fold([
      command({ id: "a", sets: { done: true } }),
      command({ id: "b", sets: { done: true } }),
    ]);
    expect(both["done"]!.values).toHaveLength(2);
    expect(conflicts(both)).toEqual([]);
  });

  it("from a device ahead of time count as their arrival", () => {
    expect(momentOf({ capturedAt: 9_000, skew: 0 }, 5_000)).toBe(5_000);
    expect(momentOf({ capturedAt: 9_000, skew: -6_000 }, 5_000)).toBe(3_000);
    expect(momentOf({ capturedAt: 1_000, skew: 0 }, 5_000)).toBe(1_000);
  });
});
