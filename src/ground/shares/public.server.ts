export {
  defineSharesPerson,
  forgetLinksTo,
  forgetShares,
  forgetSharesAbout,
  forgetVisits,
  isShared,
  type OpenedShare,
  type SharedDocument,
  shareDocument,
  type ShareOptions,
  sharesAbout,
  shareTitles,
} from "./shares.server.ts";
export { defineKeptLinks } from "./kept.server.ts";
export { onLinkDeed } from "./link-history.server.ts";
export {
  closeLink,
  duplicateLink,
  extendLink,
  linksOf,
  openLinks,
  renewLink,
  reopenLink,
  type ShareLink,
} from "./links.server.ts";
export { atLink, atShare } from "./open.server.ts";
export { callerOf, type Visit, describeVisit, LIFETIMES, NO_FILE } from "./rules.ts";
export { isOurVisit, recordVisitLater, visitsOf } from "./visits.server.ts";
export { sharesOffSwitches } from "./off-switches.server.ts";
