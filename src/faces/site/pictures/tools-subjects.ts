import { corners } from "./articles-subjects.ts";
import { BEAM, GROUND, type Subject } from "./frame.ts";
import { BOLD, FINE } from "./pen.ts";

const fine = { width: FINE } as const;
const faint = { color: "rule", width: 3 } as const;
const hand = { color: "pencil", width: 4 } as const;

/** A day on its page: times down the side, events beside them. */
const buildlog: Subject = (pen) => {
  pen.box(728, 112, 408, 454, { fill: "sheet" });
  pen.words("Wed, Aug 6", 756, 168, { size: 48, weight: 800 });
  pen.words("64°F", 1108, 168, { size: 48, weight: 550, color: "pencil", align: "right" });
  pen.line([728, 192, 1136, 192]);
  for (const [at, [time, ...lengths]] of (
    [
      ["7:00", 214, 160],
      ["9:10", 190],
      ["10:20", 214, 120],
      ["12:50", 176],
      ["3:10", 214, 150],
    ] as const
  ).entries()) {
    const y = 240 + at * 72;
    pen.words(time, 836, y + 12, { size: 40, weight: 700, align: "right" });
    pen.writing(866, y, lengths, 22, hand);
    if (at < 4) pen.line([756, y + 42, 1108, y + 42], faint);
  }
  pen.plumb(684, BEAM, GROUND);
};

/** A door that moved eight inches on the plan: dashed at its old place, solid at the new one. */
const changeorder: Subject = (pen) => {
  const wall = (from: number, to: number) => {
    pen.box(from, 330, to - from, 34, { fill: "sheet" });
    for (let x = from + 14; x + 20 < to; x += 22) pen.line([x, 364, x + 18, 330], fine);
  };
  wall(664, 752);
  wall(942, 1076);
  // The old place.
  pen.path("M824 330v34M1014 330v34", 0, 0, { color: "pencil", width: 4, dash: [10, 8] });
  pen.path("M824 364v190A190 190 0 0 0 1014 364", 0, 0, { color: "pencil", width: 3, dash: [12, 9] });
  // The new place.
  pen.path("M752 364v190h12V364M758 554A190 190 0 0 0 942 364", 0, 0, { width: BOLD });
  pen.path("M752 318V216M824 318V216", 0, 0, { color: "chalk", width: FINE });
  pen.measure(752, 236, 824, 236);
  pen.words("8 in.", 788, 196, { size: 64, weight: 800, align: "center" });
  pen.plumb(1112, BEAM, GROUND);
};

/** A plan with three places, and its list. */
const checky: Subject = (pen) => {
  pen.path("M664 120h408v196H664zM836 120v84M836 252v64M836 204h-60M952 252h120M952 252v24", 0, 0);
  for (const [number, x, y] of [
    [1, 736, 262],
    [2, 906, 172],
    [3, 1014, 286],
  ] as const) {
    pen.disc(x, y, 25, { fill: "ink", width: 0 });
    pen.words(String(number), x, y + 14, { size: 40, weight: 750, color: "paper", align: "center" });
  }
  for (const [at, length] of [260, 210, 244].entries()) {
    const y = 372 + at * 72;
    pen.tick(664, y, 46, at < 2);
    pen.words(String(at + 1), 736, y + 38, { size: 48, weight: 800 });
    pen.line([782, y + 26, 782 + length, y + 26], hand);
    if (at < 2) pen.line([664, y + 59, 1040, y + 59], faint);
  }
  pen.plumb(1112, BEAM, GROUND);
};

/** Six frames of one wall on a contact sheet, one of them selected. */
const proofpix: Subject = (pen) => {
  const motifs = [
    "M24 0v108M54 0v108M84 0v108M114 0v108",
    "M0 84h138M0 74h138M30 74V22h78v52M69 22v52M30 48h78",
    "M0 80 69 26l69 54M18 66v42M120 66v42",
    "M38 0v108M62 0v108M28 44h44v22H28zM72 55h24",
    "M0 40h138M0 74h138M20 40v34M56 40v34M92 40v34M128 40v34M38 74v34M74 74v34M110 74v34M38 0v40M74 0v40M110 0v40",
    "M6 104h26V80h26V56h26V32h26V8h22M6 104v-24",
  ];
  for (const [at, motif] of motifs.entries()) {
    const x = 716 + (at % 2) * 216;
    const y = 118 + Math.floor(at / 2) * 156;
    pen.box(x, y, 186, 126, { width: at === 3 ? FINE : 4, fill: "sheet" });
    pen.path(motif, x + 24, y + 9, { width: 3.5, color: "pencil" });
    if (at === 3) corners(pen, x - 8, y - 8, 202, 142, 40, 10);
  }
  pen.plumb(672, BEAM, GROUND);
};

/** Three lines, a total under a double rule, and room for a name. */
const estimini: Subject = (pen) => {
  for (const [at, [item, amount]] of (
    [
      ["Old rail out", "280"],
      ["4 posts, set", "420"],
      ["24 ft of rail", "540"],
    ] as const
  ).entries()) {
    const y = 152 + at * 72;
    pen.words(item, 724, y, { size: 46, weight: 600 });
    pen.words(amount, 1136, y, { size: 46, weight: 600, align: "right" });
    pen.line([724, y + 24, 1136, y + 24], faint);
  }
  pen.line([724, 320, 1136, 320]);
  pen.words("Total", 724, 388, { size: 60, weight: 800 });
  pen.words("$1,240", 1136, 388, { size: 60, weight: 800, align: "right" });
  pen.line([974, 412, 1136, 412], { width: 4 });
  pen.line([974, 421, 1136, 421], { width: 4 });
  pen.path(
    "M0 20c20-34 34-56 44-50s-16 62-8 64 22-40 34-38-4 34 6 34 18-30 30-28-2 26 10 24 22-30 34-26-8 24 8 20 26-12 44-14",
    778,
    522,
    {
      color: "chalk",
      width: 5,
    },
  );
  pen.line([724, 562, 1136, 562], fine);
  pen.plumb(672, BEAM, GROUND);
};

/** A guardrail at an open edge with the height that the rule requires (29 CFR 1926.502(b): 42 inches). */
const sitesafe: Subject = (pen) => {
  pen.box(664, 490, 386, 64, { fill: "sheet" });
  for (let x = 676; x < 1020; x += 30) pen.line([x, 554, x + 36, 490], fine);
  for (const x of [824, 1006]) pen.box(x, 170, 24, 320, { fill: "sheet" });
  pen.box(800, 170, 250, 26, { fill: "sheet" });
  pen.box(800, 318, 250, 24, { fill: "sheet" });
  pen.box(800, 456, 250, 34, { fill: "sheet" });
  pen.path("M780 170H716M780 490", 0, 0, { color: "chalk", width: FINE });
  pen.measure(740, 490, 740, 170);
  pen.words("42", 716, 322, { size: 72, weight: 800, align: "right" });
  pen.words("in.", 716, 368, { size: 44, weight: 650, align: "right" });
  pen.plumb(1100, BEAM, GROUND);
};

export const toolSubjects = { buildlog, changeorder, checky, proofpix, estimini, sitesafe } satisfies Record<
  string,
  Subject
>;
