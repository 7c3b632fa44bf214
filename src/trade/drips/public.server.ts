export { makeDrip } from "./draft/drafts.server.ts";
export { forgetDripCookie, dripFromCookie } from "./draft/cookie.server.ts";
export { saveDrip, listDripTitles, listSavedDrips, titleOf, toneOfDrips } from "./data.server.ts";
export { type SavedDrip, getSavedDrip } from "./follow-up/saved.server.ts";
export { deleteDraft, goesAt, listDeleted, restoreDrip } from "./trash.server.ts";
