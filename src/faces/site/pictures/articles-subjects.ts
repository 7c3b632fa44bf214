import { BEAM, GROUND, type Subject } from "./frame.ts";
import { BOLD, FINE, type Pen } from "./pen.ts";

const fine = { width: FINE } as const;
const faint = { color: "rule", width: 3 } as const;
const hand = { color: "pencil", width: FINE } as const;

/** Four corners of a viewfinder. */
export function corners(
  pen: Pen,
  x: number,
  y: number,
  width: number,
  height: number,
  arm = 44,
  weight = 8,
): void {
  for (const [cx, cy, right, down] of [
    [x, y, 1, 1],
    [x + width, y, -1, 1],
    [x, y + height, 1, -1],
    [x + width, y + height, -1, -1],
  ] as const)
    pen.line([cx + right * arm, cy, cx, cy, cx, cy + down * arm], { width: weight });
}

/** Two stories that part at one point, and the log that hangs plumb between them. */
const disputes: Subject = (pen) => {
  pen.path("M900 66 714 470M900 66l186 404", 0, 0, { width: BOLD, dash: [20, 12] });
  pen.path("M848.500 178A123 123 0 0 0 951.500 178", 0, 0, { width: FINE });
  for (const [y, day] of [
    [306, "Mon"],
    [358, "Tue"],
    [410, "Wed"],
  ] as const) {
    pen.line([880, y, 920, y]);
    pen.words(day, 932, y + 12, { size: 36, weight: 700 });
  }
  pen.words("“You said”", 726, 520, { size: 48, weight: 700, align: "center" });
  pen.words("“I said”", 1068, 520, { size: 48, weight: 700, align: "center" });
  pen.plumb(900, BEAM, GROUND);
};

/** A wall before it is covered, and the frame a photographer chose. */
const photos: Subject = (pen) => {
  const stud = (x: number, from: number, to: number) =>
    pen.box(x, from, 20, to - from, { ...fine, fill: "sheet" });
  for (const x of [672, 764, 1008, 1100]) stud(x, 152, 506);
  for (const x of [856, 916]) stud(x, 152, 216);
  for (const x of [856, 916]) stud(x, 408, 506);
  pen.box(660, 128, 476, 24, { ...fine, fill: "sheet" });
  pen.box(784, 216, 224, 34, { ...fine, fill: "sheet" });
  pen.box(784, 384, 224, 24, { ...fine, fill: "sheet" });
  pen.box(660, 506, 476, 24, { ...fine, fill: "sheet" });
  pen.path("M1056 424h40v48h-40zM1076 424V152", 0, 0, { color: "chalk", width: 4 });
  pen.measure(784, 346, 1008, 346);
  pen.words("36 in.", 896, 332, { size: 36, weight: 700, align: "center" });
  corners(pen, 740, 178, 310, 264, 56, 10);
  pen.plumb(700, BEAM, GROUND);
};

/** The same hour twice: the photo and the words. */
const pair: Subject = (pen) => {
  corners(pen, 664, 124, 214, 262, 44, 8);
  // A supply line that burst above its valve.
  pen.path("M758 140v84M784 140v84M758 262v108M784 262v108", 0, 0, { width: BOLD });
  pen.path("M744 224h54v38h-54zM798 243h34M832 226v34", 0, 0, { width: BOLD, fill: "sheet" });
  pen.path("M806 176c10 16 16 24 16 33a16 16 0 0 1-32 0c0-9 6-17 16-33z", 18, 104, {
    color: "chalk",
    fill: "chalkWash",
    width: 4,
  });
  pen.path("M806 176c10 16 16 24 16 33a16 16 0 0 1-32 0c0-9 6-17 16-33z", -88, 122, {
    color: "chalk",
    fill: "chalkWash",
    width: 4,
  });
  pen.words("photo 3", 771, 440, { size: 38, weight: 650, align: "center" });
  pen.box(946, 120, 190, 270, { fill: "sheet" });
  pen.words("1:05 PM", 966, 170, { size: 38, weight: 700 });
  pen.writing(966, 206, [150, 128, 150, 96], 32, hand);
  pen.line([966, 330, 966, 362], { color: "chalk", width: 4 });
  pen.writing(982, 336, [134, 100], 24, hand);
  pen.words("see photo 3", 1041, 440, { size: 38, weight: 650, align: "center" });
  pen.plumb(912, BEAM, GROUND);
};

const SEVEN = [
  "Date, job, name",
  "Weather",
  "People, hours",
  "Work, where",
  "In and out",
  "Delays",
  "Visitors",
];

