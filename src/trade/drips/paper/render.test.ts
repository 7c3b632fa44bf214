import sharp from "sharp";
import { afterAll, describe, expect, test } from "vitest";
import type { Letterhead } from "#ground/businesses/public.server.ts";
import { type DripBrief, dripBriefSchema, writeDrip } from "#ground/writing/public.server.ts";
import { contrast, readsOn } from "#platform/drawing/contrast.ts";
import { closeRenderers } from "#platform/pdf/render.server.ts";
import { splitPages } from "#platform/pdf/svg-pages.ts";
import { type WrittenDrip, dripFileName, renderDrip, renderDripPages, toPlainText } from "./render.ts";

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
const NOBODYS: Letterhead = { businessName: "" };
const latin1 = async (made: WrittenDrip, from: Partial<Letterhead>) =>
  Buffer.from(await renderDrip(made, { ...NOBODYS, ...from })).toString("latin1");
const png = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 4, background: { r: 20, g: 83, b: 47, alpha: 0.9 } } })
    .png()
    .toBuffer();
const pagesOf = (pdf: Uint8Array) =>
  Number(/\/Type \/Pages\s+\/Count (\d+)/.exec(Buffer.from(pdf).toString("latin1"))?.[1]);

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
  test.each(Object.entries(BRIEFS))("has 2 to 5 tagged pages: %s", async (_name, words) => {
    const pdf = await renderDrip(drip(words), NOBODYS);
    expect(Buffer.from(pdf).toString("latin1")).toContain("/StructTreeRoot");
    expect(pagesOf(pdf)).toBeGreaterThanOrEqual(2);
    expect(pagesOf(pdf)).toBeLessThanOrEqual(5);
  });

  test("is the same for the same drip", async () => {
    const [one, other] = await Promise.all(
      [1, 2].map(() => renderDrip(drip(BRIEFS["demo"]!), { businessName: "Oak", colour: "#14532f" })),
    );
    expect(Buffer.compare(one!, other!)).toBe(0);
  });

  test("has the business's letterhead: name, phone number, and a logo of any shape with alternative text", async () => {
    const made = drip(BRIEFS["cold"]!);
    const bare = await latin1(made, {});
    expect(bare).toContain("Follow-up emails and call scripts from North Fork Decks");
    expect(bare).not.toMatch(/\/Subtype\s*\/Image/);
    for (const [width, height] of [
      [400, 80],
      [60, 300],
      [20, 16],
    ] as const) {
      const pdf = await latin1(made, {
        businessName: "Oak & Daughters",
        phone: "(303) 555-0142",
        logo: await png(width, height),
      });
      expect(pdf).toContain("Follow-up emails and call scripts from Oak & Daughters");
      expect(pdf).toMatch(/\/Subtype\s*\/Image/);
      expect(pdf).toContain("/Alt (Oak & Daughters)");
      expect(pagesOf(Buffer.from(pdf, "latin1"))).toBe(pagesOf(Buffer.from(bare, "latin1")));
    }
  });

  const fillsIn = (svg: string) =>
    new Set([...svg.matchAll(/(?:fill|stroke)="(#[0-9a-f]{6})"/gi)].map(([, color]) => color!.toLowerCase()));

  test("uses its color, darkened where illegible, with a band of it on the first page only", async () => {
    const made = drip(BRIEFS["cold"]!);
    const [ours, dark, pale] = await Promise.all(
      [undefined, "#14532f", "#fff3b0"].map((colour) =>
        renderDripPages(made, { businessName: "Oak", colour }),
      ),
    );
    expect(fillsIn(ours!)).toContain("#1a43ba");
    expect(fillsIn(dark!)).toContain("#14532f");
    expect(fillsIn(dark!)).not.toContain("#1a43ba");
    const shown = [...fillsIn(pale!)].filter((color) => !fillsIn(ours!).has(color));
    expect(shown).toContain("#fff3b0");
    // Text never has this color, but a darker one that is legible on white.
    const words = shown.filter((color) => color !== "#fff3b0");
    expect(words).toHaveLength(1);
    expect(readsOn(words[0]!, ["#ffffff"])).toBe(true);
    const pages = splitPages(pale!);
    expect(pages.map((page) => fillsIn(page).has("#fff3b0"))).toEqual(pages.map((_, at) => at === 0));
    for (const color of fillsIn(pale!))
      if (color !== "#fff3b0" && color !== "#ffffff") expect(contrast(color, "#ffffff")).toBeGreaterThan(1.5);
  });

  test("renders an unfinished text: days in any order, an empty part, an invisible heading", async () => {
    const made = drip(BRIEFS["cold"]!);
    const [first, ...emails] = made.text.emails;
    const text = { ...made.text, emails: [...emails, { ...first!, body: "\u2026", subject: "\u3164" }] };
    const svg = await renderDripPages({ ...made, text }, NOBODYS);
    const pages = splitPages(svg);
    expect(pages.length).toBe(Math.round(Number(/viewBox="0 0 612 ([\d.]+)"/.exec(svg)![1]) / 792));
    expect(svg).not.toMatch(/<script|<text|<foreignObject|\bon\w+=/);
    expect(svg).not.toBe(await renderDripPages(made, NOBODYS));
  });
});

test("the plain text contains every word of the drip, ready to paste", () => {
  const made = drip(BRIEFS["cold"]!);
  const plain = toPlainText(made);
  for (const { subject, body } of made.text.emails)
    expect(plain).toContain(`Subject: ${subject}\n\n${body}\n`);
  for (const { lines, when } of made.text.scripts) {
    expect(plain).toContain(when);
    for (const { cue, say } of lines) expect(plain).toContain(`${cue}:\n${say}\n`);
  }
  expect(plain).toContain("Objection: It's too expensive");
  expect(plain).toContain("Email 1 - Right away");
  expect(plain).toContain(`Email 2 - After ${made.text.emails[1]!.day} days`);
});

test.each([
  ["North Fork Decks", "north-fork-decks-lead-drip.pdf"],
  ["O'Brien & Sons, LLC", "obrien-sons-llc-lead-drip.pdf"],
  ["../../etc/passwd", "etc-passwd-lead-drip.pdf"],
  ["🔥", "lead-drip.pdf"],
])("the file for “%s” is named %s", (company, name) => {
  expect(dripFileName({ company } as DripBrief, "pdf")).toBe(name);
});
