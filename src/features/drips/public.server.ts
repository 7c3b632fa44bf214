export { forgetDripCookie, dripFromCookie } from "./keeping.server.ts";
export { getKept, keepDrip, listDripTitles, titleOf } from "./kept.server.ts";
