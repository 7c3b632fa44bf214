/** The version that a consent is recorded under whose wording is not ours: another program handed it over. */
export const API_CONSENT = "given";
