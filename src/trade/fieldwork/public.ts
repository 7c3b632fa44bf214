export { fieldText } from "./form/field-text.ts";
export { describePerson, nameOf, type Person } from "./people/person.ts";
export { overlayOf } from "./photos/marks/overlay.ts";
export { type Mark, MARK_COLORS, MARK_KINDS, mergeMarks } from "./photos/marks/marks.ts";
export { foldBursts } from "./photos/bursts.ts";
export { formatTaken } from "./photos/photo-remarks.ts";
export {
  countShots,
  isVideoType,
  namesPhoto,
  PHOTO_FIELD,
  refusePhotoNames,
  type Shot,
  shotsOf,
  shotValue,
} from "./photos/photos.ts";
export { jobPhotosOf } from "./photos/photos-of-records.ts";
export { directionsTo, formatPlaceLine, type Place, placeOf } from "./place/place.ts";
export { type Approval, type Move, refuseMove, type Standing } from "./approval/approval-rules.ts";
export { correctionsOf, effectiveEntries } from "./entries/correction-rules.ts";
export {
  type ExtraWork,
  type LoggedWork,
  type WorkSource,
  type WorkTotals,
  workTotals,
} from "./entries/extra-work-rules.ts";
export type { PricedPiece, PricedWork, PricedWorkLine } from "./entries/priced-work.ts";
export { dateAt, isLate, lastSubmittedAt } from "./entries/late-rules.ts";
export { editorsOf, firstWritten, lastWritten } from "./entries/written-rules.ts";
export {
  firstLine,
  momentOfEntry,
  paragraphs,
  placeMark,
  stamp,
  whenMarks,
  writersOf,
} from "./reports/remarks.ts";
export { formatDate, formatHours, formatLongDate } from "./values/format.ts";
