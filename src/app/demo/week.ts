import type { Scene } from "./scenes.ts";

/** Who wrote an entry: the foreman, who is there all day, or the owner. */
type Author = "foreman" | "owner";

/** An entry and the time of day it was written. */
export interface Written {
  readonly time: string;
  readonly by?: Author;
  readonly type: "work" | "crew" | "delivery" | "visitor" | "equipment" | "delay" | "safety" | "note";
  readonly text?: string;
  readonly crew?: {
    readonly company: string;
    readonly trade: string;
    readonly count: number;
    readonly hours: number;
  };
  readonly item?: {
    readonly what: string;
    readonly from: string | null;
    readonly count: number | null;
    readonly unit: string | null;
  };
  readonly delay?: { readonly cause: string; readonly hours: number; readonly critical: boolean };
  readonly photos?: readonly { readonly scene: Scene; readonly caption: string }[];
  readonly tags?: readonly string[];
  /** Index in the day of the earlier entry that this one corrects. */
  readonly corrects?: number;
}

/** A day's weather as a station measured it: °C, mm of rain, and hourly wind in m/s from 6 AM to 6 PM. */
interface Sky {
  readonly words: string;
  readonly low: number;
  readonly high: number;
  readonly rain: Readonly<Record<number, number>>;
  readonly wind: number;
  readonly gust: number;
}

export interface LoggedDay {
  readonly entries: readonly Written[];
  readonly sky: Sky;
  readonly becomes: readonly ("submitted" | "approved" | "sealed")[];
}

const ours = (count: number, hours: number) => ({
  company: "Summit Deck & Fence",
  trade: "Carpenters",
  count,
  hours,
});
const crew = (time: string, said: Written["crew"] & object): Written => ({ time, type: "crew", crew: said });

