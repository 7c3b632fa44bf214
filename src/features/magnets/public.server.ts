export { getMagnet, keepDraft, listTitles, type Magnet } from "./data.server.ts";
export { type Draft, draftFromCookie, forgetDraftCookie } from "./drafts.server.ts";
export { layoutFor } from "./layout.ts";
export { toPlainText } from "./plain-text.ts";
export { renderMagnetCover, renderMagnetPages } from "./report.ts";
export { renewOffersSoon } from "./renew.server.ts";
export { sampleMagnet } from "./sample.server.ts";
