import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  answerOf,
  approvalsMissing,
  countApprovals,
  formatNumber,
  type GivenAnswer,
  type Standing,
  turnNow,
  turnsOf,
  whyClosed,
  whyUndecidable,
} from "./rules.ts";

const NOW = Temporal.Instant.from("2026-11-20T17:00:00Z");
const yes = (recipientId: string, name: string): GivenAnswer => ({ recipientId, name, answer: "approved" });

describe("approvals", () => {
  const recipients = [
    { id: "a", address: "dana@client.test" },
    { id: "b", address: "dana@client.test" },
    { id: "c", address: "lee@client.test" },
    { id: "d", address: "" },
  ];
  it.each([
    ["one person at two links", [yes("a", "Dana"), yes("b", "Dana Ruiz")], 1],
    ["one name at two links", [yes("a", "Dana"), yes("d", " dana ")], 1],
    ["two names at one link", [yes("a", "Dana"), yes("a", "Lee")], 1],
    ["two people", [yes("a", "Dana"), yes("c", "Lee")], 2],
    ["nobody", [{ ...yes("a", "Dana"), answer: "declined" as const }], 0],
  ])("count people: %s", (_, answers, count) => expect(countApprovals(recipients, answers)).toBe(count));

  it("are never more than those who were asked", () => {
    const given = fc.array(
      fc.record({
        recipientId: fc.constantFrom("a", "b", "c", "d"),
        name: fc.string({ maxLength: 2 }),
        answer: fc.constantFrom("approved", "declined", "asked"),
      }),
    );
    fc.assert(
      fc.property(given, (answers) => {
        expect(countApprovals(recipients, answers)).toBeLessThanOrEqual(3);
      }),
    );
  });

  it("outweigh an earlier no of the same person", () => {
    const no = { ...yes("a", "Dana"), answer: "declined" as const };
    expect(answerOf([no, yes("a", "Dana")], "a")?.answer).toBe("approved");
    expect(answerOf([no, yes("c", "Lee")], "a")?.answer).toBe("declined");
    expect(answerOf([no], "c")).toBeUndefined();
  });
});

describe("a paper can be answered", () => {
  const open: Standing = { state: "open", approvers: 1, answerBy: null };
  it.each<[string, Partial<Standing>, "declined" | undefined, RegExp | null]>([
    ["while it is open", {}, undefined, null],
    ["not after it was withdrawn", { state: "withdrawn" }, undefined, /withdrew it/],
    ["not after a newer version came", { state: "replaced" }, undefined, /newer version/],
    ["not after others declined it", { state: "declined" }, undefined, /Someone else declined/],
    ["by who declined it, after all", { state: "declined" }, "declined", null],
    ["not after it was approved", { state: "approved" }, undefined, /already approved/],
    ["to the last moment", { answerBy: NOW }, undefined, null],
    ["not later", { answerBy: NOW.subtract({ seconds: 1 }) }, undefined, /deadline has passed/],
    ["by each for themselves", { approvers: null, state: "approved" }, undefined, null],
  ])("%s", (_, over, own, words) => {
    const why = whyClosed({ ...open, ...over }, own, NOW);
    if (words === null) expect(why).toBeNull();
    else expect(why).toMatch(words);
  });
});

it("numbers have three digits, or more", () => {
  expect(formatNumber("EST-2026", 1)).toBe("EST-2026-001");
  expect(formatNumber("EST-2026", 1234)).toBe("EST-2026-1234");
});

describe("approvals in order", () => {
  const dana = { id: "a", address: "dana@client.test", turn: 1 };
  const lee = { id: "b", address: "lee@client.test", turn: 2 };
  const kim = { id: "c", address: "kim@client.test", turn: 3 };
  const handed = { id: "d", address: "", turn: null };
  const people = [dana, lee, kim, handed];
  const open: Standing = { state: "open", approvers: 3, answerBy: null };
  const no = (recipientId: string): GivenAnswer => ({ recipientId, name: "No", answer: "declined" });

  it("go from one to the next, and are never ahead of it", () => {
    expect(turnNow(people, [])).toBe(1);
    expect(turnNow(people, [yes("a", "Dana")])).toBe(2);
    expect(turnNow(people, [yes("a", "Dana"), yes("c", "Kim")])).toBe(2);
    expect(turnNow(people, [yes("a", "Dana"), yes("b", "Lee"), yes("c", "Kim")])).toBeNull();
    expect(turnNow([handed], [])).toBeNull();
    expect(turnsOf(people, [yes("b", "Lee")]).map(({ approval }) => approval?.name)).toEqual([
      undefined,
      "Lee",
      undefined,
    ]);
    expect(approvalsMissing(3, people, [yes("a", "Dana"), no("b")])).toBe(2);
  });

  it("say to a later one whose turn it is, and to an earlier one that theirs is over", () => {
    const why = (who: (typeof people)[number], answers: GivenAnswer[], paper = open) =>
      whyUndecidable(paper, who, people, answers, NOW);
    expect(why(dana, [])).toBeNull();
    expect(why(lee, [])).toContain("dana@client.test is asked first");
    expect(why(kim, [yes("a", "Dana")])).toContain("lee@client.test is asked first");
    expect(why(lee, [yes("a", "Dana")])).toBeNull();
    expect(why(dana, [yes("a", "Dana")])).toContain("The next person is asked now");
    expect(why(handed, []), "handed over to whoever is asked").toBeNull();
    const declined = { ...open, state: "declined" } as const;
    expect(why(lee, [yes("a", "Dana"), no("b")], declined)).toContain("ended when it was declined");
    expect(why(kim, [yes("a", "Dana"), yes("b", "Lee"), no("c")], declined), "the last one").toBeNull();
  });
});
