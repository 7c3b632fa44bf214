import { describe, expect, it } from "vitest";
import { isInSentence, placeRecentWork } from "./recent-work.ts";

describe("recent work in an email", () => {
  it("goes where its line is", () => {
    const body = "Hi Dana,\n\nA few photos:\n{{recent_work}}\nTalk soon.\n\nLuis";
    expect(placeRecentWork(body, true)).toEqual({
      paragraphs: ["Hi Dana,", "A few photos:", "Talk soon.", "Luis"],
      at: 2,
    });
  });

  it.each([
    ["Hi Dana,\n\nA few photos:\n\n{{recent_work}}\n\nLuis", ["Hi Dana,", "Luis"]],
    [
      "Hi Dana,\n\nWe finished two decks. Here they are:\n{{recent_work}}\n\nLuis",
      ["Hi Dana,", "We finished two decks.", "Luis"],
    ],
    ["We finished two decks\nHere they are:\n\n{{recent_work}}", ["We finished two decks"]],
    ["Hi Dana,\n\nSo far so good.\n\n{{recent_work}}\n\nLuis", ["Hi Dana,", "So far so good.", "Luis"]],
    ["{{recent_work}}", []],
    ["One\n\n{{recent_work}}\n\nTwo\n\n{{recent_work}}", ["One", "Two"]],
  ])("leaves a text that reads on without pictures: %j", (body, paragraphs) => {
    expect(placeRecentWork(body, false)).toEqual({ paragraphs, at: null });
  });

  it("is shown once", () => {
    expect(placeRecentWork("One\n\n{{recent_work}}\n\nTwo\n\n{{recent_work}}", true)).toEqual({
      paragraphs: ["One", "Two"],
      at: 1,
    });
  });

  it("has a line of its own", () => {
    expect(isInSentence("See {{recent_work}} today")).toBe(true);
    expect(isInSentence("Here:\n {{recent_work}} \nBye")).toBe(false);
  });
});
