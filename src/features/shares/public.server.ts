export { forgetSharesAbout, isShared, type SharedDocument, shareDocument, sharesAbout } from "./data.server.ts";
