export { getMagnet, keepDraft, listMagnets, type Magnet } from "./data.server.ts";
export { type Draft, draftFromCookie, forgetDraftCookie } from "./drafts.server.ts";
