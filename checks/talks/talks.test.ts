import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";

// Each talk of content/talks is whole in both languages, sourced, and short enough to be read aloud.

interface Words {
  readonly open: string;
  readonly look: readonly string[];
  readonly ask: readonly string[];
  readonly agree: readonly string[];
}
interface Talk {
  readonly slug: string;
  readonly title: Readonly<Record<"en" | "es", string>>;
  readonly trades: readonly string[];
  readonly when: readonly string[];
  readonly minutes: number;
  readonly sources: readonly { readonly name: string; readonly cite: string; readonly year: number }[];
  readonly en: Words;
  readonly es: Words;
}

const folder = path.resolve(import.meta.dirname, "../../content/talks");
const files = readdirSync(folder).filter((name) => name.endsWith(".json"));
const wordsOf = ({ open, look, ask, agree }: Words) => [open, ...look, ...ask, ...agree];
/** Small ones may be spelled out in one language. */
const numbersOf = (words: Words) =>
  new Set((wordsOf(words).join(" ").match(/\d+/g) ?? []).filter((one) => Number(one) > 10));

it("there are enough for a year of Mondays", () => {
  expect(files.length).toBeGreaterThanOrEqual(52);
});

describe.each(files)("%s", (name) => {
  const talk = JSON.parse(readFileSync(path.join(folder, name), "utf8")) as Talk;

  it("has a title, sources and words to be suggested by", () => {
    expect(`${talk.slug}.json`).toBe(name);
    expect(talk.title.en && talk.title.es && talk.title.en !== talk.title.es).toBeTruthy();
    expect(talk.minutes).toBe(5);
    expect(talk.trades.length).toBeGreaterThan(0);
    expect(talk.when.length).toBeGreaterThan(0);
    expect(talk.sources.length).toBeGreaterThan(0);
    for (const { name: source, cite, year } of talk.sources) {
      expect(source.length).toBeGreaterThan(3);
      expect(cite.length).toBeGreaterThan(3);
      expect(year).toBeGreaterThan(1970);
    }
  });

  it.each(["en", "es"] as const)("is five minutes in %s, and asks questions", (language) => {
    const words = talk[language];
    const count = wordsOf(words).join(" ").split(/\s+/).length;
    expect(count).toBeGreaterThanOrEqual(300);
    expect(count).toBeLessThanOrEqual(480);
    expect(words.look.length).toBeGreaterThanOrEqual(4);
    expect(words.ask).toHaveLength(3);
    expect(words.agree.length).toBeGreaterThanOrEqual(2);
    // One of the three may be a task: “Show me where you’d stand.”
    const asked = words.ask.filter((one) => (language === "es" ? /¿.+\?/ : /\?/).test(one));
    expect(asked.length).toBeGreaterThanOrEqual(2);
    for (const text of wordsOf(words)) expect(text).not.toMatch(/['"]/);
  });

  it("says the same numbers in both languages", () => {
    expect(numbersOf(talk.es)).toEqual(numbersOf(talk.en));
  });
});
