export { forgetSharesAbout, isShared, type SharedDocument, shareDocument, sharesAbout, titlesOfShares } from "./data.server.ts";
export { atShare } from "./open.server.ts";
