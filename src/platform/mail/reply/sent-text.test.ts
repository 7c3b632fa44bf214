import { describe, expect, it } from "vitest";
import { markSentText } from "./sent-text.ts";
import { splitReply } from "./split-reply.ts";

const SENT =
  "Hi Jo,\n\nHere is the planning guide that you asked for last week.\nWhat size of deck do you have in mind?\n\nPat\nHarbor Fence\n";
const wordsOf = (text: string) => splitReply(markSentText(text, [SENT])).words;

describe("our own text in a reply", () => {
  it.each([
    [
      "below a line in a language nobody listed",
      `Cedar.\n\nHarbor alikirjoitti 24.11.2026 klo 9.12:\n\n${SENT}`,
    ],
    ["on the line that says who wrote it", `Cedar.\n\nHarbor Fence, 24.11.2026 09:12 - ${SENT}`],
    [
      "below fields in a language nobody listed",
      `Cedar.\n\nNani: Harbor\nLini: 24.11.2026 09:12\nKwa: Jo\n\n${SENT}`,
    ],
    ["below nothing", `Cedar.\n\n${SENT}`],
    [
      "wrapped otherwise",
      `Cedar.\n\n${SENT.replace("planning guide that", "planning\nguide that").replace("week.\n", "week. ")}`,
    ],
    ["above what they wrote", `${SENT}\nCedar.`],
  ])("is marked %s", (_, text) => expect(wordsOf(text)).toBe("Cedar."));

  it("does not include what they wrote between our lines", () => {
    expect(wordsOf(SENT.replace("mind?\n", "mind?\nTen by twelve, of cedar.\n"))).toBe(
      "Ten by twelve, of cedar.",
    );
  });

  it("is only text that we sent", () => {
    for (const text of [`Thanks for the planning guide that you sent.\nJo`, "> Hi Jo,\nyes", ""])
      expect(markSentText(text, [SENT])).toBe(text);
    expect(markSentText(SENT, [])).toBe(SENT);
  });
});
