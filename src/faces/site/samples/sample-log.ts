import path from "node:path";
import { dailyLog } from "#tools/logs/public.server.ts";
import { requestOf } from "#trade/reports/public.server.ts";
import type { JobRecord } from "#ground/sync/public.server.ts";
import type { DocumentRequest } from "#platform/pdf/render.server.ts";

// A day on a deck, as its crew wrote it down. The business, its people and the job are made up; BuildLog
// makes the page from them.

const [ACCOUNT, JOB, FOREMAN, OWNER] = ["account", "job", "foreman", "owner"];
const DATE = "2026-06-18";
const ZONE = "America/Denver";
const NAMES: Readonly<Record<string, string>> = { [FOREMAN]: "Marcus Bell", [OWNER]: "June Bell" };

const moment = (time: string) =>
  Temporal.PlainDateTime.from(`${DATE}T${time}`).toZonedDateTime(ZONE).epochMilliseconds;

/** A record that a person wrote in one go. */
function written(
  kind: string,
  time: string,
  sets: Record<string, unknown>,
  { author = FOREMAN, id = `${kind} ${time}` } = {},
): JobRecord {
  const at = moment(time);
  const fields = Object.entries(sets).map(([name, value]) => [
    name,
    { values: [{ value, by: id, at, author }], gone: [] },
  ]);
  const command = {
    id,
    number: 1,
    at,
    receivedAt: Temporal.Instant.fromEpochMilliseconds(at),
    author,
    media: [],
    sets,
  };
  return {
    kind,
    id,
    job: JOB,
    revision: 1,
    fields: Object.fromEntries(fields) as JobRecord["fields"],
    commands: [command],
  };
}

const entry = (type: string, time: string, said: Record<string, unknown>, over = {}) =>
  written("logs.entry", time, { date: DATE, company: ACCOUNT, type, ...said }, over);

/** °C, mm and m/s by the hour. */
const HOURS = [
  [6, 12, 0, 1.3],
  [8, 14.5, 0, 1.6],
  [10, 20, 0, 2.7],
  [12, 25, 0, 3.6],
  [14, 27, 1.2, 6.3],
  [15, 19, 6.6, 10.7],
  [16, 18, 0.5, 4.5],
  [18, 20, 0, 3.1],
] as const;

const RECORDS: readonly JobRecord[] = [
  entry("crew", "06:52", {
    crew: { company: "North Fork Decks", trade: "Carpenters", count: 3, hours: 7.5 },
  }),
  entry(
    "crew",
    "10:15",
    { crew: { company: "Ray’s Electric", trade: "Electrician", count: 1, hours: 3 } },
    { id: "ray" },
  ),
  entry("work", "13:12", {
    text: "Beam set on 3 posts, plumbed and braced. 9 of 13 joists hung at 16 in, from the house corner east. Stopped at joist 9.",
    [`photos.${"1".repeat(64)}`]: { type: "image/jpeg", at: moment("13:12") },
  }),
  entry("delivery", "09:20", {
    item: { what: "Deck boards, 5/4 x 6, 16 ft", from: "Foothills Lumber", count: 28, unit: "pcs" },
    text: "Two split and set aside. Noted on the ticket.",
  }),
  entry("delay", "14:10", {
    delay: { cause: "weather", hours: 4.5, critical: true },
    text: "Lightning, 2:10 to 3:40 PM. All three off the frame. Told Dana at 2:20, by text.",
  }),
  entry("safety", "07:00", {
    text: "Talked through the drop at the east corner. Guard stays up until the rim is on.",
  }),
  written("logs.day", "17:04", { date: DATE, company: ACCOUNT, state: { is: "submitted", why: null } }),
  entry(
    "crew",
    "19:40",
    {
      crew: { company: "Ray’s Electric", trade: "Electrician", count: 1, hours: 2 },
      corrects: "ray",
      text: "Ray called: he left at noon.",
    },
    { author: OWNER },
  ),
  written("logs.weather", "18:05", {
    date: DATE,
    [`readings.${"0".repeat(64)}`]: {
      source: "nws",
      basis: "observed",
      place: "Rocky Flats (example station)",
      distanceM: 6760,
      // Fetched again the next morning, when the day was complete.
      fetchedAt: "2026-06-19T12:02:00Z",
      zone: ZONE,
      hours: HOURS.map(([hour, tempC, rainMm, windMs]) => ({
        at: `${DATE}T${String(hour).padStart(2, "0")}:00-06:00`,
        tempC,
        rainMm,
        windMs,
      })),
      words: "Thunderstorm in the afternoon",
      ...{ highC: 27, lowC: 12, rainMm: 8.3, snowCm: 0, windMs: 4, gustMs: 16 },
    },
  }),
];

