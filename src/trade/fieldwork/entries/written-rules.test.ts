import { expect, it } from "vitest";
import { editorsOf, firstWritten } from "./written-rules.ts";

const field = (at: number, author: string | null) => ({ values: [{ at, author }] });

it("names the first author of a record, and others in the order of their changes", () => {
  const fields = {
    text: field(9, "bo"),
    date: field(1, "ana"),
    crew: field(5, null),
    approved: field(3, "eve"),
  };
  expect(firstWritten(fields)).toEqual({ at: 1, author: "ana" });
  expect(firstWritten({})).toBeUndefined();
  expect(editorsOf(fields, "ana"), "approving isn't editing").toEqual([null, "bo"]);
});
