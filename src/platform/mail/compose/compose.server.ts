import * as base64 from "nodemailer/lib/base64";
import MailComposer from "nodemailer/lib/mail-composer";
import type MimeNode from "nodemailer/lib/mime-node";
import * as qp from "nodemailer/lib/qp";
import type { FileStore } from "../../files/file-store.ts";
import type { SignMail } from "../domain/dkim.server.ts";
import { headerText } from "./header-text.ts";
import type { MailMessage } from "../message.ts";
import { crlf, type Field, plainMessage } from "./plain-message.server.ts";
import { isSystemMail } from "../sender.server.ts";

/** Headers that only this module writes. */
const OWN_HEADERS =
  /^(from|sender|to|cc|bcc|reply-to|return-path|subject|date|message-id|received|mime-version|content-.*|list-unsubscribe.*|dkim-.*|arc-.*)$/i;
const HEADER_NAME = /^[A-Za-z][A-Za-z0-9-]{0,75}$/;

/** Whether a caller may set this header. */
export function isFreeHeader(name: string): boolean {
  return HEADER_NAME.test(name) && !OWN_HEADERS.test(name);
}

/**
 * Builds a message in wire form: CRLF lines, signed if there is a key. The same message and date give the
 * same bytes (except the signature), so that receivers recognize a message sent again after a crash.
 * @param date when it is sent
 * @throws AppError not_found if an attachment is gone, unavailable if the file store is away
 */
export async function buildMessage(
  message: MailMessage,
  {
    date,
    files,
    sign,
  }: { date: Temporal.Instant; files: Pick<FileStore, "get">; sign?: SignMail | undefined },
): Promise<Buffer> {
  const built =
    plainMessage(message, date, furtherHeaders(message)) ??
    (message.attachments.length === 0
      ? assemble(compile(message, date, []))
      : await compile(message, date, await filesOf(message, files)).build());
  const bytes = typeof built === "string" ? Buffer.from(built) : built;
  return sign ? await sign(bytes) : bytes;
}

interface File {
  readonly filename: string;
  readonly contentType: string;
  readonly content: Buffer;
}

function filesOf(message: MailMessage, files: Pick<FileStore, "get">): Promise<File[]> {
  return Promise.all(
    message.attachments.map(async ({ name, contentType, ...content }) => ({
      filename: headerText(name),
      contentType: headerText(contentType),
      content: "text" in content ? Buffer.from(content.text) : await files.get(content.file),
    })),
  );
}

/** The message as nodemailer's tree of parts. */
export function compile(
  message: MailMessage,
  date: Temporal.Instant,
  attachments: readonly File[],
): MimeNode {
  return new MailComposer({
    from: mailbox(message.fromName, message.fromAddress),
    to: mailbox(message.recipientName, message.recipient),
    replyTo: message.replyTo ? mailbox("", message.replyTo) : undefined,
    subject: headerText(message.subject),
    date: new Date(date.epochMilliseconds),
    headers: furtherHeaders(message),
    text: crlf(message.text),
    html: message.html === null ? undefined : crlf(message.html),
    attachments: [...attachments],
    baseBoundary: message.id,
    // Content comes from rows; a value that looks like a path or a URL must stay a value.
    disableFileAccess: true,
    disableUrlAccess: true,
  }).compile();
}

/**
 * The result of `root.build()`, for text-only messages, without its dozen streams: a third of the time, and
 * building is most of what sending costs here.
 */
export function assemble(node: MimeNode): string {
  const encoding = node.getTransferEncoding();
  const parts = [node.buildHeaders(), "\r\n\r\n"];
  const content = node.content;
  if (typeof content === "string")
    parts.push(
      encoding === "quoted-printable"
        ? qp.wrap(qp.encode(content))
        : encoding === "base64"
          ? base64.wrap(base64.encode(content))
          : content,
    );
  if (node.multipart) {
    for (const [at, child] of node.childNodes.entries())
      parts.push(`${at > 0 ? "\r\n" : ""}--${node.boundary}\r\n`, assemble(child));
    parts.push(`\r\n--${node.boundary}--\r\n`);
  }
  const whole = parts.join("");
  return node.rootNode === node && !whole.endsWith("\n") ? `${whole}\r\n` : whole;
}

// Cleaned when it was queued; cleaned again here, where it matters.
function mailbox(name: string, address: string) {
  return { name: headerText(name), address: headerText(address) };
}

function furtherHeaders(message: MailMessage): Field[] {
  // Prepared: folding would put it, or an address below, on a separate line, where some programs don't look
  // for it.
  const headers: Field[] = [
    { key: "Message-ID", value: { prepared: true, value: headerText(message.messageIdHeader) } },
  ];
  for (const [key, value] of Object.entries(message.headers))
    if (isFreeHeader(key)) headers.push({ key, value: headerText(value) });
  // RFC 3834: absence notes should not answer automatic mail. Mail that a person sends by a button is
  // personal.
  const written = Object.keys(message.headers).some((key) => key.toLowerCase() === "auto-submitted");
  if (!written && (message.kind === "followup" || isSystemMail(message)))
    headers.push({ key: "Auto-Submitted", value: "auto-generated" });
  if (message.unsubscribeUrl) {
    // In the URL parser's form, so without line breaks or spaces.
    headers.push({
      key: "List-Unsubscribe",
      value: { prepared: true, value: `<${new URL(message.unsubscribeUrl).href}>` },
    });
    headers.push({ key: "List-Unsubscribe-Post", value: "List-Unsubscribe=One-Click" });
  }
  return headers;
}
