import fc from "fast-check";
import type { MagnetText } from "#ground/writing/public.server.ts";
import { renderMagnet } from "../paper/render.ts";
import { composedGuides } from "./composed-guides.ts";

// What every layout of a guide must handle. render.slow.test.ts runs a part of it,
// e2e/prove/documents.prove.ts all.

const CREATED = Temporal.Instant.from("2026-11-20T09:00:00Z");
const [LEAST_PAGES, MOST_PAGES] = [4, 8];

export const LAYOUTS = ["line", "book", "quiet", "sheet", "poster"] as const;
export type Layout = (typeof LAYOUTS)[number];

/**
 * Renders the composed guides that are stored.
 * @returns a line for each with too few or too many pages
 */
export async function findPageErrors(layout: Layout): Promise<string[]> {
  const wrong: string[] = [];
  for (const { brief, text } of composedGuides) {
    const pdf = await renderMagnet(text, { businessName: brief.company, createdAt: CREATED, layout });
    const pages = Number(/\/Type \/Pages\s+\/Count (\d+)/.exec(Buffer.from(pdf).toString("latin1"))?.[1]);
    if (!(pages >= LEAST_PAGES && pages <= MOST_PAGES))
      wrong.push(`${brief.product}, ${brief.topic}: ${pages} pages`);
  }
  return wrong;
}

/** Text as pasted, in any script and of any length. */
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
const anyMagnet = fc.record({
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

/**
 * Renders guides of such text.
 * @throws an error with the text of one that failed to render
 */
export async function printAnyWords(layout: Layout, runs: number): Promise<void> {
  await fc.assert(
    fc.asyncProperty(anyMagnet, words, async (text, businessName) => {
      const pdf = await renderMagnet(text, { businessName, createdAt: CREATED, layout });
      return Buffer.from(pdf.subarray(0, 5)).toString() === "%PDF-";
    }),
    { numRuns: runs },
  );
}
