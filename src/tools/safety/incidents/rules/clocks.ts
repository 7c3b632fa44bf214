import type { Reason } from "./finding.ts";
import type { Answer } from "./truth.ts";

/** OSHA's central number, day and night: 1904.39(a)(3)(ii). */
export const OSHA_PHONE = {
  words: "1-800-321-OSHA",
  digits: "1-800-321-6742",
  href: "tel:+18003216742",
} as const;

/** OSHA's form on the web: 1904.39(a)(3)(iii). */
export const OSHA_REPORT_PAGE = "https://www.osha.gov/report";

/** What must be reported, and in how many hours: 1904.39(a). */
export const REPORT_HOURS = { death: 8, hospitalization: 24, amputation: 24, "eye-loss": 24 } as const;
export type SevereKind = keyof typeof REPORT_HOURS;

/** 1904.39(b)(6): a later death is recorded, but not reported. */
const DEATH_WITHIN_DAYS = 30;
/** 1904.39(b)(6): as are a later hospitalization, amputation and loss of an eye. */
const OTHERS_WITHIN_HOURS = 24;

/** A death, or an injury so severe that OSHA wants a call. */
export interface SevereEvent {
  readonly kind: SevereKind;
  /** When the incident happened. Null if nobody knows. */
  readonly incidentAt: Temporal.Instant | null;
  /** When the person died, was admitted, or lost the limb or the eye. */
  readonly outcomeAt: Temporal.Instant;
  /** When you, or a person who acts for you, learned of that: 1904.39(b)(7). */
  readonly knownAt: Temporal.Instant;
  readonly workRelated: Answer;
  /** When you learned that it was work-related: 1904.39(b)(8). Null if that was clear from the start. */
  readonly workRelatedKnownAt: Temporal.Instant | null;
  /** A vehicle accident on a public street or highway, and whether that was in a construction work zone. */
  readonly publicRoad: Answer;
  readonly workZone: Answer;
  /** On a plane, train, subway, bus or other commercial or public transportation. */
  readonly transit: Answer;
  /** Admitted only to be observed or tested. */
  readonly observationOnly: Answer;
  /** Whether another event of the same injury was reported in time. */
  readonly reportedBefore: boolean;
  /** Where it happened, "America/Chicago". */
  readonly zone: string;
}

export interface ReportClock {
  /** "wait" while nobody knows whether it was work-related. */
  readonly must: "report" | "no report" | "wait";
  /** Null unless it must be reported. */
  readonly deadline: Temporal.Instant | null;
  readonly because: Reason;
  /** Answers that could make the call unnecessary. It is due until they are known. */
  readonly check: readonly Reason[];
}

const noReport = (cites: string, says: string): ReportClock => ({
  must: "no report",
  deadline: null,
  because: { cites, says },
  check: [],
});

const isLaterThanReported = ({ kind, incidentAt, outcomeAt, zone }: SevereEvent): boolean => {
  if (incidentAt === null) return false;
  if (kind !== "death")
    return Temporal.Instant.compare(outcomeAt, incidentAt.add({ hours: OTHERS_WITHIN_HOURS })) > 0;
  // Days of the calendar where it happened. The whole thirtieth day counts: an unneeded call costs nothing.
  const day = (at: Temporal.Instant) => at.toZonedDateTimeISO(zone).toPlainDate();
  return Temporal.PlainDate.compare(day(outcomeAt), day(incidentAt).add({ days: DEATH_WITHIN_DAYS })) > 0;
};

/**
 * Whether and until when a severe event must be reported to OSHA: 29 CFR 1904.39. Small and partly exempt
 * employers must report too.
 */
