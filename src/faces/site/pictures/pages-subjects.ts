import { logbook } from "./articles-subjects.ts";
import { BEAM, GROUND, type Subject } from "./frame.ts";
import { BOLD, FINE, type Pen } from "./pen.ts";

const fine = { width: FINE } as const;
const faint = { color: "rule", width: 3 } as const;
const hand = { color: "pencil", width: 4 } as const;

/** Follow-up on the line, from the question to the answer that stopped it. */
const plumbline: Subject = (pen) => {
  for (const [at, [what, when]] of (
    [
      ["Asked", "Tue 7:41 PM"],
      ["Guide sent", "Tue 7:42 PM"],
      ["Replied", "Thu 12:31 PM"],
      ["Not sent", "Fri 9:00 AM"],
    ] as const
  ).entries()) {
    const y = 128 + at * 92;
    pen.words(what, 772, y + 8, { size: 50, weight: at === 2 ? 800 : 650 });
    pen.words(when, 772, y + 46, { size: 34, weight: 550, color: "pencil" });
  }
  pen.plumb(712, BEAM, GROUND);
  for (let at = 0; at < 2; at++) pen.disc(712, 122 + at * 92, 15, { fill: "ink", width: 0 });
  pen.disc(712, 306, 16, { fill: "paper", color: "chalk", width: 8 });
  pen.disc(712, 398, 14, { fill: "paper", color: "pencil", width: 5 });
};

function guide(pen: Pen, x: number, y: number): void {
  pen.box(x, y, 290, 376, { fill: "sheet" });
  pen.writing(x + 30, y + 64, [206, 230, 160], 40, { width: 15 });
  pen.writing(x + 30, y + 206, [230, 200, 216], 26, hand);
  pen.line([x + 30, y + 316, x + 260, y + 316], fine);
  pen.writing(x + 30, y + 342, [110], 20, hand);
}

/** A guide in front of its checklist. */
const leadMagnet: Subject = (pen) => {
  pen.box(846, 118, 290, 376, { fill: "sheet" });
  for (let row = 0; row < 5; row++) pen.tick(1082, 154 + row * 64, 34, row < 2);
  guide(pen, 762, 176);
  pen.plumb(708, BEAM, GROUND);
};

function letter(pen: Pen, x: number, y: number, width: number): void {
  const height = width * 0.64;
  pen.box(x, y, width, height, { fill: "sheet" });
  pen.line([x, y, x + width / 2, y + height * 0.58, x + width, y], { width: BOLD });
}

/** Letters at their days on the line, each longer after the one before. */
const leadDrip: Subject = (pen) => {
  for (const [y, words] of [
    [98, "Right away"],
    [186, "Day 3"],
    [288, "Day 7"],
  ] as const) {
    letter(pen, 762, y, 118);
    pen.words(words, 912, y + 56, { size: 58, weight: 750 });
    pen.line([708, y + 38, 762, y + 38], fine);
  }
  pen.line([708, 424, 762, 424], fine);
  pen.path("M0 0h118v70H62L34 98V70H0z", 762, 390, { fill: "sheet" });
  pen.words("“Hi, it’s …”", 912, 444, { size: 52, weight: 650 });
  pen.plumb(708, BEAM, GROUND);
};

/** A wall in running bond, checked by the line. */
const about: Subject = (pen) => {
  for (let course = 0; course < 8; course++) {
    const y = 502 - course * 54;
    const from = 764 + (course % 2 ? 62 : 0);
    pen.box(764, y, 372, 54, { width: BOLD, fill: "sheet" });
    for (let x = from + (course % 2 ? 0 : 124); x < 1136; x += 124) pen.line([x, y, x, y + 54]);
  }
  pen.line([664, 556, 1136, 556], { width: 8 });
  pen.measure(716, 168, 764, 168);
  pen.plumb(716, BEAM, GROUND - 14);
};

