import { THREAD } from "./cast.ts";
import type { Scene } from "./scenes.ts";

/** What a line says: text, quantity, unit, dollars and cost for one unit, and what else it is. */
export type PricedLine = readonly [
  text: string,
  quantity: number,
  unit: string,
  dollars: number,
  cost: number,
  more?: { readonly isTaxable?: true; readonly isOptional?: true; readonly option?: number },
];

type When = readonly [daysAgo: number, hour: number];

/** What a client did with an estimate. */
export interface Answered {
  readonly when: When;
  readonly is: "viewed" | "asked" | "approved" | "declined";
  readonly name?: string;
  readonly words?: string;
  /** From 1, and places of optional lines in the list. */
  readonly option?: number;
  readonly extras?: readonly number[];
}

/** An estimate of the demonstration, and what came of it. */
export interface Priced {
  readonly client: string;
  /** The name of the job; one that isn't there yet is added. */
  readonly job: string;
  readonly address: string;
  readonly jobStatus: "quoted" | "planned" | "active" | "canceled";
  readonly title: string;
  readonly lines: readonly PricedLine[];
  readonly options?: readonly string[];
  readonly message?: string;
  readonly excluded?: string;
  readonly start?: string;
  /** Photos of a line, by its place in the list. */
  readonly photos?: readonly { readonly line: number; readonly scene: Scene }[];
  readonly written: When;
  readonly sent?: When;
  /** Beside the link in the email. */
  readonly words?: string;
  readonly answers?: readonly Answered[];
}

const taxed = { isTaxable: true } as const;

