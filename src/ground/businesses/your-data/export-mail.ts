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
    subject: "Your data is ready to download",
    ...layOutMail({
      brand,
      paragraphs: [
        `You requested a copy of your data from ${brand}. It’s ready: one ZIP file, ${formatBytes(bytes)}.`,
      ],
      action: { label: "Download it", url: link },
      closing: [
        "The link works for 7 days. You’ll log in and confirm it’s you. No one else can open it.",
        "If you didn’t request this, change your password.",
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
    subject: "We couldn’t make a copy of your data",
    ...layOutMail({
      brand,
      paragraphs: [
        `You requested a copy of your data from ${brand}. Something failed on our side. Nothing is lost.`,
      ],
      action: { label: "Request it again", url: link },
      closing: [`If it fails again, write to us and we’ll make it by hand: ${contact}`],
    }),
  };
}
