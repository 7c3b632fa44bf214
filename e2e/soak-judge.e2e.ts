import { describe, expect, test } from "vitest";
import { judgeWrites, type StoredWrites } from "./prove/soak-judge.ts";
import type { Written } from "./prove/soak-load.ts";
import { type MemorySample, trendOf } from "./prove/soak-memory.ts";
import { planSoak, sparedFrom } from "./prove/soak-plan.ts";

// What e2e/prove/soak.prove.ts judges by: that each kind of loss, copy and growth would be seen.

const KINDS = ["job", "note", "log entry", "photo", "estimate", "answer"] as const;

/** One of each kind, acknowledged, as `${kind} 1`. */
function written(): Written[] {
  return KINDS.map((kind) => ({
    ...{ kind, account: "account", id: `id of ${kind}`, record: `record of ${kind}` },
    ...{ content: `content of ${kind}`, acknowledgedAt: 1 },
  }));
}

type Loose = { -readonly [K in keyof StoredWrites]: StoredWrites[K][number][] };

/** Where all of that is stored as it should be. */
function stored(): Loose {
  const all = written();
  const changes = all.filter(({ kind }) => kind !== "answer");
  const photo = { sha256: "content of photo", state: "ready", bytes: "content of photo", derivatives: 4 };
  return {
    commands: changes.map(({ id, record }) => ({ id, record })),
    records: changes.map(({ record, content }) => ({ id: record, content })),
    listed: changes.filter(({ kind }) => kind !== "note").map(({ record, content }) => ({ record, content })),
    photos: [photo],
    answers: [{ record: "record of answer", content: "content of answer" }],
    history: all.map(({ id }) => ({ of: id })),
    stuck: [],
  };
}

const rulesOf = (found: StoredWrites, all = written()) => judgeWrites(all, found).map(({ rule }) => rule);

/** One lie per rule. */
const LIES: readonly [rule: string, tell: (found: Loose) => void][] = [
  ["an acknowledged change is stored exactly once", ({ commands }) => void commands.pop()],
  ["an acknowledged change is stored exactly once", ({ commands }) => void commands.push(commands[1]!)],
  ["an acknowledged record is stored exactly once", ({ records }) => void records.splice(1, 1)],
  ["a record holds what was sent", ({ records }) => void (records[1] = { ...records[1]!, content: "other" })],
  ["an acknowledged record is in its list exactly once", ({ listed }) => void listed.pop()],
  ["an acknowledged record is in its list exactly once", ({ listed }) => void listed.push(listed[1]!)],
  ["a list shows what was sent", ({ listed }) => void (listed[1] = { ...listed[1]!, content: "other" })],
  ["an acknowledged photo is stored exactly once", ({ photos }) => void photos.pop()],
  ["an acknowledged photo is stored exactly once", ({ photos }) => void photos.push(photos[0]!)],
  ["a photo has the bytes that were sent", ({ photos }) => void (photos[0] = { ...photos[0]!, bytes: null })],
  [
    "a photo's pictures are drawn",
    ({ photos }) => void (photos[0] = { ...photos[0]!, derivatives: 3, state: "ready" }),
  ],
  ["what was acknowledged is in its job's history exactly once", ({ history }) => void history.pop()],
  [
    "what was acknowledged is in its job's history exactly once",
    ({ history }) => void history.push(history[1]!),
  ],
  ["an acknowledged answer is stored exactly once", ({ answers }) => void answers.pop()],
  ["an acknowledged answer is stored exactly once", ({ answers }) => void answers.push(answers[0]!)],
  ["nothing is stored that nobody sent", ({ commands }) => void commands.push({ id: "x", record: "x" })],
  [
    "no photo is stored that nobody sent",
    ({ photos }) => void photos.push({ ...photos[0]!, sha256: "other" }),
  ],
  [
    "no answer is stored that nobody gave",
    ({ answers }) => void answers.push({ record: "x", content: "other" }),
  ],
  ["nothing is stuck", ({ stuck }) => void stuck.push({ what: "task", which: "mail.send active" })],
];

describe("the judge of what was written", () => {
  test("finds nothing where all is stored once", () => expect(rulesOf(stored())).toEqual([]));

  test.each(LIES)("sees through a lie: %s", (rule, tell) => {
    const found = stored();
    tell(found);
    expect(rulesOf(found)).toContain(rule);
  });

  test("lets what nobody was told of be stored once or not at all, and never twice", () => {
    const all = written();
    for (const one of all) one.acknowledgedAt = undefined;
    expect(rulesOf(stored(), all)).toEqual([]);
    expect(rulesOf({ ...stored(), answers: [], photos: [], history: [] }, all)).toEqual([]);
    const twice = stored();
    twice.answers.push(twice.answers[0]!);
    expect(rulesOf(twice, all)).toContain("an acknowledged answer is stored exactly once");
  });
});

describe("the trend of memory", () => {
  /** Two hours, a sample each ten seconds. */
  const life = (mbAt: (share: number) => number): MemorySample[] =>
    Array.from({ length: 720 }, (_, at) => ({
      ...{ name: "front", pid: 7, at: at * 10_000, mb: mbAt(at / 720) },
    }));
  const isFlat = (mbAt: (share: number) => number) => trendOf(life(mbAt), "front")?.isFlat;

  test("is flat where memory goes up and down, and where it grew while warming up", () => {
    expect(isFlat((share) => 300 + 20 * Math.sin(share * 40))).toBe(true);
    expect(isFlat((share) => 300 * Math.min(1, 0.5 + share * 8))).toBe(true);
  });

  test("isn't flat where a process grows", () => {
    const trend = trendOf(
      life((share) => 200 + 60 * share),
      "front",
    )!;
    expect(trend.isFlat).toBe(false);
    expect(trend.mbPerHour).toBeCloseTo(30, 0);
    expect(trend.shown.map(Math.round)).toEqual([205, 230, 260]);
  });

  test("is of the process that lived last, not of one before it", () => {
    const before = life(() => 900).map((one) => ({ ...one, pid: 6, at: one.at - 9_000_000 }));
    expect(trendOf([...before, ...life(() => 300)], "front")).toMatchObject({ pid: 7, firstThird: 300 });
  });
});

test("the first web process and the first worker are killed at the beginning and then never", () => {
  for (const minutes of [4, 10, 120]) {
    const first = planSoak(7, minutes).filter(({ which }) => which === 0);
    expect(first.map(({ kind }) => kind)).toEqual(["web", "worker"]);
    for (const { atMs } of first) expect(atMs).toBeLessThanOrEqual(sparedFrom(minutes));
  }
  const kinds = planSoak(7, 120).map(({ kind }) => kind);
  expect([...new Set(kinds)].toSorted()).toEqual(["database", "frozen worker", "pooler", "web", "worker"]);
  expect(kinds.length).toBeGreaterThan(60);
});
