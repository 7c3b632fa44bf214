import { layOutMail } from "#platform/mail/compose/layout.ts";
import type { Seal } from "../rules.ts";

/** The email that notifies the owners of a seal. @param words the reason; may be empty */
export function sealMail(facts: {
  brand: string;
  business: string;
  job: string;
  seal: Seal;
  by: string | null;
  words: string;
  at: string;
  link: string;
}): { subject: string; text: string; html: string } {
  const { brand, business, job, seal, by, words, at, link } = facts;
  return {
    subject: `Locked: the history of ${job}, entries 1 to ${seal.number}`.slice(0, 200),
    ...layOutMail({
      brand,
      paragraphs: [
        `${by ?? brand} locked the history of ${job}${business ? ` for ${business}` : ""}: entries 1 to ${seal.number}, ${at}.`,
        ...(words ? [`Their note: ${words}`] : []),
        "Save this email. If anyone ever changes what was locked, the history’s hash won’t match the one below, and this email proves it.",
        `Entry ${seal.number} has the hash\n${seal.hash}`,
        `Signed with the key\n${seal.key}`,
        `Signature\n${seal.signature}`,
      ],
      action: { label: "See the history", url: link },
      closing: [`Lock ${seal.id}, job ${seal.job}, ${seal.at}.`],
    }),
  };
}
