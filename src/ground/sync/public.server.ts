export { countOf, takeCommands } from "./data.server.ts";
export { heldRecordOf, heldRecordsOf } from "./held-records.server.ts";
export { countBefore, type JobRecord, recordsOfJob, type WrittenCommand } from "./job-records.server.ts";
export { type Happenings, happeningsAreReadBy } from "./happenings.server.ts";
export { forgetClientIn } from "./forget.server.ts";
export { CLIENT, defineKind, type Kind, type Refusal, type TakenCommand, whenTaken } from "./kinds.server.ts";
export { endLive } from "./live.server.ts";
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
export type { HeldRecord, Outcome } from "./wire.ts";
