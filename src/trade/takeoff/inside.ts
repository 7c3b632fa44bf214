import { type Exact, plus, times } from "#platform/measures/exact.ts";
import type { Calculator } from "./calculator.ts";
import { area, count, face, length, optional, waste } from "./fields.ts";
import type { Sheet } from "./sheet.ts";

const OPENINGS = optional(area("openings", "Openings, to subtract"));
const SURFACE = [
  optional(length("walls", "Length of all walls")),
  length("height", "Height of the walls", "8", "2.4"),
  optional(area("ceiling", "Ceiling, length x width")),
];

/** Walls and ceiling without the openings. */
function surface(sheet: Sheet, openings = sheet.of("openings")): Exact {
  const walls = sheet.multiply(["walls", "height"], sheet.square);
  return sheet.takeOff(sheet.add(walls, sheet.of("ceiling"), sheet.square), openings, sheet.square);
}

export const inside: readonly Calculator[] = [
  {
    id: "drywall",
    label: "Drywall",
    fields: [
      ...SURFACE,
      OPENINGS,
      // 10% for rectangular rooms, 15 for cut-up ones.
      waste("10"),
      area("sheet", "Sheet size, such as 4 x 8 or 4 x 12", "4 x 8", "1.2 x 2.4"),
    ],
    formula(sheet) {
      const full = sheet.waste(surface(sheet), sheet.square);
      sheet.covered(full, sheet.square, "sheet", ["sheet", "Drywall"]);
      sheet.measured(full, sheet.square, "Drywall");
    },
  },
  {
    id: "tile",
    label: "Tile",
    fields: [
      area("area", "Area, length x width"),
      OPENINGS,
      // 10% laid straight, 15 on the diagonal.
      waste("10"),
      face("tile", "Tile size, width x length", "12 x 24", "30 x 60"),
      optional(area("box", "A box covers")),
    ],
    formula(sheet) {
      const net = sheet.takeOff(sheet.of("area"), sheet.of("openings"), sheet.square);
      const full = sheet.waste(net, sheet.square);
      sheet.covered(full, sheet.square, "tile", ["tile", "Tile"]);
      sheet.covered(full, sheet.square, "box", ["box", "Tile"]);
      sheet.measured(full, sheet.square, "Tile");
    },
  },
  {
    id: "flooring",
    label: "Flooring",
    // Boxes of planks cover 18 to 25 sq ft; the label says.
    fields: [area("area", "Area, length x width"), waste("10"), area("box", "A box covers", "20", "2")],
    formula(sheet) {
      const full = sheet.waste(sheet.of("area"), sheet.square);
      sheet.covered(full, sheet.square, "box", ["box", "Flooring"]);
      sheet.measured(full, sheet.square, "Flooring");
    },
  },
  {
    id: "paint",
    label: "Paint",
    fields: [
      ...SURFACE,
      optional(count("doors", "Doors")),
      optional(count("windows", "Windows")),
      // Paint calculators say 20 sq ft for a door, 15 for a window, and 350 from a gallon.
      area("door", "Size of a door", "20", "1.9"),
      area("window", "Size of a window", "15", "1.4"),
      count("coats", "Coats", "2"),
      area("gallon", "A gallon or liter covers", "350", "9"),
    ],
    formula(sheet) {
      const [doors, windows] = [
        times(sheet.of("doors"), sheet.of("door")),
        times(sheet.of("windows"), sheet.of("window")),
      ];
      sheet.step(`${sheet.say("doors")} doors × ${sheet.say("door")}`, doors, sheet.square);
      sheet.step(`${sheet.say("windows")} windows × ${sheet.say("window")}`, windows, sheet.square);
      const net = surface(sheet, plus(doors, windows));
      const full = sheet.step(
        `${sheet.figure(net)} × ${sheet.say("coats")} coats`,
        times(net, sheet.of("coats")),
        sheet.square,
      );
      sheet.covered(full, sheet.square, "gallon", [sheet.isMetric ? "L" : "gal", "Paint"]);
      sheet.measured(net, sheet.square, "Painting");
    },
  },
  {
    id: "insulation",
    label: "Insulation",
    fields: [
      ...SURFACE,
      OPENINGS,
      waste("10"),
      // The bag's label says, for each R-value: 40 sq ft is what calculators start with. Batts for studs
      // 16 in. apart are 15 x 93 in.
      area("bag", "A bag covers", "40", "3.7"),
      face("batt", "Batt size, width x length", "15 x 93", "38 x 236"),
    ],
    formula(sheet) {
      const full = sheet.waste(surface(sheet), sheet.square);
      sheet.covered(full, sheet.square, "bag", ["bag", "Insulation"]);
      sheet.covered(full, sheet.square, "batt", ["batt", "Insulation batts"]);
      sheet.measured(full, sheet.square, "Insulation");
    },
  },
  {
    id: "trim",
    label: "Baseboard or trim",
    fields: [
      length("run", "Length of all walls"),
      optional(length("openings", "Doorways, to subtract")),
      waste("10"),
      length("stick", "Length of a stick", "16", "4.8"),
    ],
    formula(sheet) {
      const net = sheet.takeOff(sheet.of("run"), sheet.of("openings"), sheet.line);
      const full = sheet.waste(net, sheet.line);
      sheet.covered(full, sheet.line, "stick", ["stick", "Trim"]);
      sheet.measured(full, sheet.line, "Trim");
    },
  },
];
