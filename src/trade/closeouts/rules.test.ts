import { describe, expect, it } from "vitest";
import {
  BLANKS,
  fillLetter,
  maskAddress,
  MOST,
  readContacts,
  unknownBlanks,
  USUAL_LETTER,
  yearlyWording,
} from "./rules.ts";

const blanks = {
  client: "Dana Ruiz",
  job: "Ruiz deck",
  address: "",
  business: "Hale Decks",
  today: "Nov 30, 2026",
  finished: "Nov 28, 2026",
};

describe("a letter", () => {
  it("has its blanks filled in, by paragraph, however they are typed", () => {
    expect(fillLetter("Dear {{Client}},\r\n\r\n{{ job }}\nby {{business}}.\n\n\n", blanks)).toEqual([
      "Dear Dana Ruiz,",
      "Ruiz deck\nby Hale Decks.",
    ]);
  });

  it("has no gap where a blank has no value", () => {
    expect(fillLetter("At {{address}}, on {{today}}.", blanks)).toEqual(["At, on Nov 30, 2026."]);
  });

  it("never fills a client’s own braces in twice", () => {
    expect(fillLetter("Dear {{client}}", { ...blanks, client: "{{business}}" })).toEqual([
      "Dear {{business}}",
    ]);
  });

  it("names the blanks that nothing fills", () => {
    expect(unknownBlanks("{{clint}} {{client}} {{ price }} {{clint}}")).toEqual(["{{clint}}", "{{ price }}"]);
  });

  it("is complete as people start from it", () => {
    expect(unknownBlanks(USUAL_LETTER)).toEqual([]);
    expect(USUAL_LETTER.length).toBeLessThan(MOST.letter);
    const given = { ...blanks, address: "9 Pine Road" };
    const filled = fillLetter(USUAL_LETTER, given).join("\n");
    expect(filled).not.toMatch(/[{}]/);
    // Clients know the place; what the job is called is the business's own.
    for (const name of BLANKS) expect(filled.includes(given[name]), name).toBe(name !== "job");
  });
});

describe("contacts", () => {
  it("are a line each, with what they are for before the colon", () => {
    expect(
      readContacts("Crew lead: Ana Paz, (303) 555-0147\n\n  Bob  \nHours: 8:00 to 5:00\nhttps://x.test: a"),
    ).toEqual([
      { role: "Crew lead", parts: ["Ana Paz", "(303) 555-0147"] },
      { role: "", parts: ["Bob"] },
      { role: "Hours", parts: ["8:00 to 5:00"] },
      { role: "", parts: ["https://x.test: a"] },
    ]);
  });
});

it("an address is shown to whoever has the link without its name", () => {
  expect(maskAddress("dana@client.test")).toBe("d…@client.test");
  expect(maskAddress("none")).toBe("");
});

it("a client agrees to emails of a business by name", () => {
  expect(yearlyWording("Hale Decks")).toContain("Hale Decks may email me");
  expect(yearlyWording("")).toContain("the business may email me");
});
