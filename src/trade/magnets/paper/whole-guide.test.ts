import { afterAll, describe, expect, it, test } from "vitest";
import { magnetBriefSchema, type WholeGuide, writeGuide } from "#ground/writing/public.server.ts";
import { closeRenderers } from "#platform/pdf/render.server.ts";
import { toPlainText } from "./plain-text.ts";
import { renderMagnet } from "./render.ts";
import { runsOf } from "./whole-guide.ts";

const WHO = { name: "Maria Lopez", email: "maria@example.com", company: "Lopez Roofing" };
const TOPICS = ["is my roof too old", "hail damage", "how to compare roofing bids"] as const;
const guideFor = (topic: string): WholeGuide => {
  const text = writeGuide(magnetBriefSchema.parse({ ...WHO, product: "roofs", topic }));
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

  test.each(TOPICS)("a guide has four to seven pages: %s", async (topic) => {
    const count = await pages(guideFor(topic));
    expect(count).toBeGreaterThanOrEqual(4);
    expect(count).toBeLessThanOrEqual(7);
  });

  test("what an owner left half done is drawn too", async () => {
    const [first] = guide.sections;
    const odd: WholeGuide = {
      ...guide,
      title: "…",
      opening: { paragraphs: ["**", "____", "𒀀 **ཀ** #panic() $x$"] },
      sections: [
        { ...first!, heading: "", table: { columns: [""], rows: [[""]] }, letter: "a\n\nb" },
        { ...first!, points: ["**"], paragraphs: [], after: [] },
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
  }
});
