export {
  findJob,
  findJobs,
  jobChoices,
  type JobRow,
  jobsById,
  jobsOfLead,
  listJobs,
  pageOfJobs,
  zoneOfJob,
} from "./data.server.ts";
export { isOpen, jobOf, LONGEST as LONGEST_JOB, type Status, STATUS_WORDS, STATUSES } from "./rules.ts";
export type {
  FilledShape,
  ReportShape,
  ShapeAsk,
  ShapeChapter,
  ShapeColumn,
  ShapeEntry,
  ShapeItem,
  ShapeList,
  ShapePart,
  ShapePhoto,
  ShapePlan,
  ShapeRow,
  ShapeSignature,
  ShapeTable,
  ShapeTone,
} from "./timeline/report-shape.ts";
export { figureColumn, shapeRow, shortColumn, textColumn } from "./timeline/shape-table.ts";
export type { FinishStep } from "./finish-step.ts";
export type { CloseoutPart } from "./timeline/closeout-part.ts";
export type { ServerTool, TablePrivacy, TodaySection, WithClients, ToolTable } from "./tool.server.ts";
export { jobDescribers, photosShown, type Describer, type Told } from "./timeline/report-lines.ts";
export {
  changedQuery,
  daysQuery,
  isInOrder,
  jobQuery,
  NOT_IN_ORDER,
  pageOfJobItems,
  stateQuery,
} from "./api/item-calls.server.ts";
