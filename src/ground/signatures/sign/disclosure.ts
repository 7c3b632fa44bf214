/**
 * The disclosure people agree to before signing. Every change needs a new version, because each signature
 * stores the text it was given under.
 */
export const DISCLOSURE_VERSION = "2026-11-23";

/** The business asking for the signature, as far as known. */
export interface Asking {
  readonly business: string;
  readonly phone: string | null;
  readonly address: string | null;
}

/**
 * Disclosures that the federal E-SIGN Act (15 U.S.C. 7001(c)) requires before a signature: that it is a
 * choice, what it covers, how to get paper, how to withdraw, and what is needed to read and keep the
 * document.
 */
export function disclosureOf({ business, phone, address }: Asking): string[] {
  const who = business || "The business that sent this";
  const reach = [phone && `call ${phone}`, address && `write to ${address.replaceAll(/\s*\n\s*/g, ", ")}`]
    .filter(Boolean)
    .join(" or ");
  const ask = reach
    ? `To ask for it, ${reach}.`
    : "To ask for it, reply to the message that brought you this link.";
  return [
    `You can sign on paper instead. ${who} sends you a paper copy at no cost, before or after you sign. ${ask}`,
    "Your consent covers this one document and nothing else. A signature here counts as much as one in ink, drawn or typed.",
    "You can withdraw your consent until you sign: close this page, or decline below. After that the document stays signed, and you can still ask for paper copies of it.",
    "To read and keep the document, you need an up-to-date browser and a program that opens PDFs. Open the document now to see that you can. If your email or phone changes, tell the business.",
    "Kept with your signature: your name, email or phone, the time and time zone, your network address and browser, these words, and the fingerprint (SHA-256) of the document, so that both sides can show what was signed.",
  ];
}
