export type { DayHours, OpeningHours } from "./schema.ts";
export { hoursField, readHours } from "./settings/hours.ts";
export { toolsNamed } from "./tools.ts";
