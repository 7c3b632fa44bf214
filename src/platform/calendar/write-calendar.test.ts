import { expect, it } from "vitest";
import { type CalendarEvent, writeEvent, writeFeed } from "./write-calendar.ts";

const event: CalendarEvent = {
  uid: "1@plumbline.test",
  sequence: 2,
  isCanceled: false,
  start: Temporal.Instant.from("2026-12-01T16:00:00Z"),
  end: Temporal.Instant.from("2026-12-01T17:00:00Z"),
  stamp: Temporal.Instant.from("2026-11-20T17:00:00Z"),
  title: "Estimate visit; Müller, Bath & Kitchen",
  place: "12 Elm St\nDenver",
  notes: `First line\nSecond; line, ${"long ".repeat(30)}`,
};

it("an event is in UTC, with its text escaped and its lines folded at 75 bytes", () => {
  const file = writeEvent(event);
  expect(file).toContain("\r\nDTSTART:20261201T160000Z\r\n");
  expect(file).toContain("\r\nSEQUENCE:2\r\n");
  expect(file).toContain("\r\nMETHOD:PUBLISH\r\n");
  expect(file).toContain("SUMMARY:Estimate visit\\; Müller\\, Bath & Kitchen");
  expect(file).toContain("LOCATION:12 Elm St\\, Denver");
  expect(file.replaceAll("\r\n ", "")).toContain("DESCRIPTION:First line\\nSecond\\; line\\, long");
  for (const line of file.split("\r\n")) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
  expect(file.replaceAll("\r\n", "")).not.toMatch(/[\r\n]/);
});

it("a canceled event says so in the two ways that calendars read", () => {
  const file = writeEvent({ ...event, isCanceled: true });
  expect(file).toContain("\r\nMETHOD:CANCEL\r\n");
  expect(file).toContain("\r\nSTATUS:CANCELLED\r\n");
});

it("text can’t add lines of its own", () => {
  const file = writeEvent({ ...event, title: "A\r\nATTENDEE:mailto:x@y.test", notes: "B\r\nEND:VEVENT" });
  expect(file).not.toMatch(/^ATTENDEE/m);
  expect(file.match(/^END:VEVENT/gm)).toHaveLength(1);
});

it("a feed has all events and its name", () => {
  const file = writeFeed("Visits", [event, { ...event, uid: "2@plumbline.test" }]);
  expect(file.match(/^BEGIN:VEVENT/gm)).toHaveLength(2);
  expect(file).toContain("X-WR-CALNAME:Visits");
});
