import { exact, formatExact, over, times } from "#platform/measures/exact.ts";
import type { Calculator } from "./calculator.ts";
import { area, number, small, waste } from "./fields.ts";

export const ground: readonly Calculator[] = [
  {
    id: "gravel",
    label: "Gravel or base",
    fields: [
      area("area", "Area, length x width"),
      small("depth", "Depth", "4", "10"),
      // Suppliers list 1.2 to 1.7 tons to the yard for gravel and stone; loose stone is about 1.6 t/m³.
      // Calculators of crushed stone add 10% for compaction.
      waste("10", "Waste and compaction"),
      number("weight", "Weight", ["tons per cu yd", "t per cu m"], ["1.4", "1.6"]),
    ],
    formula(sheet) {
      const full = sheet.waste(sheet.multiply(["area", "depth"], sheet.cubic), sheet.cubic);
      sheet.yards(full, "Gravel");
      const [loose, unit, ton] = sheet.isMetric
        ? [full, "cu m", "t"]
        : [over(full, exact(27)), "cu yd", "ton"];
      const how = `${formatExact(loose)} ${unit} × ${sheet.say("weight")}`;
      sheet.measured(times(loose, sheet.of("weight")), ton, "Gravel", how);
    },
  },
  {
    id: "mulch",
    label: "Mulch or topsoil",
    fields: [
      area("area", "Area, length x width"),
      // 2 in over old mulch, 3 to 4 in for a new bed; bags of 2 cu ft are the common size.
      small("depth", "Depth", "3", "8"),
      waste("0", "Extra for settling"),
      number("bag", "Bag size", ["cu ft", "cu m"], ["2", "0.057"]),
    ],
    formula(sheet) {
      const full = sheet.waste(sheet.multiply(["area", "depth"], sheet.cubic), sheet.cubic);
      sheet.yards(full, "Mulch");
      sheet.covered(full, sheet.cubic, "bag", ["bag", "Mulch, in bags"]);
    },
  },
];
