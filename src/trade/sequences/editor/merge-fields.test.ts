import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it } from "vitest";
import { type DraftStep, draftOf } from "../draft/draft.ts";
import { firstSequence } from "../first-sequence.ts";
import { fillPlaceholders } from "../message/placeholders.ts";
import { StepFields } from "./step-fields.tsx";

const STEPS = draftOf(firstSequence("Five Signs"), (at) => `s${at}`);
const shown = (kind: DraftStep["kind"]) =>
  renderToStaticMarkup(
    createElement(StepFields, { step: { ...STEPS[1]!, kind }, at: 1, after: 0, errors: {} }),
  );

describe("what can be filled into a text", () => {
  it.each(["gift", "mail", "text", "call"] as const)("is shown with an example below a %s", (kind) => {
    // Without script, a chip shows what to type.
    expect(shown(kind)).toContain("First name, e.g. Dana: {{first_name}}");
    expect(shown(kind)).toContain("Your business, e.g. North Fork Decks: {{business}}");
    expect(shown(kind).includes("Photos of recent work")).toBe(kind === "gift" || kind === "mail");
  });

  it("isn't offered for a wait or a condition", () => {
    for (const kind of ["wait", "condition"] as const) expect(shown(kind)).not.toContain("e.g. Dana");
  });

  it.each([
    ["Hi {{first_name}},\n\nIs the deck still on?", "Hi there,\n\nIs the deck still on?"],
    ["{{first_name}},\n\nis the deck still on?", "Hello,\n\nis the deck still on?"],
    ["Hi {{first_name}}, {{business}} here.", "Hi there, Ridge here."],
    ["One thing, {{first_name}}, before Friday.", "One thing, before Friday."],
  ])("reads naturally without a first name: %s", (text, sent) => {
    expect(fillPlaceholders(text, { firstName: "", business: "Ridge" })).toBe(sent);
  });
});
