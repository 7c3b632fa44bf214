import { expect, it } from "vitest";
import { savedDayOf } from "./day.ts";

it("reads a saved day, and nothing that another version or a captive portal wrote", () => {
  const day = { plumbline: 1, due: [], visits: [], at: 5 };
  expect(savedDayOf(day)).toEqual(day);
  for (const other of [null, undefined, "<html>", {}, { plumbline: 1, due: [] }, { ...day, plumbline: 2 }])
    expect(savedDayOf(other)).toBeNull();
});
