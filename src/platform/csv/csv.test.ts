import { describe, expect, it } from "vitest";
import { csvLine } from "./csv.ts";

describe("a line of CSV", () => {
  it("quotes what would end a cell or a line", () => {
    expect(csvLine(["plain", "a,b", 'say "go"', "two\r\nlines", ""])).toBe(
      'plain,"a,b","say ""go""","two\r\nlines",\r\n',
    );
  });

  it.each([
    "=1+1",
    "+1",
    "-1+1",
    "-A1",
    "-1 ",
    "-1\n=1",
    "@sum(A1)",
    "\t=1",
    "\r=1",
    "\n=1",
    "＝1+1",
    "＋1",
    "－1",
    "＠sum(A1)",
  ])("turns %j into text, so no spreadsheet runs it", (text) => {
    expect(csvLine([text])).toMatch(/^"?'/);
  });

  it("keeps a negative number a number", () => {
    expect(csvLine(["-1", "-4.5", "-116.20231"])).toBe("-1,-4.5,-116.20231\r\n");
  });

  it("does not change signs inside a text", () => {
    expect(csvLine(["a-b", "x=1", "pat@example.com"])).toBe("a-b,x=1,pat@example.com\r\n");
  });
});
