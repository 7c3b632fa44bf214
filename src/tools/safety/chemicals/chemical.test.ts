import { expect, it } from "vitest";
import { faultsOf } from "./chemical.ts";

const TODAY = "2026-11-30";
const line = { place: "Paint shed", from: "2026-02-01", until: null };

it.each([
  [{}, []],
  [{ until: "2026-02-01" }, []],
  [{ until: TODAY }, []],
  [{ from: TODAY }, []],
  [{ place: "" }, ["place"]],
  [{ from: "" }, ["from"]],
  [{ from: "0226-02-01" }, ["from"]],
  [{ from: "2026-12-01" }, ["from"]],
  [{ until: "2026-01-31" }, ["until"]],
  [{ until: "2026-12-01" }, ["until"]],
  [{ place: "", from: "", until: "2026-12-01" }, ["place", "from", "until"]],
])("finds what is wrong with %j", (over, fields) => {
  expect(Object.keys(faultsOf({ ...line, ...over }, TODAY))).toEqual(fields);
});
