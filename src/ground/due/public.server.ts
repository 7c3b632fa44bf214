export { dueAtHour } from "./due-time.ts";
export { findDue, saveDue } from "./items.server.ts";
export { defineDueKind, type DueItem, type DueKind, type DueText } from "./kinds.server.ts";
export { dueFingerprint, loadDueSection } from "./open-due.server.ts";
