export { downloadItems } from "./download.server.ts";
export { findItems } from "./find.server.ts";
export {
  type ItemRow,
  itemsInContexts,
  listItems,
  listPersons,
  pageOfItems,
  type Search,
  searchItems,
  sumByType,
} from "./items.server.ts";
export { countByPerson, jobsWithPhotosSince, lastPhotoDays } from "./photo-days.server.ts";
export { isBehind, byDate } from "./pages.server.ts";
export { type After, readAfter, splitPage } from "./pages.ts";
export {
  addItems,
  defineProjection,
  dropItems,
  placeOf,
  type Projection,
  rebuildItems,
} from "./projections.server.ts";
export { excerpt, searchWords } from "./search-words.ts";
