import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { claimsTheyAsked, unaskedWording } from "./unasked-wording.ts";
import { firstSequence } from "../first-sequence.ts";

const bodyOf = (body: string) => unaskedWording({ subject: "x", body }, null).body;

describe("unaskedWording", () => {
  it.each([
    ["Here is the guide you asked for.", "Here is a guide for you."],
    ["Here's the checklist that you requested.", "Here's a checklist for you."],
    ['Here is "9 questions", as promised. The link opens it.', 'Here is "9 questions". The link opens it.'],
    ["Thanks for asking about decks. Which day works for you?", "Which day works for you?"],
    ["You asked about decks. What bothers you most?", "What bothers you most?"],
    ["As you asked, here is our price list.", "here is our price list."],
    ["Thank you for your interest!\n\nWhich part fits?", "Which part fits?"],
    ["Since you signed up, two things changed. Look here.", "Look here."],
    ["I asked my crew. You can ask me anything.", "I asked my crew. You can ask me anything."],
  ])("turns %j into %j", (body, words) => expect(bodyOf(body).trim().replace(/^,\s*/, "")).toBe(words));

  it("says how they came in a first email that would say they asked", () => {
    const [gift] = firstSequence("x".repeat(80));
    expect(unaskedWording(gift, "You’re on our list: the home show. I thought this might help.")).toEqual({
      subject: "Here is a guide for you",
      body: expect.stringMatching(
        /^Hi \{\{first_name\}\},\n\nYou’re on our list: the home show\. I thought this might help\.\n\nHere is "x+"\. The link/,
      ),
    });
  });

  it("leaves no such claim in any of our texts or any mix of them", () => {
    const texts = readdirSync("content/plays")
      .filter((file) => file.endsWith(".json"))
      .flatMap((file) =>
        (
          JSON.parse(readFileSync(path.join("content/plays", file), "utf8")) as {
            steps: { body?: string; subject?: string }[];
          }
        ).steps.map(({ body = "", subject = "" }) => ({ body, subject })),
      );
    for (const words of [...texts, ...firstSequence("9 questions")]) {
      const { subject, body } = unaskedWording(words, null);
      expect(subject).not.toBe("");
      if (body !== words.body) expect(claimsTheyAsked(body)).toBe(false);
    }
    const sentence = fc.constantFrom(
      "You asked for our guide.",
      "Here is the guide you asked for.",
      "As promised, the list.",
      "Which day works for you?",
      "Thanks for reaching out!",
      "The posts come first.",
    );
    fc.assert(
      fc.property(fc.array(sentence, { minLength: 1, maxLength: 6 }), (sentences) => {
        const { body } = unaskedWording({ subject: "", body: `${sentences.join(" ")}\n\nPat` }, null);
        expect(claimsTheyAsked(body)).toBe(false);
      }),
    );
  });
});
