import { layOutMail } from "#platform/mail/compose/layout.ts";

/** Text of the email that brings the signer their copy. */
export function copyMailText({
  title,
  business,
  isAlong,
}: {
  title: string;
  business: string;
  isAlong: boolean;
}) {
  return {
    subject: `Your signed copy: ${title}`.slice(0, 400),
    paragraphs: [
      `You signed “${title}”. Thank you. ${isAlong ? "Your copy is attached, and it is behind this link as well." : "Your copy is behind this link."}`,
    ],
    button: "Open your copy",
    closing: [
      `It is the document as it was, with a page at its end that says who signed and when. ${business} has the same.`,
      "If you did not sign it, answer this mail at once.",
    ],
  };
}

/** Email telling the owners what a client answered. */
export function answeredMail({
  brand,
  signature: { state, title, name, reason },
  link,
}: {
  brand: string;
  signature: {
    readonly state: "signed" | "declined";
    readonly title: string;
    readonly name: string;
    readonly reason: string;
  };
  link: string;
}) {
  const who = name || "Your client";
  const isSigned = state === "signed";
  return {
    subject: `${who} ${isSigned ? "signed" : "declined"}: ${title}`.slice(0, 400),
    ...layOutMail({
      brand,
      paragraphs: [
        isSigned
          ? `${who} signed “${title}”. The signed copy is in your account.`
          : `${who} declined to sign “${title}”.${reason ? ` Their words:\n${reason}` : " They gave no reason."}`,
      ],
      action: { label: isSigned ? "See the signature" : "See the answer", url: link },
    }),
  };
}
