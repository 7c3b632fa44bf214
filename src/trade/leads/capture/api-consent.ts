/** `wordingVersion` of a consent obtained by another program, in its own words. */
export const API_CONSENT = "given";
