/** The version of what an owner says about people they bring; a changed wording gets a new one. */
export const IMPORT_CONSENT_VERSION = "import-2026-11";

/** What the box says, and what is recorded for each person when it is ticked. */
export function importWording(business: string): string {
  return `Everybody in this file agreed to get mail from ${business || "this business"}. We can show when and how they did.`;
}
