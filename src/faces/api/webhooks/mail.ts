import { layOutMail } from "#platform/mail/compose/layout.ts";

/** A product's name as a header allows it. */
export const brandedName = (brand: string): string => brand.replaceAll(/[^A-Za-z0-9]+/g, "") || "Webhooks";

/** Notifies the owners that a webhook was switched off, and says what to do. */
export function webhookStoppedMail(words: {
  brand: string;
  business: string;
  host: string;
  problem: string;
  link: string;
}) {
  const { brand, business, host, problem, link } = words;
  return {
    subject: `We turned off a webhook for ${business}`,
    ...layOutMail({
      brand,
      paragraphs: [
        `For three days, ${host} didn’t accept anything we sent, so we stopped trying. The last problem: ${problem}`,
        "Your leads and follow-up aren’t affected. Only the other app isn’t getting updates.",
      ],
      action: { label: "See the webhook", url: link },
      closing: ["Once the other app works again, turn the webhook back on and resend what it missed."],
    }),
  };
}
