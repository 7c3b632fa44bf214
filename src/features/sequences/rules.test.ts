import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  dueAt,
  fillPlaceholders,
  firstName,
  LATE_AFTER,
  nextInWindow,
  NOT_SENT,
  reasonNotToSend,
  SEND_WINDOW,
  type Standing,
  type Step,
} from "./rules.ts";

const ZONES = [
  "America/Denver",
  "America/New_York",
  "Pacific/Honolulu",
  "Europe/Berlin",
  "Australia/Lord_Howe",
  "Asia/Kathmandu",
  "America/Phoenix",
  "UTC",
];
const instants = fc
  .integer({ min: Date.UTC(2025, 0, 1) / 1000, max: Date.UTC(2029, 0, 1) / 1000 })
  .map((seconds) => Temporal.Instant.fromEpochMilliseconds(seconds * 1000));
const zones = fc.constantFrom(...ZONES);
const mail = (amount: number, unit: "minutes" | "hours" | "days"): Step => ({
  kind: "mail",
  delay: { amount, unit },
  subject: "s",
  body: "b",
});

describe("nextInWindow", () => {
  it("always lands in working hours, never earlier than asked, and stays put when already inside", () => {
    fc.assert(
      fc.property(instants, zones, (at, zone) => {
        const start = at.toZonedDateTimeISO(zone);
        const open = nextInWindow(start);
        expect(open.hour).toBeGreaterThanOrEqual(SEND_WINDOW.opens);
        expect(open.hour).toBeLessThan(SEND_WINDOW.closes);
        expect(open.dayOfWeek).toBeLessThanOrEqual(5);
        expect(Temporal.ZonedDateTime.compare(open, start)).toBeGreaterThanOrEqual(0);
        expect(open.since(start).total({ unit: "hours" })).toBeLessThan(4 * 24);
        expect(nextInWindow(open).equals(open)).toBe(true);
      }),
      { numRuns: 2000 },
    );
  });
});

describe("dueAt", () => {
  it("sends the gift at once", () => {
    const now = Temporal.Instant.from("2026-11-20T10:00:00Z");
    expect(dueAt({ kind: "gift", subject: "s", body: "b" }, now, "America/Denver").equals(now)).toBe(true);
  });

  it("counts days on the calendar across a clock change, and lands at the same wall clock inside the window", () => {
    // Clocks go back in Denver on Sunday 2026-11-01; Friday 10:30 MDT plus three days is Monday 10:30 MST, 73 hours later.
    const friday = Temporal.ZonedDateTime.from("2026-10-30T10:30[America/Denver]");
    const due = dueAt(mail(3, "days"), friday.toInstant(), "America/Denver").toZonedDateTimeISO("America/Denver");
    expect(due.toPlainDateTime().toString()).toBe("2026-11-02T10:30:00");
    expect(due.since(friday).total({ unit: "hours" })).toBe(73);
  });

  it("counts minutes and hours exactly", () => {
    fc.assert(
      fc.property(instants, zones, fc.integer({ min: 1, max: 200 }), (at, zone, amount) => {
        expect(dueAt(mail(amount, "hours"), at, zone).since(at).total({ unit: "hours" })).toBe(amount);
      }),
    );
  });

  it("moves a weekend to Monday morning", () => {
    const thursday = Temporal.Instant.from("2026-11-19T15:00:00Z");
    expect(dueAt(mail(2, "days"), thursday, "America/Denver").toZonedDateTimeISO("America/Denver").toPlainDateTime().toString()).toBe(
      "2026-11-23T09:00:00",
    );
  });
});

describe("reasonNotToSend", () => {
  const clear: Standing = { postalAddress: "1 Main St", suppressed: null, replied: false, stopped: false };
  const due = Temporal.Instant.from("2026-11-23T16:00:00Z");
  const gift: Step = { kind: "gift", subject: "s", body: "b" };

  it.each([
    [{ ...clear, postalAddress: null }, NOT_SENT.noPostalAddress],
    [{ ...clear, replied: true }, NOT_SENT.replied],
    [{ ...clear, suppressed: "unsubscribed" }, NOT_SENT.unsubscribed],
    [{ ...clear, suppressed: "bad_address" }, NOT_SENT.badAddress],
    [{ ...clear, stopped: true }, NOT_SENT.stopped],
  ] as const)("gives the reason for %j", (standing, reason) => {
    expect(reasonNotToSend(mail(2, "days"), due, due, standing)).toBe(reason);
  });

  it("sends when nothing forbids it, and the gift also to somebody who already answered", () => {
    expect(reasonNotToSend(mail(2, "days"), due, due, clear)).toBeNull();
    expect(reasonNotToSend(gift, due, due, { ...clear, replied: true })).toBeNull();
  });

  it("does not send a follow-up that a long downtime made too late, but still the promised gift", () => {
    const late = due.add(LATE_AFTER).add({ seconds: 1 });
    expect(reasonNotToSend(mail(2, "days"), due, late, clear)).toBe(NOT_SENT.late);
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
