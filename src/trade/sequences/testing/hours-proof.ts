import fc from "fast-check";
import { AREA_CODES, placesOf, type Region, REGIONS, zonesIn } from "../hours/area-codes.ts";
import { type Calendar, type Hours, isOpen, nextOpen, type Span, weekOf } from "#platform/time/hours.ts";
import { type SendWindow, calendarOf } from "#platform/time/working-hours.ts";
import { planSteps, type Step } from "../plan/planner.ts";
import { FEDERAL, quietHoursOf } from "../hours/quiet-hours.ts";
import { regionOfZone } from "../hours/recipient-zones.ts";
import { textCalendarOf } from "../hours/text-calendar.ts";

// Property tests of the planner's hours against an independent oracle that shares only the data: Temporal's
// wall clock, minute by minute. `npm test` runs ten thousand cases, `npm run prove` a hundred thousand.

/**
 * Every zone a number may belong to, and some with other kinds of clock changes: half an hour, at midnight,
 * across the date line.
 */
export const ZONES: readonly string[] = [
  ...new Set([
    ...(Object.keys(REGIONS) as Region[]).flatMap((region) => [...zonesIn(region)]),
    "Africa/Cairo",
    "America/Boise",
    "America/Detroit",
    "America/Havana",
    "America/Indiana/Indianapolis",
    "Australia/Lord_Howe",
    "Asia/Kathmandu",
    "Europe/Berlin",
    "Pacific/Apia",
    "Pacific/Chatham",
    "UTC",
  ]),
];

const SECONDS = { min: Date.UTC(2024, 0, 1) / 1000, max: Date.UTC(2034, 0, 1) / 1000 };
const instantOf = (seconds: number, milliseconds = 0) =>
  Temporal.Instant.fromEpochMilliseconds(seconds * 1000 + milliseconds);

/** Every clock change of these zones in ten years. */
export const CHANGES: readonly { readonly zone: string; readonly at: Temporal.Instant }[] = ZONES.flatMap(
  (zone) => {
    const found = [];
    const end = instantOf(SECONDS.max);
    let local = instantOf(SECONDS.min).toZonedDateTimeISO(zone).getTimeZoneTransition("next");
    for (
      ;
      local && Temporal.Instant.compare(local.toInstant(), end) < 0;
      local = local.getTimeZoneTransition("next")
    )
      found.push({ zone, at: local.toInstant() });
    return found;
  },
);

const anyMoment = fc
  .tuple(fc.integer(SECONDS), fc.integer({ min: 0, max: 999 }))
  .map(([seconds, rest]) => instantOf(seconds, rest));
const nearAChange = fc
  .tuple(fc.constantFrom(...CHANGES), fc.integer({ min: -6 * 3600, max: 6 * 3600 }))
  .map(([{ at }, seconds]) => at.add({ seconds }));
/** Moments, half of them within hours of a clock change. */
export const moments = fc.oneof(anyMoment, nearAChange);

const time = (minutes: number) =>
  `${String(Math.floor(minutes / 60)).padStart(2, "0")}:${String(minutes % 60).padStart(2, "0")}`;
const sendDay = fc.option(
  fc
    .tuple(fc.integer({ min: 8 * 60, max: 20 * 60 }), fc.integer({ min: 1, max: 13 * 60 }))
    .map(([from, long]) => ({ from: time(from), to: time(Math.min(from + long, 21 * 60)) })),
  { freq: 3 },
);
/** Sending hours a business can choose. */
const sendWindows: fc.Arbitrary<SendWindow> = fc
  .array(sendDay, { minLength: 7, maxLength: 7 })
  .filter((week) => week.some((day) => day !== null));

/** Hours in a zone. A moment must satisfy all rules of a case. */
interface Rule {
  readonly zone: string;
  readonly hours: Hours;
}
/** A calendar under test, and its rules built by hand from the data. */
export interface Case {
  readonly what: string;
  readonly calendar: Calendar;
  readonly rules: readonly Rule[];
}

const states = fc.constantFrom(...(Object.keys(REGIONS) as Region[]));
const zones = fc.constantFrom(...ZONES);

const texts: fc.Arbitrary<Case> = fc
  .record({
    code: fc.constantFrom(...AREA_CODES),
    zone: fc.option(zones, { freq: 5 }),
    home: fc.option(states),
    sendWindow: fc.option(sendWindows, { freq: 2 }),
  })
  .map(({ code, zone, home, sendWindow }) => {
    const calendar = textCalendarOf({
      phone: `(${code}) 555-0142`,
      businessZone: zone,
      businessAddress: home && `12 Larkspur Rd\nSomewhere, ${home} 80205`,
      sendWindow,
    });
    const rules = placesOf(code).flatMap(({ region, zones }) =>
      zones.map((each): Rule => ({ zone: each, hours: quietHoursOf(region) })),
    );
    const state = home ?? regionOfZone(zone);
    if (zone !== null) rules.push({ zone, hours: state ? quietHoursOf(state) : FEDERAL });
    if (sendWindow) rules.push(...calendarOf({ zone, sendWindow }).zones);
    return {
      what: `a text to ${code} from ${zone}, ${home}, ${JSON.stringify(sendWindow)}`,
      calendar,
      rules,
    };
  });

/** Every state's hours in every zone, even zones the state doesn't have. */
const anyStateAnywhere: fc.Arbitrary<Case> = fc.tuple(states, zones).map(([state, zone]) => {
  const rules: [Rule] = [{ zone, hours: quietHoursOf(state) }];
  return { what: `${state} in ${zone}`, calendar: { zones: rules }, rules };
});

