import { expect, test } from "vitest";
import { missedWords } from "./missed-words.ts";

const FORM = { name: "Maria Lopez", company: "Lopez Roofing", email: "maria@lopezroofing.example" };

test.each([
  ["Koi ponds & waterfalls!", "koi ponds waterfalls"],
  ["  Green   roofing for barns ", "green roofing for barns"],
  ["Why Lopez Roofing is the best", "why is the best"],
  ["Ask Maria about slate", "ask about slate"],
  ["call (303) 555-0142 or a.b@c.example about slate", "call or about slate"],
  ["Mrs. Patel says the dog hates ladders", "says the dog hates ladders"],
  ["see https://koi.example/x for ponds", "see for ponds"],
  ["techos de paja", "techos de paja"],
  ["屋根の修理", "屋根の修理"],
  ["", ""],
  ["👷🏽‍♀️ 42!", ""],
  ["damn koi", ""],
  ["<b>koi</b> <script>alert(1)</script>", "b koi b"],
])("“%s” is counted as “%s”", (typed, words) => {
  expect(missedWords(typed, FORM)).toBe(words);
});

test("has at most ten words and 80 characters", () => {
  expect(missedWords("word ".repeat(300), FORM).split(" ")).toHaveLength(10);
  expect(missedWords("x".repeat(300), FORM)).toHaveLength(80);
});
