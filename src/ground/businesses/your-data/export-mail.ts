import { layOutMail } from "#platform/mail/compose/layout.ts";
import { formatBytes } from "#platform/measures/bytes.ts";
import type { ProductMail } from "../mail/templates.ts";

/** Notifies a person that their data copy is ready. @param link works for 7 days, for that person only */
export function exportReadyMail({
  brand,
  bytes,
  link,
}: {
  brand: string;
  bytes: number;
  link: string;
}): ProductMail {
  return {
    subject: "The copy of your data is ready",
    ...layOutMail({
      brand,
      paragraphs: [
        `You asked for a copy of your data at ${brand}. It is ready: one ZIP file, ${formatBytes(bytes)}.`,
      ],
      action: { label: "Download the copy", url: link },
      closing: [
        "The link works for 7 days. You log in and confirm that it is you; nobody else can open it.",
        "If it wasn't you who asked, change your password.",
      ],
    }),
  };
}

/** Notifies a person that their data copy failed. @param contact URL of the contact page */
export function exportFailedMail({
  brand,
  link,
  contact,
}: {
  brand: string;
  link: string;
  contact: string;
}): ProductMail {
  return {
    subject: "The copy of your data could not be made",
    ...layOutMail({
      brand,
      paragraphs: [
        `You asked for a copy of your data at ${brand}. Making it failed on our side. Nothing of yours is lost.`,
      ],
      action: { label: "Ask for it again", url: link },
      closing: [`If it fails again, write to us, and we make it by hand: ${contact}`],
    }),
  };
}
