export { makeDrip } from "./drafts.server.ts";
export { forgetDripCookie, dripFromCookie } from "./keeping.server.ts";
export { getKept, keepDrip, listDripTitles, titleOf, toneOfDrips } from "./kept.server.ts";
