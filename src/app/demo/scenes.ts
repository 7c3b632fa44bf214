import sharp from "sharp";

// Photos of a deck being built, as a phone would take them on gray and bright days. They are drawn, so they
// belong to no one and show no one.

/** Pixels of every picture. */
export const [WIDTH, HEIGHT] = [1600, 1200];

/** The scenes a photo can show. */
export const SCENES = [
  "ledger",
  "footing",
  "frame",
  "lumber",
  "tarp",
  "boards",
  "stairs",
  "rail",
  "old",
  "conduit",
] as const;
export type Scene = (typeof SCENES)[number];

export type Point = readonly [x: number, y: number];
/** A surface of one color: `#rgb`, `#rgba` or `#rrggbb`. */
export interface Patch {
  readonly points: readonly Point[];
  readonly color: string;
}
/** Nested patches, painted one over the other. */
export type Patches = readonly (Patch | Patches)[];

export const range = (count: number) => Array.from({ length: count }, (_, at) => at);
const shape = (points: string, color: string): Patch => ({
  points: points.split(" ").map((pair) => {
    const [x = 0, y = 0] = pair.split(",").map(Number);
    return [x, y];
  }),
  color,
});
export const rect = (x: number, y: number, width: number, height: number, color: string): Patch => ({
  points: [
    [x, y],
    [x + width, y],
    [x + width, y + height],
    [x, y + height],
  ],
  color,
});
const ellipse = (x: number, y: number, wide: number, high: number, color: string): Patch => ({
  points: range(40).map((at) => [
    x + wide * Math.cos((at * Math.PI) / 20),
    y + high * Math.sin((at * Math.PI) / 20),
  ]),
  color,
});
const bolt = (x: number, y: number): Patches => [
  ellipse(x + 3, y + 5, 21, 21, "#0005"),
  ellipse(x, y, 20, 20, "#9aa0a3"),
  ellipse(x - 4, y - 5, 11, 11, "#c9cdcf"),
];
/** Siding in courses, each with its shadow. */
const siding = (from: number, to: number, each: number, color: string): Patches =>
  range(Math.ceil((to - from) / each)).map((at) => [
    rect(0, from + at * each, WIDTH, each, color),
    rect(0, from + at * each, WIDTH, 9, "#0003"),
  ]);
const ground = (from: number, color: string): Patches => [
  rect(0, from, WIDTH, HEIGHT - from, color),
  range(90).map((at) =>
    ellipse(
      (at * 397) % WIDTH,
      from + ((at * 211) % (HEIGHT - from)),
      14 + ((at * 7) % 30),
      5 + (at % 8),
      at % 3 ? "#0002" : "#fff2",
    ),
  ),
];
const sky = (gray: boolean): Patches => [
  rect(0, 0, WIDTH, HEIGHT, gray ? "#b4bcc2" : "#a9c9e6"),
  range(8).map((at) => rect(0, 180 + at * 40, WIDTH, 900, "#fff1")),
];
const rain = (x: number, y: number): Patch =>
  shape(`${x},${y} ${x + 4},${y} ${x - 6},${y + 54} ${x - 10},${y + 54}`, "#fff7");
const board = (x: number, y: number, width: number, height: number, color: string): Patches => [
  rect(x, y, width, height, color),
  range(3).map((at) => rect(x, y + (height * (at + 1)) / 4, width, 3, "#5312")),
  rect(x, y + height - 7, width, 7, "#0004"),
];

