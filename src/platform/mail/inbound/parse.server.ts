import PostalMime, { type Attachment, type Email } from "postal-mime";
import {
  charsetInHtml,
  decodeHeaderWords,
  decodeText,
  lacksCharset,
  withReadableHeaders,
} from "./charset.server.ts";
import { cutFrom } from "./cut-mail.ts";
import { headerText } from "../compose/header-text.ts";
import { htmlToText } from "./html-text.ts";
import { splitReply } from "../reply/split-reply.ts";

/** An incoming mail, as far as replies, bounces and complaints need it. */
export interface ReceivedMail {
  /** Lower-case address of the sender, if any. */
  readonly from: string | undefined;
  /** Lower-case addresses that it was written or delivered to, if known. */
  readonly to: readonly string[];
  readonly messageId: string | undefined;
  /** In-Reply-To and References, unchanged. */
  readonly references: string;
  readonly subject: string | undefined;
  readonly text: string | undefined;
  /** Headers by lower-case name, unfolded; the first of repeated ones. */
  readonly headers: ReadonlyMap<string, string>;
  /** Parts about another message: a report, or that message itself, truncated. */
  readonly parts: readonly ReportPart[];
  /** Attachments: photos, plans, documents. Without signatures and other technical parts. */
  readonly files: readonly ReceivedFile[];
  /** The emoji of a reaction, if its parts make the mail one. */
  readonly reaction: string | undefined;
}

export interface ReceivedFile {
  /** Its name in the mail, as one line without a path; made up from the type if missing. */
  readonly name: string;
  /** The declared type, such as `image/png`. The content may be something else. */
  readonly type: string;
  /** In bytes. */
  readonly size: number;
  /** Empty if it was too large to read. */
  readonly content: Uint8Array;
}

export interface ReportPart {
  /** Such as `message/delivery-status`. */
  readonly type: string;
  readonly text: string;
}

/** Reports and headers are far shorter; a returned message may have megabytes after its headers. */
const MAX_PART = 64 * 1024;
const MAX_PARTS = 20;
const REPORT_PART = /^message\/|^text\/rfc822-headers$/;
const REACTION_PART = "text/vnd.google.email-reaction+json";

const NOTHING: ReceivedMail = {
  from: undefined,
  to: [],
  messageId: undefined,
  references: "",
  subject: undefined,
  text: undefined,
  headers: new Map(),
  parts: [],
  files: [],
  reaction: undefined,
};

/** The part of a parser's node that this needs; not part of the library's API. */
interface TextNode {
  content: ArrayBuffer | Uint8Array | null;
  readonly contentType: {
    readonly parsed: { readonly value?: string; readonly params: Record<string, string | undefined> };
  };
}

const INHERITED = PostalMime.prototype as unknown as {
  isInlineTextNode(this: PostalMime, node: TextNode): boolean;
};

/** Decodes texts by their bytes instead of their labels. Called for each text right before it is decoded. */
class MailParser extends PostalMime {
  isInlineTextNode(node: TextNode): boolean {
    // Internal to the library, whose version is pinned; the charset fixtures fail if it changes.
    const isText = INHERITED.isInlineTextNode.call(this, node);
    if (isText && node.content) {
      const { params, value } = node.contentType.parsed;
      const bytes = new Uint8Array(node.content);
      const named = params["charset"];
      const label = value === "text/html" && lacksCharset(named) ? (charsetInHtml(bytes) ?? named) : named;
      node.content = Buffer.from(decodeText(bytes, label), "utf8");
      params["charset"] = "utf-8";
    }
    return isText;
  }
}

/** Parses a raw message. Never fails; missing values are undefined. */
export async function parseMail(raw: Buffer): Promise<ReceivedMail> {
  // The library rejects parts nested 256 deep and 2 MB of headers, which no real mail has: treat such a mail
  // as empty.
  const mail = await new MailParser({ forceRfc822Attachments: true, rfc822Attachments: true })
    .parse(withReadableHeaders(raw))
    .catch(() => undefined);
  if (!mail) return NOTHING;
  const headers = new Map(mail.headers.toReversed().map(({ key, value }) => [key, value]));
  const subject = headers.get("subject");
  return {
    from: mail.from?.address?.toLowerCase() || undefined,
    to: recipientsOf(mail),
    messageId: mail.messageId,
    references: `${mail.inReplyTo ?? ""} ${mail.references ?? ""}`,
    subject: subject === undefined ? undefined : decodeHeaderWords(subject),
    text: textOf(mail)?.replaceAll("\0", ""),
    headers,
    parts: partsOf(mail),
    files: missingFiles(cutFrom(headers)) ?? filesOf(mail),
    reaction: reactionOf(mail),
  };
}

/**
 * If fewer of the HTML's words are in the plain part, it says something else, such as that the program can't
 * show HTML.
 */
const SAME_WORDS = 0.3;

/** The text of a mail: its plain part, unless that is empty or only refers to the HTML. */
function textOf({ text, html }: Email): string | undefined {
  if (html === undefined) return text;
  const ofHtml = htmlToText(html);
  const words = new Set(wordsIn(splitReply(text ?? "").words || (text ?? "")));
  if (!words.size) return ofHtml || text;
  const ofHtmlWords = [...new Set(wordsIn(splitReply(ofHtml).words || ofHtml))];
  if (!ofHtmlWords.length) return text;
  const shared = ofHtmlWords.filter((word) => words.has(word)).length;
  return shared / ofHtmlWords.length < SAME_WORDS ? ofHtml : text;
}

