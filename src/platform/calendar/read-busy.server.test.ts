import { setImmediate as turn } from "node:timers/promises";
import { expect, it } from "vitest";
import { type BusyOptions, readBusy } from "./read-busy.server.ts";

const options: BusyOptions = {
  from: Temporal.Instant.from("2026-11-20T00:00:00Z"),
  until: Temporal.Instant.from("2027-02-20T00:00:00Z"),
  zone: "America/Denver",
  ownUid: "@plumbline.test",
};

const calendar = (...events: string[][]) =>
  [
    "BEGIN:VCALENDAR",
    "VERSION:2.0",
    ...events.flatMap((lines, at) => [
      "BEGIN:VEVENT",
      ...(lines.some((line) => line.startsWith("UID")) ? [] : [`UID:${at}@elsewhere.test`]),
      ...lines,
      "END:VEVENT",
    ]),
    "END:VCALENDAR",
    "",
  ].join("\r\n");

const stretchesOf = async (text: string, more: Partial<BusyOptions> = {}) =>
  (await readBusy(text, { ...options, ...more })).stretches.map((pair) =>
    pair
      .map((at) =>
        Temporal.Instant.fromEpochMilliseconds(at)
          .toZonedDateTimeISO("America/Denver")
          .toPlainDateTime()
          .toString({ smallestUnit: "minute" }),
      )
      .join("/"),
  );

it("reads times in UTC, in a named zone, without a zone, and whole days", async () => {
  const found = await stretchesOf(
    calendar(
      ["DTSTART:20261201T160000Z", "DTEND:20261201T170000Z"],
      ["DTSTART;TZID=America/New_York:20261202T090000", "DTEND;TZID=America/New_York:20261202T100000"],
      ["DTSTART:20261203T090000", "DURATION:PT90M"],
      ["DTSTART;VALUE=DATE:20261204", "DTEND;VALUE=DATE:20261206"],
    ),
  );
  expect(found).toEqual([
    "2026-12-01T09:00/2026-12-01T10:00",
    "2026-12-02T07:00/2026-12-02T08:00",
    "2026-12-03T09:00/2026-12-03T10:30",
    "2026-12-04T00:00/2026-12-06T00:00",
  ]);
});

it("reads a zone that only the file knows", async () => {
  const text = calendar(["DTSTART;TZID=Office:20261201T090000", "DTEND;TZID=Office:20261201T100000"]).replace(
    "VERSION:2.0\r\n",
    "VERSION:2.0\r\nBEGIN:VTIMEZONE\r\nTZID:Office\r\nBEGIN:STANDARD\r\nDTSTART:16010101T000000\r\nTZOFFSETFROM:-0600\r\nTZOFFSETTO:-0600\r\nEND:STANDARD\r\nEND:VTIMEZONE\r\n",
  );
  expect(await stretchesOf(text)).toEqual(["2026-12-01T08:00/2026-12-01T09:00"]);
});

it("repeats by the wall clock, without exceptions, with moved and canceled ones", async () => {
  const found = await stretchesOf(
    calendar(
      [
        "UID:weekly",
        "DTSTART;TZID=America/Denver:20200107T090000",
        "DTEND;TZID=America/Denver:20200107T100000",
        "RRULE:FREQ=WEEKLY;BYDAY=TU",
        "EXDATE;TZID=America/Denver:20261201T090000",
      ],
      [
        "UID:weekly",
        "RECURRENCE-ID;TZID=America/Denver:20261208T090000",
        "DTSTART;TZID=America/Denver:20261209T130000",
        "DTEND;TZID=America/Denver:20261209T140000",
      ],
      [
        "UID:weekly",
        "RECURRENCE-ID;TZID=America/Denver:20261215T090000",
        "DTSTART;TZID=America/Denver:20261215T090000",
        "DTEND;TZID=America/Denver:20261215T100000",
        "STATUS:CANCELLED",
      ],
    ),
    { until: Temporal.Instant.from("2026-12-31T00:00:00Z") },
  );
  expect(found).toEqual([
    "2026-11-24T09:00/2026-11-24T10:00",
    "2026-12-09T13:00/2026-12-09T14:00",
    "2026-12-22T09:00/2026-12-22T10:00",
    "2026-12-29T09:00/2026-12-29T10:00",
  ]);
});

it("leaves out what is free, canceled, over, or ours, and joins what overlaps", async () => {
  const day = ["DTSTART:20261201T160000Z", "DTEND:20261201T170000Z"];
  expect(
    await stretchesOf(
      calendar(
        [...day, "TRANSP:TRANSPARENT"],
        [...day, "STATUS:CANCELLED"],
        [...day, "X-MICROSOFT-CDO-BUSYSTATUS:FREE"],
        ["UID:1@plumbline.test", ...day],
        ["DTSTART:20251201T160000Z", "DTEND:20251201T170000Z"],
        ["DTSTART:20261210T160000Z", "DTEND:20261210T170000Z"],
        ["DTSTART:20261210T163000Z", "DTEND:20261210T180000Z"],
      ),
    ),
  ).toEqual(["2026-12-10T09:00/2026-12-10T11:00"]);
});

it("one broken event doesn’t hide the others, and what is no calendar is refused", async () => {
  const text = calendar(
    ["DTSTART:20261201T160000Z", "DTEND:20261201T170000Z", "RRULE:FREQ=NEVER"],
    ["DTSTART:nonsense"],
    ["DTSTART:20261202T160000Z", "DTEND:20261202T170000Z"],
  );
  expect(await stretchesOf(text)).toContain("2026-12-02T09:00/2026-12-02T10:00");
  await expect(readBusy("<html>Sign in</html>", options)).rejects.toThrow("not a calendar");
});

it("reads 50,000 events without holding others up, and stops in time where a file asks for endless work", async () => {
  const past = Array.from({ length: 49_000 }, (_, at) => [
    `DTSTART:20${String(10 + (at % 15)).padStart(2, "0")}0101T160000Z`,
    `DTEND:20${String(10 + (at % 15)).padStart(2, "0")}0101T170000Z`,
  ]);
  const ahead = Array.from({ length: 1_000 }, (_, at) => {
    const day = String(1 + (at % 28)).padStart(2, "0");
    return [`DTSTART:202612${day}T160000Z`, `DTEND:202612${day}T170000Z`];
  });
  let turns = 0;
  let isReading = true;
  const others = (async () => {
    for (; isReading; turns++) await turn();
  })();
  const large = await readBusy(calendar(...past, ...ahead), options);
  isReading = false;
  await others;
  expect(large).toMatchObject({ events: 50_000, isWhole: true });
  expect(large.stretches).toHaveLength(28);
  // One for every hundred events: what else the server does goes on between them.
  expect(turns).toBeGreaterThan(300);
  const endless = Array.from({ length: 2_000 }, () => [
    "DTSTART:19700101T000000Z",
    "DTEND:19700101T000001Z",
    "RRULE:FREQ=MINUTELY;BYSETPOS=1",
  ]);
  const cut = await readBusy(calendar(...endless), { ...options, mostMs: 500 });
  expect(cut.isWhole).toBe(false);
});
