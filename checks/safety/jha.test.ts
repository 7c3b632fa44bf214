import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { linesOf, planTextOf, refuseText } from "#tools/safety/hazards/text.ts";

// Each job hazard analysis of content/jha is whole, sourced, and short enough for a phone.

const folder = path.resolve(import.meta.dirname, "../../content/jha");
const files = readdirSync(folder).filter((name) => name.endsWith(".json"));
const TRADES = new Set(
  "all, cabinets, cleaning, concrete, countertops, decks, demolition, drywall, electrical, excavation, fencing, finish carpentry, flooring, foundation repair, framing, garage doors, general contractor, gutters, hvac, inspection, insulation, landscaping, masonry, moving, painting, plastering, plumbing, pools, pressure washing, remodeling, restoration, roofing, septic, siding, solar, steel, stucco, surveying, tile, tree care, waterproofing, welding, windows and doors".split(
    ", ",
  ),
);
/** They sound like a control and are none. */
const EMPTY =
  /\b(?:ensure|utilize|proper|properly|appropriate|adequate|as needed|be careful|be aware|caution|PPE)\b/i;
const UNITS = /\d+(?:\.\d+)? ?(?:ft|in|inch|lb|psi|°F|min|hour|day|second|mph|%|people|person|V|A\b|dB)/i;
const numbersIn = (text: string) => (text.match(/\d+/g) ?? []).filter((one) => Number(one) > 10).toSorted();
const keysOf = (value: object) => Object.keys(value).toSorted();
const isUnique = (words: readonly string[]) => new Set(words).size === words.length;

interface Written {
  readonly slug: string;
  readonly trades: readonly string[];
  readonly when: readonly string[];
  readonly steps: readonly {
    readonly step: object;
    readonly hazards: readonly { readonly hazard: object; readonly controls: readonly object[] }[];
  }[];
  readonly title: object;
}

it("there are enough for the trades", () => {
  expect(files.length).toBeGreaterThanOrEqual(20);
});

describe.each(files)("%s", (name) => {
  const json = JSON.parse(readFileSync(path.join(folder, name), "utf8")) as Written;
  const text = planTextOf(json)!;
  const lines = linesOf(text);
  const hazards = text.steps.flatMap((step) => step.hazards);

  it("is whole, with sources and words to be found by", () => {
    expect(`${json.slug}.json`).toBe(name);
    expect(keysOf(json)).toEqual(["slug", "sources", "steps", "title", "trades", "when"]);
    expect(refuseText(text)).toBeNull();
    expect(json.trades.length).toBeGreaterThan(0);
    expect(json.trades.filter((trade) => !TRADES.has(trade))).toEqual([]);
    expect(json.when.length).toBeGreaterThanOrEqual(2);
    expect(json.when.filter((word) => word !== word.toLowerCase())).toEqual([]);
    expect(text.title.en.length).toBeLessThanOrEqual(60);
    expect(text.title.es).not.toBe("");
    expect(text.sources.length).toBeGreaterThan(0);
    for (const source of text.sources) {
      expect(source.name.length).toBeGreaterThan(3);
      expect(source.cite.length).toBeGreaterThan(3);
      expect(source.year).toBeGreaterThan(1970);
    }
  });

  it("has four to seven steps, each with hazards and their controls", () => {
    expect(text.steps.length).toBeGreaterThanOrEqual(4);
    expect(text.steps.length).toBeLessThanOrEqual(7);
    expect(isUnique(text.steps.map(({ step }) => step.en))).toBe(true);
    for (const step of text.steps) {
      expect(step.hazards.length).toBeGreaterThanOrEqual(1);
      expect(step.hazards.length).toBeLessThanOrEqual(3);
      expect(isUnique(step.hazards.map(({ hazard }) => hazard.en))).toBe(true);
    }
    for (const { controls } of hazards) {
      expect(controls.length).toBeGreaterThanOrEqual(1);
      expect(controls.length).toBeLessThanOrEqual(4);
      expect(isUnique(controls.map(({ en }) => en))).toBe(true);
    }
    const controls = hazards.flatMap((hazard) => hazard.controls);
    expect(controls.length).toBeGreaterThanOrEqual(12);
    expect(controls.length).toBeLessThanOrEqual(60);
    expect(controls.some(({ en }) => UNITS.test(en))).toBe(true);
  });

  it("says what to do in short lines", () => {
    for (const { en } of lines) {
      expect(en.length).toBeLessThanOrEqual(160);
      expect(en).not.toMatch(/['"]|\.$|^[-–•]/);
      expect(en).not.toMatch(EMPTY);
    }
  });

  it("is in Spanish whole or not at all, with the same numbers", () => {
    const [, ...body] = lines;
    const translated = body.filter(({ es }) => es !== "").length;
    expect([0, body.length]).toContain(translated);
    for (const { en, es } of lines)
      if (es !== "") {
        expect(es).not.toMatch(/['"]/);
        expect(numbersIn(es), en).toEqual(numbersIn(en));
      }
  });
});
