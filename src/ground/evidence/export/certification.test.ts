import { randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import { buildCertification } from "./certification.ts";
import type { Entry } from "../rules.ts";

const hashOf = (number: number) => number.toString(16).padStart(64, "0");
const entry = (number: number): Entry => ({
  v: 1,
  account: randomUUID(),
  job: randomUUID(),
  number,
  at: "2026-11-20T17:00:00.000Z",
  occurredAt: "2026-11-20T17:00:00.000Z",
  capturedAt: null,
  author: null,
  kind: "jobs.note",
  corrects: null,
  media: [],
  payloadHash: hashOf(number),
  previousHash: null,
  hash: hashOf(number),
  payload: { text: `Note ${number}` },
  salt: hashOf(number),
});

function paperOf(count: number, isAlone = false) {
  const entries = Array.from({ length: count }, (_, at) => entry(at + 1));
  const known = {
    title: "Miller roof",
    business: "North Fork",
    zone: "UTC",
    at: Temporal.Instant.from("2026-11-20T18:00:00Z"),
  };
  const made = {
    job: randomUUID(),
    entries,
    seals: [],
    keys: [],
    authors: new Map<string, string>(),
    key: hashOf(1),
    absent: [],
    isAlone,
  };
  return buildCertification({ ...known, ...made }).data as {
    entries: { hash: string }[];
    others: { number: string; hash: string }[];
    more: string;
  };
}

describe("the printed history", () => {
  it("has every entry with its hash, and for texts left out says where they are", () => {
    const short = paperOf(1_000);
    expect([short.entries.length, short.others.length, short.more]).toEqual([1_000, 0, ""]);
    const long = paperOf(2_500);
    expect([...long.entries, ...long.others].map(({ hash }) => hash)).toEqual(
      Array.from({ length: 2_500 }, (_, at) => hashOf(at + 1)),
    );
    expect(long.others[0]).toMatchObject({ number: "1001" });
    expect(long.more).toContain("1001 to 2500");
    expect(long.more).toContain("matching lines of history.jsonl.");
    expect(paperOf(2_500, true).more).toContain("history.jsonl of the ZIP.");
  });

  it("says which entries are only in the file", () => {
    const { others, more } = paperOf(12_345);
    expect(others.at(-1)!.number).toBe("12000");
    expect(more).toContain("Entries 12001 to 12345 are listed on their own");
  });
});