/** One in each state that an answer leads to, a draft, and that of the thread. */
export const PRICES: readonly Priced[] = [
  {
    client: THREAD.client,
    job: THREAD.job,
    address: THREAD.address,
    jobStatus: "quoted",
    title: "Front steps and landing",
    lines: [
      ["Take out the old steps, haul away", 1, "", 420, 210],
      ["New stringers and landing frame", 1, "", 980, 540, taxed],
      ["Composite treads and risers", 7, "", 165, 88, taxed],
      ["Handrail on the right, cedar", 8, "ft", 62, 36, taxed],
    ],
    start: "Next week",
    written: [21, 16],
    sent: [21, 17],
    words: "Good to meet you, Ines. Here are the steps as we measured them.",
    answers: [
      { when: [21, 19], is: "viewed" },
      { when: [20, 8], is: "approved", name: "Ines Fowler", words: "Looks right. Go ahead." },
    ],
  },
  {
    client: "priya.n@studio.example",
    job: "Natarajan deck",
    address: "1530 Example Court, Denver, CO",
    jobStatus: "canceled",
    title: "Cedar deck, 10 × 12 ft",
    lines: [
      ["Footings, 12 in, dug and poured", 4, "", 185, 92],
      ["Pressure-treated frame, 16 in on center", 120, "sq ft", 14.5, 8.1, taxed],
      ["Cedar decking, hidden screws", 120, "sq ft", 21, 12.4, taxed],
      ["Railing, cedar with black balusters", 22, "ft", 62, 36, taxed],
      ["Permit and inspection", 1, "", 360, 360],
    ],
    start: "Three weeks after you approve",
    photos: [
      { line: 0, scene: "footing" },
      { line: 2, scene: "boards" },
    ],
    written: [14, 8],
    sent: [14, 9],
    words: "Good to meet you, Priya. Here’s the deck as we walked it.",
    answers: [
      { when: [13, 20], is: "viewed" },
      {
        when: [8, 15],
        is: "declined",
        name: "Priya Natarajan",
        words: "We went with another builder. Thank you.",
      },
    ],
  },
  {
    client: "vogels@home.example",
    job: "Vogel deck",
    address: "48 Example Lane, Golden, CO",
    jobStatus: "active",
    title: "Privacy screen, yard side",
    options: ["Cedar slats", "Composite slats"],
    lines: [
      ["Set 4 posts on the rim, blocked and bolted", 4, "", 120, 58],
      ["Build and level 2 frames, 8 ft each", 2, "", 240, 135],
      ["Cedar slats, 1 × 4, oiled", 96, "sq ft", 11.25, 5.9, { ...taxed, option: 1 }],
      ["Composite slats, driftwood gray", 96, "sq ft", 17.5, 10.8, { ...taxed, option: 2 }],
      ["Planter box under the screen", 1, "", 285, 140, { ...taxed, isOptional: true }],
      ["Low-voltage light strip along the top", 16, "ft", 19, 9.2, { ...taxed, isOptional: true }],
    ],
    photos: [{ line: 1, scene: "rail" }],
    excluded: "Plants and soil.",
    start: "With the deck, in the second week",
    written: [6, 12],
    sent: [6, 13],
    words: "The screen you asked about, both ways. It goes up with the deck.",
    answers: [
      { when: [6, 19], is: "viewed" },
      {
        when: [5, 8],
        is: "approved",
        name: "Ellen Vogel",
        words: "The composite, please. And the lights.",
        option: 2,
        extras: [5],
      },
    ],
  },
  {
    client: "ray.okafor@mail.example",
    job: "Okafor deck",
    address: "302 Example Bluff, Lakewood, CO",
    jobStatus: "planned",
    title: "Southwest deck with shade",
    options: ["Cedar", "Heat-resistant composite"],
    lines: [
      ["Take off the old deck, haul away", 1, "", 1250, 640],
      ["Footings and frame, 14 × 18 ft", 252, "sq ft", 15.25, 8.6, taxed],
      ["Cedar decking", 252, "sq ft", 21, 12.4, { ...taxed, option: 1 }],
      ["Composite decking, light color", 252, "sq ft", 28.5, 17.9, { ...taxed, option: 2 }],
      ["Stairs, 4 risers", 1, "", 980, 520],
      ["Shade sail on two posts", 1, "", 1150, 610, { ...taxed, isOptional: true }],
    ],
    photos: [
      { line: 0, scene: "boards" },
      { line: 4, scene: "stairs" },
    ],
    written: [5, 9],
    sent: [5, 10],
    answers: [
      { when: [5, 18], is: "viewed" },
      {
        when: [4, 7],
        is: "asked",
        name: "Ray Okafor",
        words: "How hot does the light composite get in July? And could the sail come down for winter?",
      },
    ],
  },
  {
    client: "sam@whitehorse.example",
    job: "Whitehorse deck",
    address: "7 Example Ridge, Evergreen, CO",
    jobStatus: "active",
    title: "Post lights and a gate",
    lines: [
      ["Post-cap lights, wired to the garage", 8, "", 94, 51, taxed],
      ["Transformer with a timer", 1, "", 210, 138, taxed],
      ["Gate at the stairs, latch child-safe", 1, "", 465, 240],
    ],
    photos: [{ line: 2, scene: "stairs" }],
    written: [2, 15],
    sent: [2, 16],
    answers: [{ when: [1, 19], is: "viewed" }],
  },
  {
    client: "noah.feldman@law.example",
    job: "Feldman deck",
    address: "88 Example Terrace, Denver, CO",
    jobStatus: "planned",
    title: "Composite deck and pergola",
    lines: [
      ["Footings, 16 in, engineered for the slope", 9, "", 265, 140],
      ["Frame with blocking for the pergola", 320, "sq ft", 16, 9.1, taxed],
      ["Composite decking, picture-frame border", 320, "sq ft", 29.5, 18.2, taxed],
      ["Pergola, 10 × 12 ft, stained", 1, "", 4200, 2350],
      ["Permit, drawings and inspections", 1, "", 780, 780],
      ["Outlet and fan box in the pergola", 1, "", 520, 310, { isOptional: true }],
    ],
    start: "In about five weeks",
    written: [1, 9],
    sent: [1, 10],
    words: "Noah, this is the deck with the pergola where we marked it.",
  },
  {
    client: "grace.kim@mail.example",
    job: "Kim fence",
    address: "19 Example Place, Aurora, CO",
    jobStatus: "planned",
    title: "Privacy fence, 6 ft",
    lines: [
      ["Take out the old fence, haul away", 84, "ft", 6.5, 3.1],
      ["Steel posts, set 30 in deep", 12, "", 78, 41, taxed],
      ["Cedar pickets on 3 rails, with cap", 84, "ft", 36, 21.5, taxed],
    ],
    written: [1, 16],
  },
];
