/** PDF/UA refuses an empty heading, which a screen reader can't name, so use a placeholder. */
export const visibleHeading = (heading: string): string =>
  /[\p{L}\p{N}\p{P}\p{S}]/u.test(heading) ? heading : "\u2026";
