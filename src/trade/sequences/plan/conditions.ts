import { afterDelay, type Calendar, type ConditionStep, type Delay, type Test } from "./planner.ts";

export interface Behavior {
  /** Each kind with its latest time. */
  readonly deeds: readonly { readonly what: string; readonly lastAt: Temporal.Instant }[];
  /** When they last asked for something, or came. */
  readonly askedAt: Temporal.Instant;
  readonly repliedAt: Temporal.Instant | null;
}

export interface ConditionResult {
  readonly isMet: boolean;
  /** Such as `they had not opened the guide`; also shown on skipped steps. */
  readonly why: string;
}

/** Decides a condition from what the lead did until `now`. */
export function decideCondition(
  { if: test }: ConditionStep,
  { deeds, askedAt, repliedAt }: Behavior,
  {
    startedAt,
    now,
    calendar,
  }: { readonly startedAt: Temporal.Instant; readonly now: Temporal.Instant; readonly calendar: Calendar },
): ConditionResult {
  if ("days" in test) {
    const contactTimes = [askedAt, ...(repliedAt ? [repliedAt] : []), ...deeds.map(({ lastAt }) => lastAt)];
    const since = before({ amount: test.days, unit: "days" }, now, calendar);
    const isMet = contactTimes.every((at) => Temporal.Instant.compare(at, since) <= 0);
    return {
      isMet,
      why: isMet
        ? `they were quiet for ${count(test.days, "day")}`
        : `they weren’t quiet for ${count(test.days, "day")}`,
    };
  }
  const since = test.within ? before(test.within, now, calendar) : startedAt;
  const times = deeds.filter(({ what }) => what === test.what).map(({ lastAt }) => lastAt);
  // Replies older than the event log are only on the lead.
  if (test.what === "replied" && repliedAt) times.push(repliedAt);
  const did = times.some((at) => Temporal.Instant.compare(at, since) >= 0);
  return {
    isMet: did !== (test.not ?? false),
    why: `they had ${did ? "" : "not "}${describeEvent(test.what)}${formatWithin(test.within)}`,
  };
}

const before = ({ amount, unit }: Delay, now: Temporal.Instant, calendar: Calendar) =>
  afterDelay({ amount: -amount, unit }, now, calendar);

/** Describes a test, such as `If they have not opened the guide`. */
export function describeTest(test: Test): string {
  if ("days" in test) return `If they’ve been quiet for ${count(test.days, "day")}`;
  return `If they have ${test.not ? "not " : ""}${describeEvent(test.what)}${formatWithin(test.within)}`;
}

/** Others are quoted by name. */
const EVENT_WORDS: Readonly<Record<string, string>> = {
  replied: "replied",
  clicked: "clicked a link",
  downloaded: "opened the guide",
  returned: "come back to your page",
  booked: "made an appointment",
  talked: "talked with you",
  "estimate.viewed": "looked at the estimate",
  "estimate.approved": "approved the estimate",
};

/** Follows “they have”. */
const describeEvent = (what: string) =>
  Object.hasOwn(EVENT_WORDS, what) ? EVENT_WORDS[what]! : `done “${what.replace(/[._-]/g, " ")}”`;

const formatWithin = (within: Delay | undefined) =>
  within ? ` in the last ${within.amount === 1 ? within.unit.slice(0, -1) : formatDelay(within)}` : "";

/** Formats a delay, such as `2 weeks`. */
export const formatDelay = ({ amount, unit }: Delay): string => count(amount, unit.slice(0, -1));

const count = (amount: number, unit: string) => `${amount} ${unit}${amount === 1 ? "" : "s"}`;
