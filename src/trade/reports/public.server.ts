export { requestOf } from "./report.ts";
export { defineReports } from "./told.server.ts";
export { reportsOffSwitches } from "./off-switches.server.ts";
