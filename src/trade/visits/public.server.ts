export { visitsResource } from "./api/resource.server.ts";
export { visitsOffSwitches } from "./off-switches.server.ts";
export { VISIT } from "./mail.server.ts";
export { loadVisitsSection } from "./shown.server.ts";
export { lastVisitOf } from "./visits.server.ts";