const DRAWN: Readonly<Record<Scene, Patches>> = {
  ledger: [
    siding(0, 470, 120, "#8f9aa1"),
    rect(0, 430, WIDTH, 60, "#3d4347"),
    board(0, 490, WIDTH, 320, "#b08850"),
    range(7).map((at) => bolt(120 + at * 230, at % 2 ? 580 : 720)),
    rect(0, 810, WIDTH, 400, "#9aa2a0"),
    rect(0, 810, WIDTH, 40, "#0004"),
    range(5).map((at) => [
      rect(at * 340, 930, 330, 130, "#8b938f"),
      rect(at * 340 - 170, 1075, 330, 130, "#848c88"),
    ]),
  ],
  footing: [
    ground(0, "#7d6148"),
    ellipse(800, 640, 520, 430, "#4a3524"),
    ellipse(800, 690, 400, 330, "#33241a"),
    ellipse(800, 830, 250, 150, "#6e6a64"),
    shape("760,40 830,40 845,860 775,860", "#e9c53a"),
    range(16).map((at) => rect(770 + at * 0.6, 70 + at * 50, at % 4 ? 30 : 62, 6, "#222")),
    board(120, 250, 380, 60, "#c29a5e"),
  ],
  frame: [
    sky(false),
    siding(180, 620, 88, "#8f9aa1"),
    ground(620, "#7c8a52"),
    range(11).map((at) =>
      shape(
        `${250 + at * 110},620 ${290 + at * 110},620 ${140 + at * 152},1060 ${60 + at * 148},1060`,
        at % 2 ? "#b98f55" : "#c59b60",
      ),
    ),
    board(180, 590, 1260, 70, "#a67d45"),
    board(20, 1030, 1560, 90, "#b58a4e"),
    rect(180, 1110, 90, 90, "#a37b45"),
    rect(1330, 1110, 90, 90, "#a37b45"),
  ],
  // From where "frame" is taken.
  old: [
    sky(true),
    siding(180, 620, 88, "#8f9aa1"),
    ground(620, "#747f4f"),
    range(12).map((at) =>
      shape(
        `${200 + at * 104},640 ${290 + at * 104},640 ${196 + at * 134},1060 ${70 + at * 134},1060`,
        at % 3 ? "#77736c" : "#857f76",
      ),
    ),
    range(9).map((at) => board(150 + at * 150, 430, 26, 220, "#8a8378")),
    board(110, 410, 1380, 40, "#7d776d"),
    board(40, 1040, 1500, 70, "#6b665f"),
    shape("700,700 860,700 900,860 720,880", "#2b2722"),
    rect(180, 1100, 80, 100, "#6a655e"),
    rect(1330, 1100, 80, 100, "#6a655e"),
  ],
  conduit: [
    ground(0, "#826449"),
    ellipse(800, 640, 540, 450, "#4d3826"),
    ellipse(800, 700, 420, 340, "#35261b"),
    shape("150,560 1460,660 1460,706 150,606", "#8d9294"),
    shape("150,560 1460,660 1460,670 150,570", "#c3c8ca"),
    board(120, 210, 340, 54, "#c29a5e"),
  ],
  lumber: [
    sky(false),
    ground(560, "#8b8578"),
    range(6).flatMap((row) =>
      range(9).map((at) => [
        rect(230 + at * 128, 960 - row * 78, 122, 70, (at + row) % 3 ? "#caa368" : "#bd945a"),
        rect(230 + at * 128, 1020 - row * 78, 122, 10, "#0004"),
      ]),
    ),
    rect(230, 540, 1146, 30, "#e7e2d6"),
    rect(500, 500, 26, 560, "#2b3d63"),
    rect(1080, 500, 26, 560, "#2b3d63"),
    rect(300, 1035, 120, 70, "#6b5136"),
    rect(1160, 1035, 120, 70, "#6b5136"),
  ],
  tarp: [
    sky(true),
    siding(120, 540, 84, "#7f8a91"),
    ground(540, "#5d5140"),
    shape("160,640 1450,600 1560,1010 60,1060", "#2f5f8f"),
    shape("160,640 820,620 760,1035 60,1060", "#3b6fa3"),
    range(8).map((at) =>
      shape(
        `${240 + at * 165},${650 - at * 5} ${252 + at * 165},${650 - at * 5} ${230 + at * 170},1040 ${214 + at * 170},1040`,
        "#0003",
      ),
    ),
    ellipse(520, 1130, 360, 46, "#9bba"),
    ellipse(1210, 1110, 260, 34, "#9bb8"),
    range(170).map((at) => rain((at * 197) % WIDTH, (at * 331) % HEIGHT)),
  ],
  boards: [
    rect(0, 0, WIDTH, HEIGHT, "#54483a"),
    range(9).map((at) => board(0, at * 104, WIDTH, 94, at % 2 ? "#c7905c" : "#bf8753")),
    range(9).flatMap((at) =>
      [320, 800, 1280].map((x) => [
        ellipse(x, at * 104 + 26, 7, 7, "#4448"),
        ellipse(x, at * 104 + 70, 7, 7, "#4448"),
      ]),
    ),
    range(3).map((at) => [
      rect(250 + at * 480, 940, 130, 260, "#b08850"),
      rect(250 + at * 480, 940, 20, 260, "#0003"),
    ]),
    rect(1040, 880, 420, 70, "#2c2f33"),
    rect(1100, 850, 120, 40, "#d8a21c"),
  ],
  stairs: [
    sky(true),
    ground(780, "#7c8a52"),
    siding(60, 500, 88, "#8f9aa1"),
    range(6).map((at) => [
      board(360 - at * 20, 480 + at * 105, 880 + at * 40, 46, "#c7995c"),
      rect(370 - at * 20, 526 + at * 105, 860 + at * 40, 59, "#4d3a26"),
    ]),
    shape("330,470 380,470 230,1120 160,1120", "#a67d45"),
    shape("1220,470 1270,470 1440,1120 1370,1120", "#a67d45"),
  ],
  rail: [
    sky(false),
    ground(900, "#7c8a52"),
    board(0, 860, WIDTH, 110, "#b98751"),
    board(0, 300, WIDTH, 64, "#c79a60"),
    range(16).map((at) => [
      rect(40 + at * 100, 360, 34, 510, "#c08f55"),
      rect(64 + at * 100, 360, 10, 510, "#0003"),
    ]),
    rect(700, 240, 120, 640, "#b58a4e"),
    rect(790, 240, 30, 640, "#0003"),
  ],
};