const FOLDER = "src/faces/site/pictures/photos";
const SHOT = { aspect: 4 / 3, isVideo: false, position: null, takenAt: null } as const;
/** Drawn by src/app/demo/scenes.ts, so they belong to no one and show no one. */
const PHOTOS = ["lumber", "frame", "footing", "ledger"] as const;
type Scene = (typeof PHOTOS)[number];
const hashOf = (scene: Scene) => Buffer.from(scene.padEnd(32, "-")).toString("hex");
const photo = (scene: Scene, time: string, caption: string): Record<string, unknown> => ({
  [`photos.${hashOf(scene)}`]: { type: "image/jpeg", at: moment(time) },
  [`captions.${hashOf(scene)}`]: caption,
});

/** Photos with their captions. */
const PHOTOGRAPHED: readonly JobRecord[] = [
  entry("work", "09:40", {
    text: "28 deck boards came at 9:20, two of them split: set aside, noted on the ticket. The frame is square within 1/8 in.",
    ...photo("lumber", "09:24", "Deck boards on blocks, by the drive"),
    ...photo("frame", "09:31", "Joists, from the gate"),
    "tags.rear-deck": true,
  }),
  entry("work", "11:45", {
    text: "Stair footing dug to 42 in. Inspector Hale saw it at 11:20, concrete at noon. Ledger bolted: siding covers it tomorrow.",
    ...photo("footing", "11:18", "Stair footing, 42 in, tape from the string"),
    ...photo("ledger", "11:36", "Ledger, north half, 1/2 in bolts"),
    "tags.rear-deck": true,
  }),
];

/** The first page of that day's log, as in its PDF. */
export const sampleLog = (): DocumentRequest => logOf(RECORDS, 0);

/** A log with photos: work seen before it was covered. */
export const samplePhotoLog = (): DocumentRequest => logOf(PHOTOGRAPHED, 4);

function logOf(records: readonly JobRecord[], perPage: number): DocumentRequest {
  const day = { from: DATE, to: DATE, company: null, sinceCount: null, untilCount: null };
  const filled = dailyLog.tell(records, {
    ...day,
    ...{
      account: ACCOUNT,
      business: "North Fork Decks",
      zone: ZONE,
      units: "us",
      places: false,
      choice: null,
    },
    nameOf: (person) => NAMES[person ?? ""] ?? "",
  });
  return requestOf({
    business: "North Fork Decks",
    contact: ["(303) 555-0142", "Golden, Colorado"],
    job: { name: "Dana R., rear deck", address: "48 Example Lane, Golden" },
    shape: { label: dailyLog.label, filled },
    ...{
      from: DATE,
      to: DATE,
      since: null,
      zone: ZONE,
      madeBy: NAMES[OWNER]!,
      entries: [],
      perPage,
      places: false,
    },
    ...{ absent: 0, undrawn: 0, left: 0 },
    createdAt: Temporal.Instant.from("2026-06-19T07:10:00-06:00"),
    photos: new Map(
      PHOTOS.map((scene) => [hashOf(scene), { path: path.resolve(FOLDER, `${scene}.jpeg`), ...SHOT }]),
    ),
    signatures: [],
    history: null,
  });
}
