export { Back } from "./page/back.tsx";
export { ChangedMeanwhile, Changes } from "./values/changes.tsx";
export { Conflicts } from "./values/conflicts.tsx";
export { jobLabels } from "./values/job-labels.ts";
export { NotHereYet } from "./timeline/not-loaded.tsx";
export { NoSuchJob } from "./page/no-such-job.tsx";
export { type FormDraft, saveFormDraft, useDraft, useDrafts } from "./form/draft.ts";
export { FieldForm, type Faults, type Outcome } from "./form/field-form.tsx";
export { Photos } from "./photos/photo-grid.tsx";
export { type Place, type Shot, shotValue } from "./photos/photos.ts";
export { directionsTo, type Job, jobOf } from "./rules.ts";
export type { Entry, Source } from "./timeline/source.ts";
export { type Announcer, useAnnouncer } from "./form/announce.tsx";
export { Shutter } from "./photos/shutter.tsx";
export { Unfinished } from "./form/unfinished.tsx";
export { useObjectUrl } from "./photos/use-object-url.ts";
export { useOnline } from "./use-online.ts";
export { BusinessZone } from "./use-job-zone.ts";
export type { JobTool, Tool, ToolScreen, ToolUser } from "./tool.ts";
export { usePlace } from "./form/use-place.ts";
export { type RollTarget, useRoll } from "./photos/use-roll.ts";
export { nameOf, type Person, Who } from "./people/who.tsx";
export {
  formatTypedDate,
  type InWords,
  type KindLabels,
  formatMoment,
  oneOf,
  PHOTO_LABELS,
  formatPlace,
  formatTyped,
  LabelsContext,
  yesOrNo,
} from "./values/labels.ts";
