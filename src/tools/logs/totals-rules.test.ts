import { describe, expect, it } from "vitest";
import { effectiveEntries } from "#trade/fieldwork/public.ts";
import { entryOf } from "./rules.ts";
import { crewsOf, crewTotals, gapsOf } from "./totals-rules.ts";

const crew = (id: string, count: number, hours: number, more: Record<string, unknown> = {}) =>
  entryOf(id, {
    type: "crew",
    date: "2026-11-20",
    crew: { company: "Hill", trade: "Framing", count, hours },
    ...more,
  });

describe("a day's totals", () => {
  it("count effective entries only, neither replaced nor declined ones", () => {
    const all = [
      crew("a", 4, 8),
      crew("b", 2, 7.5),
      crew("c", 5, 8, { corrects: "a" }),
      crew("d", 9, 8, { approved: false }),
    ];
    expect(effectiveEntries(all).map(({ id }) => id)).toEqual(["b", "c"]);
    expect(crewTotals(all)).toEqual({ people: 7, hours: 55 });
    expect(crewsOf(all).map(({ count }) => count)).toEqual([2, 5]);
  });

  it("ignore corrections by other companies, and unapproved corrections of approved entries", () => {
    const guests = (id: string, count: number, more: Record<string, unknown> = {}) =>
      crew(id, count, 8, { company: "guest", ...more });
    expect(crewTotals([crew("a", 4, 8, { company: "us" }), guests("b", 1, { corrects: "a" })]).people).toBe(
      5,
    );
    const approved = guests("a", 4, { approved: true });
    expect(crewTotals([approved, guests("b", 9, { corrects: "a" })]).people).toBe(4);
    expect(crewTotals([approved, guests("b", 9, { corrects: "a", approved: true })]).people).toBe(9);
    expect(crewTotals([guests("a", 4), guests("b", 9, { corrects: "a" })]).people, "both wait").toBe(9);
  });

  it("ignore declined corrections", () => {
    expect(crewTotals([crew("a", 4, 8), crew("b", 6, 8, { corrects: "a", approved: false })])).toEqual({
      people: 4,
      hours: 32,
    });
  });

  it("list what is missing, and nothing once it is complete", () => {
    const photo = { [`photos.${"a".repeat(64)}`]: { type: "image/jpeg", at: 5 } };
    expect(gapsOf([], false).map(({ is }) => is)).toEqual(["crew", "work", "photos", "weather"]);
    expect(gapsOf([entryOf("p", { type: "note", ...photo })], true).map(({ words }) => words)).toContain(
      "1 photo without a caption or tags",
    );
    const came = entryOf("d", { type: "delivery", item: { what: "Concrete" }, ...photo });
    expect(
      gapsOf([came], true).map(({ is }) => is),
      "a photo of what came says what it is",
    ).not.toContain("captions");
    const work = entryOf("w", { type: "work", text: "North wall", ...photo });
    expect(gapsOf([crew("a", 2, 8), work], true)).toEqual([]);
    expect(
      gapsOf(
        [
          crew("a", 2, 8),
          entryOf("p", { type: "work", text: "x" }),
          entryOf("q", { "tags.roof": true, ...photo }),
        ],
        true,
      ),
    ).toEqual([]);
  });
});
