import { expect, test } from "vitest";
import { checkProse } from "./prose.ts";
import { trades } from "../trades/trades.server.ts";

const trade = trades().find(({ id }) => id === "roofer")!;
const found = (line: string, brief = "metal roofs") =>
  checkProse([line], { brief, trade }).map(({ check }) => check);

test.each([
  ["claim", "We're licensed and fully insured for roofs."],
  ["claim", "Our experienced crew does the tear-off."],
  ["claim", "We guarantee that it stays dry."],
  ["claim", "It comes with a 100% guarantee."],
  ["claim", "I promise you a dry attic."],
  ["claim", "Book a free roof inspection."],
  ["claim", "I'll look at it at no charge."],
  ["claim", "Studies show that flashing leaks first."],
  ["claim", "Homeowners trust us with their roofs."],
  ["claim", "You get a lifetime roof."],
  ["banned phrase", "A seamless tear-off gives you peace of mind."],
  ["placeholder", "Hello [your name], the roof is done."],
  ["loud", "The roof is READYNOW for you."],
  [
    "grade",
    "Notwithstanding considerable meteorological uncertainty, professional installation organizations habitually recommend comprehensive documentation.",
  ],
])("finds a %s in %o", (check, line) => expect(found(line)).toContain(check));

test.each([
  "Ask whether they're licensed and insured, and by whom.",
  'Walk away if somebody promises a "lifetime roof."',
  "Nobody can guarantee that an old valley stays dry.",
  "Ask who stands behind the guarantee on labor.",
  "The roofer wears a harness, and so should the painter.",
  "It isn't a free inspection if they need a signature first.",
  "We leave the gutters alone. It's not only the shingles that matter.",
])("finds nothing in %o", (line) => expect(found(line)).toEqual([]));

test("what the owner claims is the owner's to claim", () => {
  expect(found("I'm licensed in Missouri.", "Licensed in Missouri and Kansas")).toEqual([]);
  expect(found("Calls are free, and so is a free look at the roof.", "free roof check")).toEqual([]);
});

test("a short form that the owner uses isn't loud", () => {
  expect(found("We're certified by NABCEP.", "NABCEP certified")).not.toContain("loud");
  expect(found("We're certified by NABCEP.", "solar panels")).toContain("loud");
});

test("a sentence stands in a text once, unless it's short", () => {
  const twice = "Look at the shingles around the pipe before you call anybody.";
  const check = (lines: string[]) => checkProse(lines, { brief: "", trade });
  expect(check([twice, `It depends. ${twice}`, "It depends."])).toEqual([{ check: "repeat", words: twice }]);
});