const MAX_COMPARED = 2_000;
const wordsIn = (text: string): string[] =>
  text
    .toLowerCase()
    .match(/[\p{L}\p{N}]+/gu)
    ?.slice(0, MAX_COMPARED) ?? [];

/** Stands for all attachments of a mail that was too long to read to its end. */
function missingFiles(size: number | undefined): ReceivedFile[] | undefined {
  if (size === undefined) return undefined;
  return [{ name: "attachments", type: "application/octet-stream", size, content: new Uint8Array() }];
}

/** Types that no person attaches: mail signatures and machine-readable parts. */
const NON_FILE_TYPES =
  /^(?:application\/(?:pgp-signature|pkcs7-signature|x-pkcs7-signature)|multipart\/.*|text\/vnd\.google\.email-reaction\+json|message\/(?:delivery-status|global-delivery-status|disposition-notification|feedback-report|global.*|partial)|text\/rfc822-headers)$/;
const MAX_FILES = 100;

function filesOf({ attachments, html }: Email): ReceivedFile[] {
  return attachments
    .filter(({ mimeType }) => !NON_FILE_TYPES.test(mimeType))
    .filter((attachment) => !isQuotedPicture(attachment, html))
    .slice(0, MAX_FILES)
    .map((attachment, at) => {
      const { content } = attachment;
      const bytes = typeof content === "string" ? Buffer.from(content, "utf8") : new Uint8Array(content);
      return {
        name: nameOf(attachment, at),
        type: attachment.mimeType || "application/octet-stream",
        size: bytes.byteLength,
        content: bytes,
      };
    });
}

/** Whether a picture only appears inside quoted text, such as our own logo. */
function isQuotedPicture({ contentId, related }: Attachment, html: string | undefined): boolean {
  const id = contentId?.replace(/^<|>$/g, "");
  if (!id || !related || !html) return false;
  const at = html.indexOf(`cid:${id}`);
  const quote = html.search(
    /<blockquote[^<>]{0,300}(?:type=.?cite|gmail_quote)|<div[^<>]{0,100}divRplyFwdMsg/i,
  );
  return at >= 0 && quote >= 0 && at > quote;
}

const ENDINGS: Readonly<Record<string, string>> = {
  "image/jpeg": "jpg",
  "image/png": "png",
  "image/heic": "heic",
  "image/gif": "gif",
  "image/webp": "webp",
  "application/pdf": "pdf",
  "text/calendar": "ics",
  "message/rfc822": "eml",
  "text/plain": "txt",
  "text/html": "html",
  "video/mp4": "mp4",
  "application/pkcs7-mime": "p7m",
};
const MAX_NAME = 150;

function nameOf({ filename, mimeType }: Attachment, at: number): string {
  const name = headerText(decodeHeaderWords(filename ?? ""))
    .replace(/^.*[\\/]/, "")
    .replace(/[\u202a-\u202e\u2066-\u2069]/g, "")
    .trim();
  if (name.length > MAX_NAME) {
    const ending = /\.[^.]{1,10}$/.exec(name)?.[0] ?? "";
    return name.slice(0, MAX_NAME - ending.length) + ending;
  }
  if (name && name !== "." && name !== "..") return name;
  const kind = mimeType.startsWith("image/")
    ? "photo"
    : mimeType === "text/calendar"
      ? "invitation"
      : mimeType === "message/rfc822"
        ? "message"
        : "file";
  return `${kind}-${at + 1}.${ENDINGS[mimeType] ?? "bin"}`;
}

function reactionOf({ attachments }: Email): string | undefined {
  const part = attachments.find(({ mimeType }) => mimeType === REACTION_PART);
  if (!part) return undefined;
  try {
    const { emoji } = JSON.parse(Buffer.from(part.content as ArrayBuffer).toString("utf8")) as {
      emoji?: unknown;
    };
    return typeof emoji === "string" ? emoji.slice(0, 16) : "";
  } catch {
    return "";
  }
}

/** A forwarding server records the original recipient in one of these headers. */
const DELIVERED_TO = new Set(["delivered-to", "x-original-to", "envelope-to", "x-forwarded-to"]);
const MAX_RECIPIENTS = 50;

function recipientsOf({ to = [], cc = [], headers }: Email): string[] {
  const written = [...to, ...cc].flatMap((one) => one.group ?? [one]).map(({ address }) => address ?? "");
  const delivered = headers.filter(({ key }) => DELIVERED_TO.has(key)).map(({ value }) => value);
  const addresses = [...delivered, ...written].map((address) =>
    address
      .trim()
      .replace(/^<(.*)>$/, "$1")
      .toLowerCase(),
  );
  return [...new Set(addresses)]
    .filter((address) => address.includes("@") && !/[\s\0]/.test(address))
    .slice(0, MAX_RECIPIENTS);
}

function partsOf({ attachments }: Email): ReportPart[] {
  return attachments
    .filter(({ mimeType }) => REPORT_PART.test(mimeType))
    .slice(0, MAX_PARTS)
    .map(({ mimeType, content }) => ({
      type: mimeType,
      text: typeof content === "string" ? content : textOfPart(Buffer.from(content as ArrayBuffer)),
    }));
}

const textOfPart = (content: Buffer): string =>
  content.length > MAX_PART ? content.toString("utf8", 0, MAX_PART) : decodeText(content, undefined);
