import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { readSiteFile } from "./site-file.server.ts";

const folder = mkdtempSync(path.join(tmpdir(), "plumbline-site-"));
let made = 0;

function read(content: unknown, operators: readonly string[] = []) {
  const file = path.join(folder, `${made++}.json`);
  writeFileSync(file, typeof content === "string" ? content : JSON.stringify(content));
  return readSiteFile(file, operators);
}

const quotes = ["One", "Two", "Three"].map((name) => ({
  quote: `${name} said so.`,
  name: `${name} A.`,
  role: "Roofer",
}));
const whole = {
  brand: "Żółw Nr. 7",
  legalName: "Ridgeline Tools LLC",
  address: "12 Mill Road\nBoise, ID 83702",
  email: "office@ridgeline.example",
  profileUrl: "https://www.example.com/in/ridgeline",
  profileName: "Ridgeline on Example",
  testimonials: quotes,
  founderStory: ["It began with a ladder.", "It goes on."],
};

describe("SITE_FILE", () => {
  test("is read completely", async () => {
    expect(await read(whole)).toEqual(whole);
    expect(await read(`\uFEFF${JSON.stringify(whole)}`)).toEqual(whole);
  });

  test("accepts a brand with an apostrophe, which needs no escaping anywhere", async () => {
    expect(await read({ brand: "Bob's Follow-Up" })).toMatchObject({ brand: "Bob’s Follow-Up" });
  });

  test("is empty if missing, without the operator's sign-in address", async () => {
    expect(await readSiteFile(path.join(folder, "none.json"), ["owner@example.com"])).toEqual({});
  });

  test("defaults to the first operator's address", async () => {
    expect(await read({ legalName: "X" }, ["owner@example.com", "second@example.com"])).toMatchObject({
      email: "owner@example.com",
    });
    expect(await read({ email: "office@example.com" }, ["owner@example.com"])).toEqual({
      email: "office@example.com",
    });
    expect((await read({})).email).toBeUndefined();
  });

  test("stops the start if it can't be read", async () => {
    await expect(readSiteFile(folder, [])).rejects.toThrow(
      "The setting SITE_FILE is not valid: it accepts a JSON file, and this one can't be read.",
    );
  });

  test.each([
    ["text", "not json", /SITE_FILE is not valid: it accepts a JSON file, and this one does not parse\.$/],
    ["a list", [], /SITE_FILE is not valid: it accepts one JSON object/],
    ["null", "null", /SITE_FILE is not valid: it accepts one JSON object/],
    ["legalName", { legalName: "" }, /^The field legalName of SITE_FILE is not valid: it accepts the name/],
    ["legalName in two lines", { legalName: "a\nb" }, /^The field legalName /],
    ["legalName, too long", { legalName: "a".repeat(201) }, /^The field legalName /],
    ["address", { address: 7 }, /^The field address of SITE_FILE is not valid: it accepts a mailing address/],
    [
      "email",
      { email: "not an address" },
      /^The field email of SITE_FILE is not valid: it accepts one email address/,
    ],
    [
      "profileUrl over http",
      { profileUrl: "http://example.com", profileName: "x" },
      /^The field profileUrl .* https:\/\/\.$/,
    ],
    [
      "profileUrl as script",
      { profileUrl: "javascript:alert(1)", profileName: "x" },
      /^The field profileUrl /,
    ],
    [
      "profileUrl with a password",
      { profileUrl: "https://a:b@example.com", profileName: "x" },
      /^The field profileUrl /,
    ],
    [
      "profileUrl alone",
      { profileUrl: "https://example.com" },
      /^The field profileName of SITE_FILE is missing/,
    ],
    ["profileName", { profileName: {} }, /^The field profileName of SITE_FILE is not valid/],
    ["profileName alone", { profileName: "x" }, /^The field profileUrl of SITE_FILE is missing/],
    [
      "two testimonials",
      { testimonials: quotes.slice(1) },
      /^The field testimonials of SITE_FILE is not valid: it accepts exactly three/,
    ],
    ["four testimonials", { testimonials: [...quotes, quotes[0]] }, /^The field testimonials /],
    [
      "a testimonial with more",
      { testimonials: quotes.map((one) => ({ ...one, stars: 5 })) },
      /^The field testimonials /,
    ],
    [
      "a testimonial with less",
      { testimonials: quotes.map(({ quote, name }) => ({ quote, name })) },
      /^The field testimonials /,
    ],
    [
      "founderStory",
      { founderStory: "one text" },
      /^The field founderStory of SITE_FILE is not valid: it accepts a list of 1 to 12 paragraphs/,
    ],
    ["no founderStory", { founderStory: [] }, /^The field founderStory /],
    [
      "brand",
      { brand: "" },
      /^The field brand of SITE_FILE is not valid: it accepts the name of this place, up to 40 letters/,
    ],
    ["a brand with markup", { brand: "A <b>" }, /^The field brand /],
    ["a brand with a quote", { brand: 'A "B"' }, /^The field brand /],
    ["a brand in two lines", { brand: "A\r\nBcc: x" }, /^The field brand /],
    [
      "an unknown field",
      { phone: "1" },
      /^SITE_FILE has a field phone that is not known: it accepts brand, legalName, address, email, /,
    ],
    ["an inherited field", '{"__proto__": {"a": 1}}', /^SITE_FILE has a field __proto__ that is not known/],
  ])("refuses %s in one sentence", async (_, content, sentence) => {
    const refusal = await read(content).then(
      () => "",
      (error: Error) => error.message,
    );
    expect(refusal).toMatch(sentence);
    expect(refusal).not.toContain("\n");
  });
});
