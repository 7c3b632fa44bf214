export { countOf, takeCommands } from "./commands.server.ts";
export { heldRecordOf, heldRecordsOf } from "./records/stored-records.server.ts";
export {
  countBefore,
  type JobRecord,
  recordsOfJob,
  type WrittenCommand,
} from "./records/job-records.server.ts";
export { type Happenings, happeningsAreReadBy } from "./records/derived-records.server.ts";
export { forgetClientIn } from "./erase-client.server.ts";
export { CLIENT, defineKind, type Kind, type Refusal, type TakenCommand, whenTaken } from "./kinds.server.ts";
export { endLive } from "./device/live.server.ts";
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
export type { HeldRecord, Outcome } from "./device/protocol.ts";