/** A letter whose seal is the bob. */
const contact: Subject = (pen) => {
  pen.box(668, 214, 468, 330, { fill: "sheet" });
  pen.line([668, 544, 840, 392], fine);
  pen.line([1136, 544, 964, 392], fine);
  pen.path("M668 214l234 232 234-232z", 0, 0, { fill: "sheet" });
  pen.plumb(902, BEAM, 452);
};

/** A dial of sixty marks, with the line as its hand. */
const genLeadMagnet: Subject = (pen) => {
  pen.disc(904, 318, 206, { fill: "sheet" });
  for (let second = 0; second < 60; second++) {
    const turn = (second * Math.PI) / 30;
    const inner = second % 5 ? 186 : 168;
    pen.line(
      [
        904 + inner * Math.sin(turn),
        318 - inner * Math.cos(turn),
        904 + 196 * Math.sin(turn),
        318 - 196 * Math.cos(turn),
      ],
      {
        width: second % 5 ? FINE : 6,
      },
    );
  }
  pen.words("60", 878, 358, { size: 112, weight: 800, align: "right" });
  pen.words("sec", 934, 358, { size: 62, weight: 700 });
  pen.plumb(904, BEAM, GROUND);
};

/** An email, and beside it the script for a call. */
const genLeadDrip: Subject = (pen) => {
  pen.box(742, 112, 394, 190, { fill: "sheet" });
  pen.words("Subject:", 768, 164, { size: 42, weight: 750 });
  pen.line([922, 154, 1108, 154], { width: 7 });
  pen.line([742, 188, 1136, 188], fine);
  pen.writing(768, 220, [312, 336, 180], 28, hand);
  pen.path("M742 336h394v172H878l-52 52v-52h-84z", 0, 0, { fill: "sheet" });
  pen.words("“", 768, 430, { size: 110, weight: 800 });
  pen.writing(836, 384, [262, 230, 262, 150], 32, hand);
  pen.plumb(690, BEAM, GROUND);
};

/** A photo of a wall with studs, and the tick below it. */
const verify: Subject = (pen) => {
  pen.box(744, 112, 392, 300, { fill: "sheet" });
  pen.line([744, 352, 1136, 352], fine);
  for (let stud = 0; stud < 4; stud++) pen.line([810 + stud * 86, 112, 810 + stud * 86, 352], { width: 9 });
  pen.tick(764, 446, 72, true);
  pen.writing(868, 460, [268, 214], 36, hand);
  pen.plumb(690, BEAM, GROUND);
};

/** Numbered clauses. */
const termsofservice: Subject = (pen) => {
  for (const [at, lengths] of [
    [330, 310, 200],
    [330, 280],
    [310, 330, 170],
  ].entries()) {
    const y = 150 + [0, 160, 288][at]!;
    pen.words(`${at + 1}.`, 782, y + 16, { size: 60, weight: 800, align: "right" });
    pen.writing(806, y - 4, lengths, 36, hand);
  }
  pen.plumb(684, BEAM, GROUND);
};

/** Two ledgers separated by the line: one business can't see another's data. */
const privacy: Subject = (pen) => {
  for (const x of [664, 958]) {
    pen.box(x, 130, 178, 380, { fill: "sheet" });
    pen.line([x, 186, x + 178, 186]);
    pen.line([x + 22, 158, x + 118, 158], { width: 9 });
    for (let row = 0; row < 5; row++) {
      pen.line([x + 22, 226 + row * 60, x + 22 + [134, 100, 120, 86, 128][row]!, 226 + row * 60], hand);
      if (row < 4) pen.line([x + 2, 254 + row * 60, x + 176, 254 + row * 60], faint);
    }
  }
  pen.plumb(900, BEAM, GROUND);
};

export const pageSubjects = {
  plumbline,
  leadMagnet,
  leadDrip,
  about,
  contact,
  articles: logbook,
  genLeadMagnet,
  genLeadDrip,
  verify,
  termsofservice,
  privacy,
} satisfies Record<string, Subject>;
