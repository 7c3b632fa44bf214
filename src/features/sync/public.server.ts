export { newerRecords, takeCommands } from "./data.server.ts";
export { answerDevice, ours } from "./device-answer.server.ts";
export { defineKind, type Kind, type Refusal, type TakenCommand, whenTaken } from "./kinds.server.ts";
export { endLive } from "./live.server.ts";
export { type Command, conflicts, type Fields, type Json, REMOVED, shown, shownFields } from "./rules.ts";
export type { HeldRecord, Outcome } from "./wire.ts";
