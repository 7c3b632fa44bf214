export { findJob, type JobRow, jobsOfLead, listJobs } from "./data.server.ts";
export { photoValue } from "./photo-value.server.ts";
export { namesPhoto } from "./photos.ts";
export { isOpen, jobOf, type Status, STATUS_WORDS } from "./rules.ts";
export type {
  FilledShape,
  ReportShape,
  ShapeAsk,
  ShapeChapter,
  ShapeColumn,
  ShapeEntry,
  ShapePart,
  ShapePhoto,
  ShapeRow,
  ShapeTable,
} from "./report-shape.ts";
export { jobTellers, photosShown, type Teller, type Told } from "./told.ts";
