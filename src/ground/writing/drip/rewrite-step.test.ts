import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { rewriteStep, type StepWords } from "./rewrite-step.ts";

const LONG: StepWords = {
  kind: "mail",
  subject: "Just a quick note about your deck",
  body: [
    "Dear {{first_name}},",
    "I hope this email finds you well. I am writing to follow up. Two days ago I sent you the guide about cedar decks. In order to give you an honest number I do not need much.",
    "Most decks that we look at are approximately ten years old, and the boards are usually fine, but the posts are what gives first. That is why I always look under them prior to anything else. Please feel free to send me a photo. Which part of the deck worries you most?",
    "{{business}}",
  ].join("\n\n"),
};
const wordsIn = (text: string) => text.split(/\s+/).length;

describe("a step rewritten by rules", () => {
  it("gets shorter but keeps its greeting, request and signature", () => {
    const { subject, body, note } = rewriteStep(LONG, "Shorter");
    expect(note).toBeNull();
    expect(wordsIn(body)).toBeLessThan(wordsIn(LONG.body) * 0.7);
    expect(body.startsWith("Dear {{first_name}},\n\n")).toBe(true);
    expect(body.endsWith("\n\n{{business}}")).toBe(true);
    expect(body).toContain("Which part of the deck worries you most?");
    expect(body).not.toMatch(/hope this email|I am writing/);
    expect(subject).not.toContain("!");
  });

  it("gets friendlier with the same content", () => {
    const { body } = rewriteStep(LONG, "make it a bit warmer please");
    expect(body.startsWith("Hi {{first_name}},")).toBe(true);
    expect(body).toContain("don't need much");
    expect(body).toMatch(/Take your time, and ask me anything\. Which part of the deck worries you most\?/);
  });

  it("gets direct, with the request first", () => {
    const { body } = rewriteStep(LONG, "More to the point");
    expect(body.split("\n\n")[1]).toBe("Which part of the deck worries you most?");
    expect(wordsIn(body)).toBeLessThan(wordsIn(LONG.body));
  });

  it("gets simpler, or more formal", () => {
    const simple = rewriteStep(LONG, "Simpler words").body;
    expect(simple).toContain("about ten years old");
    expect(simple).toContain("before anything else");
    const formal = rewriteStep(
      { ...LONG, body: "Hi {{first_name}},\n\nI can't come today. It's late." },
      "More formal",
    );
    expect(formal.body).toBe("Hello {{first_name}},\n\nI cannot come today. It is late.");
  });

  it("reports an instruction it doesn't understand, or nothing to change", () => {
    const odd = rewriteStep(LONG, "in the style of Shakespeare");
    expect([odd.body, odd.subject]).toEqual([LONG.body, LONG.subject]);
    expect(odd.note).toContain("didn’t understand this");
    const short = { kind: "text", subject: "", body: "Which day works for you?" } as const;
    expect(rewriteStep(short, "Shorter")).toEqual({
      subject: "",
      body: short.body,
      note: expect.stringContaining("found nothing to change"),
    });
  });

  it("never loses a link, a question or a placeholder, and is deterministic", () => {
    const sentence = fc.constantFrom(
      "I hope this email finds you well.",
      "See https://example.com/deck for photos.",
      "Which day works for you?",
      "Your {{first_name}} deck is made of cedar.",
      "We really just look at the posts first.",
      "It is not a big job.",
      "The boards are fine.",
      "We came on the 12th.",
    );
    const text = fc.array(fc.array(sentence, { minLength: 1, maxLength: 4 }), { minLength: 1, maxLength: 5 });
    fc.assert(
      fc.property(
        text,
        fc.constantFrom("Shorter", "Friendlier", "More to the point", "Simpler", "More formal"),
        fc.boolean(),
        (said, wish, isFramed) => {
          const paragraphs = said.map((sentences) => sentences.join(" "));
          const body = (isFramed ? ["Hi {{first_name}},", ...paragraphs, "{{business}}"] : paragraphs).join(
            "\n\n",
          );
          const made = rewriteStep({ kind: "mail", subject: "About the deck", body }, wish);
          expect(made).toEqual(rewriteStep({ kind: "mail", subject: "About the deck", body }, wish));
          expect(made.body.trim()).not.toBe("");
          const kept = (words: RegExp) =>
            expect(made.body.match(words)?.length ?? 0, made.body).toBe(body.match(words)?.length ?? 0);
          for (const words of [/https:\/\/example\.com\/deck/g, /\?/g, /\{\{first_name\}\}/g, /12th/g])
            kept(words);
          if (wish === "Shorter") expect(wordsIn(made.body)).toBeLessThanOrEqual(wordsIn(body));
        },
      ),
    );
  });
});