/** The seven items, on the line. */
const seven: Subject = (pen) => {
  for (const [at, item] of SEVEN.entries()) {
    const y = 138 + at * 67;
    pen.line([766, y + 26, 1136, y + 26], faint);
    pen.words(String(at + 1), 744, y + 14, { size: 56, weight: 800, align: "right" });
    pen.words(item, 786, y + 11, { size: 42, weight: 650 });
    pen.tick(1096, y - 28, 40, at < 6);
  }
  pen.plumb(680, BEAM, GROUND);
};

/**
 * One line of days and what each stretch of it is good for: weeks for the month, months for the bid,
 * quarters for the year.
 */
const benefits: Subject = (pen) => {
  const stations = [
    ["Tomorrow", 3],
    ["This month", 2],
    ["The next bid", 3],
    ["Next year", 0],
  ] as const;
  for (const [at, [words, marks]] of stations.entries()) {
    const y = 124 + at * 100;
    pen.line([706, y, 798, y], { width: BOLD });
    pen.words(words, 816, y + 18, { size: 60, weight: 700 });
    for (let mark = 1; mark <= marks; mark++)
      pen.line([736, y + (mark * 100) / (marks + 1), 766, y + (mark * 100) / (marks + 1)], fine);
  }
  pen.plumb(736, BEAM, GROUND);
};

/** A cloth flag on its pole, from hanging to straight. */
const FLAGS = {
  calm: "M0-22 22 6 17 70 0 24zM11-6 7 44",
  breeze: "M0-22 74 34 62 60 0 24zM38 7 29 42",
  wind: "M0-22 78-10 78 14 0 24zM40-16v34",
} as const;

/** A plumb rain gauge, and three wind readings. */
const weather: Subject = (pen) => {
  pen.area(748, 372, 74, 152, "chalkWash");
  pen.path("M748 372q18-9 37 0t37 0", 0, 0, { color: "chalk", width: 4 });
  pen.path("M722 128h126l-26 44v355h-74V172z", 0, 0);
  for (let mark = 0; mark <= 12; mark++)
    pen.line([822, 524 - mark * 25.4, 822 + (mark % 4 ? 14 : 26), 524 - mark * 25.4], fine);
  for (const [mark, words] of [
    [0, "0"],
    [4, "½"],
    [8, "1"],
    [12, "1½"],
  ] as const)
    pen.words(words, 858, 524 - mark * 25.4 + 12, { size: 36, weight: 700 });
  for (const [at, [time, words, flag]] of (
    [
      ["6:45", "calm", "calm"],
      ["12:50", "rain", "breeze"],
      ["4:00", "wind", "wind"],
    ] as const
  ).entries()) {
    const y = 156 + at * 148;
    pen.line([938, y - 30, 938, y + 92]);
    pen.path(FLAGS[flag], 940, y, { fill: "sheet", width: 4 });
    pen.words(time, 1136, y + 14, { size: 48, weight: 750, align: "right" });
    pen.words(words, 1136, y + 56, { size: 40, weight: 550, color: "pencil", align: "right" });
    if (at < 2) pen.line([1040, y + 88, 1136, y + 88], faint);
  }
  pen.plumb(690, BEAM, GROUND);
};

/** An open logbook; the line is its ribbon. */
export const logbook: Subject = (pen) => {
  pen.path("M904 150q-110-44-236-14v320q126-30 236 14 110-44 232-14V136q-122-30-232 14z", 0, 0, {
    fill: "sheet",
  });
  pen.path("M904 150v320", 0, 0, { width: FINE });
  for (let row = 0; row < 6; row++) {
    const y = 196 + row * 42;
    pen.path(`M692 ${y - 6}q100-20 184 12M932 ${y + 6}q88-32 180-12`, 0, 0, {
      color: row ? "pencil" : "ink",
      width: row ? FINE : 6,
    });
  }
  pen.plumb(904, BEAM, GROUND);
};

/**
 * The drawing of each article by its slug, and a short text with its point, shown where the page already
 * has the title.
 */
export const articleSubjects: Readonly<
  Record<string, { readonly subject: Subject; readonly point: string }>
> = {
  "avoid-disputes-with-daily-logs": { subject: disputes, point: "Two stories.\nOne record." },
  "benefits-of-daily-logs": { subject: benefits, point: "Ten minutes\na day" },
  "how-to-log-weather": { subject: weather, point: "A reading,\na source,\nan effect" },
  "jobsite-photo-tips": { subject: photos, point: "Far,\nmiddle,\nclose" },
  "photos-vs-notes": { subject: pair, point: "Photograph\nthe condition.\nWrite the\nstory." },
  "seven-essential-daily-log-items": { subject: seven, point: "For someone\nwho was\nnot there" },
};
