import fc from "fast-check";
import { afterAll, expect, test } from "vitest";
import { magnetBriefSchema, type MagnetText, writeMagnet } from "#features/writing/public.server.ts";
import { closeRenderers } from "#platform/pdf/render.server.ts";
import { renderMagnet } from "./report.ts";

afterAll(closeRenderers);

const PRODUCTS = ["roofs", "kitchen remodels", "decks", "wiring", "structural letters", "solar panels", "bookkeeping"];
const TOPICS = [
  "",
  "costs",
  "warning signs",
  "10 mistakes",
  "10 questions to ask",
  "the process, step by step",
  "maintenance",
  "how to choose the right crew for a job of this size",
];

const LAYOUTS = ["line", "book", "quiet", "sheet", "poster"] as const;

test.each(LAYOUTS)("every trade and angle gives 4 to 8 pages in the layout %s", { timeout: 300_000 }, async (layout) => {
  const wrong: string[] = [];
  for (const product of PRODUCTS)
    for (const topic of TOPICS) {
      const brief = magnetBriefSchema.parse({
        name: "Maria Lopez",
        email: "maria@example.com",
        company: "Lopez & Daughters",
        product,
        topic,
      });
      const text = writeMagnet(brief);
      const pdf = await renderMagnet(text, {
        businessName: "Lopez & Daughters",
        createdAt: Temporal.Instant.from("2026-11-20T09:00:00Z"),
        layout,
      });
      const pages = Number(/\/Type \/Pages\s+\/Count (\d+)/.exec(Buffer.from(pdf).toString("latin1"))?.[1]);
      if (!(pages >= 4 && pages <= 8)) wrong.push(`${product}, ${topic}: ${pages} pages`);
    }
  expect(wrong).toEqual([]);
});

test.each(LAYOUTS)("any words that an owner may type make a document in the layout %s", { timeout: 300_000 }, async (layout) => {
  const words = fc.oneof(
    fc.string({ unit: "grapheme", minLength: 1, maxLength: 160 }),
    fc.string({ unit: "binary", minLength: 1, maxLength: 60 }),
    fc.constantFrom(
      "\u00a0",
      "\u200b",
      "\u202e",
      "=",
      "- x",
      "#panic()",
      "W".repeat(300),
      "屋根".repeat(60),
      "اختبار ".repeat(20),
      "👷🏽‍♀️".repeat(30),
    ),
  );
  const point = fc.record({ title: words, text: words });
  const text = fc.record({
    version: fc.constant(1 as const),
    playbook: fc.constant("general"),
    title: words,
    promise: words,
    readers: words,
    opening: fc.record({
      heading: words,
      paragraphs: fc.array(words, { minLength: 1, maxLength: 3 }),
      points: fc.array(point, { maxLength: 4 }),
    }),
    sections: fc.array(
      fc.record({
        heading: words,
        paragraphs: fc.array(words, { minLength: 1, maxLength: 3 }),
        points: fc.array(point, { maxLength: 5 }),
        todo: words,
      }),
      { minLength: 3, maxLength: 5 },
    ),
    todoLabel: words,
    checklist: fc.record({
      heading: words,
      intro: words,
      groups: fc.array(fc.record({ heading: words, items: fc.array(words, { minLength: 2, maxLength: 8 }) }), {
        minLength: 1,
        maxLength: 5,
      }),
    }),
    about: fc.record({ heading: words, paragraphs: fc.array(words, { minLength: 1, maxLength: 3 }) }),
    nextStep: fc.record({
      heading: words,
      paragraphs: fc.array(words, { minLength: 1, maxLength: 3 }),
      contact: fc.record({ name: words, company: words, email: fc.emailAddress() }),
    }),
  }) satisfies fc.Arbitrary<MagnetText>;
  await fc.assert(
    fc.asyncProperty(text, words, async (any, businessName) => {
      const pdf = await renderMagnet(any, { businessName, createdAt: Temporal.Instant.from("2026-11-20T09:00:00Z"), layout });
      expect(Buffer.from(pdf.subarray(0, 5)).toString()).toBe("%PDF-");
    }),
    { numRuns: 40 },
  );
});
