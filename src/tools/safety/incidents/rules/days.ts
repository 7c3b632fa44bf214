/** OSHA counts no more than this, days away and restricted days together: 1904.7(b)(3)(vii). */
export const MOST_DAYS = 180;

export type SpellKind = "away" | "restricted";

/**
 * Days on which a person couldn't work, or not fully. Weekends, holidays and vacation count too, so a spell
 * has no gaps for them: 1904.7(b)(3)(iv). It starts when the doctor says so, even if the person came in:
 * 1904.7(b)(3)(ii). A day of partial work is a restricted day: 1904.7(b)(4)(v).
 */
export interface Spell {
  readonly kind: SpellKind;
  /** First and last day, "2026-11-29". The last one is null while it runs. */
  readonly from: string;
  readonly to: string | null;
  /** The last day as the doctor expects it. Null if nobody said so. */
  readonly expectedTo: string | null;
}

export interface DayCase {
  /** Day of the injury, or the first day of the illness, "2026-11-29". */
  readonly incidentOn: string;
  readonly spells: readonly Spell[];
  /**
   * First day on which the person no longer worked for you, and whether the injury was the reason. Left for
   * another reason, the count stops; because of the injury, it is the estimate of all days:
   * 1904.7(b)(3)(viii).
   */
  readonly left: { readonly on: string; readonly because: "injury" | "other" } | null;
  /** First day of a job that was changed for good, so that nothing is restricted in it: 1904.7(b)(4)(xi). */
  readonly permanentFrom: string | null;
}

export interface DayCount {
  readonly away: number;
  readonly restricted: number;
  /** Whether there were more days than OSHA counts. */
  readonly isCapped: boolean;
  /** Whether tomorrow may add a day. */
  readonly isRunning: boolean;
  /** Whether days to come are in it. */
  readonly isEstimated: boolean;
  /** Whether the log needs an estimate that nobody gave yet: 1904.7(b)(3)(vi) and (viii). */
  readonly needsEstimate: boolean;
}

const earlier = (one: string, other: string): string => (one < other ? one : other);
const later = (one: string, other: string): string => (one < other ? other : one);
const dayBefore = (day: string): string => Temporal.PlainDate.from(day).subtract({ days: 1 }).toString();

/** The last expected day of somebody who left because of the injury: nobody learns more of them. */
const finalEstimate = ({ expectedTo }: Spell, left: DayCase["left"]): string | null =>
  left?.because === "injury" && expectedTo !== null && expectedTo >= left.on ? expectedTo : null;

/** The last day of a spell that counts. @param upTo the last of those to count; null for all expected */
function lastDayOf(
  spell: Spell,
  { left, permanentFrom }: DayCase,
  asOf: string,
  upTo: string | null,
): string {
  // Who is still out after the expected day has been out until today.
  let last =
    spell.to ?? finalEstimate(spell, left) ?? (upTo === null ? later(spell.expectedTo ?? asOf, asOf) : upTo);
  if (upTo !== null) last = earlier(last, upTo);
  if (left?.because === "other") last = earlier(last, dayBefore(left.on));
  if (permanentFrom !== null && spell.kind === "restricted") last = earlier(last, dayBefore(permanentFrom));
  return last;
}

function count(of: DayCase, asOf: string, upTo: string | null): DayCount {
  // The day of the injury never counts: 1904.7(b)(3)(i).
  const first = Temporal.PlainDate.from(of.incidentOn).add({ days: 1 }).toString();
  const kinds = new Map<string, SpellKind>();
  for (const spell of of.spells) {
    const last = lastDayOf(spell, of, asOf, upTo);
    let day = Temporal.PlainDate.from(spell.from < first ? first : spell.from);
    // One more than can count shows that there were more; every spell is then long enough.
    for (let left = MOST_DAYS + 1; left > 0 && day.toString() <= last; left--) {
      // A day that is in two spells is counted once, as the more serious one.
      if (spell.kind === "away" || !kinds.has(day.toString())) kinds.set(day.toString(), spell.kind);
      day = day.add({ days: 1 });
    }
  }
  const days = [...kinds].toSorted(([one], [other]) => (one < other ? -1 : 1));
  const counted = days.slice(0, MOST_DAYS);
  const restricted = counted.filter(([, kind]) => kind === "restricted").length;
  const isCapped = days.length > MOST_DAYS;
  // A job that was changed for good on the next day still counts one day: 1904.7(b)(4)(xi).
  const atLeast =
    of.permanentFrom !== null && of.permanentFrom <= asOf && !isCapped && counted.length < MOST_DAYS
      ? Number(of.spells.some((spell) => spell.kind === "restricted" && spell.from <= asOf))
      : 0;
  const isEstimateFinal = (spell: Spell): boolean => {
    const last = finalEstimate(spell, of.left);
    return last !== null && (upTo === null || last <= asOf);
  };
  const open = of.spells.filter(
    (spell) =>
      spell.to === null &&
      of.left?.because !== "other" &&
      !isEstimateFinal(spell) &&
      !(spell.kind === "restricted" && of.permanentFrom !== null && of.permanentFrom <= asOf),
  );
  return {
    away: counted.length - restricted,
    restricted: Math.max(restricted, atLeast),
    isCapped,
    isRunning: open.length > 0 && counted.length < MOST_DAYS,
    isEstimated: upTo === null && counted.some(([day]) => day > asOf),
    needsEstimate:
      counted.length < MOST_DAYS && open.some(({ expectedTo }) => expectedTo === null || expectedTo < asOf),
  };
}

/**
 * The days so far, by the calendar, from the day after the injury: 1904.7(b)(3) and (4).
 * @param asOf the last day to count, "2026-11-29"
 */
export const countDays = (of: DayCase, asOf: string): DayCount => count(of, asOf, asOf);

/**
 * The days for the log and the annual summary, with those a doctor expects: 1904.7(b)(3)(vi), (viii), (ix).
 * @param asOf today, "2026-11-29"
 */
export const expectDays = (of: DayCase, asOf: string): DayCount => count(of, asOf, null);

/** The year of the log. A case is recorded once, in the year in which it happened: 1904.7(b)(3)(ix). */
export const logYearOf = ({ incidentOn }: Pick<DayCase, "incidentOn">): number =>
  Temporal.PlainDate.from(incidentOn).year;

/** "12 days away", "3 days away and 1 restricted day", "180 days away (180 is the most that OSHA counts)" */
export function describeDays({ away, restricted, isCapped }: DayCount): string {
  const parts = [
    ...(away > 0 || restricted === 0 ? [`${away} ${away === 1 ? "day" : "days"} away`] : []),
    ...(restricted > 0 ? [`${restricted} restricted ${restricted === 1 ? "day" : "days"}`] : []),
  ];
  return `${parts.join(" and ")}${isCapped ? ` (${MOST_DAYS} is the most that OSHA counts)` : ""}`;
}
