import PostalMime from "postal-mime";

/** A mail that came in, as far as replies need it. */
export interface ReceivedMail {
  /** Lower-case address of the sender, if there is one. */
  readonly from: string | undefined;
  /** The mail's own Message-ID. */
  readonly messageId: string | undefined;
  /** In-Reply-To and References, as they came. */
  readonly references: string;
  readonly subject: string | undefined;
  readonly text: string | undefined;
  /** Sent by a program, such as an out-of-office note (RFC 3834). */
  readonly isAutomatic: boolean;
}

/** Reads a raw message. Anything parses; what is missing stays undefined. */
export async function parseMail(raw: Buffer): Promise<ReceivedMail> {
  const mail = await PostalMime.parse(raw);
  const header = (name: string) =>
    mail.headers
      .find(({ key }) => key === name)
      ?.value.trim()
      .toLowerCase();
  const submitted = header("auto-submitted");
  return {
    from: mail.from?.address?.toLowerCase(),
    messageId: mail.messageId,
    references: `${mail.inReplyTo ?? ""} ${mail.references ?? ""}`,
    subject: mail.subject,
    text: mail.text,
    isAutomatic:
      (submitted !== undefined && submitted !== "no") || header("x-autoreply") !== undefined || header("precedence") === "auto_reply",
  };
}
