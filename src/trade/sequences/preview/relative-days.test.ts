import { expect, it } from "vitest";
import { findDayWords } from "./relative-days.ts";

it.each([
  ["Yesterday I sent you a quote. yesterday!", ["yesterday"]],
  ["Two days ago we talked, and I'll call tomorrow morning.", ["Two days ago", "tomorrow"]],
  ["Last week you asked. Are you in on Friday?", ["Last week", "on Friday"]],
  ["We open on Fridays at 8. Nothing to decide today. I sent you a note the other day.", []],
])("%s", (text, words) => {
  expect(findDayWords(text).map((word) => word.toLowerCase())).toEqual(
    words.map((word) => word.toLowerCase()),
  );
});
