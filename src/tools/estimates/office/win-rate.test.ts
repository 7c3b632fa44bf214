import { expect, it } from "vitest";
import { formatMoney } from "#platform/money/money.ts";
import type { State } from "../rules/states.ts";
import { type Outcome, timeToYes, winRate, winsIn } from "./win-rate.ts";

const outcome = (state: State, cents: number, hours = 1, source = ""): Outcome => ({
  ...{ state, cents, hours, source },
});

const dollars = (cents: number) => formatMoney(cents, "USD");

it("counts what was decided, by size and source", () => {
  const { all, sizes, sources } = winsIn(
    [
      outcome("approved", 99_999, 2, "Google ad"),
      outcome("approved", 100_000, 70, "Google ad"),
      outcome("declined", 100_000, 1, "card"),
      outcome("expired", 2_000_000),
      outcome("sent", 5_000_000),
      outcome("viewed", 5_000_000),
      outcome("asked", 5_000_000),
      outcome("withdrawn", 5_000_000),
    ],
    dollars,
  );
  expect(all).toEqual({ name: "All", decided: 4, won: 2, wonCents: 199_999, hours: 2 });
  expect(sizes.map(({ name, decided, won }) => [name, decided, won])).toEqual([
    ["Under $1,000", 1, 1],
    ["$1,000 to $5,000", 2, 1],
    ["$20,000 and up", 1, 0],
  ]);
  expect(sources.map(({ name, decided }) => [name, decided])).toEqual([
    ["Google ad", 2],
    ["Not known", 1],
    ["card", 1],
  ]);
  expect(winRate(all)).toBe("50%");
});

it("counts nothing of nothing", () => {
  const { all, sizes } = winsIn([], dollars);
  expect([winRate(all), timeToYes(all), sizes]).toEqual(["", "", []]);
});

it.each([
  [0.4, "within an hour"],
  [1.2, "1 hour"],
  [47.4, "47 hours"],
  [71, "3 days"],
])("says %s hours as %s", (hours, words) => {
  expect(timeToYes({ name: "", decided: 1, won: 1, wonCents: 1, hours })).toBe(words);
});
