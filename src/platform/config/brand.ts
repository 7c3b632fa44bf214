import { slot, slotMark } from "../http/static/slots.ts";

/** The product's name, unless the operator sets another (SITE_FILE). */
export const productName = "Plumbline";

/**
 * The installation's name, for pages: a slot on the server, and in the browser the value the server filled in
 * (root.tsx), so that both render the same. Emails and other text have no slots: use `installation().brand`.
 */
export const brand: string = nameOfThisPlace();

function nameOfThisPlace(): string {
  if (typeof document !== "undefined")
    return document.querySelector<HTMLMetaElement>("meta[name=application-name]")?.content ?? productName;
  return slotMark ? slot("BRAND") : productName;
}

// Slots in pages, which are rendered at build time; each installation's server fills in its own values.

/** The public URL, without a trailing slash. */
export const publicUrl = slot("PUBLIC_URL");

/**
 * The installation's name in a file that is not a page: such files contain no user text, so the slot needs no
 * mark.
 */
export const brandInFiles = "__BRAND__";

/** The public URL in such a file. */
export const publicUrlInFiles = "__PUBLIC_URL__";

export const yearSlot = slot("YEAR");

export const operatorSlot = slot("OPERATOR");

/** The operator's email address, or the words "the contact page" if not set. */
export const operatorEmailSlot = slot("OPERATOR_EMAIL");

/** Link target for `operatorEmailSlot`: `mailto:` and the address, or `/contact`. */
export const operatorHrefSlot = slot("OPERATOR_HREF");
