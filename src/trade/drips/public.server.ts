export { makeDrip } from "./draft/drafts.server.ts";
export { forgetDripCookie, dripFromCookie } from "./draft/cookie.server.ts";
export {
  type Drip,
  getSavedDrip,
  saveDrip,
  listDripTitles,
  listSavedDrips,
  titleOf,
  toneOfDrips,
} from "./data.server.ts";
export { goesAt, listDeleted, restoreDrip } from "./trash.server.ts";
