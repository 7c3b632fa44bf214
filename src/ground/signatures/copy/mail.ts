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
      `You signed “${title}”. Thank you. ${isAlong ? "Your copy is attached, and also at this link." : "Your copy is at this link."}`,
    ],
    button: "Open your copy",
    closing: [
      `It’s the original document, plus a page that says who signed and when. ${business} has the same copy.`,
      "If you didn’t sign it, reply to this email right away.",
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
          : `${who} declined to sign “${title}”.${reason ? ` Their note:\n${reason}` : " No reason given."}`,
      ],
      action: { label: isSigned ? "See the signature" : "See the reply", url: link },
    }),
  };
}
