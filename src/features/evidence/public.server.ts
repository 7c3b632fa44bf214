export { type Appended, append, type Happened } from "./data.server.ts";
export { type SignedHead, signHead } from "./head.server.ts";
export { readyToSeal } from "./keys.server.ts";
