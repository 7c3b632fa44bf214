export { defineMarks } from "./photos/marks/define-marks.server.ts";
export { photoValue } from "./photos/photo-value.server.ts";
export { placeValue } from "./place/place-value.server.ts";
export { type CrewDay, crewDaysOf, defineCrewHours } from "./entries/crew-hours.server.ts";
export { defineWork, extraWorkOf, logsExtraWork } from "./entries/work.server.ts";
export { isManager, latestToday, refuse } from "./commands/refusal.server.ts";
