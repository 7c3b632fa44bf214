import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { readingGrade } from "#ground/writing/checks/checks.ts";
import { ONE } from "#platform/money/amounts.ts";
import { LONGEST } from "#tools/estimates/rules/estimate.ts";
import { applyScope } from "#tools/estimates/templates/apply-scope.ts";
import { quantityOf } from "#tools/estimates/templates/quantity.ts";
import { scopeSchema } from "#tools/estimates/templates/scope-schema.ts";
import { type NamedScope, scopes } from "#tools/estimates/templates/scopes.ts";
import { TRADES } from "#tools/estimates/templates/trades.ts";
import { wornWords } from "../testing/worn-words.ts";

// Every file of content/scopes: its form, its formulas and its words.

const FOLDER = "content/scopes";
const linesOf = ({ sections }: NamedScope) => sections.flatMap(({ lines }) => lines);
const usual = ({ asks }: NamedScope, times = 1) =>
  Object.fromEntries(asks.map(({ id, usual: amount }) => [id, Math.round(amount * times * ONE)]));
const sentencesOf = (one: NamedScope) => [...one.included, ...one.excluded, ...one.assumed, ...one.check];
const wordsOf = (one: NamedScope) => [
  one.title,
  ...one.asks.map(({ label }) => label),
  ...one.sections.map(({ heading }) => heading),
  ...linesOf(one).map(({ text }) => text),
  ...sentencesOf(one),
];
const NONE = new Map<string, never>();

describe("the scopes of work", () => {
  it("are at least 60 valid files, in every trade, and all of them are loaded", () => {
    const files = readdirSync(FOLDER, { recursive: true, encoding: "utf8" }).filter((file) =>
      file.endsWith(".json"),
    );
    for (const file of files) {
      const read = scopeSchema.safeParse(JSON.parse(readFileSync(path.join(FOLDER, file), "utf8")));
      expect(read.error?.issues ?? [], file).toEqual([]);
    }
    expect(scopes.map(({ id }) => `${id}.json`).toSorted()).toEqual(files.toSorted());
    expect(scopes.length).toBeGreaterThanOrEqual(60);
    expect([...new Set(scopes.map(({ trade }) => trade))]).toEqual(Object.keys(TRADES));
    expect(new Set(scopes.map(({ title }) => title)).size).toBe(scopes.length);
  });

  it.each(scopes.map((scope) => [scope.id, scope] as const))("%s is a whole estimate", (_, scope) => {
    const ids = scope.asks.map(({ id }) => id);
    const lines = linesOf(scope);
    const used = lines.flatMap(({ quantity }) => (typeof quantity === "number" ? [] : [quantity.of].flat()));
    expect([...new Set(used)].toSorted(), "every measure is used, and no other").toEqual(ids.toSorted());
    expect(lines.length).toBeGreaterThanOrEqual(6);
    expect(lines.length).toBeLessThanOrEqual(16);
    expect(new Set(lines.map(({ text }) => text)).size, "no line twice").toBe(lines.length);
    for (const { quantity, text } of lines) {
      const [some, more] = [quantityOf(quantity, usual(scope)), quantityOf(quantity, usual(scope, 3))];
      expect(some, text).toBeGreaterThan(0);
      expect(more, text).toBeGreaterThanOrEqual(some);
      if (typeof quantity === "object" && quantity.per) expect(quantity.round, text).toBeDefined();
    }
    for (const text of [scope.title, ...lines.map(({ text: one }) => one)])
      expect(text, "a line has no period").toMatch(/^[A-Z0-9].*(?: in\.|[^.:;,])$/);
    for (const question of scope.check) expect(question).toMatch(/^[A-Z].*\?$/);
    const begun = applyScope(scope, usual(scope), NONE);
    expect(begun.title.length).toBeLessThanOrEqual(120);
    for (const part of ["message", "excluded", "terms"] as const)
      expect(begun[part].length).toBeLessThan(LONGEST.words);
  });

  it("have no prices, and words that people read without effort", () => {
    for (const scope of scopes)
      for (const text of wordsOf(scope)) {
        expect(text, scope.id).not.toMatch(/[$€£]|\b\d+ ?(dollars|cents|USD)\b|\bper hour\b/i);
        expect(text, scope.id).not.toMatch(/['"]|—|!|\s{2}/);
        expect(text, scope.id).not.toMatch(
          /\b(colour|grey|metre|centre|mould|tonne|aluminium|labour|programme|licence|skirting|tap|plasterboard|whilst)s?\b/i,
        );
        expect(wornWords(text), `${scope.id}: ${text}`).toEqual([]);
        expect(text, scope.id).not.toMatch(/\b(guarantee|lifetime|best in|hassle|ensure|utilize|stunning)/i);
      }
    const hard = scopes.filter(
      (scope) => readingGrade(sentencesOf(scope).map((one) => one.replace(/\??$/, "."))) > 9,
    );
    expect(hard.map(({ id }) => id)).toEqual([]);
  });
});
