/** Where a waitlist entry was made, and therefore which tool it is for. */
export const WAITLIST_SOURCES = [
  "generic-cta",
  "product-build-log",
  "product-changelog",
  "product-checky",
  "product-proofpix",
  "product-estimini",
  "product-sitesafe",
] as const;

export type WaitlistSource = (typeof WAITLIST_SOURCES)[number];
