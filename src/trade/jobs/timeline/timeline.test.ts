import { describe, expect, it } from "vitest";
import { jobSources } from "./timeline.tsx";

const hash = (letter: string) => letter.repeat(64);

describe("a note in the timeline", () => {
  const notes = jobSources.find(({ kind }) => kind === "jobs.note")!;
  const field = (value: unknown, at: number) => ({
    values: [{ value, by: `c${at}`, at, author: "dana" }],
    gone: [],
  });
  const record = (fields: Record<string, ReturnType<typeof field>>) =>
    ({
      kind: "jobs.note",
      id: "n",
      job: "j",
      revision: 1,
      values: Object.fromEntries(
        Object.entries(fields).map(([name, { values }]) => [name, values[0]!.value]),
      ),
      fields,
      conflicts: [],
      waiting: 0,
      refused: [],
      isRemoved: false,
    }) as unknown as Parameters<typeof notes.entriesOf>[0];

  it("is titled by its photos or text, also after its photos were removed", () => {
    const photo = `photos.${hash("a")}`;
    const told = (fields: Record<string, ReturnType<typeof field>>) =>
      notes.entriesOf(record(fields)).map(({ title, at, author }) => [title, at, author]);
    expect(told({ [photo]: field({ type: "image/jpeg", at: 1 }, 5) })).toEqual([["Photo", 5, "dana"]]);
    expect(told({ text: field("Felt is down.", 6) })).toEqual([["Note", 6, "dana"]]);
    expect(told({ [photo]: field({ type: "image/jpeg", at: 1 }, 5), text: field("Rot", 9) })).toEqual([
      ["Photo", 5, "dana"],
    ]);
    expect(told({ [photo]: field(null, 7) })).toEqual([["Photos removed", 7, "dana"]]);
    expect(told({ place: field({ lat: 1, lon: 1, accuracy: 1 }, 7) })).toEqual([]);
  });
});
