import { expect, it } from "vitest";
import { findJha, jhas, suggestJhas } from "./library.ts";

it("every JHA is found by its slug, and suggested by whole words of the day’s work", () => {
  expect(jhas.length).toBeGreaterThan(0);
  for (const jha of jhas) expect(findJha(jha.slug)).toBe(jha);
  const jha = { ...jhas[0]!, when: ["gut", "old floor"] };
  expect(suggestJhas([jha], ["Hang GUTTERS"])).toEqual([]);
  expect(suggestJhas([jha], ["Kitchen", "Tear out the old floors"])).toEqual([{ jha, word: "old floor" }]);
});
