import { afterAll, describe, expect, test } from "vitest";
import { type MagnetBrief, magnetBriefSchema, type MagnetText, writeMagnet } from "#features/writing/public.server.ts";
import { closeRenderers } from "#platform/pdf/render.server.ts";
import { describeMagnet, magnetFileName, renderMagnet, renderMagnetCover, toPlainText } from "./report.ts";

const createdAt = Temporal.Instant.from("2026-11-20T09:00:00Z");
const write = (words: Partial<MagnetBrief>): MagnetText =>
  writeMagnet(magnetBriefSchema.parse({ name: "Maria Lopez", email: "maria@example.com", ...words }), { seed: "1" });
const brand = (businessName = "") => ({ businessName, createdAt });
const latin1 = (bytes: Uint8Array) => Buffer.from(bytes).toString("latin1");
const pagesOf = (pdf: string) => Number(/\/Type \/Pages\s+\/Count (\d+)/.exec(pdf)?.[1]);

afterAll(closeRenderers);

const BRIEFS: Record<string, Partial<MagnetBrief>> = {
  bare: {},
  roofer: {
    company: "Tampa Bay Metal Roofing",
    product: "Standing seam metal roofs",
    topic: "How to know when your roof needs replacing",
    goal: "Book a roof inspection",
  },
  "ten mistakes": { company: "O'BRIEN DECK & FENCE LLC", topic: "10 mistakes to avoid when building a fence" },
  "ten questions": { topic: "10 questions to ask a structural engineer", tone: "expert" },
  solar: { product: "solar and battery design", topic: "Solar payback", tone: "friendly", targetAudience: "small businesses" },
  electrician: { product: "EV chargers", topic: "Do I need a panel upgrade for an EV charger?" },
  remodeler: { product: "Kitchen remodeling", topic: "Kitchen remodel timeline", targetAudience: "busy families" },
  scripts: { name: "李伟", company: "李氏屋顶 🏠", product: "屋根修理", targetAudience: "בעלי בתים", topic: "إصلاح السقف" },
  hostile: {
    name: "<script>alert(1)</script>",
    company: "{company} #panic() $x$ @ref \\ ".repeat(4),
    product: "𒀀 ཀ " + "W".repeat(120),
    targetAudience: "everyone who has ever owned a house ".repeat(5),
    topic: "pneumonoultramicroscopicsilicovolcanoconiosis".repeat(4),
  },
};

describe("the PDF", () => {
  test.each(Object.entries(BRIEFS))("has 4 to 8 tagged pages: %s", async (_name, words) => {
    const text = write(words);
    const pdf = latin1(await renderMagnet(text, brand(words.company)));
    expect(pdf).toContain("pdfuaid:part");
    expect(pdf).toContain("/StructTreeRoot");
    expect(pagesOf(pdf)).toBeGreaterThanOrEqual(4);
    expect(pagesOf(pdf)).toBeLessThanOrEqual(8);
    expect(pdf).toContain("/URI (mailto:maria@example.com?subject=");
  });

  test("is the same for the same text", async () => {
    const text = write(BRIEFS["roofer"]!);
    expect(Buffer.compare(await renderMagnet(text, brand("Oak")), await renderMagnet(text, brand("Oak")))).toBe(0);
  });

  test("takes a colour that can be read on white, and no other", () => {
    expect(describeMagnet(write({}), { ...brand(), colour: "#14532f" }).accent).toBe("#14532f");
    for (const colour of ["#ffee00", "red", "#fff", 'rgb("x")'])
      expect(describeMagnet(write({}), { ...brand(), colour }).accent).toBe("#1A43BA");
  });

  test("writes a mail address into its link as one address", () => {
    const { mailto } = describeMagnet(write({ email: "a+b?cc=x&y@example.com".replace(/[?&]/g, "'") }), brand());
    expect(mailto).toMatch(/^mailto:a%2Bb'cc%3Dx'y@example\.com\?subject=/);
  });

  test("sets quotes as a printer would", () => {
    const { about } = describeMagnet(write({ company: "Bob's Roofs", product: 'We say "yes" to roofs' }), brand());
    expect(about.paragraphs[0]).toContain("Bob’s Roofs");
    expect(about.paragraphs[0]).toContain("“We say “yes” to roofs.”");
  });
});

test("the cover is one SVG page of outlines that runs nothing", async () => {
  const svg = await renderMagnetCover(write(BRIEFS["hostile"]!), brand());
  expect(svg).toMatch(/^<svg[^>]+viewBox="0 0 612 79[12]/);
  expect(svg).not.toMatch(/<script|<text|<foreignObject|\bon\w+=|href="(?!#)/);
});

describe("the text version", () => {
  test("holds every word of the guide in lines of at most 72 letters", () => {
    const text = write(BRIEFS["roofer"]!);
    const plain = toPlainText(text);
    expect(Math.max(...plain.split("\n").map((line) => line.length))).toBeLessThanOrEqual(72);
    const flat = plain.replace(/\s+/g, " ");
    for (const section of text.sections) expect(flat).toContain(`${text.todoLabel}: ${section.todo}`);
    expect(flat.match(/\[ \] /g)).toHaveLength(text.checklist.groups.flatMap(({ items }) => items).length);
    expect(plain.trimEnd().endsWith("Maria Lopez\nTampa Bay Metal Roofing\nmaria@example.com")).toBe(true);
  });
});

test.each([
  ["How to know when your roof needs replacing", "how-to-know-when-your-roof-needs-replacing.pdf"],
  ["Do I need a panel upgrade for an EV charger?", "do-i-need-a-panel-upgrade-for-an-ev-charger.pdf"],
  ["屋根の修理費用", "屋根の修理費用.pdf"],
  ["../../etc/passwd\r\nX: y", "etc-passwd-x-y.pdf"],
  ["🔥", "lead-magnet.pdf"],
  [`${"long ".repeat(30)}end`, `${"long-".repeat(11)}long.pdf`],
])("the file of “%s” is named %s", (title, name) => {
  expect(magnetFileName(title, "pdf")).toBe(name);
});
