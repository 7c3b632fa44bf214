export { formerAuthors } from "./authors.server.ts";
export { weatherClaim } from "./claim/report-shape.server.ts";
export { dailyLog } from "./paper/report-shape.server.ts";
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
export { weatherId } from "./ids.ts";
export { STATES, TYPES } from "./rules.ts";
export { weatherOf } from "./weather/rules.ts";
