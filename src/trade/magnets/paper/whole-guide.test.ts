import { afterAll, describe, expect, it, test } from "vitest";
import { magnetBriefSchema, type WholeGuide, writeGuide } from "#ground/writing/public.server.ts";
import { closeRenderers } from "#platform/pdf/render.server.ts";
import { toPlainText } from "./plain-text.ts";
import { renderMagnet } from "./render.ts";
import { describeWhole, runsOf } from "./whole-guide.ts";

const WHO = { name: "Maria Lopez", email: "maria@example.com", company: "Lopez Roofing" };
const TOPICS = ["is my roof too old", "hail damage", "how to compare roofing bids"] as const;
/** Guides of the form that has a sheet where bids are asked for. */
const SHEETS = [
  ["countertops", "what do countertops cost"],
  ["flooring", "compare flooring quotes"],
] as const;
const guideFor = (topic: string, product = "roofs"): WholeGuide => {
  const text = writeGuide(magnetBriefSchema.parse({ ...WHO, product, topic }));
  if (text.version !== 2) throw new Error(`There is no guide for ${topic}.`);
  return text;
};
const guide = guideFor(TOPICS[0]);

afterAll(closeRenderers);

it("tells bold parts and blanks from the text around them", () => {
  expect(runsOf("Take **the first** row: ____ spots")).toEqual([
    { text: "Take ", isBold: false },
    { text: "the first", isBold: true },
    { text: " row: ", isBold: false },
    { blank: 4 },
    { text: " spots", isBold: false },
  ]);
  expect(runsOf("")).toEqual([]);
});

it("keeps a sheet on one page, but no longer table", () => {
  const isKept = (rows: string[][]) => {
    const section = { ...guide.sections[0]!, table: { columns: ["Ask", "A good answer", "1"], rows } };
    return describeWhole({ ...guide, sections: [section] }).whole.sections[0]!.isShortTable;
  };
  const row = ["How many inches?", "Four and four, and bring a tape", ""];
  expect(isKept(Array.from({ length: 9 }, () => row))).toBe(true);
  expect(
    isKept(Array.from({ length: 14 }, () => ["How many inches?", "Four and four. ".repeat(20), ""])),
  ).toBe(false);
  expect(isKept(Array.from({ length: 14 }, () => ["A hairline", "It shrank", "Nothing"]))).toBe(false);
  const sheets = SHEETS.flatMap(
    ([product, topic]) => describeWhole(guideFor(topic, product)).whole.sections,
  ).filter(({ rows }) => rows.some((row) => row.some(({ length }) => length === 0)));
  expect(sheets.length).toBeGreaterThan(0);
  expect(sheets.filter(({ isShortTable }) => !isShortTable)).toEqual([]);
});

describe.each(["line", "book", "quiet", "sheet", "poster"] as const)("in the layout %s", (layout) => {
  const pages = async (text: WholeGuide) => {
    const createdAt = Temporal.Instant.from("2026-11-20T09:00:00Z");
    const pdf = Buffer.from(
      await renderMagnet(text, { businessName: WHO.company, createdAt, layout }),
    ).toString("latin1");
    expect(pdf).toContain("/StructTreeRoot");
    expect(pdf).toContain("/URI (mailto:maria@example.com?subject=");
    return Number(/\/Type \/Pages\s+\/Count (\d+)/.exec(pdf)?.[1]);
  };

  test.each([...TOPICS.map((topic) => ["roofs", topic] as const), ...SHEETS])(
    "a guide has four to seven pages: %s, %s",
    async (product, topic) => {
      const count = await pages(guideFor(topic, product));
      expect(count).toBeGreaterThanOrEqual(4);
      expect(count).toBeLessThanOrEqual(7);
    },
  );

  test("what an owner left half done is drawn too", async () => {
    const [first] = guide.sections;
    const odd: WholeGuide = {
      ...guide,
      title: "…",
      opening: { paragraphs: ["**", "____", "𒀀 **ཀ** #panic() $x$"] },
      sections: [
        { ...first!, heading: "", table: { columns: [""], rows: [[""]] }, letter: "a\n\nb" },
        { ...first!, points: ["**"], paragraphs: [], after: [], isUrgent: true },
      ],
      askAfter: 9,
      sources: [],
    };
    expect(await pages(odd)).toBeGreaterThanOrEqual(2);
  });
});

test("the text version has every word, in lines of at most 72 characters", () => {
  for (const topic of TOPICS) {
    const text = guideFor(topic);
    const plain = toPlainText(text, { phone: "(303) 555-0142" });
    expect(Math.max(...plain.split("\n").map((line) => line.length))).toBeLessThanOrEqual(72);
    const flat = plain.replaceAll(/[\s|]+/g, " ");
    for (const { heading, paragraphs, points, table, after } of text.sections)
      for (const line of [heading, ...paragraphs, ...points, ...table.rows.flat(), ...after])
        expect(flat).toContain(line.replaceAll("**", ""));
    for (const line of [...text.nextStep.paragraphs, WHO.email, "(303) 555-0142", ...text.sources])
      expect(flat).toContain(line.replaceAll("**", ""));
    expect(plain).not.toContain("**");
    // Cells belong to the row above them.
    for (const { table } of text.sections)
      for (const column of table.columns.slice(1)) if (column) expect(plain).toContain(`\n  ${column}: `);
  }
});
