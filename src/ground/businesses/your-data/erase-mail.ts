import { layOutMail } from "#platform/mail/compose/layout.ts";
import type { ProductMail } from "../mail/templates.ts";

/** The last email to a person whose account was deleted. @param contact URL of the contact page */
export function accountDeletedMail({ brand, contact }: { brand: string; contact: string }): ProductMail {
  return {
    subject: `Your ${brand} account is deleted`,
    ...layOutMail({
      brand,
      paragraphs: [
        "You asked us to delete your account, and it’s done. We deleted what we knew about you and every business that was only yours.",
        "Follow-up has stopped, and the links you shared no longer work.",
      ],
      closing: [
        "Backups hold a copy until they’re replaced. If one is ever restored, we’ll delete your data again.",
        `If it wasn’t you, write to us right away: ${contact}`,
      ],
    }),
  };
}

/**
 * Notifies a former member that a business was closed.
 * @param by who closed it; null when it was the reader
 * @param contact URL of the contact page
 */
export function businessClosedMail({
  brand,
  business,
  by,
  contact,
}: {
  brand: string;
  business: string;
  by: string | null;
  contact: string;
}): ProductMail {
  return {
    subject: `${business} is closed`.slice(0, 200),
    ...layOutMail({
      brand,
      paragraphs: [
        `${by ?? "You"} closed ${business} on ${brand}. Its leads, guides, messages, and files are deleted, its follow-up has stopped, and its links no longer work.`,
        "Your own account stays as it is.",
      ],
      closing: by ? [] : [`If it wasn’t you, change your password and write to us right away: ${contact}`],
    }),
  };
}
