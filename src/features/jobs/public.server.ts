export { findJob, type JobRow, jobsOfLead, listJobs } from "./data.server.ts";
export { isOpen, type Status, STATUS_WORDS } from "./rules.ts";