/** Color and opacity of `#rgb`, `#rgba` and `#rrggbb`. */
function inkOf(color: string): readonly [r: number, g: number, b: number, cover: number] {
  const digits = color.slice(1);
  const pairs =
    digits.length === 6 ? (digits.match(/../g) ?? []) : digits.split("").map((digit) => digit + digit);
  const [r = 0, g = 0, b = 0, cover = 255] = pairs.map((pair) => Number.parseInt(pair, 16));
  return [r, g, b, cover / 255];
}

/** Fills a surface line by line. */
export function paint(pixels: Uint8ClampedArray, { points, color }: Patch): void {
  const [r, g, b, cover] = inkOf(color);
  const heights = points.map(([, y]) => y);
  const last = Math.min(HEIGHT - 1, Math.ceil(Math.max(...heights)));
  for (let line = Math.max(0, Math.floor(Math.min(...heights))); line <= last; line++) {
    const crossings = points
      .flatMap(([x, y], at) => {
        const [nextX, nextY] = points[(at + 1) % points.length]!;
        return y <= line !== nextY <= line ? [x + ((line - y) / (nextY - y)) * (nextX - x)] : [];
      })
      .toSorted((one, other) => one - other);
    for (let at = 0; at + 1 < crossings.length; at += 2)
      for (
        let x = Math.max(0, Math.round(crossings[at]!));
        x < Math.min(WIDTH, Math.round(crossings[at + 1]!));
        x++
      ) {
        const to = (line * WIDTH + x) * 3;
        pixels[to] = pixels[to]! + (r - pixels[to]!) * cover;
        pixels[to + 1] = pixels[to + 1]! + (g - pixels[to + 1]!) * cover;
        pixels[to + 2] = pixels[to + 2]! + (b - pixels[to + 2]!) * cover;
      }
  }
}

export const flat = (patches: Patches): Patch[] =>
  patches.flatMap((one) => ("points" in one ? [one] : flat(one)));

/**
 * Draws a photo with the grain and light of a phone camera.
 * @param turn another view of the same scene
 * @returns a JPEG
 */
export async function drawScene(scene: Scene, turn: number): Promise<Buffer> {
  const [angle, near] = [(((turn % 5) - 2) * 0.9 * Math.PI) / 180, 1.06 + (turn % 4) * 0.06];
  const [cos, sin] = [Math.cos(angle) * near, Math.sin(angle) * near];
  const seen = ([x, y]: Point): Point => [
    800 + (x - 800) * cos - (y - 600) * sin,
    600 + (x - 800) * sin + (y - 600) * cos,
  ];
  const pixels = new Uint8ClampedArray(WIDTH * HEIGHT * 3).fill(120);
  for (const { points, color } of flat(DRAWN[scene])) paint(pixels, { points: points.map(seen), color });
  const light = 480 + (turn % 3) * 320;
  for (let at = 0; at < WIDTH * HEIGHT; at++) {
    const far = Math.hypot((at % WIDTH) - light, Math.floor(at / WIDTH) - 300) / WIDTH;
    for (const channel of [0, 1, 2])
      pixels[at * 3 + channel] = pixels[at * 3 + channel]! * (1.18 - far * 0.55);
  }
  const grain = await sharp({
    create: {
      width: WIDTH / 2,
      height: HEIGHT / 2,
      channels: 3,
      background: "#808080",
      noise: { type: "gaussian", mean: 128, sigma: 26 },
    },
  })
    .resize(WIDTH, HEIGHT)
    .png({ compressionLevel: 1 })
    .toBuffer();
  return sharp(pixels, { raw: { width: WIDTH, height: HEIGHT, channels: 3 } })
    .blur(1.3)
    .composite([{ input: grain, blend: "soft-light" }])
    .jpeg({ quality: 84 })
    .toBuffer();
}
