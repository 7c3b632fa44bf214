import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { addressesIn } from "./found-in-reply.ts";

describe("addresses in what a person wrote", () => {
  it.each<[string, readonly string[], readonly string[]]>([
    [
      "Call me at (303) 555-0142, or mail Ana.Ruiz+home@work.example.com.",
      ["ana.ruiz+home@work.example.com"],
      ["+13035550142"],
    ],
    ["303.555.0142 / 303-555-0143", [], ["+13035550142", "+13035550143"]],
    ["my cell 3035550142", [], ["+13035550142"]],
    ["+44 20 7946 0958 works", [], ["+442079460958"]],
    ["It’s 20 x 16 feet, $12,500.00, order 1234567, June 3 2026 at 10:30", [], []],
    ["see https://x.example/3035550142/a", [], []],
    ["no", [], []],
  ])("%s", (words, emails, phones) => {
    expect(addressesIn(words, "US")).toEqual({ emails, phones });
  });

  it("takes no time with anything", () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom(..."0123456789 .-()@ax/+".split("")), maxLength: 3_000 }),
        (text) => {
          for (const one of addressesIn(text, "US").phones) expect(one).toMatch(/^\+\d{8,15}$/);
        },
      ),
    );
  });
});
