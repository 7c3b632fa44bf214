import { describe, expect, test } from "vitest";
import { lintPlaybook } from "./lint-playbook.ts";
import type { Playbook } from "./schema.ts";
import { playbooks } from "./playbooks.server.ts";

const roofer = playbooks().find(({ id }) => id === "roofer")!;
const spoiled = (change: (book: Playbook) => void): string => {
  const book = structuredClone(roofer);
  change(book);
  return lintPlaybook(book).join("\n");
};

describe("finds the faults of a spoiled playbook", () => {
  test.each<[string, string, (book: Playbook) => void]>([
    [
      "a sentence for any business",
      "none of the trade's words",
      (book) => (book.fears[0] = { fear: "Nobody answers.", answer: "They should." }),
    ],
    [
      "a worn phrase",
      'worn phrase "peace of mind"',
      (book) => (book.promises.cost[0] = "A roof and peace of mind."),
    ],
    ["a claim", "a claim", (book) => (book.promises.cost[0] = "Our roofs are guaranteed.")],
    ["a slot that nobody knows", "{price}", (book) => (book.promises.cost[0] = "A roof for {price}.")],
    ["curly quotes", "curly quotes", (book) => (book.promises.cost[0] = "A roof that’s dry.")],
    ["a shout", "loud", (book) => (book.promises.cost[0] = "A dry roof!")],
    ["the same sentence twice", "stands in", (book) => (book.promises.cost[1] = book.promises.cost[0]!)],
    [
      "two items that begin alike",
      "begin with",
      (book) => (book.fears[1] = { fear: book.fears[0]!.fear, answer: "A tarp over the roof." }),
    ],
    [
      "too few sections of a kind",
      'for "care"',
      (book) => book.sections.forEach((section) => section.angle === "care" && (section.angle = "cost")),
    ],
    [
      "a checklist that serves no angle",
      'groups for "care"',
      (book) => book.checklist.groups.forEach((group) => (group.angles = ["cost"])),
    ],
    [
      "a second question in a mail",
      "asks a question",
      (book) => (book.drip.notes.cost[0]!.text = "What does a roof cost? It depends."),
    ],
    [
      "a sentence without an end",
      "more than 38 words",
      (book) => (book.promises.cost[0] = `A roof ${"and a roof ".repeat(20)}.`),
    ],
  ])("%s", (_name, found, change) => {
    expect(spoiled(() => {})).toBe("");
    expect(spoiled(change)).toContain(found);
  });
});
