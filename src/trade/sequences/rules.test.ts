import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import type { Step } from "./plan/planner.ts";
import { fillPlaceholders } from "./message/placeholders.ts";
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

  it("sends when nothing forbids it, and sends the gift even after a reply", () => {
    expect(reasonNotToSend(mail, due, due, clear)).toBeNull();
    expect(reasonNotToSend(gift, due, due, { ...clear, replied: true })).toBeNull();
  });

  it("doesn't send a follow-up that a long downtime made too late, but still sends the promised gift", () => {
    const late = due.add(LATE_AFTER).add({ seconds: 1 });
    expect(reasonNotToSend(mail, due, late, clear)).toBe(NOT_SENT.late);
    expect(reasonNotToSend(gift, due, late, clear)).toBeNull();
  });
});

describe("fillPlaceholders", () => {
  it("never parses a value as a template", () => {
    expect(
      fillPlaceholders("Hi {{first_name}} from {{business}}", {
        firstName: "{{business}}",
        business: "A & B $& $1",
      }),
    ).toBe("Hi {{business}} from A & B $& $1");
  });

  it.each([
    ["Hi {{first_name}},", "Hi there,"],
    ["Hello {{first_name}},", "Hello there,"],
    ["Hi there {{first_name}}, Pat from {{business}}.", "Hi there, Pat from Ridge."],
    ["Good morning, {{first_name}}. It is Pat.", "Good morning. It is Pat."],
    ["Dear {{first_name}},", "Hello,"],
    ["{{first_name}},\n\nthe posts come first.", "Hello,\n\nthe posts come first."],
    ["{{first_name}}, it's Pat again.", "It's Pat again."],
    ["Short one. {{first_name}}, is it still on?", "Short one. Is it still on?"],
    ["Was it what I wrote, {{first_name}}, or something else?", "Was it what I wrote, or something else?"],
    ["What stopped you, {{first_name}}?", "What stopped you?"],
    ["Hello, is this {{first_name}}?", "Hello, is this the right person?"],
    ["A message for {{first_name}} from Pat.", "A message for you from Pat."],
    ["{{first_name}}'s deck", "your deck"],
    ["Questions for {{first_name}}", "Questions for you"],
  ])("turns %j into %j without a name", (text, words) => {
    expect(fillPlaceholders(text, { firstName: "", business: "Ridge" })).toBe(words);
  });

  it("leaves no gap for a missing name in any text of ours", () => {
    const read = (folder: string, end: string) =>
      readdirSync(path.join("content", folder), { recursive: true, encoding: "utf8" })
        .filter((file) => file.endsWith(end))
        .map((file) => readFileSync(path.join("content", folder, file), "utf8"));
    const texts = [
      ...read("plays", ".json").flatMap((file) =>
        (file.match(/"(?:[^"\\]|\\.)*\{\{first_name\}\}(?:[^"\\]|\\.)*"/g) ?? []).map(
          (text) => JSON.parse(text) as string,
        ),
      ),
      ...read("follow-ups", ".md").flatMap((file) =>
        file.split("\n").filter((line) => line.includes("{{first_name}}")),
      ),
    ];
    expect(texts.length).toBeGreaterThan(100);
    for (const text of texts) {
      const words = fillPlaceholders(text, { firstName: "", business: "Ridge" });
      expect(words).not.toMatch(/\{\{first|,,| ,|\(\)|^[,.:;]|[.!?] [,.:;]|\n[,.:;]|\bis this[?]| {2}/);
    }
  });
});