/** The last five working days of the Vogel deck, oldest first. */
export const WEEK: readonly LoggedDay[] = [
  {
    sky: { words: "Clear, cold in the morning", low: 1, high: 14, rain: {}, wind: 2.4, gust: 6 },
    becomes: ["submitted", "approved", "sealed"],
    entries: [
      crew("06:52", ours(3, 8.5)),
      {
        time: "07:00",
        type: "safety",
        text: "Talked through the drop at the east corner. Guard stays up until the rim is on.",
      },
      {
        time: "09:40",
        type: "work",
        text: "Sheathing behind the ledger replaced, 6 ft. Membrane lapped over the flashing. Ledger up and bolted, two staggered rows, 16 in.",
        photos: [{ scene: "ledger", caption: "Ledger, north half. 1/2 in bolts, washers on" }],
        tags: ["ledger"],
      },
      {
        time: "13:15",
        type: "work",
        text: "Six footings dug to 42 in and formed.",
        photos: [{ scene: "footing", caption: "Footing 4: 42 in to undisturbed soil" }],
        tags: ["footings"],
      },
      {
        time: "16:05",
        type: "note",
        by: "owner",
        text: "Ellen asked where the stair lands. Showed her the stake by the lilac; she is fine with it.",
      },
    ],
  },
  {
    sky: { words: "Clouds, dry", low: 4, high: 13, rain: {}, wind: 3.1, gust: 8 },
    becomes: ["submitted", "approved"],
    entries: [
      crew("06:55", ours(3, 8)),
      crew("07:05", { company: "Ray’s Electric", trade: "Electricians", count: 1, hours: 2 }),
      {
        time: "10:10",
        type: "visitor",
        text: "Footing inspection passed, 6 of 6. Wants the post base cut sheet; sent it at 10:30.",
        item: { what: "J. Ortiz, inspector", from: "City of Golden", count: 1, unit: null },
      },
      {
        time: "11:20",
        type: "delivery",
        text: "Four boards twisted. Set aside, noted on the ticket, credit promised.",
        item: { what: "Cedar 5/4 x 6, 16 ft", from: "Foothills Lumber", count: 96, unit: "pcs" },
        photos: [{ scene: "lumber", caption: "On blocks by the drive, covered tonight" }],
      },
      {
        time: "11:45",
        type: "delivery",
        item: { what: "Concrete, 4,000 psi", from: "Table Mountain Ready Mix", count: 1.5, unit: "yd³" },
      },
      {
        time: "15:30",
        type: "work",
        text: "Six footings poured and post bases set to the string. Slump 4 in. Covered for the night.",
      },
    ],
  },
  {
    sky: {
      words: "Rain from late morning",
      low: 3,
      high: 9,
      rain: { 10: 0.8, 11: 2.6, 12: 3.9, 13: 3.1, 14: 2.2, 15: 1, 16: 0.4 },
      wind: 6.2,
      gust: 15,
    },
    becomes: ["submitted", "approved"],
    entries: [
      crew("06:50", ours(3, 4)),
      {
        time: "08:45",
        type: "work",
        text: "Posts cut and braced. Beam glued and nailed on the ground, ready to lift.",
      },
      {
        time: "10:40",
        type: "delay",
        text: "Rain from 10:40, steady by 11. Ground under the beam too soft to lift from. Sent everybody home at 11.",
        delay: { cause: "weather", hours: 4.5, critical: true },
        photos: [
          { scene: "tarp", caption: "Lumber covered, 10:50" },
          { scene: "footing", caption: "Water standing at footing 2" },
        ],
        tags: ["rain"],
      },
      {
        time: "11:05",
        type: "equipment",
        item: { what: "Telehandler, rented and idle", from: "Rent-It Golden", count: 1, unit: null },
      },
    ],
  },
  {
    sky: { words: "Clearing", low: 2, high: 12, rain: { 6: 0.2 }, wind: 4.4, gust: 11 },
    becomes: ["submitted", "approved"],
    entries: [
      crew("06:58", ours(4, 9)),
      crew("07:10", { company: "Ray’s Electric", trade: "Electricians", count: 2, hours: 4 }),
      {
        time: "09:30",
        type: "work",
        text: "Beam set on three posts, plumbed and braced. 13 of 13 joists hung at 16 in from the house corner east.",
        photos: [
          { scene: "frame", caption: "Joists in, hangers nailed off" },
          { scene: "ledger", caption: "Hangers at the ledger, south half" },
        ],
        tags: ["frame"],
      },
      {
        time: "11:15",
        type: "equipment",
        item: { what: "Telehandler", from: "Rent-It Golden", count: 1, unit: null },
      },
      {
        time: "14:20",
        type: "delay",
        text: "Post base for the stair landing is the wrong size. Supplier brings the right one in the morning.",
        delay: { cause: "materials", hours: 1, critical: false },
      },
      {
        time: "16:00",
        type: "work",
        text: "Rim on, blocking at mid-span. Frame is square to 1/8 in over 20 ft.",
      },
      {
        time: "19:20",
        type: "crew",
        by: "owner",
        text: "Ray called: his two left at ten, not at noon.",
        crew: { company: "Ray’s Electric", trade: "Electricians", count: 2, hours: 2.5 },
        corrects: 1,
      },
    ],
  },
  {
    sky: { words: "Clear and mild", low: 5, high: 17, rain: {}, wind: 2.8, gust: 7 },
    becomes: ["submitted"],
    entries: [
      crew("06:54", ours(4, 8.5)),
      { time: "07:05", type: "safety", text: "Saw guards and cords checked. One cord out of use, tagged." },
      {
        time: "11:30",
        type: "work",
        text: "Decking on, 19 of 27 rows, two screws a joist. Gap 3/16 in.",
        photos: [{ scene: "boards", caption: "Row 19, from the house" }],
        tags: ["decking"],
      },
      {
        time: "14:10",
        type: "work",
        text: "Stair stringers cut and hung, six rises at 7 1/4 in.",
        photos: [{ scene: "stairs", caption: "Six rises, all within 1/16 in" }],
        tags: ["stair"],
      },
      {
        time: "15:45",
        type: "work",
        text: "Rail posts blocked and bolted, first two bays of balusters in.",
        photos: [{ scene: "rail", caption: "East side, 3 7/8 in clear" }],
        tags: ["rail"],
      },
      {
        time: "16:20",
        type: "note",
        text: "Tools are in the garage, Ellen has the key. Eight rows of decking left.",
      },
    ],
  },
];
