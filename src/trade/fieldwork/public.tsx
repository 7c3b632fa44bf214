export { usePricedWork } from "./entries/use-priced-work.ts";
export { type Act, EntryContent, EntryItem } from "./entries/entry-item.tsx";
export { type Done, EntryForm, type ReadForm } from "./entries/entry-form.tsx";
export { EntryHistory, RefusedChanges } from "./entries/entry-history.tsx";
export { EntryMarks } from "./entries/entry-marks.tsx";
export { ExtraWorkField, ExtraWorkMark, useLoggedWork, useWorkSince } from "./entries/extra-work.tsx";
export { EntryPhotos } from "./entries/entry-photos.tsx";
export { SEND_LABELS, sendState } from "./entries/send-state.ts";
export { type EntryTarget, useEntry, useEntryBox } from "./entries/use-entry.ts";
export { type Announcer, describeFailure, useAnnouncer } from "./form/announce.tsx";
export { Dictate } from "./form/dictate.tsx";
export { DictatedText } from "./form/dictated-text.tsx";
export { saveFormDraft } from "./form/draft.ts";
export { DraftForm, useFormDraft } from "./form/draft-form.tsx";
export { type Faults, FieldForm, type Outcome } from "./form/field-form.tsx";
export { Unfinished } from "./form/unfinished.tsx";
export { useWrite } from "./form/use-write.tsx";
export { Who } from "./people/who.tsx";
export { isFrom, originOf, photoFields, wordsOf } from "./photos/act-source.ts";
export { type ActSource, type EntryAct, EntryActButtons, useActsOnFailure } from "./photos/photo-acts.tsx";
export { useJobPhotos } from "./photos/job-photos.ts";
export type { JobPhoto } from "./photos/photos-of-records.ts";
export { PhoneCamera, Torch, Zoom } from "./photos/camera-controls.tsx";
export { type LiveCamera, openCamera } from "./photos/live-camera.ts";
export { Photos, Thumbnail } from "./photos/photo-grid.tsx";
export { type MarksSource, useMarkedPhotos } from "./photos/photo-marks.ts";
export type { Mark } from "./photos/marks/marks.ts";
export { PhotoView } from "./photos/photo-view.tsx";
export { cornersIn, openPaper, straighten } from "./photos/straighten.ts";
export { Shutter } from "./photos/shutter.tsx";
export { drawPicture, drawSmaller, likenessOf } from "./photos/thumbnail.ts";
export { UnsavedPhotos } from "./photos/unsaved-photos.tsx";
export { canRecord, MOST_VIDEO_MS, type Recording, startRecording } from "./photos/video-recorder.ts";
export { useSavedPicture, useSavedPictures } from "./photos/use-saved-pictures.ts";
export { useObjectUrl } from "./photos/use-object-url.ts";
export { useImport } from "./photos/use-import.ts";
export { type RollTarget, useRoll } from "./photos/use-roll.ts";
export { useHeading } from "./place/use-heading.ts";
export { usePlace } from "./place/use-place.ts";
export { FieldScreen, useScreen, useScreenDrafts, useUnfinished } from "./screen/field-screen.tsx";
export { type Clock, useClock, useReturn } from "./screen/use-clock.ts";
export { useOnline } from "./screen/use-online.ts";
export { ChangedMeanwhile, Changes } from "./values/changes.tsx";
export { Conflicts } from "./values/conflicts.tsx";
export {
  formatIfPresent,
  formatMoment,
  formatPerson,
  formatPlace,
  formatTyped,
  formatTypedDate,
  type InWords,
  type KindLabels,
  LabelsContext,
  oneOf,
  PHOTO_LABELS,
  useLabels,
  yesOrNo,
} from "./values/labels.ts";
export { ApprovalBar } from "./approval/approval-bar.tsx";
