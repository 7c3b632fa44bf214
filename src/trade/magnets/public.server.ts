export {
  drawOffer,
  getMagnet,
  saveMagnet,
  saveOffer,
  listTitles,
  type Magnet,
  planOffer,
  toneOfMagnets,
} from "./data.server.ts";
export { type Draft, draftFromCookie, forgetDraftCookie, makeDraft } from "./draft/drafts.server.ts";
export { layoutFor } from "./paper/layout.ts";
export { toPlainText } from "./paper/plain-text.ts";
export { renderMagnetCover, renderMagnetPages } from "./paper/render.ts";
export { renewOffersSoon } from "./paper/renew.server.ts";
export { voiceOf } from "./voice.server.ts";
export { sampleMagnet } from "./sample.server.ts";