const mail: fc.Arbitrary<Case> = fc.tuple(zones, fc.option(sendWindows)).map(([zone, sendWindow]) => {
  const calendar = calendarOf({ zone, sendWindow });
  return { what: `mail in ${zone}, ${JSON.stringify(sendWindow)}`, calendar, rules: calendar.zones };
});

/**
 * Hours that no business can choose and no law has, but that start or end in a clock change's gap, or occur
 * twice.
 */
const nightly: fc.Arbitrary<Case> = fc
  .tuple(
    zones,
    fc.array(fc.tuple(fc.integer({ min: 0, max: 1439 }), fc.integer({ min: 1, max: 240 })), {
      minLength: 7,
      maxLength: 7,
    }),
  )
  .map(([zone, days]) => {
    const week = weekOf((day) => {
      const [opens, long] = days[day]!;
      return { opens, closes: Math.min(opens + long, 1440) };
    });
    const rules: [Rule] = [{ zone, hours: { week } }];
    return { what: `${JSON.stringify(week)} in ${zone}`, calendar: { zones: rules }, rules };
  });

export const cases = fc.oneof({ weight: 4, arbitrary: texts }, anyStateAnywhere, mail, nightly);

/** Whether a moment satisfies every rule, by Temporal's wall clock. */
function satisfies(at: Temporal.Instant, rules: readonly Rule[]): boolean {
  return rules.every(({ zone, hours }) => {
    const local = at.toZonedDateTimeISO(zone);
    const span = hours.week[local.dayOfWeek - 1];
    const minute = local.hour * 60 + local.minute;
    return Boolean(
      span && minute >= span.opens && minute < span.closes && !hours.isClosed?.(local.toPlainDate()),
    );
  });
}

/** The errors in nextOpen() and isOpen() for a moment. */
export function findErrors({ what, calendar, rules }: Case, at: Temporal.Instant): string[] {
  const next = nextOpen(at, calendar);
  const answer = `${at.toString()}, ${what}: ${next?.toString() ?? "never"}`;
  const found: string[] = [];
  const check = (isWrong: boolean, words: string) => isWrong && found.push(`${answer} ${words}`);
  const isOpenNow = satisfies(at, rules);
  check(isOpen(at, calendar) !== isOpenNow, "and isOpen() is wrong");
  if (!next) {
    check(isOpenNow, "but it is open now");
    return found;
  }
  check(!satisfies(next, rules), "is outside the hours");
  check(Temporal.Instant.compare(next, at) < 0, "is earlier than asked");
  check(isOpenNow && !next.equals(at), "though it was open");
  check(!nextOpen(next, calendar)?.equals(next), "does not stay");
  // The nanosecond before must be closed, or before the requested moment.
  const before = next.subtract({ nanoseconds: 1 });
  check(Temporal.Instant.compare(before, at) >= 0 && satisfies(before, rules), "was open the moment before");
  return found;
}

const MINUTES = 9 * 24 * 60;

/**
 * The difference between nextOpen() and checking the clock every minute for nine days; empty if they agree.
 * If the check finds nothing, nextOpen() must return a later time or undefined.
 */
export function findDifference({ what, calendar, rules }: Case, at: Temporal.Instant): string[] {
  const next = nextOpen(at, calendar);
  const found = firstOpenMinute(rules, at);
  const agrees = found ? next?.equals(found) : !next || next.since(at).total("minutes") > MINUTES - 1;
  return agrees
    ? []
    : [
        `${at.toString()}, ${what}: ${next?.toString() ?? "never"}, not ${found?.toString() ?? "in nine days"}`,
      ];
}

function firstOpenMinute(rules: readonly Rule[], at: Temporal.Instant): Temporal.Instant | undefined {
  if (satisfies(at, rules)) return at;
  const minute = at.round({ smallestUnit: "minute", roundingMode: "floor" }).epochMilliseconds;
  for (let looked = 1; looked <= MINUTES; looked++) {
    const moment = Temporal.Instant.fromEpochMilliseconds(minute + looked * 60_000);
    if (satisfies(moment, rules)) return moment;
  }
  return undefined;
}

/** The errors in the times of daily steps across a clock change, from a wall clock time two days before. */
export function findStepErrors({ zone, at }: (typeof CHANGES)[number], minutes: number): string[] {
  const allDay: Span = { opens: 0, closes: 24 * 60 };
  const calendar: Calendar = {
    zones: [{ zone, hours: { week: [allDay, allDay, allDay, allDay, allDay, allDay, allDay] } }],
  };
  const first = at
    .toZonedDateTimeISO(zone)
    .toPlainDate()
    .subtract({ days: 2 })
    .toZonedDateTime({ timeZone: zone, plainTime: { hour: Math.floor(minutes / 60), minute: minutes % 60 } });
  const daily: Step = { kind: "mail", delay: { amount: 1, unit: "days" }, subject: "s", body: "b" };
  const due = planSteps([daily, daily, daily, daily], first.toInstant(), calendar).map((moment) =>
    moment.toZonedDateTimeISO(zone),
  );
  return due.flatMap((local, step) => {
    const day = first.toPlainDate().add({ days: step + 1 });
    // One step per day: none lost to the missing hour, none doubled in the repeated one.
    return local.toPlainDate().equals(day)
      ? []
      : [`${zone}, ${first.toString()}: step ${step + 1} on ${local.toString()}`];
  });
}
