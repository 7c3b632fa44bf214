export { Back } from "./back.tsx";
export { Conflicts } from "./conflicts.tsx";
export { NoSuchJob } from "./no-such-job.tsx";
export { Photos } from "./photo-grid.tsx";
export {
  isVideoType,
  MOST_SHOTS,
  namesPhoto,
  notTaken,
  PHOTO_FIELD,
  type Place,
  placeOf,
  type Shot,
  shotsOf,
  shotsWords,
} from "./photos.ts";
export { type Job, jobOf } from "./rules.ts";
export type { Entry, Source } from "./timeline.tsx";
export { Shutter } from "./shutter.tsx";
export { type RollTarget, useRoll } from "./use-roll.ts";
export { nameOf, type Person, Who } from "./who.tsx";
