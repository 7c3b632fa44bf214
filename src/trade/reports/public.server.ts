export { requestOf } from "./paper/render.ts";
export { defineReports } from "./paper/registry.server.ts";
export { reportsOffSwitches } from "./off-switches.server.ts";
