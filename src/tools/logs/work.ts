import type { WorkSource } from "#trade/fieldwork/public.ts";
import { entryTitle } from "./format.ts";
import { entryOf } from "./rules.ts";

/** Crews and equipment, as work that may be for a change. */
export const logWork: WorkSource = {
  kind: "logs.entry",
  workOf(id, values) {
    const entry = entryOf(id, values);
    const { crew, date, company, corrects, approved } = entry;
    if (values["removed"] === true || date === null || (!crew && entry.type !== "equipment")) return null;
    return {
      ...{ id, company, corrects, approved, day: date, what: entryTitle(entry) },
      hours: crew ? crew.count * crew.hours : 0,
    };
  },
};
