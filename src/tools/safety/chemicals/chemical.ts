import { readDate, readText, readTextOrNull, type Values } from "#ground/sync/public.ts";

/** Where and when a chemical was used on a job: what 29 CFR 1910.1020(d)(1)(ii)(B) wants for 30 years. */
export const CHEMICAL = "safety.chemical";
/** Of the rule. */
export const KEPT_YEARS = 30;
export const KEPT_BY = "29 CFR 1910.1020(d)(1)(ii)(B)";

export const LONGEST = { name: 120, maker: 120, place: 120 } as const;
/** Whether it's still used. */
export const LEDGER_STATES = ["used", "past"] as const;
const EARLIEST = "1970-01-01";

export interface Chemical {
  /** Its sheet in the library. */
  readonly sheet: string;
  readonly name: string;
  readonly maker: string;
  readonly place: string;
  /** First and last day; the last is null while it is used. */
  readonly from: string;
  readonly until: string | null;
}

/** A line of the ledger from a record's values, which a device may have written. */
export const chemicalOf = (values: Values): Chemical => ({
  sheet: readText(values["sheet"]),
  name: readText(values["name"]),
  maker: readTextOrNull(values["maker"]) ?? "",
  place: readText(values["place"]),
  from: readDate(values["from"]) ?? "",
  until: readDate(values["until"]),
});

/**
 * What is wrong with a line, by field.
 * @param today the latest day that it can be anywhere
 */
export function faultsOf(
  { place, from, until }: Pick<Chemical, "place" | "from" | "until">,
  today: string,
): Readonly<Record<string, string>> {
  return {
    ...(place === "" ? { place: "Enter where it’s used, such as “Paint shed”." } : {}),
    ...(from === ""
      ? { from: "Enter the first day it was used." }
      : from < EARLIEST
        ? { from: "Check the year." }
        : from > today
          ? { from: "This day is still to come." }
          : {}),
    ...(until === null
      ? {}
      : until < from
        ? { until: "The last day is before the first one." }
        : until > today
          ? { until: "This day is still to come. Leave it blank while it’s used." }
          : {}),
  };
}
