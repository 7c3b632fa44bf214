export { type Appended, append, type Happened, historyOf, seal, sealsOf, standingOf } from "./data.server.ts";
export { type Erase, erasePerson } from "./erase.server.ts";
export { readyToSeal, rotateKey } from "./keys.server.ts";
