/**
 * A heading that shows nothing would be refused: it has no name for whoever hears it. A mark stands in for
 * it.
 */
export const visibleHeading = (heading: string): string =>
  /[\p{L}\p{N}\p{P}\p{S}]/u.test(heading) ? heading : "\u2026";
