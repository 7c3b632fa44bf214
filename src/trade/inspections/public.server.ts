export { defineInspections } from "./kinds.server.ts";
export {
  type DueDay,
  findDueDays,
  movedSchedule,
  openDays,
  type OpenSchedule,
  openSchedules,
} from "./schedules/days.server.ts";
export { findingsOf, scoresOf } from "./run/scores.server.ts";
export { defineScheduledLists } from "./schedules/due.server.ts";
export { findRun, runReportOf, typedIn } from "./report/request.server.ts";
export { fillInspectionReport, fillRunReport } from "./report/run-report.server.ts";
