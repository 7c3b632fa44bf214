export { Back } from "./back.tsx";
export { ChangedMeanwhile, Changes } from "./changes.tsx";
export { Conflicts } from "./conflicts.tsx";
export { jobWords } from "./kind-words.ts";
export { NotHereYet } from "./not-here-yet.tsx";
export { NoSuchJob } from "./no-such-job.tsx";
export { type FormDraft, keepForm, useDraft, useDrafts } from "./draft.ts";
export { FieldForm, type Faults, type Outcome } from "./field-form.tsx";
export { Photos } from "./photo-grid.tsx";
export { type Place, type Shot, shotValue } from "./photos.ts";
export { directionsTo, type Job, jobOf } from "./rules.ts";
export type { Entry, Source } from "./timeline-source.ts";
export { type Tell, useTell } from "./tell.tsx";
export { Shutter } from "./shutter.tsx";
export { Unfinished } from "./unfinished.tsx";
export { useObjectUrl } from "./use-object-url.ts";
export { useOnline } from "./use-online.ts";
export { BusinessZone } from "./use-job-zone.ts";
export { usePlace } from "./use-place.ts";
export { type RollTarget, useRoll } from "./use-roll.ts";
export { nameOf, type Person, Who } from "./who.tsx";
export {
  dateTyped,
  type InWords,
  type KindWords,
  momentTyped,
  oneOf,
  PHOTO_WORDS,
  placeSaid,
  typedWords,
  WordsContext,
  yesOrNo,
} from "./words.ts";
