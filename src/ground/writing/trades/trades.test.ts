import { mkdtemp, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, test } from "vitest";
import { dripBriefSchema, dripTextSchema } from "../drip/schema.ts";
import { writeFollowUp } from "../follow-ups/write-follow-up.server.ts";
import { writeGuide } from "../public.server.ts";
import { magnetBriefSchema, magnetTextSchema } from "../schema.ts";
import { tradeOf } from "../follow-ups/understand-drip.ts";
import briefs from "../testing/briefs.json" with { type: "json" };
import { phrasesOf } from "./phrases.ts";
import products from "./testing/products.json" with { type: "json" };
import { readTrades, trades } from "./trades.server.ts";
import { askOf, chooseTrade, GENERAL, toneOf } from "./understand-brief.ts";

test("each of at least sixty briefs, two or more for a trade, is recognized", () => {
  expect(briefs.length).toBeGreaterThanOrEqual(60);
  for (const { id } of trades())
    expect(briefs.filter(({ trade }) => trade === id).length, id).toBeGreaterThanOrEqual(2);
  const missed = briefs.filter(
    (brief) => chooseTrade(magnetBriefSchema.parse(brief), trades()).id !== brief.trade,
  );
  expect(missed.map(({ trade, product }) => `${trade}: ${product}`)).toEqual([]);
});

test("each of them gets a whole guide and a whole follow-up, the same every time", () => {
  for (const typed of briefs) {
    const brief = magnetBriefSchema.parse(typed);
    const guide = writeGuide(brief);
    expect(magnetTextSchema.safeParse(guide).error).toBeUndefined();
    expect(writeGuide(brief)).toEqual(guide);
    const drip = dripBriefSchema.parse({
      ...typed,
      company: typed.company || typed.name,
      product: typed.product || "our services",
    });
    expect(dripTextSchema.safeParse(writeFollowUp(drip)).error).toBeUndefined();
  }
});

test("names an invalid trade and its invalid part", async () => {
  const folder = await mkdtemp(path.join(tmpdir(), "trades-"));
  await writeFile(path.join(folder, "mason.json"), JSON.stringify({ ...trades()[0], name: " ", extra: 1 }));
  expect(() => readTrades(folder)).toThrow(/mason\.json can't be used.*name/);
});

test("has a trade of its own for what belongs to none, and no word twice in a trade", () => {
  expect(trades().some(({ id }) => id === GENERAL)).toBe(true);
  for (const { id, words } of trades()) expect(new Set(words).size, id).toBe(words.length);
});

test("tone and ask are read in any words", () => {
  expect(["", "warm and funny", "Professional", "bold", "reassuring", "¿?"].map(toneOf)).toEqual([
    "plain",
    "friendly",
    "expert",
    "direct",
    "calm",
    "plain",
  ]);
  expect(["Book an inspection", "more quotes", "phone calls", ""].map(askOf)).toEqual([
    "visit",
    "quote",
    "call",
    "message",
  ]);
});

test("typed words are calmed, and left out where they are no phrase", () => {
  const phrases = (typed: object) =>
    phrasesOf(
      magnetBriefSchema.parse({ name: "JOHN O'BRIEN", email: "a@b.co", ...typed }),
      trades().find(({ id }) => id === "deck-fence")!,
    );
  expect(phrases({ company: "O'BRIEN DECK & FENCE LLC", product: "CUSTOM CEDAR FENCES!!!" })).toMatchObject({
    person: "John O'Brien",
    sender: "O'Brien Deck & Fence LLC",
    product: "custom cedar fences",
  });
  expect(phrases({ topic: "7 mistakes to avoid" }).topic).toBe("mistakes to avoid");
  for (const topic of ["<b>decks</b>", "damn decks", "👷", ""])
    expect(phrases({ topic }).topic, topic).toBeUndefined();
  expect(phrases({ product: "Instalación de cercas de madera para casas" }).product).toBeUndefined();
});

// Terse, long, in slang, or so general that only the company's name says it; 30 of 120 are of no trade.
test("more than nine of ten products are of the trade that somebody else says", () => {
  const judged = products.map(({ product, company, trade }) => ({
    ...{ product, company, trade },
    got: tradeOf(
      dripBriefSchema.parse({ name: "A", email: "a@b.test", product, company: company || "A" }),
      trades(),
    ),
  }));
  const wrong = judged.filter(({ trade, got }) => got !== trade);
  expect(wrong.length / judged.length, JSON.stringify(wrong, null, 1)).toBeLessThanOrEqual(0.07);
});
