import { expect, it } from "vitest";
import type { ShownRecord } from "#ground/sync/public.tsx";
import type { Shot } from "#trade/fieldwork/public.ts";
import { isFrom, originOf, wordsOf } from "./act-source.ts";

const record = {
  ...{ kind: "lists.list", id: "r", job: "j", revision: 1, fields: {}, conflicts: [], waiting: 0 },
  ...{ refused: [], isRemoved: false, values: { text: "The whole list" } },
} as ShownRecord;
const photo = { sha256: "a".repeat(64) } as Shot;
const begun = (source: Parameters<typeof originOf>[0]) => ({
  from: originOf(source),
  ...Object.fromEntries(source.shots.map(({ sha256 }) => [`photos.${sha256}`, {}])),
});

it("is begun once from an entry, once from each of its items, and once from a photo", () => {
  const entry = { job: "j", record, shots: [] };
  const [one, other] = [
    { ...entry, item: "checks.1", words: "No flashing" },
    { ...entry, item: "checks.2", words: "No hanger", shots: [photo] },
  ];
  const shot = { ...entry, shots: [photo] };
  for (const [source, is] of [
    [entry, [true, false, false]],
    [one, [false, true, false]],
    [other, [false, false, true]],
  ] as const)
    expect([entry, one, other].map((of) => isFrom(begun(source), of))).toEqual(is);
  expect(isFrom(begun(shot), shot)).toBe(true);
  expect(isFrom({ ...begun(shot), removed: true }, shot)).toBe(false);
  expect(isFrom(begun(entry), shot), "another photo of the entry").toBe(false);
});

it("says what the item says, and else what the entry says", () => {
  expect(wordsOf({ job: "j", record, shots: [], words: "No flashing" })).toBe("No flashing");
  expect(wordsOf({ job: "j", record, shots: [] })).toBe("The whole list");
  expect(originOf({ job: "j", record, shots: [] })).toEqual({ kind: "lists.list", record: "r" });
});

it("trusts nothing that a device wrote", () => {
  for (const from of [null, 3, "x", [], { record: 3 }])
    expect(isFrom({ from }, { job: "j", record, shots: [] })).toBe(false);
});