export function reportClock(event: SevereEvent): ReportClock {
  const { kind, publicRoad, workZone, transit, observationOnly, knownAt } = event;
  if (event.workRelated === "no")
    return noReport("1904.39(a)", "It wasn't work-related. Write down why you think so.");
  // OSHA's letter of January 8, 2021.
  if (event.reportedBefore)
    return noReport("1904.39(a)", "You reported this injury in time. A second report isn't needed.");
  if (publicRoad === "yes" && workZone === "no") {
    const says =
      "It was a vehicle accident on a public road, outside a work zone. Record it, but don't report it.";
    return noReport("1904.39(b)(3)", says);
  }
  if (transit === "yes")
    return noReport(
      "1904.39(b)(4)",
      "It happened on commercial or public transportation. Record it, but don't report it.",
    );
  if (kind === "hospitalization" && observationOnly === "yes")
    return noReport("1904.39(b)(10)", "The person was admitted only to be observed or tested.");
  if (isLaterThanReported(event)) {
    const when = kind === "death" ? "more than 30 days" : "more than 24 hours";
    return noReport("1904.39(b)(6)", `It came ${when} after the incident. Record it, but don't report it.`);
  }
  const check: Reason[] = [];
  if (publicRoad === "unknown" || (publicRoad === "yes" && workZone === "unknown")) {
    const says = "Was it a vehicle accident on a public road, outside a construction work zone?";
    check.push({ cites: "1904.39(b)(3)", says });
  }
  if (transit === "unknown")
    check.push({ cites: "1904.39(b)(4)", says: "Was it on commercial or public transportation?" });
  if (kind === "hospitalization" && observationOnly === "unknown")
    check.push({
      cites: "1904.39(b)(10)",
      says: "Was the person admitted for care, or only to be observed?",
    });
  if (event.incidentAt === null)
    check.push({ cites: "1904.39(b)(6)", says: "When did the incident happen?" });
  if (event.workRelated === "unknown") {
    const says =
      "The clock starts when you learn that it was work-related. If you aren't sure, call OSHA now and ask.";
    return { must: "wait", deadline: null, because: { cites: "1904.39(b)(8)", says }, check };
  }
  const hours = REPORT_HOURS[kind];
  const starts = [
    {
      at: event.outcomeAt,
      ...{ cites: kind === "death" ? "1904.39(a)(1)" : "1904.39(a)(2)", after: "" },
    },
    { at: knownAt, cites: "1904.39(b)(7)", after: " after you learned of it" },
    {
      at: event.workRelatedKnownAt ?? knownAt,
      ...{ cites: "1904.39(b)(8)", after: " after you learned that it was work-related" },
    },
  ];
  const { at, cites, after } = starts.reduce((latest, one) =>
    Temporal.Instant.compare(one.at, latest.at) > 0 ? one : latest,
  );
  const because = { cites, says: `Report it within ${hours} hours${after}.` };
  return { must: "report", deadline: at.add({ hours }), because, check };
}

/** How a report stands. @param reportedAt when it was made; null if it wasn't */
export function reportStanding(
  { must, deadline }: Pick<ReportClock, "must" | "deadline">,
  now: Temporal.Instant,
  reportedAt: Temporal.Instant | null,
): "nothing due" | "due" | "overdue" | "reported" | "reported late" {
  if (must !== "report" || deadline === null) return reportedAt === null ? "nothing due" : "reported";
  const isLate = Temporal.Instant.compare(reportedAt ?? now, deadline) > 0;
  if (reportedAt === null) return isLate ? "overdue" : "due";
  return isLate ? "reported late" : "reported";
}

/**
 * The moment of a time on the wall, as a person types it. Where clocks change, a time that comes twice or
 * never is the earlier one, so that no deadline is too late.
 * @param day "2026-11-01" @param time "01:30" @throws RangeError for anything else
 */
export const momentOf = (day: string, time: string, zone: string): Temporal.Instant =>
  Temporal.PlainDate.from(day)
    .toPlainDateTime(Temporal.PlainTime.from(time))
    .toZonedDateTime(zone, { disambiguation: "earlier" })
    .toInstant();

/**
 * The day by which the log and the 301 must be filled in: 7 calendar days after you learned of a recordable
 * case, 1904.29(b)(3). @returns "2026-12-06"
 */
export const formsDueOn = (knownAt: Temporal.Instant, zone: string): string =>
  knownAt.toZonedDateTimeISO(zone).toPlainDate().add({ days: 7 }).toString();
