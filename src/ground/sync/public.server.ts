export { namedOpenly } from "./records/private-records.server.ts";
export { CONFIDANTS } from "./tables.server.ts";
export { countOf, applyCommands, lockCount } from "./commands.server.ts";
export {
  allRecordsOfKind,
  countValues,
  findStoredRecord,
  findStoredRecords,
  hasValue,
  recordsOnJobs,
  recordsOfKind,
  recordsWithFields,
} from "./records/stored-records.server.ts";
export {
  countBefore,
  type JobRecord,
  recordsOfJob,
  type WrittenCommand,
} from "./records/job-records.server.ts";
export { findRecordsInside, recordsInside } from "./records/inside-records.server.ts";
export { changedAtOf, wasChangedSince } from "./records/changed-at.server.ts";
export { jobRevisionsUpTo } from "./records/revisions.server.ts";
export { type DerivedRecords, setDerivedRecords } from "./records/derived-records.server.ts";
export { forgetClientIn, forgetRecords } from "./erase-client.server.ts";
export {
  CLIENT,
  defineKind,
  type Kind,
  type Refusal,
  type AppliedCommand,
  onCommandApplied,
  onRecordSaved,
  privateKinds,
} from "./kinds.server.ts";
export { closeLiveStreams } from "./device/live.server.ts";
export {
  type Command,
  conflicts,
  type Fields,
  type Json,
  REMOVED,
  seen,
  shown,
  shownFields,
} from "./rules.ts";
export type { StoredRecord, Outcome } from "./device/protocol.ts";
export { writeUnsignedTask } from "./unsigned.server.ts";
export { writeAsProduct } from "./write-as-product.server.ts";
