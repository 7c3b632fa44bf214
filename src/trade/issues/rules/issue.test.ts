import { describe, expect, it } from "vitest";
import { type Assignee, isOverdue, issueOf, MOVES, STATES, titleOf } from "./issue.ts";
import { refuseByTerms } from "./terms.ts";
import { countShown, groupIssues, hasWords, isShown, overdueFirst } from "../screens/filters.ts";
import type { ShownIssue } from "../screens/use-issues.ts";
import { refuseMove } from "#trade/fieldwork/public.ts";

const issue = (sets: Record<string, unknown>): ShownIssue =>
  ({ ...issueOf(sets), id: String(sets["title"]) }) as ShownIssue;
const ana: Assignee = { kind: "person", id: "ana", name: "Ana" };

describe("an issue", () => {
  it("trusts nothing that a device wrote", () => {
    for (const bad of [null, 3, "x", [], { kind: "robot", id: 1 }, { plan: "p", page: "1" }])
      expect(issueOf({ title: 3, assignee: bad, pin: bad, from: bad, state: bad, due: 7 })).toMatchObject({
        ...{ title: "Issue", assignee: null, pin: null, from: null, state: "open", due: null },
      });
  });

  it("is overdue the day after its date, unless it waits for a look or is closed", () => {
    const on = (state: string, today: string) => isOverdue(issueOf({ state, due: "2026-11-29" }), today);
    expect(on("open", "2026-11-29")).toBe(false);
    expect(on("refused", "2026-11-30")).toBe(true);
    expect(on("ready", "2026-11-30")).toBe(false);
    expect(on("closed", "2026-11-30")).toBe(false);
  });

  it("has its number before its title once it has one", () => {
    expect(titleOf({ number: null, title: "Soffit" })).toBe("Soffit");
    expect(titleOf({ number: "PL-004", title: "Soffit" })).toBe("PL-004 · Soffit");
  });

  it("reaches closed only by a manager, and from everywhere", () => {
    const move = (from: (typeof STATES)[number], to: (typeof STATES)[number], isManager: boolean) =>
      refuseMove(MOVES, from, to, { isManager, isOwn: true });
    for (const from of STATES) {
      expect(move(from, "closed", true)).toBeNull();
      if (from !== "closed") expect(move(from, "closed", false)).not.toBeNull();
    }
    expect(move("closed", "ready", true)).not.toBeNull();
    expect(move("open", "refused", true)).not.toBeNull();
  });
});

describe("what a job asks before closing", () => {
  const none = { by: "ana", fixedBy: null, photos: 0 };
  it("is nothing by itself", () => {
    expect(refuseByTerms({ needsPhoto: false, needsSecond: false }, "closed", none)).toBeNull();
  });
  it("is a photo before it’s ready, and somebody else to close it", () => {
    const both = { needsPhoto: true, needsSecond: true };
    expect(refuseByTerms(both, "ready", none)).toContain("photo");
    expect(refuseByTerms(both, "working", none)).toBeNull();
    expect(refuseByTerms(both, "closed", { by: "ana", fixedBy: "ana", photos: 1 })).toContain(
      "second person",
    );
    expect(refuseByTerms(both, "closed", { by: "luis", fixedBy: "ana", photos: 1 })).toBeNull();
    // Somebody without an account fixed it, by a link.
    expect(refuseByTerms(both, "closed", { by: "ana", fixedBy: null, photos: 1 })).toBeNull();
  });
});

const lopez = { kind: "firm", id: "lopez", name: "Lopez Paint" } as const;

describe("a list of issues", () => {
  const list = [
    issue({ title: "A", where: "Unit 10", due: "2026-11-01", assignee: { ...ana } }),
    issue({ title: "B", where: "Unit 9", state: "ready", assignee: { ...lopez } }),
    issue({ title: "C", state: "closed", details: "Hole behind the door" }),
  ];
  it("is narrowed by what is left to do", () => {
    const shown = (show: Parameters<typeof isShown>[1]) =>
      list.filter((one) => isShown(one, show, "ana", "2026-11-29")).map(({ title }) => title);
    expect(shown("open")).toEqual(["A", "B"]);
    expect(shown("mine")).toEqual(["A"]);
    expect(shown("subs")).toEqual(["B"]);
    expect(shown("overdue")).toEqual(["A"]);
    expect(shown("ready")).toEqual(["B"]);
    expect(shown("closed")).toEqual(["C"]);
    expect(shown("all")).toHaveLength(3);
    expect(countShown(list, "ana", "2026-11-29")).toEqual({
      ...{ open: 2, mine: 1, subs: 1, overdue: 1, ready: 1, closed: 1, all: 3 },
    });
  });
  it("is grouped in the order people count, those without last", () => {
    expect(groupIssues(list, "where", "2026-11-29").map(({ heading }) => heading)).toEqual([
      "Unit 9",
      "Unit 10",
      "No place",
    ]);
    expect(groupIssues(list, "assignee", "2026-11-29").map(({ heading }) => heading)).toEqual([
      ...["Ana", "Lopez Paint", "Not assigned"],
    ]);
  });
  it("has overdue ones first, those that were due first at the top", () => {
    const dated = [
      issue({ title: "Later", due: "2026-12-03" }),
      issue({ title: "Yesterday", due: "2026-11-28" }),
      issue({ title: "Last week", due: "2026-11-22" }),
      issue({ title: "Fixed", due: "2026-11-20", state: "ready" }),
      issue({ title: "Whenever" }),
    ];
    const first = overdueFirst(dated, "2026-11-29");
    expect(first.map(({ title }) => title)).toEqual(["Last week", "Yesterday", "Later", "Fixed", "Whenever"]);
    expect(
      groupIssues(first, "due", "2026-11-29").map(({ heading, issues }) => [
        heading,
        ...issues.map(({ title }) => title),
      ]),
    ).toEqual([
      ["Overdue", "Last week", "Yesterday"],
      ["Due Fri, Nov 20, 2026", "Fixed"],
      ["Due Thu, Dec 3, 2026", "Later"],
      ["No due date", "Whenever"],
    ]);
  });
  it("is searched by every word, wherever it is", () => {
    expect(list.filter((one) => hasWords(one, "hole DOOR")).map(({ title }) => title)).toEqual(["C"]);
    expect(list.filter((one) => hasWords(one, "unit ana")).map(({ title }) => title)).toEqual(["A"]);
  });
});
