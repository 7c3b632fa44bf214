export { makeDrip } from "./draft/drafts.server.ts";
export { forgetDripCookie, dripFromCookie } from "./draft/cookie.server.ts";
export { getSavedDrip, saveDrip, listDripTitles, titleOf, toneOfDrips } from "./data.server.ts";
