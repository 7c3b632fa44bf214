import { describe, expect, it } from "vitest";
import type { Step } from "./planner.ts";
import { fillPlaceholders, firstName } from "./fill.ts";
import { LATE_AFTER, NOT_SENT, reasonNotToSend, type Standing } from "./rules.ts";

const mail: Step = { kind: "mail", delay: { amount: 2, unit: "days" }, subject: "s", body: "b" };

describe("reasonNotToSend", () => {
  const clear: Standing = {
    postalAddress: "1 Main St",
    suppressed: null,
    unconfirmed: false,
    replied: false,
    stopped: false,
    asked: true,
  };
  const due = Temporal.Instant.from("2026-11-23T16:00:00Z");
  const gift: Step = { kind: "gift", subject: "s", body: "b" };

  it.each([
    [{ ...clear, postalAddress: null }, NOT_SENT.noPostalAddress],
    [{ ...clear, replied: true }, NOT_SENT.replied],
    [{ ...clear, suppressed: "unsubscribed" }, NOT_SENT.unsubscribed],
    [{ ...clear, suppressed: "bad_address" }, NOT_SENT.badAddress],
    [{ ...clear, stopped: true }, NOT_SENT.stopped],
    [{ ...clear, unconfirmed: true }, NOT_SENT.unconfirmed],
  ] as const)("gives the reason for %j", (standing, reason) => {
    expect(reasonNotToSend(mail, due, due, standing)).toBe(reason);
  });

  it("sends when nothing forbids it, and the gift also to somebody who already answered", () => {
    expect(reasonNotToSend(mail, due, due, clear)).toBeNull();
    expect(reasonNotToSend(gift, due, due, { ...clear, replied: true })).toBeNull();
  });

  it("does not send a follow-up that a long downtime made too late, but still the promised gift", () => {
    const late = due.add(LATE_AFTER).add({ seconds: 1 });
    expect(reasonNotToSend(mail, due, late, clear)).toBe(NOT_SENT.late);
    expect(reasonNotToSend(gift, due, late, clear)).toBeNull();
  });
});

describe("words", () => {
  it("treats people's text as a value, never as a template", () => {
    expect(fillPlaceholders("Hi {{first_name}} from {{business}}", { firstName: "{{business}}", business: "A & B $& $1" })).toBe(
      "Hi {{business}} from A & B $& $1",
    );
  });

  it("greets with the first word of a name", () => {
    expect(firstName("  Dana  Ruiz ")).toBe("Dana");
    expect(firstName("李小龙")).toBe("李小龙");
  });
});
