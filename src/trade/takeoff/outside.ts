import { exact, over, plus, root, roundUp, times } from "#platform/measures/exact.ts";
import type { Calculator } from "./calculator.ts";
import { area, count, length, optional, rise, small, waste } from "./fields.ts";

const TWELVE = exact(12);

export const outside: readonly Calculator[] = [
  {
    id: "roofing",
    label: "Roofing shingles",
    fields: [
      area("area", "Footprint with overhangs, length x width"),
      optional(rise("rise", "Pitch, rise in 12", "6")),
      // 10% for a gable, 15 for hips and valleys. A square is 100 sq ft, three bundles.
      waste("10"),
      area("bundle", "A bundle covers", "33 1/3", "3.1"),
    ],
    formula(sheet) {
      const up = sheet.of("rise");
      const factor = over(root(plus(times(up, up), exact(144))), TWELVE);
      if (up.n > 0n) sheet.step(`Pitch: √(${sheet.say("rise").split(" ")[0]}² + 12²) ÷ 12`, factor, "");
      const roof = sheet.step(`${sheet.say("area")} × pitch`, times(sheet.of("area"), factor), sheet.square);
      const full = sheet.waste(roof, sheet.square);
      if (sheet.isMetric) sheet.measured(full, sheet.square, "Shingles");
      else sheet.measured(over(full, exact(100)), "square", "Shingles", `${sheet.figure(full)} ÷ 100`);
      sheet.covered(full, sheet.square, "bundle", ["bundle", "Shingles"]);
    },
  },
  {
    id: "decking",
    label: "Decking boards",
    fields: [
      length("length", "Deck, along the boards"),
      length("width", "Deck, across the boards"),
      // A nominal 6 in. board is 5 1/2 in. wide; gaps are 1/8 to 1/4 in.
      small("board", "Board width", "5 1/2", "14"),
      optional(small("gap", "Gap", "1/8", "0.3")),
      length("stock", "Board length", "16", "4.8"),
      waste("10"),
    ],
    formula(sheet) {
      const gap = sheet.of("gap");
      const rows = sheet.whole(
        over(plus(sheet.of("width"), gap), plus(sheet.of("board"), gap)),
        "row",
        sheet.spaced("width", "board", "gap"),
      );
      const net = times(rows, sheet.of("length"));
      sheet.step(`${roundUp(rows)} × ${sheet.say("length")}`, net, sheet.line);
      const full = sheet.waste(net, sheet.line);
      sheet.covered(full, sheet.line, "stock", ["board", "Decking boards"]);
      sheet.measured(full, sheet.line, "Decking boards");
    },
  },
  {
    id: "fence",
    label: "Fence",
    fields: [
      length("run", "Length of the fence"),
      // Posts are 6 to 8 ft apart; two rails up to 4 ft high, three above; a 1x6 picket is 5 1/2 in. wide.
      length("spacing", "Post to post, or panel length", "8", "2.4"),
      optional(count("extra", "Extra posts for corners and gates")),
      count("rails", "Rails", "3"),
      small("picket", "Picket width", "5 1/2", "14"),
      optional(small("gap", "Gap between pickets")),
    ],
    formula(sheet) {
      const [run, gap, extra] = [sheet.of("run"), sheet.of("gap"), sheet.of("extra")];
      const sections = sheet.pieces(
        over(run, sheet.of("spacing")),
        "panel",
        "Fence panels",
        `${sheet.say("run")} ÷ ${sheet.say("spacing")}`,
      );
      const panels = roundUp(sections);
      const posts = plus(plus(sections, exact(1)), extra);
      sheet.pieces(posts, "post", "Fence posts", [panels, 1, ...(extra.n > 0n ? [extra.n] : [])].join(" + "));
      sheet.pieces(
        times(sections, sheet.of("rails")),
        "rail",
        "Fence rails",
        `${panels} × ${sheet.say("rails")}`,
      );
      const pickets = over(plus(run, gap), plus(sheet.of("picket"), gap));
      sheet.pieces(pickets, "picket", "Fence pickets", sheet.spaced("run", "picket", "gap"));
      sheet.measured(run, sheet.line, "Fence");
    },
  },
];
