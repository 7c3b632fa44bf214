import type { CaseType, LogRow, Outcome, Totals } from "./summary.ts";

// The columns of forms 300 and 300A, in OSHA’s words.

export const OUTCOME_COLUMNS: Readonly<Record<Outcome, { readonly letter: string; readonly label: string }>> =
  {
    death: { letter: "G", label: "Death" },
    "days away": { letter: "H", label: "Days away from work" },
    restricted: { letter: "I", label: "Job transfer or restriction" },
    other: { letter: "J", label: "Other recordable cases" },
  };

export const TYPE_LABELS: Readonly<Record<CaseType, string>> = {
  ...{ 1: "Injury", 2: "Skin disorder", 3: "Respiratory condition" },
  ...{ 4: "Poisoning", 5: "Hearing loss", 6: "All other illnesses" },
};

/** What an executive certifies: 29 CFR 1904.32(b)(3). */
export const CERTIFICATION =
  "I certify that I have examined the OSHA 300 log, and that I reasonably believe, based on my knowledge of how it was recorded, that this annual summary is correct and complete.";

/** Form 300A: what it counts, in its groups. */
export const TOTAL_GROUPS: readonly {
  readonly title: string;
  readonly lines: readonly { readonly letter: string; readonly label: string; of(totals: Totals): number }[];
}[] = [
  {
    title: "Number of cases",
    lines: [
      { letter: "G", label: "Deaths", of: ({ deaths }) => deaths },
      { letter: "H", label: "Cases with days away from work", of: ({ daysAwayCases }) => daysAwayCases },
      {
        letter: "I",
        label: "Cases with job transfer or restriction",
        of: ({ restrictedCases }) => restrictedCases,
      },
      { letter: "J", label: "Other recordable cases", of: ({ otherCases }) => otherCases },
    ],
  },
  {
    title: "Number of days",
    lines: [
      { letter: "K", label: "Days away from work", of: ({ daysAway }) => daysAway },
      {
        letter: "L",
        label: "Days of job transfer or restriction",
        of: ({ daysRestricted }) => daysRestricted,
      },
    ],
  },
  {
    title: "Injury and illness types",
    lines: [
      { letter: "M1", label: "Injuries", of: ({ types }) => types[1] },
      { letter: "M2", label: "Skin disorders", of: ({ types }) => types[2] },
      { letter: "M3", label: "Respiratory conditions", of: ({ types }) => types[3] },
      { letter: "M4", label: "Poisonings", of: ({ types }) => types[4] },
      { letter: "M5", label: "Hearing loss", of: ({ types }) => types[5] },
      { letter: "M6", label: "All other illnesses", of: ({ types }) => types[6] },
    ],
  },
];

/** "3/2", as form 300 has the month and day of a case. */
export const monthAndDay = ({ date }: Pick<LogRow, "date">): string =>
  `${Number(date.slice(5, 7))}/${Number(date.slice(8, 10))}`;
