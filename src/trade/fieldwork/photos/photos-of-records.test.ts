import { expect, it } from "vitest";
import type { ShownRecord } from "#ground/sync/public.tsx";
import { jobPhotosOf } from "./photos-of-records.ts";

const record = (
  id: string,
  photos: Record<string, { at: number; written: number; by: string }>,
): ShownRecord => {
  const entries = Object.entries(photos);
  const value = (at: number) => ({ type: "image/jpeg", at });
  return {
    ...{
      kind: "logs.entry",
      id,
      job: "j",
      revision: 1,
      conflicts: [],
      waiting: 0,
      refused: [],
      isRemoved: false,
    },
    values: Object.fromEntries(entries.map(([sha256, { at }]) => [`photos.${sha256}`, value(at)])),
    fields: Object.fromEntries(
      entries.map(([sha256, { at, written, by }]) => [
        `photos.${sha256}`,
        { values: [{ value: value(at), by: "c", at: written, author: by }], earlier: [] },
      ]),
    ) as unknown as ShownRecord["fields"],
  };
};

it("has each photo once, in the order they were taken, with who added it first", () => {
  const [a, b] = ["a".repeat(64), "b".repeat(64)];
  const entry = record("entry", { [a]: { at: 20, written: 20, by: "dana" } });
  const change = record("change", {
    [a]: { at: 20, written: 90, by: "lee" },
    [b]: { at: 10, written: 90, by: "lee" },
  });
  for (const records of [
    [entry, change],
    [change, entry],
  ])
    expect(jobPhotosOf(records).map((one) => [one.shot.sha256, one.author, one.record.id])).toEqual([
      [b, "lee", "change"],
      [a, "dana", "entry"],
    ]);
});
