import { type Exact, exact, over, PI, times } from "#platform/measures/exact.ts";
import type { Calculator } from "./calculator.ts";
import { count, length, number, small, waste } from "./fields.ts";
import type { Sheet } from "./sheet.ts";

// An 80 lb bag makes about 0.60 cu ft (17 L), a 60 lb bag 0.45 (12.7 L): data sheet of Quikrete Concrete Mix.
// 5 to 10% is ordered on top for an uneven base and spills.
const CUBIC = ["cu ft", "cu m"] as const;
const POURED = [
  waste("10"),
  number("bag80", "80 lb bag yield", CUBIC, ["0.6", "0.017"]),
  number("bag60", "60 lb bag yield", CUBIC, ["0.45", "0.0127"]),
];

function pour(sheet: Sheet, volume: Exact): void {
  const full = sheet.waste(volume, sheet.cubic);
  sheet.yards(full, "Concrete");
  sheet.covered(full, sheet.cubic, "bag80", ["bag", "Concrete mix, 80 lb"]);
  sheet.covered(full, sheet.cubic, "bag60", ["bag", "Concrete mix, 60 lb"]);
}

export const concrete: readonly Calculator[] = [
  {
    id: "slab",
    label: "Concrete slab",
    fields: [
      length("length", "Length"),
      length("width", "Width"),
      small("thickness", "Thickness", "4", "10"),
      ...POURED,
    ],
    formula: (sheet) => pour(sheet, sheet.multiply(["length", "width", "thickness"], sheet.cubic)),
  },
  {
    id: "footing",
    label: "Concrete footing",
    fields: [length("length", "Length"), small("width", "Width"), small("depth", "Depth"), ...POURED],
    formula: (sheet) => pour(sheet, sheet.multiply(["length", "width", "depth"], sheet.cubic)),
  },
  {
    id: "column",
    label: "Round concrete columns",
    fields: [
      count("count", "How many", "1"),
      small("diameter", "Diameter"),
      length("height", "Height or depth"),
      ...POURED,
    ],
    formula(sheet) {
      const [across, height, many] = [sheet.of("diameter"), sheet.of("height"), sheet.of("count")];
      const volume = over(times(PI, across, across, height, many), exact(4));
      const how = `π × (${sheet.say("diameter")})² ÷ 4 × ${sheet.say("height")} × ${sheet.say("count")}`;
      pour(sheet, sheet.step(how, volume, sheet.cubic));
    },
  },
];
