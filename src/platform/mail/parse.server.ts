import PostalMime, { type Email } from "postal-mime";
import { textOfHtml } from "./html-text.ts";

/** A mail that came in, as far as replies, bounces and complaints need it. */
export interface ReceivedMail {
  /** Lower-case address of the sender, if there is one. */
  readonly from: string | undefined;
  /** Lower-case addresses that it was written or delivered to, as far as it tells. */
  readonly to: readonly string[];
  /** The mail's own Message-ID. */
  readonly messageId: string | undefined;
  /** In-Reply-To and References, as they came. */
  readonly references: string;
  readonly subject: string | undefined;
  readonly text: string | undefined;
  /** Headers by lower-case name, unfolded; of several with one name the first. */
  readonly headers: ReadonlyMap<string, string>;
  /** Parts that tell about another message: a report, or that message itself, of which only the beginning is kept. */
  readonly parts: readonly ReportPart[];
}

export interface ReportPart {
  /** Such as `message/delivery-status`. */
  readonly type: string;
  readonly text: string;
}

/** Reports and headers are far shorter; a returned message may have megabytes behind its headers. */
const LONGEST_PART = 64 * 1024;
const MOST_PARTS = 20;
const REPORT_PART = /^message\/|^text\/rfc822-headers$/;

const NOTHING: ReceivedMail = {
  from: undefined,
  to: [],
  messageId: undefined,
  references: "",
  subject: undefined,
  text: undefined,
  headers: new Map(),
  parts: [],
};

/** Reads a raw message. Anything parses; what is missing stays undefined. */
export async function parseMail(raw: Buffer): Promise<ReceivedMail> {
  // It refuses parts nested 256 deep and 2 MB of headers, which nobody writes: such a mail says nothing.
  const mail = await PostalMime.parse(raw, { forceRfc822Attachments: true }).catch(() => undefined);
  if (!mail) return NOTHING;
  return {
    from: mail.from?.address?.toLowerCase(),
    to: recipientsOf(mail),
    messageId: mail.messageId,
    references: `${mail.inReplyTo ?? ""} ${mail.references ?? ""}`,
    subject: mail.subject,
    text: mail.text ?? (mail.html === undefined ? undefined : textOfHtml(mail.html)),
    headers: new Map(mail.headers.toReversed().map(({ key, value }) => [key, value])),
    parts: partsOf(mail),
  };
}

/** Whoever forwards a mail leaves the address that it came to in a header of its own. */
const DELIVERED_TO = new Set(["delivered-to", "x-original-to", "envelope-to", "x-forwarded-to"]);
const MOST_RECIPIENTS = 50;

function recipientsOf({ to = [], cc = [], headers }: Email): string[] {
  const written = [...to, ...cc].flatMap((one) => one.group ?? [one]).map(({ address }) => address ?? "");
  const delivered = headers.filter(({ key }) => DELIVERED_TO.has(key)).map(({ value }) => value);
  const addresses = [...delivered, ...written].map((address) =>
    address
      .trim()
      .replace(/^<(.*)>$/, "$1")
      .toLowerCase(),
  );
  return [...new Set(addresses)].filter((address) => address.includes("@") && !/[\s\0]/.test(address)).slice(0, MOST_RECIPIENTS);
}

function partsOf({ attachments }: Email): ReportPart[] {
  return attachments
    .filter(({ mimeType }) => REPORT_PART.test(mimeType))
    .slice(0, MOST_PARTS)
    .map(({ mimeType, content }) => ({
      type: mimeType,
      text: typeof content === "string" ? content : Buffer.from(content as ArrayBuffer).toString("utf8", 0, LONGEST_PART),
    }));
}
