export { requestOf } from "./report.ts";
export { defineReports } from "./told.server.ts";
