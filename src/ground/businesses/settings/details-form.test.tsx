import { renderToString } from "react-dom/server";
import { expect, it } from "vitest";
import { DetailsFields } from "./details-form.tsx";
import { USUAL_ZONE_CHOICES, ZONE_CHOICES } from "../schema.ts";

const zonesIn = (zone: string, zones = USUAL_ZONE_CHOICES) => {
  const html = renderToString(
    <DetailsFields values={{ businessName: "", postalAddress: "", zone }} errors={{}} zones={zones} />,
  );
  return [...html.matchAll(/<option value="([^"]*)"( selected="")?/g)].map(([, value, isChosen]) =>
    isChosen ? `${value}, chosen` : value,
  );
};

const USUAL = USUAL_ZONE_CHOICES.map(({ value }) => value);

it("the short list includes the current zone, even an unusual one", () => {
  expect(zonesIn("")).toEqual([", chosen", ...USUAL]);
  expect(zonesIn("America/Denver")).toEqual([
    "",
    ...USUAL.map((zone) => (zone === "America/Denver" ? `${zone}, chosen` : zone)),
  ]);
  expect(zonesIn("Europe/Berlin")).toEqual(["", ...USUAL, "Europe/Berlin, chosen"]);
});

it("the long list has every zone once, the usual ones first", () => {
  const all = zonesIn("Europe/Berlin", ZONE_CHOICES);
  expect(all.slice(1, USUAL.length + 1)).toEqual(USUAL);
  expect(all.length).toBeGreaterThan(400);
  expect(new Set(all).size).toBe(all.length);
  expect(all.filter((zone) => zone?.startsWith("Europe/Berlin"))).toEqual(["Europe/Berlin, chosen"]);
});
