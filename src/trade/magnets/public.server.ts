export {
  drawOffer,
  getMagnet,
  keepDraft,
  keepOffer,
  listTitles,
  type Magnet,
  planOffer,
  toneOfMagnets,
} from "./data.server.ts";
export { type Draft, draftFromCookie, forgetDraftCookie, makeDraft } from "./drafts.server.ts";
export { layoutFor } from "./layout.ts";
export { toPlainText } from "./plain-text.ts";
export { renderMagnetCover, renderMagnetPages } from "./report.ts";
export { renewOffersSoon } from "./renew.server.ts";
export { sampleMagnet } from "./sample.server.ts";
