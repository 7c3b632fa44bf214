/** The one name of the product. */
export const brand = "Plumbline";

/** Written into prerendered pages; the server puts the public address in its place. */
export const publicUrl = "__PUBLIC_URL__";

/** Written into prerendered pages; the server puts the current year in its place. */
export const yearSlot = "__YEAR__";
