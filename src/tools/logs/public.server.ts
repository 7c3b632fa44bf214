export { formerAuthors } from "./authors.server.ts";
export { weatherClaim } from "./claim/report-shape.server.ts";
export { dailyLog } from "./paper/report-shape.server.ts";
export { logDescribers } from "./paper/report-lines.ts";
