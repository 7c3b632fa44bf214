export { formerAuthors } from "./authors.server.ts";
export { weatherClaim } from "./claim/report-shape.server.ts";
export { dailyLog } from "./paper/report-shape.server.ts";
export { defineMissingLogs } from "./reminders/missing-logs.server.ts";
export { logDescribers } from "./paper/report-lines.ts";
export {
  companiesIn,
  type DayRow,
  entriesOfDays,
  type EntryRow,
  findDay,
  listDays,
  weathersOf,
} from "./office/find.server.ts";
export { effectiveEntries, STATES, TYPES } from "./rules.ts";
export { loadReviewSection } from "./today/load.server.ts";
