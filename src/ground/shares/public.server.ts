export {
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
  titlesOfShares,
} from "./shares.server.ts";
export { linksAreKeptBy } from "./link-history.server.ts";
export { linksOf, type ShareLink } from "./links.server.ts";
export { atShare } from "./open.server.ts";
export { type Visit, visitWords } from "./rules.ts";
export { noteVisitLater, visitsOf } from "./visits.server.ts";
export { sharesOffSwitches } from "./off-switches.server.ts";
