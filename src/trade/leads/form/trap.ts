/**
 * A field that people never see and programs like to fill. The forms of other sites have it too, so its name
 * is one that no form of theirs asks.
 */
export const TRAP = "homepage";

/** What the trap says to whoever reads a page without its style. */
export const TRAP_LABEL = "Leave this empty";

/** When the page with the form was made, signed; see `shown-mark.server.ts`. */
export const SHOWN = "shown";

/** How long the form of another site had been there when it was sent, in milliseconds. */
export const ELAPSED = "elapsed";
