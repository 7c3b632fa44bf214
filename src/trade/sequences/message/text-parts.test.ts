import { describe, expect, it } from "vitest";
import { sequenceSchema } from "../schema.ts";
import { kindLabel, stepTitle } from "./describe-step.ts";
import { formatStepText } from "./text-parts.ts";

const names = { firstName: "Dana", business: "Summit Deck" };
const text = (body: string) => ({ kind: "text", delay: { amount: 1, unit: "days" }, body }) as const;
/** The error message for a text; empty if it is valid. */
const wrong = (body: string) =>
  (
    sequenceSchema.safeParse({ name: "A", trigger: { kind: "manual" }, steps: [text(body)] }).error?.issues ??
    []
  ).map(({ path, message }) => `${path.join(".")}: ${message}`);

describe("a text", () => {
  it("names the business and how to opt out once, in the first one", () => {
    expect(formatStepText("Hi {{first_name}}", names, true)).toBe(
      "Summit Deck: Hi Dana\nReply STOP to opt out",
    );
    expect(formatStepText("{{business}} here, {{first_name}}", names, true)).toBe(
      "Summit Deck here, Dana\nReply STOP to opt out",
    );
    expect(formatStepText("Hi. Reply STOP to opt out", names, true)).toBe(
      "Summit Deck: Hi. Reply STOP to opt out",
    );
    expect(formatStepText("Hi {{first_name}}", names, false)).toBe("Hi Dana");
  });

  it.each(["won", "lost"])("is rejected in a sequence that %s starts, because none would ever go", (what) => {
    const issues = (steps: unknown[]) =>
      sequenceSchema
        .safeParse({ name: "A", trigger: { kind: "event", what }, steps })
        .error?.issues.map(({ path }) => path.join("."));
    const call = { kind: "call", delay: { amount: 1, unit: "days" }, say: "Ask for a review" };
    expect(issues([call, text("Thank you")])).toEqual(["steps.1"]);
    expect(issues([call])).toBeUndefined();
  });

  it("never parses a value as a template", () => {
    expect(formatStepText("Hi {{first_name}}", { ...names, firstName: "{{business}}" }, false)).toBe(
      "Hi {{business}}",
    );
  });

  it("has 1 to 640 characters as sent: typographic characters count as their replacements", () => {
    expect(wrong("a".repeat(640))).toEqual([]);
    expect(wrong(`${"a".repeat(637)}…`)).toEqual([]);
    expect(wrong(`${"a".repeat(638)}…`)).toEqual([
      "steps.0.body: Please keep a text to 640 characters. This has 641 and would be sent as 5 messages.",
    ]);
    for (const nothing of ["", "  \n", "\u200b"])
      expect(wrong(nothing)).toEqual(["steps.0.body: Please write the text."]);
  });

  it("shows in the preview how many segments it has, with what the first one adds", () => {
    expect(kindLabel(text("a".repeat(400)))).toBe("text");
    expect(kindLabel(text("a".repeat(450)))).toBe("text, sent as 4 messages");
    expect(kindLabel(text(`${"a".repeat(200)}🙂`))).toBe("text, sent as 4 messages");
  });

  it("provides its title from its first whole words, with labels for placeholders", () => {
    expect(stepTitle(text("Hi {{first_name}}, did the guide help?"))).toBe(
      "Text: Hi [first name], did the guide help?",
    );
    expect(
      stepTitle(text("{{business}} here. Have you thought about the railing that we talked about?")),
    ).toBe("Text: [your business] here. Have you thought...");
    expect(stepTitle(text("a".repeat(100)))).toBe(`Text: ${"a".repeat(40)}`);
  });
});
