/**
 * Hidden field that people never see and bots fill in. Embedded forms have it too, so its name must not clash
 * with their questions.
 */
export const TRAP = "homepage";

export const TRAP_LABEL = "Leave this blank";

/** Signed time at which the form was rendered; see `shown-mark.server.ts`. */
export const SHOWN = "shown";

/** How long an embedded form was open, in milliseconds. */
export const ELAPSED = "elapsed";
