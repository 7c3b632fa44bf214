import { describe, expect, it } from "vitest";
import { planSteps, type Step } from "#trade/sequences/plan/planner.ts";
import { plays } from "#trade/sequences/public.server.ts";
import { firstSequence } from "#trade/sequences/first-sequence.ts";
import { calendarOf } from "#platform/time/working-hours.ts";

// A follow-up is written once and goes out on many days, across weekends, holidays and outages. What it says
// about days must be true on each of them.

const ZONE = "America/Denver";
const calendar = calendarOf({ zone: ZONE });

/**
 * Starts over two weeks with every weekday, near Thanksgiving and the 2026 clock change, in the morning and
 * in the evening.
 */
const STARTS = Array.from({ length: 14 }, (_, day) =>
  ["T09:05", "T16:50", "T21:30"].map((time) =>
    Temporal.PlainDateTime.from(`2026-11-16${time}`).add({ days: day }).toZonedDateTime(ZONE).toInstant(),
  ),
).flat();

const NUMBERS = ["zero", "one", "two", "three", "four", "five", "six", "seven"];
const dateOf = (at: Temporal.Instant) => at.toZonedDateTimeISO(ZONE).toPlainDate();
const daysBetween = (from: Temporal.Instant, to: Temporal.Instant) => dateOf(from).until(dateOf(to)).days;

/** When a step goes out, and the steps before and after it. */
interface Moment {
  readonly before: Temporal.Instant;
  readonly at: Temporal.Instant;
  readonly after: Temporal.Instant | undefined;
}

/** Phrases that name a day relative to another, each with a check against the step's time. */
const RELATIVE: readonly (readonly [RegExp, (moment: Moment, word: string) => boolean])[] = [
  [/\byesterday\b/i, ({ before, at }) => daysBetween(before, at) === 1],
  [
    /\b(?:\d|one|two|three|four|five|six|seven) days? (?:ago|in)\b|\bfor (?:two|three|four|five|six|seven) days\b/i,
    ({ before, at }, word) =>
      daysBetween(before, at) === NUMBERS.findIndex((number) => word.toLowerCase().includes(number)),
  ],
  [/\blast week\b/i, ({ before, at }) => dateOf(at).weekOfYear === (dateOf(before).weekOfYear ?? 0) + 1],
  [/\btomorrow\b/i, ({ at, after }) => after !== undefined && daysBetween(at, after) === 1],
  [
    /\b(?:missed|called|sent|wrote|asked|talked|spoke|started|began)\b[^.?!]*\b(?:today|this (?:morning|afternoon|evening|week))\b/i,
    ({ before, at }) => daysBetween(before, at) === 0,
  ],
  // On a Friday afternoon there is no week left.
  [/\bthis week\b(?! or next)/i, ({ at }) => dateOf(at).dayOfWeek <= 3],
  [/\b(?:by|on|next) (?:mon|tues|wednes|thurs|fri|satur|sun)day\b|\bthis weekend\b/i, () => false],
];

const textOf = (step: Step): string =>
  "say" in step ? step.say : "body" in step ? `${"subject" in step ? step.subject : ""}\n${step.body}` : "";

/** False statements about days in a follow-up, for any of the starts. */
function untrue(name: string, steps: readonly Step[]): string[] {
  return steps.flatMap((step, at) =>
    RELATIVE.flatMap(([pattern, isTrue]) => {
      const word = pattern.exec(textOf(step))?.[0];
      if (word === undefined) return [];
      const wrong = STARTS.find((start) => {
        const planned = planSteps(steps, start, calendar);
        return !isTrue({ before: planned[at - 1] ?? start, at: planned[at]!, after: planned[at + 1] }, word);
      });
      return wrong
        ? [
            `${name}, step ${at + 1}: “${word}” is wrong when it starts ${wrong.toZonedDateTimeISO(ZONE).toPlainDateTime()}`,
          ]
        : [];
    }),
  );
}

describe("words for days in ready-made follow-ups", () => {
  it.each(plays().map((play) => [play.id, play.steps] as const))(
    "of the play %s are true whenever it starts",
    (id, steps) => {
      expect(untrue(id, steps as readonly Step[])).toEqual([]);
    },
  );

  it("of the first sequence are true", () => {
    expect(untrue("first sequence", firstSequence("Five Signs"))).toEqual([]);
  });

  it("are found where they would be wrong", () => {
    const mail = (body: string): Step => ({
      kind: "mail",
      delay: { amount: 1, unit: "days" },
      subject: "",
      body,
    });
    for (const body of [
      "I wrote yesterday.",
      "Two days ago I wrote.",
      "Last week I asked.",
      "I'll call tomorrow.",
      "Are you in this week?",
    ])
      expect(untrue("x", [mail("a"), mail(body), mail("b")]), body).toHaveLength(1);
  });
});
