export { type Appended, append, type Happened, seal } from "./entries.server.ts";
export { CORRECTION } from "./history/format-entry.ts";
export { entriesAfter, kindsOfEntries, type Written } from "./entries-after.server.ts";
export { erasePerson } from "./erase.server.ts";
export { type SignedHead, signHead } from "./seal/sign-head.server.ts";
export { ERASED, erasureOf, type Json, SEALED } from "./rules.ts";
export { ensureSealingKey } from "./seal/keys.server.ts";
