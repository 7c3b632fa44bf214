export { newLocalId, sha256Of } from "./client/ids.ts";
export { addToDraft, discardDraft, type DraftHead, draftsOf, keepTyped } from "./client/drafts.ts";
export { photosOfDraft } from "./client/save-draft.ts";
export type { LocalDraft } from "./client/local-tables.ts";
export {
  StoreProvider,
  useOpenStore,
  useRecord,
  useRecords,
  useStore,
  useSyncState,
} from "./client/hooks.tsx";
export { type Kept, keepUnsent, readKept } from "./client/keep.ts";
export { discard } from "./client/discard.ts";
export { keepPoster, keepPreview, type OriginalHere, originalHere } from "./client/taken-here.ts";
export { type LeftWork, workLeft } from "./client/left.ts";
export { type OpenStore, openStore } from "./client/open.ts";
export { type RefusedChange, type RefusedPhoto, useRefused } from "./client/refused.ts";
export { NotSaved } from "./client/not-saved.ts";
export type { ShownRecord } from "./client/shown.ts";
export { type SyncState as SyncStateNow, syncState, wordsOf } from "./client/state.ts";
export { type Change, type Store, type Who, type Written } from "./client/store.ts";
export { SyncState } from "./client/sync-state.tsx";
export { type Command, type Field, type Fields, type Json, shownFields, type Value } from "./rules.ts";
