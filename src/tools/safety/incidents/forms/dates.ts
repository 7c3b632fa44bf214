import { isPartiallyExempt, sendsCases, sendsSummary } from "./industries.ts";

// What OSHA’s recordkeeping rule (29 CFR part 1904) asks of a business for a year, and when. States with
// plans of their own may ask for more.

/** The dates of a year’s forms, such as "2027-02-01". */
export interface YearDates {
  /** Form 300A is posted where employees see it from this day (29 CFR 1904.32(b)(6)) … */
  readonly postFrom: string;
  /** … to the end of this one. */
  readonly postUntil: string;
  /** Last day to send the year to OSHA online (29 CFR 1904.41(c)). */
  readonly sendBy: string;
  /** Last day of the five years that the forms are kept (29 CFR 1904.33(a)). */
  readonly keepUntil: string;
}

/** The dates of the forms of a year. @param year of the cases, such as 2026 */
export const datesOf = (year: number): YearDates => ({
  postFrom: `${year + 1}-02-01`,
  postUntil: `${year + 1}-04-30`,
  sendBy: `${year + 1}-03-02`,
  keepUntil: `${year + 5}-12-31`,
});

/** What a business has to do for a year. */
export interface Duty {
  /** Whether it keeps the log: no, if it is small or in an exempt industry; null while facts are missing. */
  readonly records: boolean | null;
  /** What it sends to OSHA online; null while facts are missing. */
  readonly sends: "nothing" | "form 300A" | "form 300A and cases" | null;
  /** In plain words, each with its rule. */
  readonly reasons: readonly { readonly text: string; readonly cite: string }[];
}

/** Facts on which a duty depends. "" and null: not known. */
export interface Facts {
  /** The most people that the whole company employed at the same time in the year before. */
  readonly mostInCompany: number | null;
  /** Everybody who worked at the establishment at any time of the year (29 CFR 1904.41(b)(2)). */
  readonly headcount: number | null;
  /** Of the establishment, six digits. */
  readonly naics: string;
}

type Reason = Duty["reasons"][number];

/** Holds for every business, whatever its size. */
const ALWAYS: Reason = {
  text: "Report a death within 8 hours, and an in-patient hospitalization, an amputation or the loss of an eye within 24 hours.",
  cite: "29 CFR 1904.39",
};

const MISSING: Reason = {
  text: "Enter the company’s employees, the people who worked at this establishment, and its 6-digit NAICS code.",
  cite: "29 CFR 1904.1, 1904.2 and 1904.41",
};

/**
 * What OSHA’s rule asks of an establishment for a year. It can ask others in writing (29 CFR 1904.41(a)(3)).
 */
export function dutyOf({ mostInCompany, headcount, naics }: Facts): Duty {
  if (mostInCompany !== null && mostInCompany <= 10)
    return exempt(
      "A company that had 10 or fewer employees all of last year doesn’t keep a log, unless OSHA or the Bureau of Labor Statistics asks for it in writing.",
      "29 CFR 1904.1",
    );
  const hasCode = /^\d{6}$/.test(naics);
  if (hasCode && isPartiallyExempt(naics))
    return exempt(
      "This industry doesn’t keep a log, unless OSHA or the Bureau of Labor Statistics asks for it in writing.",
      "29 CFR 1904.2",
    );
  if (mostInCompany === null || headcount === null || !hasCode)
    return { records: null, sends: null, reasons: [MISSING, ALWAYS] };
  const { sends, reason } = sendingOf(headcount, naics);
  const records = {
    text: "Enter each recordable case in forms 300 and 301 within 7 days, and post form 300A from February 1 to April 30.",
    cite: "29 CFR 1904.29 and 1904.32",
  };
  return { records: true, sends, reasons: [records, reason, ALWAYS] };
}

const exempt = (text: string, cite: string): Duty => ({
  ...{ records: false, sends: "nothing" },
  reasons: [{ text, cite }, ALWAYS],
});

function sendingOf(
  headcount: number,
  naics: string,
): { readonly sends: NonNullable<Duty["sends"]>; readonly reason: Reason } {
  if (headcount >= 100 && sendsCases(naics))
    return {
      sends: "form 300A and cases",
      reason: {
        text: "Send form 300A and all cases of forms 300 and 301 to OSHA by March 2: the establishment has 100 people or more in an industry of appendix B.",
        cite: "29 CFR 1904.41(a)(1) and (a)(2)",
      },
    };
  if (headcount >= 250)
    return {
      sends: "form 300A",
      reason: {
        text: "Send form 300A to OSHA by March 2: the establishment has 250 people or more.",
        cite: "29 CFR 1904.41(a)(1)(ii)",
      },
    };
  if (headcount >= 20 && sendsSummary(naics))
    return {
      sends: "form 300A",
      reason: {
        text: "Send form 300A to OSHA by March 2: the establishment has 20 to 249 people in an industry of appendix A.",
        cite: "29 CFR 1904.41(a)(1)(i)",
      },
    };
  return {
    sends: "nothing",
    reason: {
      text: "An establishment of this size and industry sends nothing to OSHA unless OSHA asks for it.",
      cite: "29 CFR 1904.41(a)",
    },
  };
}

/** What somebody does for a year’s forms, and says so. */
export const DOABLE = ["post", "send", "remove"] as const;
/** On which day each was done, "2027-01-28". */
export type StepsDone = Readonly<Partial<Record<(typeof DOABLE)[number], string>>>;

/** Something to do on a day. */
export interface Step {
  readonly key: "post" | "send" | "remove" | "keep";
  /** "2027-03-02" */
  readonly on: string;
  /** "Send form 300A for 2026 to OSHA" */
  readonly label: string;
}

/** What is due for the forms of a year, in order; nothing for a business that keeps no log. */
export function stepsOf(year: number, { records, sends }: Pick<Duty, "records" | "sends">): Step[] {
  if (records !== true) return [];
  const { postFrom, postUntil, sendBy, keepUntil } = datesOf(year);
  const what =
    sends === "form 300A and cases" ? `form 300A and the cases for ${year}` : `form 300A for ${year}`;
  return [
    { key: "post", on: postFrom, label: `Post form 300A for ${year}` },
    ...(sends === "nothing" || sends === null
      ? []
      : [{ key: "send" as const, on: sendBy, label: `Send ${what} to OSHA` }]),
    { key: "remove", on: postUntil, label: `Last day to display form 300A for ${year}` },
    { key: "keep", on: keepUntil, label: `Keep the forms for ${year} until this day` },
  ];
}
