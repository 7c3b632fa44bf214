import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  dueMarks,
  type FirmIssue,
  hasNews,
  lastWorkDayBefore,
  newsFor,
  nextDay,
  workHours,
} from "#trade/issues/outside/reminders.ts";
import { textOf } from "#trade/issues/outside/words.ts";
import { nextOpen } from "#platform/time/hours.ts";
import { countText } from "#platform/sms/segments.ts";

// Weeks of a firm's messages against rules that are written here a second time, by the calendar on the wall.

interface Scripted {
  readonly id: string;
  /** Minutes after the start. */
  readonly foundAt: number;
  readonly dueInDays: number | null;
  readonly fixedAt: number;
  /** Not accepted after it was fixed; then fixed again. */
  readonly backAt: number | null;
}
interface Message {
  readonly at: Temporal.ZonedDateTime;
  readonly says: readonly { readonly id: string; readonly what: "fresh" | "back" | "late" | "soon" }[];
}

const [DAY, DAYS] = [1_440, 28];

/** Runs the clock as the task does: it looks when `nextAt` has come, and only then. */
function run(start: Temporal.ZonedDateTime, script: readonly Scripted[]): Message[] {
  const zone = start.timeZoneId;
  const told = new Map<string, Pick<FirmIssue, "toldAt" | "soonFor" | "lateFor">>();
  const messages: Message[] = [];
  let nextAt = start.toInstant();
  for (let minute = 0; minute < DAYS * DAY; minute += 15) {
    const now = start.toInstant().add({ minutes: minute });
    if (Temporal.Instant.compare(nextAt, now) > 0) continue;
    const opens = nextOpen(now, workHours(zone))!;
    if (Temporal.Instant.compare(opens, now) > 0) {
      nextAt = opens;
      continue;
    }
    nextAt = nextDay(now, zone);
    const today = now.toZonedDateTimeISO(zone).toPlainDate().toString();
    const issues = script.flatMap((one) =>
      one.foundAt <= minute ? [issueAt(one, minute, start, told)] : [],
    );
    const news = newsFor(issues, today, zone);
    if (!hasNews(news)) continue;
    const says = (["fresh", "back", "late", "soon"] as const).flatMap((what) =>
      news[what].map((issue) => ({ id: issue.id, what, issue })),
    );
    for (const { issue } of says)
      told.set(issue.id, {
        ...{ soonFor: issue.soonFor, lateFor: issue.lateFor },
        ...{ toldAt: now, ...dueMarks(issue, today, zone) },
      });
    messages.push({
      at: now.toZonedDateTimeISO(zone),
      says: says.map(({ id, what }) => ({ id, what })),
    });
  }
  return messages;
}

const stateAt = ({ fixedAt, backAt }: Scripted, minute: number): FirmIssue["state"] =>
  backAt !== null && minute >= backAt ? "refused" : minute >= fixedAt ? "ready" : "open";

function issueAt(
  one: Scripted,
  minute: number,
  start: Temporal.ZonedDateTime,
  told: ReadonlyMap<string, Pick<FirmIssue, "toldAt" | "soonFor" | "lateFor">>,
): FirmIssue {
  const state = stateAt(one, minute);
  const since = state === "refused" ? one.backAt! : state === "ready" ? one.fixedAt : one.foundAt;
  return {
    ...{ id: one.id, state, stateAt: start.toInstant().add({ minutes: since }), due: dueOf(one, start) },
    ...{ isBlocked: false, toldAt: null, soonFor: null, lateFor: null, ...told.get(one.id) },
  };
}

const dueOf = ({ dueInDays }: Scripted, start: Temporal.ZonedDateTime): string | null =>
  dueInDays === null ? null : start.toPlainDate().add({ days: dueInDays }).toString();

const zones = ["America/Denver", "America/New_York", "Europe/Berlin", "Australia/Lord_Howe", "Pacific/Apia"];
// Before the clock changes of spring and fall, on both halves of the earth.
const starts = ["2026-02-23T03:10", "2026-03-20T12:00", "2026-09-25T22:40", "2026-10-19T07:59"];
const scripts = fc.array(
  fc.record({
    foundAt: fc.integer({ min: 0, max: 14 * DAY }),
    dueInDays: fc.option(fc.integer({ min: -3, max: 24 })),
    lasts: fc.integer({ min: 30, max: 20 * DAY }),
    back: fc.option(fc.integer({ min: 30, max: 5 * DAY })),
  }),
  { minLength: 1, maxLength: 9 },
);

const isWorkDay = (day: Temporal.PlainDate, zone: string) =>
  day.dayOfWeek <= 5 &&
  // The federal holidays in these weeks, where the business is in the United States.
  !(zone.startsWith("America/") && ["2026-10-12", "2026-11-11"].includes(day.toString()));

