export { newLocalId, sha256Of } from "./store/ids.ts";
export { hashOriginal } from "./store/originals.ts";
export { addToDraft, discardDraft, type DraftHead, draftsOf, saveTyped } from "./store/drafts.ts";
export { photosOfDraft } from "./client/save-draft.ts";
export type { LocalDraft } from "./store/local-tables.ts";
export {
  StoreProvider,
  useOpenStore,
  useRecord,
  useRecords,
  useStore,
  useSyncState,
} from "./client/hooks.tsx";
export { type UnsentCounts, exportUnsent, importUnsent } from "./store/unsent-file.ts";
export {
  countSavedOriginals,
  forgetSavedOriginals,
  forgetUnwantedOriginals,
  savedOriginal,
  saveOriginals,
} from "./store/saved-originals.ts";
export { discard } from "./store/discard.ts";
export { savePoster, savePreview, type OriginalHere, originalHere } from "./store/local-originals.ts";
export { type UnsentElsewhere, findUnsentElsewhere } from "./store/unsent-elsewhere.ts";
export { type OpenStore, openStore } from "./client/open-store.ts";
export { type RefusedChange, type RefusedPhoto, useRefused } from "./client/refused.ts";
export { saveUnsigned, waitingUnsigned } from "./client/unsigned.ts";
export { countThumbs, saveThumbs } from "./store/thumbs.ts";
export { room } from "./store/space.ts";
export { lastDay, saveDay } from "./store/last-day.ts";
export { NotSaved } from "./store/not-saved.ts";
export type { ShownRecord } from "./store/shown-record.ts";
export { type SyncState as SyncStateNow, syncState, formatSyncState } from "./client/state.ts";
export { type Change, type Store, type Who, type Written } from "./store/store.ts";
export { SyncState } from "./client/sync-state.tsx";
export { type Command, type Field, type Fields, type Json, shownFields, type Value } from "./rules.ts";
