/** Trades that have guides and no file in content/trades, by what a business says that it sells. */
const BY_PRODUCT: Readonly<Record<string, RegExp>> = {
  "basement-waterproofing":
    /water ?proofing|\b(wet|leaky|damp) basement|foundation repair|house level|sump pump/i,
  chimney: /\bchimneys?\b|\bfireplaces?\b|\bflues?\b|wood ?stoves?\b|creosote/i,
  countertops: /counter ?tops?\b|\bstone fabricat|\b(granite|quartz)\b/i,
  drywall: /\bdry ?wall|\bsheet ?rock|popcorn ceiling|\btaping\b/i,
  "garage-doors": /garage doors?\b|overhead doors?\b|\bdoor openers?\b/i,
  gutters: /\bgutters?\b|\bdownspouts?\b|\bleaf guards?\b/i,
  insulation: /insulat|spray foam|air sealing|weatheriz/i,
  irrigation: /irrigat|(?<!fire )\bsprinklers?\b|backflow/i,
  restoration:
    /\b(water|fire|smoke|flood|disaster)\b.*\b(damage|restor|mitigat|clean ?up|remov)|\b(damage|disaster) restoration|sewage clean|water extraction|structural drying|\bmold (remediat|removal|clean)/i,
  "stairs-railings":
    /\bstair(s|case|cases|way|ways)?\b|\brailings?\b|\bhand ?rails?\b|\bbanisters?\b|\bbalusters?\b/i,
  "tree-care":
    /\barbor(ist|icult)|\btrees? (and stump|care|compan|cutting|expert|prun|removal|service|surg|trimm|work)|\bstump (grind|remov)/i,
  "windows-doors": /\bwindows?\b(?! (clean|wash|tint|film|treat))|\b(patio|sliding|entry|french) doors?\b/i,
};

/** The trades that a product names. */
export const namedTrades = (product: string): string[] =>
  Object.keys(BY_PRODUCT).filter((trade) => BY_PRODUCT[trade]!.test(product));
