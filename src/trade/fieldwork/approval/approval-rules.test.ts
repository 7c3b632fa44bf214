import { describe, expect, it } from "vitest";
import { type Approval, movesFrom, refuseMove } from "./approval-rules.ts";

type State = "draft" | "sent" | "approved" | "void";
const CHANGE: Approval<State> = {
  moves: [
    { from: ["draft"], to: "sent", by: "author", label: "Send" },
    { from: ["sent"], to: "draft", by: "author", label: "Take it back" },
    { from: ["sent"], to: "approved", by: "manager", label: "Approve" },
    { from: ["draft"], to: "void", by: "manager" },
    { from: ["approved"], to: "void", by: "manager", label: "Cancel it" },
  ],
  stuck: { approved: "It was approved.", void: "It is canceled." },
  notManager: "Managers approve.",
  notOwn: "It is another company's.",
  noun: "A change",
  labels: { draft: "Open", sent: "Sent", approved: "Approved", void: "Canceled" },
};
const author = { isManager: false, isOwn: true };
const manager = { isManager: true, isOwn: false };
const stranger = { isManager: false, isOwn: false };

describe("an approval", () => {
  it.each<[State, State, typeof author, string | null]>([
    ["draft", "sent", author, null],
    ["sent", "draft", author, null],
    // A change may be sent twice.
    ["void", "void", stranger, null],
    ["draft", "sent", stranger, "It is another company's."],
    ["sent", "approved", author, "Managers approve."],
    ["approved", "draft", author, "It was approved."],
    ["draft", "sent", manager, null],
    ["sent", "approved", manager, null],
    ["draft", "approved", manager, "A change can’t go from open to approved."],
    ["approved", "sent", manager, "A change can’t go from approved to sent."],
    ["void", "draft", manager, "It is canceled."],
  ])("from %s to %s", (from, to, standing, why) => {
    expect(refuseMove(CHANGE, from, to, standing)).toBe(why);
  });

  it("offers managers what needs a manager, and authors the rest", () => {
    const offered = (from: State, standing: typeof author) =>
      movesFrom(CHANGE, from, standing).map(({ to }) => to);
    expect(offered("sent", author)).toEqual(["draft"]);
    expect(offered("sent", manager)).toEqual(["approved"]);
    expect(offered("sent", { isManager: true, isOwn: true })).toEqual(["draft", "approved"]);
    expect(offered("draft", manager), "a move without a label has no button").toEqual([]);
    expect(offered("approved", manager)).toEqual(["void"]);
    expect(offered("sent", stranger)).toEqual([]);
  });

  it("never offers what it refuses", () => {
    const all = ["draft", "sent", "approved", "void"] as const;
    for (const from of all)
      for (const standing of [author, manager, stranger, { isManager: true, isOwn: true }])
        for (const { to } of movesFrom(CHANGE, from, standing))
          expect(refuseMove(CHANGE, from, to, standing), `${from} to ${to}`).toBeNull();
  });
});
