import { execFile } from "node:child_process";
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, it } from "vitest";
import { withMember } from "#platform/db/scope.server.ts";
import { installation } from "#platform/config/installation.server.ts";
import { newId } from "#platform/db/ids.ts";
import { withSystem } from "#platform/db/scope.server.ts";
import { openToAll } from "#features/businesses/public.server.ts";
import { dayId, weatherId } from "#features/logs/ids.ts";
import { defineLogs } from "#features/logs/kinds.server.ts";
import { takeCommands } from "#features/sync/public.server.ts";
import { openReportingShop, type ReportingShop } from "./testing/reported.ts";

// The daily log as a report: from what devices wrote to the file that is sent.

const run = promisify(execFile);
let shop: ReportingShop;
beforeAll(async () => {
  shop = await openReportingShop();
  defineLogs();
  await withSystem((ctx) => openToAll(ctx, "logs", true));
});
afterAll(() => shop?.close());

const at = (time: string) => Date.parse(`2026-11-20T${time}:00-07:00`);
/** Writes an entry of November 20, as the owner's phone does. */
async function entry(
  job: string,
  type: string,
  time: string,
  sets: Record<string, unknown>,
  over: { record?: string; media?: string[]; date?: string } = {},
) {
  const { record = newId(), media = [], date = "2026-11-20" } = over;
  const moment = Date.parse(`${date}T${time}:00-07:00`);
  await shop.send(job, { date, company: shop.account, type, occurredAt: new Date(moment).toISOString(), ...sets } as never, {
    kind: "logs.entry",
    record,
    capturedAt: moment,
    media,
  });
  return record;
}
async function state(job: string, is: string, time: string, date = "2026-11-20") {
  const command = {
    id: newId(),
    kind: "logs.day",
    record: dayId(job, date, shop.account),
    job,
    sets: { date, company: shop.account, state: { is, why: is === "rejected" ? "The crew is missing." : null } },
    replaces: {},
    capturedAt: Date.parse(`${date}T${time}:00-07:00`),
    skew: 0,
    zone: "America/Denver",
    media: [],
  };
  const { outcomes } = await withMember(shop.account, shop.owner, { role: "owner", jobId: null }, (ctx) =>
    takeCommands(ctx, newId(), [command]),
  );
  expect(outcomes[0]).toMatchObject({ is: "held" });
}
async function weather(job: string, date = "2026-11-20") {
  const reading = {
    source: "nws",
    basis: "observed",
    place: "Boise Air Terminal (KBOI)",
    distanceM: 6200,
    url: "https://api.weather.gov/x",
    fetchedAt: `${date}T23:00:00Z`,
    lat: 43.6,
    lon: -116.2,
    zone: "America/Denver",
    hours: Array.from({ length: 24 }, (_, h) => ({
      at: `${date}T${String(h).padStart(2, "0")}:00-07:00`,
      tempC: 3 + h / 2,
      rainMm: h > 12 && h < 18 ? 2.8 : 0,
      snowCm: 0,
      windMs: 4 + h / 4,
      gustMs: 9,
      code: 61,
    })),
    highC: 12,
    lowC: 3,
    rainMm: 14,
    snowCm: 0,
    windMs: 6,
    gustMs: 14,
    words: "Rain from 7 to 11",
  };
  const command = {
    id: newId(),
    kind: "logs.weather",
    record: weatherId(job, date),
    job,
    sets: { date, [`readings.${"a".repeat(64)}`]: reading },
    replaces: {},
    capturedAt: at("17:00"),
    skew: 0,
    zone: "UTC",
    media: [],
  };
  const { withAccount } = await import("#platform/db/scope.server.ts");
  const { outcomes } = await withAccount(shop.account, (ctx) => takeCommands(ctx, null, [command]));
  expect(outcomes[0]).toMatchObject({ is: "held" });
}

it("looks", async () => {
  shop.clock.set("2026-11-21T03:00:00Z");
  const job = await shop.newJob("Miller residence, roof and dormer");
  const photos = await Promise.all(Array.from({ length: 7 }, () => shop.photo()));
  await entry(job, "crew", "06:55", { crew: { company: "", trade: "Carpenters", count: 4, hours: 8 } });
  const wrong = await entry(job, "crew", "06:56", {
    crew: { company: "Ray’s Electric", trade: "Electricians", count: 2, hours: 9 },
    text: "Rough-in upstairs.",
  });
  await entry(job, "crew", "06:58", { crew: { company: "Hill Brothers", trade: "Roofers", count: 5, hours: 6.5 } });
  await entry(
    job,
    "work",
    "09:10",
    {
      text: "Felt down on the north side, 14 squares.\n\nStopped at the chimney: the saddle flashing is not here.",
      [`photos.${photos[0]}`]: { type: "image/jpeg", at: at("09:12") },
      [`captions.${photos[0]}`]: "North slope, felt to the ridge",
      [`photos.${photos[1]}`]: { type: "image/jpeg", at: at("09:14") },
      "tags.north-wall": true,
      "tags.roof": true,
    },
    { media: [photos[0]!, photos[1]!] },
  );
  await entry(
    job,
    "delivery",
    "10:20",
    {
      item: { what: "Architectural shingles", from: "Mountain Supply", count: 32, unit: "bundles" },
      text: "Two bundles torn, set aside and noted on the ticket.",
      ...Object.fromEntries(photos.slice(2).map((sha) => [`photos.${sha}`, { type: "image/jpeg", at: at("10:21") }])),
    },
    { media: photos.slice(2) },
  );
  await entry(job, "visitor", "11:00", {
    item: { what: "City inspector, J. Ortiz", from: "City of Boise", count: 1, unit: null },
    text: "Looked at the sheathing nailing: passed.",
  });
  await entry(job, "equipment", "07:30", { item: { what: "Boom lift 45 ft", from: "Rent-It", count: 1, unit: null } });
  await entry(job, "delay", "13:40", {
    delay: { cause: "weather", hours: 3, critical: true },
    text: "Rain from 1:40 PM. All nine off the roof.",
  });
  await entry(job, "delay", "15:40", { delay: { cause: "materials", hours: 1.5, critical: false } });
  await entry(job, "safety", "07:00", { text: "Toolbox talk: tie-off at the ridge. All nine signed." });
  await entry(job, "note", "16:30", { text: "Mrs. Miller asked about the color of the drip edge. Told her brown." });
  await state(job, "submitted", "17:04");
  await entry(job, "crew", "18:10", {
    crew: { company: "Ray’s Electric", trade: "Electricians", count: 2, hours: 7 },
    corrects: wrong,
    text: "Left at two, not at four.",
  });
  await weather(job);
  await state(job, "approved", "18:30");
  await entry(job, "work", "09:00", { text: "Sheathing replaced over the kitchen, 6 sheets." }, { date: "2026-11-18" });
  await entry(job, "crew", "07:00", { crew: { company: "Hill Brothers", trade: "Roofers", count: 3, hours: 8 } }, { date: "2026-11-18" });
  for (const [name, over] of [
    ["day", {}],
    ["week", { from: "2026-11-16", to: "2026-11-22" }],
    ["six", { photos: "6", places: "yes" }],
  ] as const) {
    const report = await shop.made(job, { shape: "log", ...over });
    expect(report).toMatchObject({ state: "ready" });
    writeFileSync(`/tmp/paper-${name}.pdf`, await installation().files.get(report.file!));
  }
  const general = await shop.made(job);
  writeFileSync(`/tmp/paper-general.pdf`, await installation().files.get(general.file!));
});
