import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { firstPhone, formatPhone, phoneCountry, readPhone } from "./phone.ts";

describe("a phone number", () => {
  it.each([
    ["(303) 555-0142", "+13035550142"],
    ["303.555.0142", "+13035550142"],
    ["3035550142", "+13035550142"],
    ["1 303 555 0142", "+13035550142"],
    ["+1 303-555-0142", "+13035550142"],
    ["+1 (303) 555‑0142", "+13035550142"],
    ["303–555–0142", "+13035550142"],
    ["tel:+13035550142", "+13035550142"],
    ["\u202a+1 303 555 0142\u202c", "+13035550142"],
    ["\uff13\uff10\uff13 555 0142", "+13035550142"],
    ["303/555/0142", "+13035550142"],
    ["011 44 20 7946 0958", "+442079460958"],
    ["0044 20 7946 0958", "+442079460958"],
    ["+44 (0)20 7946 0958", "+442079460958"],
    ["+49 30 901820", "+4930901820"],
    ["+1 876 555 0142", "+18765550142"],
  ])("reads %j as %s", (typed, number) => {
    expect(readPhone(typed)).toEqual({ number, extension: undefined });
  });

  it.each([
    "303 555 0142 x12",
    "(303) 555-0142 ext. 12",
    "303-555-0142 extension 12",
    "3035550142,12",
    "303 555 0142 #12",
    "tel:3035550142;ext=12",
  ])("finds the extension in %j", (typed) => {
    expect(readPhone(typed)).toEqual({ number: "+13035550142", extension: "12" });
  });

  it.each([
    ["555-0142", "too short"],
    ["303 555 014", "too short"],
    ["1 303 555 014", "too short"],
    ["303 555 01423", "too many digits"],
    ["911 555 0142", "doesn’t exist"],
    ["303 911 0142", "doesn’t exist"],
    ["003 555 0142", "doesn’t exist"],
    ["103 555 0142", "too short"],
    ["+1 103 555 0142", "doesn’t exist"],
    ["+44 20", "too short"],
    ["+0 123 456 789", "starts with 0"],
    ["+4420794609581234567", "more than 15 digits"],
    ["call me", "no numbers"],
    ["---", "no numbers"],
    ["<script>3035550142</script>", "doesn’t look like"],
    ["3035550142; drop table leads", "doesn’t look like"],
    ["303-555-0142\r\nBcc: x@y.test", "doesn’t look like"],
  ])("refuses %j: %s", (typed, words) => {
    expect(readPhone(typed)).toMatchObject({ wrong: expect.stringContaining(words) });
  });

  it.each([
    ["0044 (0)161 496 0000", "US", "+441614960000"],
    ["+39 (0)6 1234567", "US", "+39061234567"],
    ["030 901820", "DE", "+4930901820"],
    ["0170 1234567", "DE", "+491701234567"],
    ["020 7946 0958", "GB", "+442079460958"],
    ["+1 303 555 0142", "DE", "+13035550142"],
    ["001 303 555 0142", "DE", "+13035550142"],
    ["3035550142.0", "US", "+13035550142"],
    ["3.035550142E+09", "US", "+13035550142"],
    ['="3035550142"', "US", "+13035550142"],
    ["+4402079460958", "US", "+442079460958"],
  ] as const)("reads %j in %s as %s", (typed, country, number) => {
    expect(readPhone(typed, country)).toEqual({ number, extension: undefined });
  });

  it.each([
    ["+49 30", "US"],
    ["+44 20 7946 095", "US"],
    ["+999 123 456 789", "US"],
    ["3.03555E+09", "US"],
    ["12", "DE"],
    ["0170 1", "DE"],
  ] as const)("refuses %j in %s", (typed, country) => {
    expect(readPhone(typed, country)).toEqual({ wrong: expect.stringMatching(/^[A-Z].*\.$/) });
  });

  it.each([
    ["(303) 555-0142 or (303) 555-0143", "+13035550142"],
    ["(303) 555-0142, (303) 555-0199", "+13035550142"],
    ["555-0142, (303) 555-0199", "+13035550199"],
    ["+1 303-555-0142 ::: +1 303-555-0143", "+13035550142"],
    ["Phone:(303) 555-0142 Mobile:(303) 555-0199", "+13035550142"],
    ["p:+13035550142", "+13035550142"],
    ["home: n/a; cell: 303.555.0142", "+13035550142"],
    ["303/555/0142", "+13035550142"],
    ["303-555-0142 / 303-555-0143", "+13035550142"],
    ["303-555-0142\n303-555-0143", "+13035550142"],
    ["303.555.0142 ext 12", "+13035550142"],
  ])("finds the first usable number of %j: %s", (cell, number) => {
    expect(firstPhone(cell, "US")).toMatchObject({ number });
  });

  it.each([
    ["America/Denver", "US"],
    ["US/Mountain", "US"],
    ["America/Toronto", "CA"],
    ["Europe/Berlin", "DE"],
    ["Europe/London", "GB"],
    ["Asia/Kolkata", "IN"],
    ["UTC", "US"],
    ["Mars/Base", "US"],
    [null, "US"],
  ])("assigns time zone %s to country %s", (zone, country) => expect(phoneCountry(zone)).toBe(country));

  it("yields an E.164 number or an error for any text", () => {
    fc.assert(
      fc.property(
        fc.oneof(fc.string({ unit: "binary" }), fc.stringMatching(/^[\d +().x-]{0,24}$/)),
        (typed) => {
          const read = readPhone(typed);
          if ("wrong" in read) expect(read.wrong).toMatch(/^[A-Z].*\.$/);
          else expect(read.number).toMatch(/^\+[1-9]\d{7,14}$/);
        },
      ),
      { numRuns: 2000 },
    );
  });

  it.each([
    ["+13035550142", "(303) 555-0142"],
    ["+18765550142", "(876) 555-0142"],
    ["+442079460958", "+44 20 7946 0958"],
    ["+4930901820", "+49 30 901820"],
    ["+491701234567", "+49 170 1234567"],
    // Stored before numbers abroad were checked.
    ["+999123456789", "+999123456789"],
    ["+12345", "+12345"],
  ])("formats %s as %s", (number, text) => expect(formatPhone(number)).toBe(text));

  it("reads its own output unchanged", () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[2-9][02-9]\d[2-9][02-9]\d{5}$/), (ten) => {
        expect(readPhone(formatPhone(`+1${ten}`))).toEqual({ number: `+1${ten}`, extension: undefined });
      }),
    );
  });
});
