import { INJURY } from "#tools/safety/incidents/stored/injury.ts";

// A year of a made-up roofing contractor, as the office has its injuries: 30 cases on the log, and others
// that don’t belong on it.

export { INJURY };

/** What the office of the firm posts for its establishment. */
export const PLACE = {
  ...{ name: "Peña Roofing, Austin yard", company: "Peña & Sons Roofing, LLC", ein: "74-1234567" },
  ...{ street: "1200 E 7th St", city: "Austin", state: "TX", zip: "78702", industry: "Roofing" },
  ...{ naics: "238160", owner: "1" },
};

/** What it posts for the year. */
export const FIGURES = {
  ...{ hours: "190,000", averageEmployees: "96", headcount: "124", mostInCompany: "101" },
};

/** How many of the 30 cases end how: columns G to J, K and L, and M. */
export const EXPECTED = {
  ...{ deaths: 1, daysAwayCases: 10, restrictedCases: 9, otherCases: 10, daysAway: 55, daysRestricted: 45 },
  types: { 1: 26, 2: 1, 3: 1, 4: 1, 5: 0, 6: 1 },
};

const NAMES = ["María Núñez", "Lee Ho", "Sam Ode", "Ana Paz", "Luis Ortega", "Kim Vo", "Dee Hart"];
const ORDINARY = {
  ...{ supervised: "yes", hurt: "yes", place: "work", exception: "none", preexisting: "no" },
  ...{ recordedBefore: "no", death: "no", daysAway: "no", restricted: "no", moreTreatment: "no" },
  ...{ unconscious: "no", diagnosis: "none", special: "none" },
};
const NOT_PRIVATE = {
  ...{ intimate: "no", assault: "no", mental: "no", infection: "no", sharps: "no", illness: "no" },
  requested: "no",
};
const prefixed = (prefix: string, values: Readonly<Record<string, string>>) =>
  Object.fromEntries(Object.entries(values).map(([key, value]) => [`${prefix}.${key}`, value]));
const dayOf = (year: number, days: number): string =>
  Temporal.PlainDate.from({ year, month: 1, day: 5 }).add({ days }).toString();

/** One injury of the year, as fields of its record. @param at from 0 on */
export function injuryAt(year: number, at: number): Record<string, unknown> {
  const date = dayOf(year, at * 11);
  const [isDeath, outcome] = [at === 29, at % 3];
  const answers = {
    ...ORDINARY,
    ...(isDeath
      ? { death: "yes" }
      : { 0: { unconscious: "yes" }, 1: { daysAway: "yes" }, 2: { restricted: "yes" } }[outcome]),
  };
  const kind = outcome === 1 ? "away" : "restricted";
  const days = 1 + (at % 10);
  const spell = { kind, from: dayOf(year, at * 11 + 1), to: dayOf(year, at * 11 + days), expectedTo: null };
  return {
    when: { date, time: at === 4 ? null : "13:20", zone: "America/Chicago" },
    known: `${date}T19:00:00Z`,
    person: { name: NAMES[at % NAMES.length], title: "Roofer" },
    ...{ what: "The knife slipped on wet felt", before: "Cutting underlayment", where: "Job 14, north roof" },
    ...{ injury: "Cut, 2 inches", "parts.hand-left": true, done: "Cleaned and bandaged it" },
    ...prefixed("answers", answers),
    ...prefixed("privacy", { ...NOT_PRIVATE, ...(at === 7 ? { sharps: "yes" } : {}) }),
    ...(outcome === 0 || isDeath ? {} : { "spells.a": spell }),
    ...prefixed("form", {
      ...{
        born: "1985-06-20",
        hired: "2018-01-15",
        sex: "F",
        street: "9 Elm St",
        city: "Austin",
        state: "TX",
      },
      ...{ zip: "78702", physician: "Dr. Rey", facility: "St. David’s", facilityAddress: "919 E 32nd St" },
      ...{
        inEmergencyRoom: "yes",
        overnight: isDeath ? "yes" : "no",
        startedWork: "07:00",
        object: "Utility knife",
      },
      ...{ type: String({ 3: 2, 9: 3, 12: 4, 15: 6 }[at] ?? 1), ...(isDeath ? { died: date } : {}) },
    }),
  };
}

/** Injuries that aren’t on the year’s log: first aid, undecided, and of the year before. */
export const offTheLog = (year: number): Record<string, unknown>[] => [
  { ...injuryAt(year, 0), "answers.unconscious": "no" },
  { ...injuryAt(year, 1), "answers.hurt": "unknown" },
  injuryAt(year - 1, 2),
];
