export { type Appended, append, type Happened, seal } from "./data.server.ts";
export { erasePerson } from "./erase.server.ts";
export { type SignedHead, signHead } from "./head.server.ts";
export type { Json } from "./rules.ts";
export { readyToSeal } from "./keys.server.ts";
export { jobsAreFoundBy } from "./known-jobs.server.ts";
