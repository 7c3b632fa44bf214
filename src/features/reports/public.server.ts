export { defineReports } from "./told.server.ts";
