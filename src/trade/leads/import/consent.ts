/** Version of the owner's statement about imported people. Change it with the wording. */
export const IMPORT_CONSENT_VERSION = "import-2026-11";

/** The checkbox's statement, recorded with each imported person. */
export function importWording(business: string): string {
  return `Everyone in this file agreed to get email from ${business || "this business"}. We can show when and how they did.`;
}
