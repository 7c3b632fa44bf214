export { type Appended, append, type Happened, seal } from "./data.server.ts";
export { CORRECTION } from "./entry-words.ts";
export { entriesAfter, kindsOfEntries, type Written } from "./entries-after.server.ts";
export { erasePerson } from "./erase.server.ts";
export { type SignedHead, signHead } from "./head.server.ts";
export { ERASED, erasureOf, type Json, SEALED } from "./rules.ts";
export { readyToSeal } from "./keys.server.ts";
export { jobsAreFoundBy } from "./known-jobs.server.ts";
