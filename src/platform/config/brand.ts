import { slot, slotMark } from "../http/static/slots.ts";

/** The name of the product, where an operator gave the place no other (SITE_FILE). */
export const productName = "Plumbline";

/**
 * The name of this place, for pages: on the server a slot, in the browser what the server wrote there
 * (root.tsx), so that both draw the same. A mail, and whatever else is no page, is not filled: it takes
 * `installation().brand`.
 */
export const brand: string = nameOfThisPlace();

function nameOfThisPlace(): string {
  if (typeof document !== "undefined")
    return document.querySelector<HTMLMetaElement>("meta[name=application-name]")?.content ?? productName;
  return slotMark ? slot("BRAND") : productName;
}

// What pages leave open: they are rendered at build time, and the server of each place writes its own values
// in.

/** The public address of this place, without a slash at its end. */
export const publicUrl = slot("PUBLIC_URL");

/**
 * The name of this place in a file that is no page: nobody can have typed anything in it, so the slot is
 * plain.
 */
export const brandInFiles = "__BRAND__";

/** The public address in such a file. */
export const publicUrlInFiles = "__PUBLIC_URL__";

/** The current year. */
export const yearSlot = slot("YEAR");

/** Who runs this place. */
export const operatorSlot = slot("OPERATOR");

/**
 * Where people write to whoever runs this place: a mail address, or the words "the contact page" where the
 * operator gave none.
 */
export const operatorEmailSlot = slot("OPERATOR_EMAIL");

/** What a link around `operatorEmailSlot` leads to: `mailto:` and the address, or `/contact`. */
export const operatorHrefSlot = slot("OPERATOR_HREF");
