/** The incidents of a job, or one of their screens: "injury", "near-miss". */
export const incidentsPath = (job: string, screen?: string): string =>
  `/account/job/${job}/safety/incidents${screen ? `/${screen}` : ""}`;
/** An injury in the office. */
export const injuryPath = (id: string): string => `/account/safety/incidents/${id}`;
/** A corrective action of an injury. */
export { actionPath } from "../paths.ts";
