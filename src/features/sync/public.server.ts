export { defineKind, type Kind, type LandedRecord } from "./kinds.server.ts";
export { endLive } from "./live.server.ts";
export { type Command, conflicts, type Fields, type Json, REMOVED, shown, shownFields } from "./rules.ts";