describe("what a firm is told over four weeks", () => {
  it.each(starts)("from %s on, at most once a day, in working hours, each thing once", (from) => {
    fc.assert(
      fc.property(fc.constantFrom(...zones), scripts, (zone, drawn) => {
        const start = Temporal.PlainDateTime.from(from).toZonedDateTime(zone);
        const script = drawn.map(({ foundAt, dueInDays, lasts, back }, at) => ({
          ...{ id: String(at), foundAt, dueInDays, fixedAt: foundAt + lasts },
          backAt: back === null ? null : foundAt + lasts + back,
        }));
        const messages = run(start, script);
        for (const { at } of messages) {
          expect(isWorkDay(at.toPlainDate(), zone)).toBe(true);
          expect(at.hour).toBeGreaterThanOrEqual(8);
          expect(at.hour).toBeLessThan(18);
        }
        const days = messages.map(({ at }) => at.toPlainDate().toString());
        expect(new Set(days).size).toBe(days.length);
        const said = messages.flatMap(({ says }) => says.map(({ id, what }) => `${id} ${what}`));
        expect(new Set(said).size).toBe(said.length);
        for (const one of script) {
          const due = dueOf(one, start);
          const own = messages.filter(({ says }) => says.some(({ id }) => id === one.id));
          const firstWorkDay = workDayFrom(start.add({ minutes: one.foundAt }), zone);
          const isStillOpen = start.until(firstWorkDay.add({ hours: 12 })).total("minutes") < one.fixedAt;
          const isInTime = start.until(firstWorkDay).total("minutes") < (DAYS - 4) * DAY;
          // Found, it is named on the same working day or the next.
          if (isStillOpen && isInTime)
            expect(own[0]?.says.find(({ id }) => id === one.id)?.what).toBe("fresh");
          for (const { at, says } of own) {
            const { what } = says.find(({ id }) => id === one.id)!;
            const minute = start.until(at).total("minutes");
            expect(stateAt(one, minute)).not.toBe("ready");
            if (what === "late") expect(due! < at.toPlainDate().toString()).toBe(true);
            if (what === "soon") {
              const workDays = daysBetween(at.toPlainDate(), Temporal.PlainDate.from(due!)).filter((day) =>
                isWorkDay(day, zone),
              );
              // Today is the date itself, or the last working day before it.
              expect(workDays.length).toBeLessThanOrEqual(1);
              expect(due! >= at.toPlainDate().toString()).toBe(true);
            }
          }
        }
      }),
      { numRuns: 60 },
    );
  });

  it("reminds on Friday of what is due on Monday, and on the next working day of what is late", () => {
    const start = Temporal.ZonedDateTime.from("2026-10-26T09:00[America/Denver]");
    const one = { id: "a", foundAt: 0, dueInDays: 7, fixedAt: 99 * DAY, backAt: null };
    expect(run(start, [one]).map(({ at, says }) => [at.toPlainDateTime().toString(), says[0]!.what])).toEqual(
      [
        ["2026-10-26T09:00:00", "fresh"],
        ["2026-10-30T08:00:00", "soon"],
        // After the clock change of November 1.
        ["2026-11-03T08:00:00", "late"],
      ],
    );
    expect(lastWorkDayBefore("2026-11-12", "America/Denver")).toBe("2026-11-10");
    expect(lastWorkDayBefore("2026-11-12", "Europe/Berlin")).toBe("2026-11-11");
  });

  it("says nothing about an item that the firm said it can’t fix, or that waits for review", () => {
    const base = { id: "a", stateAt: Temporal.Instant.from("2026-11-01T00:00Z"), due: "2026-11-02" };
    const told = { toldAt: Temporal.Instant.from("2026-11-01T12:00Z"), soonFor: null, lateFor: null };
    const blocked = { ...base, ...told, state: "open", isBlocked: true } as const;
    const ready = { ...base, ...told, state: "ready", isBlocked: false } as const;
    expect(hasNews(newsFor([blocked, ready], "2026-11-20", "UTC"))).toBe(false);
  });
});

/** The first working hour at or after a moment. */
function workDayFrom(at: Temporal.ZonedDateTime, zone: string): Temporal.ZonedDateTime {
  let day = at.toPlainDate();
  for (;;) {
    const opens = day.toZonedDateTime({ timeZone: zone, plainTime: "08:00" });
    const closes = day.toZonedDateTime({ timeZone: zone, plainTime: "18:00" });
    if (isWorkDay(day, zone) && Temporal.ZonedDateTime.compare(at, opens) <= 0) return opens;
    if (isWorkDay(day, zone) && Temporal.ZonedDateTime.compare(at, closes) < 0) {
      // Today's look may be over: then it's named on the next one.
      const next = workDayFrom(closes, zone);
      return next;
    }
    day = day.add({ days: 1 });
  }
}

/** The days after one and before another. */
function daysBetween(from: Temporal.PlainDate, to: Temporal.PlainDate): Temporal.PlainDate[] {
  const days: Temporal.PlainDate[] = [];
  for (let day = from.add({ days: 1 }); Temporal.PlainDate.compare(day, to) < 0; day = day.add({ days: 1 }))
    days.push(day);
  return days;
}

describe("a text to a firm", () => {
  const url = `https://plumbline.example.com/s/${"k".repeat(46)}`;
  it("has one part, whatever the names are, with the link and how to stop it", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme" }), fc.string({ unit: "grapheme" }), (business, job) => {
        const text = textOf(business, "12 new items to fix", job, url);
        expect(countText(text)).toMatchObject({ encoding: "GSM-7", parts: [text] });
        expect(text).toContain(`\n${url}\nReply STOP to opt out`);
      }),
    );
    expect(textOf("Señor Café Łódź", "1 item to fix", "14 Elm", url)).toMatch(
      /^Señor Café odz: 1 item to fix at 14 Elm\./,
    );
  });
});
