export { photosOfAnswered, requestOfTool } from "./data.server.ts";
export { clientOf } from "./mail/client.server.ts";
export { contactOf } from "./paper/gather.server.ts";
export { requestOf } from "./paper/render.ts";
export { defineReports, photosForOutside } from "./paper/registry.server.ts";
export { reportsOffSwitches } from "./off-switches.server.ts";
