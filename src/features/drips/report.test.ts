import { afterAll, describe, expect, test } from "vitest";
import { type DripBrief, dripBriefSchema, writeDrip } from "#features/writing/public.server.ts";
import { closeRenderers } from "#platform/pdf/render.server.ts";
import { type WrittenDrip, dripFileName, renderDrip, toPlainText } from "./report.ts";

afterAll(closeRenderers);

const createdAt = Temporal.Instant.from("2026-11-20T09:00:00Z");
const drip = (words: Partial<DripBrief>): WrittenDrip => {
  const brief = dripBriefSchema.parse({
    name: "Marcus Bell",
    email: "marcus@example.com",
    company: "North Fork Decks",
    product: "cedar decks",
    ...words,
  });
  return { brief, text: writeDrip(brief), createdAt };
};
const pagesOf = (pdf: Uint8Array) => Number(/\/Type \/Pages\s+\/Count (\d+)/.exec(Buffer.from(pdf).toString("latin1"))?.[1]);

const BRIEFS: Record<string, Partial<DripBrief>> = {
  cold: { leadType: "cold", objection: "It's too expensive", goal: "Book a site visit" },
  demo: { leadType: "demo", product: "solar and battery design" },
  trial: { leadType: "trial", product: "EV chargers", tone: "calm" },
  purchase: { leadType: "purchase", product: "kitchen remodels" },
  scripts: { name: "李伟", company: "李氏屋顶 🏠", product: "屋根修理", objection: "إصلاح السقف" },
  hostile: {
    name: "<script>alert(1)</script>",
    company: "{company} #panic() $x$ @ref \\ ".repeat(4).trim(),
    product: "𒀀 ཀ W".repeat(40),
    objection: "x".repeat(200),
    goal: "g".repeat(200),
  },
};

describe("the PDF", () => {
  test.each(Object.entries(BRIEFS))("has 2 to 4 tagged pages: %s", async (_name, words) => {
    const pdf = await renderDrip(drip(words));
    expect(Buffer.from(pdf).toString("latin1")).toContain("/StructTreeRoot");
    expect(pagesOf(pdf)).toBeGreaterThanOrEqual(2);
    expect(pagesOf(pdf)).toBeLessThanOrEqual(4);
  });

  test("is the same for the same drip", async () => {
    expect(Buffer.compare(await renderDrip(drip(BRIEFS["demo"]!)), await renderDrip(drip(BRIEFS["demo"]!)))).toBe(0);
  });
});

test("the text holds every word of the drip, ready to paste", () => {
  const made = drip(BRIEFS["cold"]!);
  const plain = toPlainText(made);
  for (const { subject, body } of made.text.emails) expect(plain).toContain(`Subject: ${subject}\n\n${body}\n`);
  for (const { lines, when } of made.text.scripts) {
    expect(plain).toContain(when);
    for (const { cue, say } of lines) expect(plain).toContain(`${cue}:\n${say}\n`);
  }
  expect(plain).toContain("Objection answered: It's too expensive");
  expect(plain).toContain("Email 1 - Right away");
  expect(plain).toContain("Email 2 - After 3 days");
});

test.each([
  ["North Fork Decks", "north-fork-decks-lead-drip.pdf"],
  ["O'Brien & Sons, LLC", "obrien-sons-llc-lead-drip.pdf"],
  ["../../etc/passwd", "etc-passwd-lead-drip.pdf"],
  ["🔥", "lead-drip.pdf"],
])("the file for “%s” is named %s", (company, name) => {
  expect(dripFileName({ company } as DripBrief, "pdf")).toBe(name);
});
