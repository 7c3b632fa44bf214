import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type AnswerKind, answerKind, postponedTo, preferredTime } from "./answer-kinds.ts";
import { bannedPhrases, placeholders } from "../checks/checks.ts";
import { TONES } from "../trades/schema.ts";
import { writeAnswer } from "./write-answer.ts";

const brief = (words: string, via: "mail" | "text" = "mail", more = {}) => ({
  words,
  via,
  name: "Dana Ruiz",
  business: "Summit Deck",
  phone: "(303) 555-0142",
  ...more,
});

describe("a client's reply", () => {
  it.each<[AnswerKind, string]>([
    ["price", "How much would a 12 x 16 deck run us?"],
    ["price", "Can you send me a ballpark? Thanks!"],
    ["price", "Do you offer financing"],
    ["appointment", "Could you come by Tuesday morning?"],
    ["appointment", "What time are you available tomorrow"],
    ["appointment", "Please call me at 3pm"],
    ["not now", "We are not ready yet, maybe in the spring."],
    ["not now", "No thanks, we went with someone else."],
    ["not now", "It is too expensive for us right now"],
    ["complaint", "The gutter is still leaking and nobody called me back. Very disappointed."],
    ["complaint", "Your crew never showed up!"],
    ["thanks", "Thank you, the guide was really helpful."],
    ["wrong person", "I think you have the wrong number"],
    ["wrong person", "I never signed up for this. Who is this?"],
    ["wrong person", "We sold the house in May"],
    ["stop", "Please stop texting me."],
    ["stop", "Take me off your list, I don’t want this"],
    ["yes", "Yes, sounds good"],
    ["yes", "I'm interested"],
    ["other", "Does cedar need sealing every year?"],
    ["other", "👍"],
    ["other", ""],
  ])("is %s: %s", (kind, words) => {
    expect(answerKind(words)).toBe(kind);
  });

  it("yields the time it proposes and no other", () => {
    expect(preferredTime("next tuesday in the morning maybe")).toBe("next Tuesday morning");
    expect(preferredTime("FRIDAY? the afternoon is best")).toBe("Friday afternoon");
    expect(preferredTime("sometime next week")).toBe("next week");
    expect(preferredTime("whenever")).toBeUndefined();
    expect(postponedTo("maybe in the Spring")).toBe("in the spring");
    expect(postponedTo("this year is bad")).toBeUndefined();
  });
});

describe("reply drafts", () => {
  const messages = [
    "How much?",
    "Come Tuesday",
    "Not now",
    "Terrible work",
    "Thanks",
    "Wrong number",
    "Stop writing to me",
    "Yes",
    "Cedar?",
  ];

  it("are two or three different ones with their own labels, for every kind and channel", () => {
    for (const words of messages)
      for (const via of ["mail", "text"] as const) {
        const { drafts } = writeAnswer(brief(words, via));
        expect(drafts.length).toBeGreaterThanOrEqual(2);
        expect(drafts.length).toBeLessThanOrEqual(3);
        for (const part of ["id", "label", "body"] as const)
          expect(new Set(drafts.map((draft) => draft[part])).size).toBe(drafts.length);
      }
  });

  it("invent no price, day or number, contain no cliché or blank, and are short", () => {
    for (const words of messages)
      for (const via of ["mail", "text"] as const)
        for (const { body } of writeAnswer(brief(words, via, { phone: null })).drafts) {
          expect(body).not.toMatch(/[$%]|\d{3}|\{\{|\[|\bguarantee|!/);
          expect(bannedPhrases(body)).toEqual([]);
          expect(placeholders(body)).toEqual([]);
          if (!/Tuesday/.test(words)) expect(body).not.toMatch(/(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day/);
          expect(body.length).toBeLessThan(via === "text" ? 320 : 600);
        }
  });

  it("use the business's tone", () => {
    const greetings = TONES.map(
      (tone) => writeAnswer(brief("How much?", "mail", { tone })).drafts[0]!.body.split("\n")[0],
    );
    expect(new Set(greetings)).toEqual(new Set(["Hi Dana,", "Hello Dana,", "Dana,"]));
  });

  it("don't greet by something that isn't a name", () => {
    for (const name of ["", "https://pills.test", "<b>Dana</b>", "303-555", "$$$"])
      for (const { body } of writeAnswer(brief("How much?", "mail", { name })).drafts)
        expect(body.startsWith("Hello,")).toBe(true);
  });

  it("are deterministic and repeat none of the message's words except a day", () => {
    fc.assert(
      fc.property(
        fc.string({ maxLength: 500 }),
        fc.constantFrom("mail" as const, "text" as const),
        (words, via) => {
          const once = writeAnswer(brief(words, via));
          expect(writeAnswer(brief(words, via))).toEqual(once);
          const marked = writeAnswer(brief(`${words} <zq9>`, via));
          expect(JSON.stringify(marked)).not.toContain("zq9");
        },
      ),
    );
  });

  it("work for a message of 100,000 characters", () => {
    expect(writeAnswer(brief("how ".repeat(25_000))).drafts.length).toBeGreaterThan(1);
  });
});
