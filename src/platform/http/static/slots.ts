/** What pages leave open for the server to fill in: text, safe in an element and in a quoted attribute. */
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

/** Parts of a page that only some installations show, or only some visitors; drawn by `<When part="…">`. */
export type PartName = "address" | "own-quotes" | "own-story" | "profile" | "sample-quotes" | "sample-story";

// Vite writes a number into the server's build that nobody can guess and no browser is sent (vite.config.ts).
// With it in the name, a slot is ours; the same word without it is something a person typed. Absent in the
// browser and in tests.
declare const __SLOT_MARK__: string | undefined;

/** The mark of this build; empty where nothing was built. */
export const slotMark: string = typeof __SLOT_MARK__ === "string" ? `-${__SLOT_MARK__}` : "";

/** Written into a page where the server puts a value of its own. */
export function slot(name: SlotName): string {
  return `__${name}${slotMark}__`;
}
