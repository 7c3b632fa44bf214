import PostalMime, { type Attachment, type Email } from "postal-mime";
import {
  charsetInHtml,
  decodeHeaderWords,
  decodeText,
  lacksCharset,
  withReadableHeaders,
} from "./charset.server.ts";
import { headerText } from "../compose/header-text.ts";
import { htmlToText } from "./html-text.ts";
import { splitReply } from "../reply/split-reply.ts";

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
  /**
   * Parts that tell about another message: a report, or that message itself, of which only the beginning is
   * kept.
   */
  readonly parts: readonly ReportPart[];
  /** What came with it: photos, plans, documents. Not what signs or encloses the mail. */
  readonly files: readonly ReceivedFile[];
  /** The emoji of a reaction, where the mail is one by its parts. */
  readonly reaction: string | undefined;
}

/** A file that came with a mail. */
export interface ReceivedFile {
  /** As the mail names it, in one line without a path; made up from the type where it names none. */
  readonly name: string;
  /** As the mail says, such as `image/png`. What is in it may be something else. */
  readonly type: string;
  /** In bytes. */
  readonly size: number;
  readonly content: Uint8Array;
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

/** The part of a parser's node that is read here; the library has it, and does not promise it. */
interface TextNode {
  content: ArrayBuffer | Uint8Array | null;
  readonly contentType: {
    readonly parsed: { readonly value?: string; readonly params: Record<string, string | undefined> };
  };
}

const INHERITED = PostalMime.prototype as unknown as {
  isInlineTextNode(this: PostalMime, node: TextNode): boolean;
};

/**
 * Decodes texts by what they are rather than by what they are called. It is asked about each text right
 * before that is decoded.
 */
class MailParser extends PostalMime {
  isInlineTextNode(node: TextNode): boolean {
    // Marked as internal by the library, whose version is pinned; the fixtures of charsets fail if it goes.
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

/** Reads a raw message. Anything parses; what is missing stays undefined. */
export async function parseMail(raw: Buffer): Promise<ReceivedMail> {
  // It refuses parts nested 256 deep and 2 MB of headers, which nobody writes: such a mail says nothing.
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
    files: filesOf(mail),
    reaction: reactionOf(mail),
  };
}

/**
 * Below this share of the words of the HTML a plain part says something else, such as that the program can't
 * show HTML.
 */
const SAME_WORDS = 0.3;

/** The text of a mail: its plain part, unless that is empty or only says that there is another. */
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

const MOST_COMPARED = 2_000;
const wordsIn = (text: string): string[] =>
  text
    .toLowerCase()
    .match(/[\p{L}\p{N}]+/gu)
    ?.slice(0, MOST_COMPARED) ?? [];

/** A person attaches none of these: signatures of mails, and what a program says to another. */
const NO_FILE =
  /^(?:application\/(?:pgp-signature|pkcs7-signature|x-pkcs7-signature)|multipart\/.*|text\/vnd\.google\.email-reaction\+json|message\/(?:delivery-status|global-delivery-status|disposition-notification|feedback-report|global.*|partial)|text\/rfc822-headers)$/;
const MOST_FILES = 100;

function filesOf({ attachments, html }: Email): ReceivedFile[] {
  return attachments
    .filter(({ mimeType }) => !NO_FILE.test(mimeType))
    .filter((attachment) => !isOfQuote(attachment, html))
    .slice(0, MOST_FILES)
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

/** Whether a picture is only shown inside what is quoted, such as a logo of ours that came back. */
function isOfQuote({ contentId, related }: Attachment, html: string | undefined): boolean {
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
const LONGEST_NAME = 150;

function nameOf({ filename, mimeType }: Attachment, at: number): string {
  const said = headerText(decodeHeaderWords(filename ?? ""))
    .replace(/^.*[\\/]/, "")
    .replace(/[\u202a-\u202e\u2066-\u2069]/g, "")
    .trim();
  if (said.length > LONGEST_NAME) {
    const ending = /\.[^.]{1,10}$/.exec(said)?.[0] ?? "";
    return said.slice(0, LONGEST_NAME - ending.length) + ending;
  }
  if (said && said !== "." && said !== "..") return said;
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
  return [...new Set(addresses)]
    .filter((address) => address.includes("@") && !/[\s\0]/.test(address))
    .slice(0, MOST_RECIPIENTS);
}

function partsOf({ attachments }: Email): ReportPart[] {
  return attachments
    .filter(({ mimeType }) => REPORT_PART.test(mimeType))
    .slice(0, MOST_PARTS)
    .map(({ mimeType, content }) => ({
      type: mimeType,
      text: typeof content === "string" ? content : textOfPart(Buffer.from(content as ArrayBuffer)),
    }));
}

const textOfPart = (content: Buffer): string =>
  content.length > LONGEST_PART ? content.toString("utf8", 0, LONGEST_PART) : decodeText(content, undefined);
