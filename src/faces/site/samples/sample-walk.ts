import path from "node:path";
import { ANSWER, RUN } from "#trade/inspections/public.ts";
import { fillRunReport } from "#trade/inspections/public.server.ts";
import { ISSUE } from "#trade/issues/public.ts";
import { requestOf } from "#trade/reports/public.server.ts";
import type { JobRecord } from "#ground/sync/public.server.ts";
import type { DocumentRequest } from "#platform/pdf/render.server.ts";

// The final walk of a deck. The business, its people and the job are made up; Checky makes the page from
// them.

const [DATE, ZONE] = ["2026-06-26", "America/Denver"];
const NAMES: Readonly<Record<string, string>> = { foreman: "Marcus Bell", owner: "June Bell" };
const moment = (time: string) =>
  Temporal.PlainDateTime.from(`${DATE}T${time}`).toZonedDateTime(ZONE).epochMilliseconds;

function written(kind: string, id: string, time: string, sets: Record<string, unknown>): JobRecord {
  const fields = Object.entries(sets).map(([name, value]) => {
    const at = moment(value === "finished" ? "15:05" : time);
    return [name, { values: [{ value, by: id, at, author: "foreman" }], gone: [] }];
  });
  return {
    ...{ kind, id, job: "job", revision: 1, commands: [] },
    fields: Object.fromEntries(fields) as JobRecord["fields"],
  };
}

/** Drawn by src/app/demo/scenes.ts, so it belongs to no one and shows no one. */
const PHOTO = "ledger";
const SHA256 = Buffer.from(PHOTO.padEnd(32, "-")).toString("hex");
const shot = { [`photos.${SHA256}`]: { type: "image/jpeg", at: moment("14:21") } };

/** Each item with its answer, and what else was written down. */
const WALKED: readonly (readonly [
  section: string,
  ...items: (readonly [item: Record<string, unknown>, answer: string | number, more?: object])[],
])[] = [
  [
    "Guards",
    [{ text: "Lowest guard height, from the deck", kind: "number", unit: "in", low: 36 }, 36.5],
    [{ text: "A 4 in. ball won’t go through or under the guard anywhere" }, "pass"],
    [{ text: "Lean hard on each post and each rail: nothing gives or creaks" }, "pass"],
  ],
  [
    "Stairs",
    [{ text: "Tallest riser minus the shortest", kind: "number", unit: "in", high: 0.375 }, 0.25],
    [
      { text: "A hand closes around the handrail. A flat 2×6 fails", code: "IRC R311.7.8.5" },
      "fail",
      { note: "2×6 on the flat, all the way down." },
    ],
    [{ text: "Jump on a middle tread: no bounce" }, "pass"],
  ],
  [
    "House wall",
    [
      { text: "Ledger flashing shows a clean drip edge", code: "IRC R703.4" },
      "fail",
      { note: "No drip edge over the last bolts on the east end.", ...shot },
    ],
    [{ text: "Outlet in reach, GFCI protected, with an in-use cover", code: "NEC 210.52(E)(3)" }, "pass"],
    [{ text: "Gas line clear of the frame" }, "na"],
  ],
];

const sections = Object.fromEntries(
  WALKED.map(([title, ...items], at) => [
    `sections.s${at}`,
    { at, title, items: items.map(([item], place) => ({ ...item, id: `i${at}-${place}` })) },
  ]),
);

const issue = (answer: string, number: string, title: string, state: string) =>
  written(ISSUE, number, "14:40", { title, number, state, from: { kind: ANSWER, record: answer } });

const RECORDS: readonly JobRecord[] = [
  written(RUN, "run", "14:05", {
    ...{ title: "Deck final (guards and stairs)", place: "Rear deck", state: "finished", ...sections },
  }),
  ...WALKED.flatMap(([, ...items], at) =>
    items.map(([, answer, more], place) => {
      const item = `i${at}-${place}`;
      return written(ANSWER, item, `14:${10 + at * 5 + place}`, { run: "run", item, answer, ...more });
    }),
  ),
  issue("i1-1", "PL-001", "Handrail to grip on the stairs", "open"),
  issue("i2-0", "PL-002", "Drip edge over the ledger, east end", "ready"),
];

/** The report of that walk, as in its PDF. */
export function sampleWalk(): DocumentRequest {
  const choice = { run: "run", isShort: false, showsAuthors: false };
  const nameOf = (person: string | null) => NAMES[person ?? ""] ?? "";
  return requestOf({
    business: "North Fork Decks",
    contact: ["(303) 555-0142", "Golden, Colorado"],
    job: { name: "Dana R., rear deck", address: "48 Example Lane, Golden" },
    shape: { label: "Checklist report", filled: fillRunReport(RECORDS, { choice, zone: ZONE, nameOf }) },
    ...{ from: DATE, to: DATE, since: null, zone: ZONE, madeBy: NAMES["owner"]!, entries: [] },
    ...{ perPage: 4, places: false, absent: 0, undrawn: 0, left: 0, signatures: [], history: null },
    createdAt: Temporal.Instant.from("2026-06-26T15:10:00-06:00"),
    photos: new Map([
      [
        SHA256,
        {
          path: path.resolve(`src/faces/site/pictures/photos/${PHOTO}.jpeg`),
          ...{ aspect: 4 / 3, isVideo: false, position: null, takenAt: null },
        },
      ],
    ]),
  });
}
