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
    subject: `We switched a webhook of ${business} off`,
    ...layOutMail({
      brand,
      paragraphs: [
        `For three days ${host} took nothing of what we told it about your leads, so we stopped trying. What it said last: ${problem}`,
        "Your leads and your follow-up are not touched by this. Only the other program does not hear of them.",
      ],
      action: { label: "See the webhook", url: link },
      closing: [
        "Once the other program works again, switch the webhook on there and send again what it missed.",
      ],
    }),
  };
}
