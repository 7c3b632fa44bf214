import { describe, expect, it } from "vitest";
import { asksToOptOut } from "../mail/reply/opt-out-request.ts";
import { keywordOf } from "./keywords.ts";

describe("keywords from carriers and the law", () => {
  it.each([
    ...[
      "stop",
      "STOP",
      "Stop.",
      " stop! ",
      "“Stop”",
      "STOPALL",
      "stop all",
      "quit",
      "End",
      "REVOKE",
      "opt out",
      "Opt-Out",
      "optout",
    ],
    ...["cancel", "Unsubscribe", "unsubscribe\n", "ＳＴＯＰ", "stop 🛑"],
  ])("%j stops", (text) => {
    expect(keywordOf(text)).toBe("stop");
    expect(asksToOptOut(text, "text")).toBe(true);
  });

  it.each(["start", "START!", "Unstop"])("%j starts again", (text) => expect(keywordOf(text)).toBe("start"));
  it.each(["help", "HELP?", " Help "])("%j asks for help", (text) => expect(keywordOf(text)).toBe("help"));

  it.each([
    "Stop by on Tuesday",
    "Can you help me with the deck?",
    "in the end we went with you",
    "yes",
    "cancel Tuesday, make it Friday",
    "",
  ])("%j is a reply", (text) => {
    expect(keywordOf(text)).toBeUndefined();
    expect(asksToOptOut(text, "text")).toBe(false);
  });

  it.each(["constructor", "__proto__", "toString"])("%j is not a keyword", (text) =>
    expect(keywordOf(text)).toBeUndefined(),
  );
});

describe("opt-outs in one's own words", () => {
  it.each([
    ...[
      "Please stop texting me",
      "stop texting",
      "Stop sending me messages",
      "don't text me again",
      "Do not contact me",
      "no more texts please",
    ],
    ...[
      "remove me from your list",
      "take me off this list",
      "unsubscribe me",
      "I want to opt out",
      "STOP IT",
      "stop these texts",
      "leave me alone",
    ],
    ...["please remove my number", "Unsubscribe from these messages", "stop, thanks"],
  ])("%j opts out", (text) => expect(asksToOptOut(text, "text")).toBe(true));

  it.each([
    ...[
      "Please stop by",
      "stop the work on the deck",
      "remove the old deck first",
      "text me tomorrow",
      "don't text me before 9, call instead",
    ],
    ...["We'd like to opt out of the warranty", "no more than 5,000", `stop ${"x".repeat(200)}`],
  ])("%j does not", (text) => expect(asksToOptOut(text, "text")).toBe(false));
});
