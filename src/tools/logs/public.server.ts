export { formerAuthors } from "./authors.server.ts";
export { weatherClaim } from "./claim-shape.server.ts";
export { dailyLog } from "./log-shape.server.ts";
export { logTellers } from "./told.ts";
