/** Values that the server fills into pages: text, escaped for elements and quoted attributes. */
export type SlotName =
  | "YEAR"
  | "BRAND"
  | "PUBLIC_URL"
  | "OPERATOR"
  | "OPERATOR_ADDRESS"
  | "OPERATOR_EMAIL"
  | "OPERATOR_HREF"
  | "PROFILE_URL"
  | "PROFILE_NAME"
  | "FOUNDER_STORY"
  | `QUOTE_${1 | 2 | 3}`
  | `QUOTE_${1 | 2 | 3}_${"NAME" | "ROLE"}`;

/** Parts of a page that only some installations or visitors see; rendered by `<When part="…">`. */
export type PartName = "address" | "own-quotes" | "own-story" | "profile" | "sample-quotes" | "sample-story";

// An unguessable number that Vite writes into the server's build and no browser receives (vite.config.ts).
// With it in the name, a slot is ours; without it, the same text was typed by a person. Absent in the browser
// and in tests.
declare const __SLOT_MARK__: string | undefined;

/** The mark of this build; empty without a build. */
export const slotMark: string = typeof __SLOT_MARK__ === "string" ? `-${__SLOT_MARK__}` : "";

/** A placeholder that the server replaces with a value. */
export function slot(name: SlotName): string {
  return `__${name}${slotMark}__`;
}
