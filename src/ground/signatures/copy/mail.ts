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
