import type { Reason } from "./finding.ts";
import type { Answer } from "./truth.ts";

/** 1904.1(a)(1): up to so many employees keep no log. */
const SMALL_UP_TO = 10;

export interface Employer {
  /**
   * The most people on the payroll at one time last calendar year, in the whole company, with part-time,
   * temporary and seasonal people: 1904.1(b). Null if it isn't known.
   */
  readonly mostEmployees: number | null;
  /** Whether the industry of this establishment is on OSHA's list: 1904.2. Construction isn't. */
  readonly industryExempt: Answer;
  /** Whether OSHA or the Bureau of Labor Statistics asked in writing for records. */
  readonly askedInWriting: boolean;
}

export interface Exemption {
  readonly mustRecord: "yes" | "no" | "unknown";
  readonly because: Reason;
  /** What holds anyway. */
  readonly stillHolds: readonly Reason[];
}

/** What every employer owes, however small. */
const ALWAYS: readonly Reason[] = [
  {
    cites: "1904.39",
    says: "Report a death within 8 hours, and a hospitalization, amputation or eye loss within 24 hours.",
  },
  {
    cites: "1904.41",
    says: "Keep the records and send them if OSHA or the Bureau of Labor Statistics asks you in writing.",
  },
  { cites: "1904.37", says: "Follow your state, if it runs its own program. It can ask for more." },
];

/** Whether an employer keeps OSHA's log at all: 29 CFR 1904.1 and 1904.2. */
export function exemptionOf({ mostEmployees, industryExempt, askedInWriting }: Employer): Exemption {
  if (askedInWriting) {
    const says = "OSHA or the Bureau of Labor Statistics asked you in writing to keep records.";
    return { mustRecord: "yes", because: { cites: "1904.1(a)(1)", says }, stillHolds: ALWAYS };
  }
  if (mostEmployees !== null && mostEmployees <= SMALL_UP_TO) {
    const says = `You had ${SMALL_UP_TO} or fewer employees all last year, so you need no log.`;
    return { mustRecord: "no", because: { cites: "1904.1(a)(1)", says }, stillHolds: ALWAYS };
  }
  if (industryExempt === "yes") {
    const says = "This establishment is in an industry on OSHA's list, so it doesn't need to keep the log.";
    return { mustRecord: "no", because: { cites: "1904.2(a)(1)", says }, stillHolds: ALWAYS };
  }
  if (mostEmployees === null || industryExempt === "unknown") {
    const says =
      mostEmployees === null
        ? `Did the company have more than ${SMALL_UP_TO} employees at any time last year?`
        : "Is the industry of this establishment on OSHA's list? Construction isn't.";
    const cites = mostEmployees === null ? "1904.1(b)" : "1904.2(b)";
    return { mustRecord: "unknown", because: { cites, says }, stillHolds: ALWAYS };
  }
  const says = `You had more than ${SMALL_UP_TO} employees at some time last year. Keep the log.`;
  return { mustRecord: "yes", because: { cites: "1904.1(a)(2)", says }, stillHolds: ALWAYS };
}
